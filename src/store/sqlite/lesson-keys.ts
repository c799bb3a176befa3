import { sql } from 'kysely';
import type { Lesson } from '../../model/lesson.ts';
import type { LessonIndexer } from '../port.ts';
import { fromRow } from './lesson-rows.ts';
import type { Db } from './lessons.ts';

type Index = ReturnType<LessonIndexer>;
type KeyTable = 'lesson_tool' | 'lesson_tag' | 'lesson_band' | 'lesson_signature';
type Key = [key: string | Uint8Array, number: number];

/** Fields that the similarity index may be made of. */
const INDEXED_FIELDS = ['summary', 'mistake', 'remediation', 'toolNames', 'commandPatterns'] as const;

export const touchesIndex = (fields: Partial<Lesson>) =>
  INDEXED_FIELDS.some((field) => fields[field] !== undefined);

/** What lessons are looked up by: their tools and tags. */
export async function insertKeys(
  db: Db,
  lessons: readonly Pick<Lesson, 'number' | 'toolNames' | 'tags'>[],
): Promise<void> {
  const keysOf = (field: 'toolNames' | 'tags') =>
    lessons.flatMap((lesson) => [...new Set(lesson[field])].map((key): Key => [key, lesson.number]));
  await insertRows(db, 'lesson_tool', 'tool', keysOf('toolNames'));
  await insertRows(db, 'lesson_tag', 'tag', keysOf('tags'));
}

export async function replaceKeys(db: Db, lesson: Lesson): Promise<void> {
  await db.deleteFrom('lesson_tool').where('number', '=', lesson.number).execute();
  await db.deleteFrom('lesson_tag').where('number', '=', lesson.number).execute();
  await insertKeys(db, [lesson]);
}

/** Lessons' signatures and bands. */
export async function insertIndexes(
  db: Db,
  indexed: readonly { number: number; index: NonNullable<Index> }[],
): Promise<void> {
  const signatures = indexed.map(({ number, index }): Key => [bytesOf(index.signature), number]);
  const bands = indexed.flatMap(({ number, index }) =>
    [...new Set(index.bands)].map((band): [string, number] => [band, number]),
  );
  // In the order of the table: what stands together is written together.
  bands.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  await insertRows(db, 'lesson_signature', 'min_hash', signatures);
  await insertRows(db, 'lesson_band', 'band', bands);
}

/** Makes the index of a changed lesson anew; without an indexer it has none until one is there. */
export async function reindex(db: Db, lesson: Lesson, indexer: LessonIndexer | null): Promise<void> {
  const { number } = lesson;
  await db.deleteFrom('lesson_band').where('number', '=', number).execute();
  await db.deleteFrom('lesson_signature').where('number', '=', number).execute();
  const index = indexer?.(lesson) ?? null;
  await db
    .updateTable('lesson')
    .set({ is_indexed: index === null ? 0 : 1 })
    .where('number', '=', number)
    .execute();
  if (index !== null) await insertIndexes(db, [{ number, index }]);
}

/** Gives every lesson its index that was stored without one. */
export async function indexMissing(db: Db, indexer: LessonIndexer): Promise<void> {
  const rows = await db.selectFrom('lesson').selectAll().where('is_indexed', '=', 0).execute();
  for (const row of rows) await reindex(db, fromRow(row), indexer);
}

export async function hasUnindexed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('lesson')
    .select('number')
    .where('is_indexed', '=', sql.lit(0))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Rows that one statement writes. */
const ROWS_MAX = 100;
const inserts = new Map<string, ReturnType<ReturnType<typeof sql>['compile']>>();

/** Look-up rows, many in one statement, which is compiled once: an import of 100,000 lessons writes millions. */
async function insertRows(db: Db, table: KeyTable, column: string, rows: readonly Key[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    const some = rows.slice(at, at + ROWS_MAX);
    const name = `${table} ${some.length}`;
    let insert = inserts.get(name);
    if (insert === undefined) {
      const places = sql.join(some.map(([key, number]) => sql`(${key}, ${number})`));
      insert = sql`insert into ${sql.table(table)} (${sql.ref(column)}, number) values ${places}`.compile(db);
      inserts.set(name, insert);
    }
    await db.executeQuery({ ...insert, parameters: some.flat() });
  }
}

function bytesOf(signature: Uint32Array): Uint8Array {
  return new Uint8Array(signature.buffer, signature.byteOffset, signature.byteLength);
}
