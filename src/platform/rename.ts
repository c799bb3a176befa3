import { renameSync } from 'node:fs';
import { systemErrorCode } from './errors.ts';
import { sleepSync } from './sleep.ts';

/** Waits between tries, in ms: a hook has a file open for some ms, a virus scanner a new one for longer. */
const WAITS_MS = [5, 10, 20, 40, 80, 160, 320, 640];
/** What Windows answers while another process has the file open that is to be replaced, or the one that is renamed. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Renames a file over another, as `renameSync`; on Windows, where neither may be open elsewhere, it tries again for
 * 1.3 s. Throws what the last try threw.
 * @param rename the system's; a test gives its own
 */
export function renameOver(
  from: string,
  to: string,
  rename: (from: string, to: string) => void = renameSync,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const wait of platform === 'win32' ? WAITS_MS : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!HELD.has(systemErrorCode(error) ?? '')) throw error;
      sleepSync(wait);
    }
  }
  rename(from, to);
}
