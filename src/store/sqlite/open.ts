import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { ensureDir, touchFile, unwritable } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { sleepSync } from '../../platform/sleep.ts';
import type { LessonIndexer, Store } from '../port.ts';
import { sqliteDialect } from './driver.ts';
import { ASIDE, isBusy, isDiskFull, toStoreError } from './errors.ts';
import { hasUnindexed, indexMissing } from './lesson-keys.ts';
import { migrate } from './migrate.ts';
import { isReadOnly, isReadOnlyWithout, openReadOnly } from './read-only.ts';
import { refuseSideFiles } from './side-files.ts';
import { SqliteStore } from './store.ts';
import type { Tables } from './tables.ts';
import { hasFullText, isTextIndexed, keepTextIndex } from './text-index.ts';

/** How long opening waits for another process that migrates, in milliseconds. */
const OPEN_BUSY_MS = 15_000;
const WAL_TRIES = 50;

/**
 * Opens the store of a data folder and makes both where they are missing (0700, 0600). With an indexer, the store keeps
 * every lesson's similarity index; lessons stored without one get it now. A store that may only be read is opened for
 * that, and refuses every change, as one on a full disk is; so is a folder that may only be read and has none, as an
 * empty one.
 * Throws AppError: NEWER_STORE, LOCKED, or IO with what to do.
 */
export async function openStore(
  home: string,
  clock: Clock = systemClock,
  indexer: LessonIndexer | null = null,
): Promise<Store> {
  const path = homeFiles.db(home);
  if (isReadOnly(path)) return openToRead(path, clock);
  if (isReadOnlyWithout(path)) return openEmpty(home, clock);
  createPrivate(home, path);
  refuseEmptied(home, path);
  let database: DatabaseSync | null = null;
  try {
    refuseSideFiles(path);
    database = new DatabaseSync(path);
    configure(database);
    const version = migrate(database, path);
    keepTextIndex(database);
    database.exec('pragma busy_timeout = 0');
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database, path) });
    const store = new SqliteStore(db, { database, version, clock, indexer, fullText: hasFullText(database) });
    if (indexer !== null && (await hasUnindexed(db))) {
      await db.transaction().execute((transaction) => indexMissing(transaction, indexer));
    }
    return store;
  } catch (error) {
    try {
      database?.close();
    } catch {}
    if (isDiskFull(error, path)) return openToRead(path, clock);
    throw toStoreError(error, path);
  }
}

function openToRead(path: string, clock: Clock): Store {
  let database: DatabaseSync | null = null;
  try {
    database = openReadOnly(path);
    const version = migrate(database, path);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database, path) });
    return new SqliteStore(db, {
      database,
      version,
      clock,
      indexer: null,
      fullText: isTextIndexed(database),
    });
  } catch (error) {
    try {
      database?.close();
    } catch {}
    throw toStoreError(error, path);
  }
}

function openEmpty(home: string, clock: Clock): Store {
  const { store, database } = inMemory(home, clock, null);
  database.exec('pragma query_only = on');
  return store;
}

/** An empty store in memory for what is only tried in a data folder that has none: nothing of it is kept. */
export function openInMemory(home: string, clock: Clock, indexer: LessonIndexer): Store {
  return inMemory(home, clock, indexer).store;
}

function inMemory(home: string, clock: Clock, indexer: LessonIndexer | null) {
  const database = new DatabaseSync(':memory:');
  const version = migrate(database, home);
  keepTextIndex(database);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database, home) });
  const store = new SqliteStore(db, {
    database,
    version,
    clock,
    indexer,
    fullText: hasFullText(database),
  });
  return { store, database };
}

/**
 * Refuses an empty file where a store has been, as a crash or a full disk leaves one: taken for a new store, it would
 * have the compiled lessons replaced by none, and in time each backup by an empty one. One that another process has
 * just made is no such thing.
 */
function refuseEmptied(home: string, path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > 0 || Math.abs(Date.now() - stats.mtimeMs) < OPEN_BUSY_MS) return;
  if (!existsSync(homeFiles.manifestPointer(home)) && !existsSync(homeFiles.backups(home))) return;
  throw new AppError('IO', `${path} is empty: what it held is gone`, { hint: ASIDE });
}

function createPrivate(home: string, path: string): void {
  try {
    ensureDir(home);
    touchFile(path);
  } catch (error) {
    throw error instanceof AppError ? error : unwritable(home, error);
  }
}

/** Write-ahead log, enforced references, and pages that are overwritten when freed. */
function configure(database: DatabaseSync): void {
  database.exec(`pragma busy_timeout = ${OPEN_BUSY_MS}`);
  enableWal(database);
  database.exec('pragma synchronous = normal; pragma foreign_keys = on; pragma secure_delete = on');
  database.exec('pragma cache_size = -16000; pragma temp_store = memory');
}

/** The busy time-out does not cover the change of the journal mode while another process opens the same new file. */
function enableWal(database: DatabaseSync): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.prepare('pragma journal_mode = wal').all();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt >= WAL_TRIES) throw error;
      sleepSync(20);
    }
  }
}
