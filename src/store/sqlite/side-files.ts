import { accessSync, constants, existsSync } from 'node:fs';
import { refuseLink, refuseSpecial } from '../../platform/files.ts';

const besides = (path: string): string[] => ['-wal', '-shm', '-journal'].map((suffix) => path + suffix);

/**
 * Refuses what stands where SQLite keeps files of its own beside a database, and is none: SQLite says of it that the
 * database cannot be opened or written, or waits for a pipe for ever.
 */
export function refuseSideFiles(path: string): void {
  for (const beside of besides(path)) {
    refuseLink(beside);
    refuseSpecial(beside);
  }
}

/** Which of them this process may not read or write, or null: they are another user's, who ran a command on our store. */
export function forbiddenSideFile(path: string): string | null {
  for (const beside of besides(path)) {
    try {
      if (existsSync(beside)) accessSync(beside, constants.R_OK | constants.W_OK);
    } catch {
      return beside;
    }
  }
  return null;
}
