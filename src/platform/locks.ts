import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from './errors.ts';

/**
 * Takes a lock file holding our process id, or returns null where a living process holds it.
 * A lock whose process is gone, or which is older than `staleMs`, is taken over.
 */
export function tryLock(path: string, staleMs = 60 * 60 * 1000): (() => void) | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const fd = openSync(path, 'wx', 0o600);
      writeSync(fd, String(process.pid));
      closeSync(fd);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      if (!isStale(path, staleMs)) return null;
      rmSync(path, { force: true });
    }
  }
  return null;
}

function isStale(path: string, staleMs: number): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > staleMs) return true;
    const pid = Number(readFileSync(path, 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0) return Date.now() - statSync(path).mtimeMs > 5000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) !== 'EPERM';
  }
}
