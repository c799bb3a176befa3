import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { refuseSpecial } from '../../platform/files.ts';

/** Whether a database is there that this process may read and not write: its file or its folder is another's, or read-only. */
export function isReadOnly(path: string): boolean {
  if (!existsSync(path)) return false;
  return !mayWrite(path) || !mayWrite(dirname(path));
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a database to read it where nothing can be written. A write-ahead log that its owner keeps is read along;
 * where there is none, SQLite would have to make one, unless it is told that the file does not change.
 */
export function openReadOnly(path: string): DatabaseSync {
  refuseSpecial(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const shared = log !== undefined && log.size > 0;
  return new DatabaseSync(shared ? path : `${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
}
