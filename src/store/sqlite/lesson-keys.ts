import { sql } from 'kysely';
import type { Lesson } from '../../model/lesson.ts';
import type { LessonIndexer } from '../port.ts';
import { fromRow } from './lesson-rows.ts';
import type { Db } from './lessons.ts';

type Index = ReturnType<LessonIndexer>;
type KeyTable = 'lesson_tool' | 'lesson_tag' | 'lesson_band' | 'lesson_signature';

/** Fields that the similarity index may be made of. */
const INDEXED_FIELDS = ['summary', 'mistake', 'remediation', 'toolNames', 'commandPatterns'] as const;

export const touchesIndex = (fields: Partial<Lesson>) =>
  INDEXED_FIELDS.some((field) => fields[field] !== undefined);

/** What a lesson is looked up by: its tools and tags. */
export async function insertKeys(
  db: Db,
  number: number,
  lesson: Pick<Lesson, 'toolNames' | 'tags'>,
): Promise<void> {
  for (const tool of new Set(lesson.toolNames)) await insertKey(db, 'lesson_tool', 'tool', tool, number);
  for (const tag of new Set(lesson.tags)) await insertKey(db, 'lesson_tag', 'tag', tag, number);
}

export async function replaceKeys(db: Db, lesson: Lesson): Promise<void> {
  await db.deleteFrom('lesson_tool').where('number', '=', lesson.number).execute();
  await db.deleteFrom('lesson_tag').where('number', '=', lesson.number).execute();
  await insertKeys(db, lesson.number, lesson);
}

/** A lesson's signature and bands. */
export async function insertIndex(db: Db, number: number, index: Index): Promise<void> {
  await insertKey(db, 'lesson_signature', 'min_hash', bytesOf(index.signature), number);
  for (const band of new Set(index.bands)) await insertKey(db, 'lesson_band', 'band', band, number);
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
  if (index !== null) await insertIndex(db, number, index);
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

const keyInserts = new Map<KeyTable, ReturnType<ReturnType<typeof sql>['compile']>>();

/** A look-up row; compiled once a table, since an import of 100,000 lessons writes millions. */
async function insertKey(
  db: Db,
  table: KeyTable,
  column: string,
  key: string | Uint8Array,
  number: number,
): Promise<void> {
  let insert = keyInserts.get(table);
  if (insert === undefined) {
    insert =
      sql`insert into ${sql.table(table)} (${sql.ref(column)}, number) values (${key}, ${number})`.compile(
        db,
      );
    keyInserts.set(table, insert);
  }
  await db.executeQuery({ ...insert, parameters: [key, number] });
}

function bytesOf(signature: Uint32Array): Uint8Array {
  return new Uint8Array(signature.buffer, signature.byteOffset, signature.byteLength);
}
