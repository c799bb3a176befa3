import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { refuseSpecial } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { atomically } from './atomically.ts';
import { notAStore, toStoreError } from './errors.ts';
import { openReadOnly } from './read-only.ts';
import { refuseSideFiles } from './side-files.ts';
import { keepTextIndex } from './text-index.ts';

const BUSY_TIMEOUT_MS = 15_000;

/** Tables that a restore does not empty: what was purged stays purged. */
const MERGED = new Set(['purged']);

/** Writes a consistent copy of a data folder's store to a new file (0600); other processes may go on writing. */
export function copyStore(home: string, target: string): void {
  const database = open(homeFiles.db(home));
  try {
    database.prepare('vacuum into ?').run(target);
    chmodSync(target, 0o600);
  } catch (error) {
    throw toStoreError(error, target);
  } finally {
    database.close();
  }
}

/**
 * Throws IO where a copy of a store is damaged, or holds nothing: it would be opened as a new store without lessons, or
 * fail while it replaces the one that is whole.
 */
export function checkCopy(path: string): void {
  refuseSpecial(path);
  let copy: DatabaseSync | null = null;
  try {
    copy = openReadOnly(path);
    const { user_version } = copy.prepare('pragma user_version').get() as { user_version: number };
    const { quick_check } = copy.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (user_version === 0 || quick_check !== 'ok') throw notAStore(path, quick_check);
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    copy?.close();
  }
}

/**
 * Replaces every row of a data folder's store by those of another store of the same schema, in one transaction:
 * processes that have the store open see the old rows or the new ones. Numbers that were given out are not given again.
 */
export function replaceStore(home: string, source: string): void {
  const path = homeFiles.db(home);
  const database = open(path);
  try {
    database.exec('pragma foreign_keys = off; pragma secure_delete = on');
    keepTextIndex(database);
    database.prepare('attach database ? as saved').run(source);
    atomically(database, () => {
      for (const table of tablesOf(database)) replaceTable(database, table);
      keepSequences(database);
    });
    database.exec('detach database saved');
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    database.close();
  }
}

function open(path: string): DatabaseSync {
  refuseSideFiles(path);
  const database = new DatabaseSync(path);
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}

/** Ordinary tables; the text index follows this connection's triggers. */
function tablesOf(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'
        and name not like 'lesson_text%' order by name`,
    )
    .all() as { name: string }[];
  return rows.map((row) => row.name);
}

function replaceTable(database: DatabaseSync, table: string): void {
  const columns = (database.prepare(`pragma main.table_info(${quote(table)})`).all() as { name: string }[])
    .map((column) => quote(column.name))
    .join(', ');
  const name = quote(table);
  if (!MERGED.has(table)) database.exec(`delete from main.${name}`);
  database.exec(`insert or ignore into main.${name} (${columns}) select ${columns} from saved.${name}`);
}

function keepSequences(database: DatabaseSync): void {
  database.exec(`update main.sqlite_sequence set seq = max(seq, coalesce(
    (select saved.sqlite_sequence.seq from saved.sqlite_sequence
      where saved.sqlite_sequence.name = main.sqlite_sequence.name), 0))`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
