import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { refuseSpecial } from '../../platform/files.ts';
import { refuseSideFiles } from './side-files.ts';

/** Whether a database is there that this process may read and not write: its file or its folder is another's, or read-only. */
export function isReadOnly(path: string): boolean {
  if (!existsSync(path)) return false;
  return !may(path, constants.W_OK) || !may(dirname(path), constants.W_OK);
}

/** Whether a folder is there that this process may read and not write, without that database in it. */
export function isReadOnlyWithout(path: string): boolean {
  const folder = dirname(path);
  const { R_OK, W_OK, X_OK } = constants;
  if (!may(folder, R_OK | X_OK) || may(folder, W_OK)) return false;
  return statSync(folder).isDirectory() && !existsSync(path);
}

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what);
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
  refuseSideFiles(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const shared = log !== undefined && log.size > 0;
  return new DatabaseSync(shared ? path : `${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
}
