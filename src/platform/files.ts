import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder (0700) and its parents. */
export function ensureDir(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

let sequence = 0;

/**
 * Replaces a file as a whole: a reader sees the old bytes or the new ones, never half.
 * The mode applies to a new file; 0600 unless given.
 */
export function writeFileAtomic(path: string, data: string | Uint8Array, mode = 0o600): void {
  ensureDir(dirname(path));
  sequence += 1;
  const temporary = `${path}.${process.pid}.${sequence}.tmp`;
  const fd = openSync(temporary, 'wx', mode);
  try {
    if (typeof data === 'string') writeSync(fd, data);
    else writeAll(fd, data);
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(fd);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeAll(fd: number, data: Uint8Array): void {
  let done = 0;
  while (done < data.length) done += writeSync(fd, data, done, data.length - done);
}

/** Appends one line with one write call, so that parallel writers do not interleave. */
export function appendLine(path: string, line: string): void {
  const fd = openSync(path, 'a', 0o600);
  try {
    writeSync(fd, `${line}\n`);
  } finally {
    closeSync(fd);
  }
}
