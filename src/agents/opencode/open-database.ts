import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens opencode's database to read it. A write-ahead log that opencode fills is read along. Where there is none,
 * SQLite would make one beside the database, which takes a folder that can be written to, and which Apple's does not
 * do for a reader, unless it is told that the file does not change.
 */
export function openUntouched(path: string): DatabaseSync {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const filled = log !== undefined && log.size > 0;
  return new DatabaseSync(filled ? path : `${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
}
