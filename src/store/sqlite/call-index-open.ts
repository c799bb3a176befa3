import { DatabaseSync } from 'node:sqlite';
import { AppError, isSystemError, systemFailure } from '../../platform/errors.ts';
import { ensureDir, touchFile, unwritable } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { CallIndex } from '../call-index-port.ts';
import { atomically } from './atomically.ts';
import { SqliteCallIndex } from './call-index.ts';
import { callIndexError, DamagedIndex, guarded, isMarkedDamaged } from './call-index-damage.ts';
import { CALL_INDEX_DROP, CALL_INDEX_TABLES, CALL_INDEX_VERSION, UNFILLED } from './call-index-schema.ts';
import { isDiskFull } from './errors.ts';
import { isReadOnly, openReadOnly } from './read-only.ts';
import { refuseSideFiles } from './side-files.ts';

const READING_CACHE_KB = 8192;
export const FILLING_CACHE_KB = 32_768;

/**
 * Opens `calls.db` in the data folder, making it if need be (0600, WAL); to read only, where it cannot be written to
 * or the disk is full.
 * Throws IO where the file cannot be opened, and `DamagedIndex` where it is no database any more.
 * @param cacheKb pages that are held: calls are added all over the file, and read in its order
 */
export function openCallIndex(home: string, cacheKb = READING_CACHE_KB): CallIndex {
  const path = homeFiles.calls(home);
  if (isMarkedDamaged(path)) throw new DamagedIndex(path);
  try {
    if (isReadOnly(path)) return openToRead(path);
    ensureDir(home);
    touchFile(path);
    refuseSideFiles(path);
    return closedOnError(new DatabaseSync(path), (db) => configured(db, path, cacheKb));
  } catch (error) {
    if (!isDiskFull(error, path)) throw openError(error, path);
  }
  try {
    return openToRead(path);
  } catch (error) {
    throw openError(error, path);
  }
}

function configured(db: DatabaseSync, path: string, cacheKb: number): CallIndex {
  db.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA secure_delete = ON; PRAGMA cache_size = -${cacheKb}; PRAGMA temp_store = MEMORY`);
  // A scan stores every file's calls in a transaction of its own: copying them back each time takes longer.
  db.exec('PRAGMA wal_autocheckpoint = 8192');
  prepareTables(db);
  return guarded(new SqliteCallIndex(db), path);
}

function openToRead(path: string): CallIndex {
  return closedOnError(openReadOnly(path), (db) => {
    prepareTables(db);
    return guarded(new SqliteCallIndex(db, true), path);
  });
}

/** A file that is held open cannot be removed on Windows, and a damaged one is to be. */
function closedOnError<T>(db: DatabaseSync, use: (db: DatabaseSync) => T): T {
  try {
    return use(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What stands in the way: the disk, another process, or what the file itself has become. */
function openError(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error;
  if (isSystemError(error)) return unwritable(path, error);
  const known = callIndexError(error, path);
  return known instanceof AppError ? known : systemFailure(`cannot open the call index ${path}`, error);
}

function prepareTables(db: DatabaseSync): void {
  const version = Number((db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version);
  if (version === CALL_INDEX_VERSION) return;
  atomically(db, () => {
    if (version !== 0) db.exec(CALL_INDEX_DROP);
    db.exec(CALL_INDEX_TABLES);
    db.exec(`INSERT OR REPLACE INTO meta (name, value) VALUES ('${UNFILLED}', '1')`);
    db.exec(`PRAGMA user_version = ${CALL_INDEX_VERSION}`);
  });
}
