import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { atomically } from './atomically.ts';
import { isBusy } from './errors.ts';
import type { Db } from './lessons.ts';

/**
 * Full text over lessons. The index is kept by triggers of the connection, not of the file: `node:sqlite` has had FTS5
 * since Node 22.15 only, and a connection without it must still be able to write. It then notes that the index is
 * stale, and the next connection that can builds it anew. On macOS the executable uses the system's SQLite, which may
 * be as old as 3.39: without secure deletion in the index, and unable to read one that has it.
 */

const FIELDS = ['slug', 'summary', 'mistake', 'remediation', 'signature', 'tags'];
const STALE = 'textIndexStale';

const columns = FIELDS.join(', ');
const values = (row: 'old' | 'new') => FIELDS.map((field) => `${row}.${field}`).join(', ');
const remove = `insert into lesson_text (lesson_text, rowid, ${columns}) values ('delete', old.number, ${values('old')});`;
const add = `insert into lesson_text (rowid, ${columns}) values (new.number, ${values('new')});`;

/** Triggers of the file that the first stores had: beside those of a connection, every word would be written twice. */
const OF_THE_FILE = ['lesson_text_insert', 'lesson_text_delete', 'lesson_text_update'];

const CREATE = `
  ${OF_THE_FILE.map((name) => `drop trigger if exists main.${name};`).join(' ')}
  create virtual table if not exists main.lesson_text using fts5(
    ${columns}, content='lesson', content_rowid='number',
    tokenize='porter unicode61 remove_diacritics 2', prefix='2 3'
  );
  insert into lesson_text (lesson_text) values ('rebuild');
  delete from state where key = '${STALE}';
`;

/** Known from SQLite 3.42 on; before, what was deleted leaves the index when a purge packs it. */
const SECURE = "insert into lesson_text (lesson_text, rank) values ('secure-delete', 1)";

const KEEP_INSERTED = `create temp trigger lesson_text_insert after insert on main.lesson begin ${add} end;`;
const KEEP = `
  ${KEEP_INSERTED}
  create temp trigger lesson_text_delete after delete on main.lesson begin ${remove} end;
  create temp trigger lesson_text_update after update of ${columns} on main.lesson begin ${remove} ${add} end;
`;

const stale = `insert into state values ('${STALE}', '1') on conflict do nothing;`;
const NOTE = ['insert', 'delete', `update of ${columns}`]
  .map(
    (event, index) =>
      `create temp trigger lesson_text_${index} after ${event} on main.lesson begin ${stale} end;`,
  )
  .join('\n');

/** Whether this runtime's SQLite has FTS5, and can read the index where there is one. */
export function hasFullText(database: DatabaseSync): boolean {
  if (database.prepare("select 1 from pragma_module_list where name = 'fts5'").get() === undefined)
    return false;
  if (database.prepare("select 1 from sqlite_master where name = 'lesson_text'").get() === undefined)
    return true;
  try {
    database.prepare('select rowid from lesson_text limit 1').get();
    return true;
  } catch (error) {
    if (isBusy(error)) throw error;
    return false;
  }
}

/** Whether this runtime can search the index of the file as it is. */
export function isTextIndexed(database: DatabaseSync): boolean {
  return hasFullText(database) && !needsBuild(database);
}

/** Prepares a connection: makes the index where it is missing or stale, and keeps it from now on. */
export function keepTextIndex(database: DatabaseSync): void {
  if (!hasFullText(database)) {
    database.exec(NOTE);
    return;
  }
  if (needsBuild(database))
    atomically(database, () => {
      if (needsBuild(database)) build(database);
    });
  database.exec(KEEP);
}

/**
 * Inserts many lessons and then indexes them at once: by the trigger, each would be written to the index for itself.
 * In a transaction, so that the trigger comes back where it fails.
 * @param insert answers what was inserted, the lowest number first
 */
export async function indexTextsAtOnce<T extends { number: number }>(
  db: Db,
  insert: () => Promise<T[]>,
): Promise<T[]> {
  const kept = await sql`select 1 from temp.sqlite_master where name = 'lesson_text_insert'`.execute(db);
  if (kept.rows.length === 0) return insert();
  await sql`drop trigger temp.lesson_text_insert`.execute(db);
  const inserted = await insert();
  await sql`insert into lesson_text (rowid, ${sql.raw(columns)})
    select number, ${sql.raw(columns)} from lesson where number >= ${inserted[0]?.number ?? 0}`.execute(db);
  await sql.raw(KEEP_INSERTED).execute(db);
  return inserted;
}

function build(database: DatabaseSync): void {
  database.exec(CREATE);
  try {
    database.exec(SECURE);
  } catch (error) {
    if (isBusy(error)) throw error;
  }
}

function needsBuild(database: DatabaseSync): boolean {
  const row = database
    .prepare(
      `select exists (select 1 from sqlite_master where name = 'lesson_text') as made,
        exists (select 1 from state where key = '${STALE}') as stale,
        exists (select 1 from sqlite_master where name = '${OF_THE_FILE[0]}') as doubled`,
    )
    .get() as { made: number; stale: number; doubled: number };
  return row.made === 0 || row.stale === 1 || row.doubled === 1;
}
