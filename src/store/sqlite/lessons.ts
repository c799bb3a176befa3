import { createHash } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { LESSON_STATUSES } from '../../model/constants.ts';
import { contentHash } from '../../model/content-hash.ts';
import type { Lesson, LessonStatus } from '../../model/lesson.ts';
import type { LessonFilter, LessonHead, LessonIndexer, NewLesson, WaitingHead } from '../port.ts';
import { isAmong } from './among.ts';
import { insertIndexes, insertKeys, reindex, replaceKeys, touchesIndex } from './lesson-keys.ts';
import { fromRow, LESSON_COLUMNS, toRow } from './lesson-rows.ts';
import { forgetLessonStates } from './states.ts';
import type { Tables } from './tables.ts';
import { indexTextsAtOnce } from './text-index.ts';

export type Db = Kysely<Tables>;

const INSERTED = LESSON_COLUMNS.filter((column) => column.field !== 'number').map((column) => column.column);

/** Fields that say how a lesson is used or seen, or where it came from; changing only these is no edit. */
const USE_FIELDS = new Set([
  'hitCount',
  'lastSeenAt',
  'lastMatchedAt',
  'lastUsefulAt',
  'updatedAt',
  'occurrenceCount',
  'sessionCount',
  'projectCount',
  'sourceSessionIds',
  'origin',
  'originKey',
  'originDigest',
]);

/** From how many on lessons get into the text index together. */
const TOGETHER_MIN = 20;

/** Inserts in the caller's transaction; numbers are given in order, and never twice. */
export async function insertLessons(
  db: Db,
  lessons: NewLesson[],
  indexer: LessonIndexer | null,
): Promise<Lesson[]> {
  const stored =
    lessons.length < TOGETHER_MIN
      ? await insertRows(db, lessons, indexer)
      : await indexTextsAtOnce(db, () => insertRows(db, lessons, indexer));
  await insertKeys(db, stored);
  return stored;
}

async function insertRows(db: Db, lessons: NewLesson[], indexer: LessonIndexer | null): Promise<Lesson[]> {
  const first = lessons[0];
  if (first === undefined) return [];
  const row = { ...toRow(first), is_indexed: 0 } as unknown as Tables['lesson'];
  const columns = ['number', ...INSERTED, 'is_indexed'] as (keyof Tables['lesson'])[];
  const ordered = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  const insert = db
    .insertInto('lesson')
    .values(ordered as never)
    .compile();
  const stored: Lesson[] = [];
  const indexed: Parameters<typeof insertIndexes>[1][number][] = [];
  let last = lessons.some((lesson) => lesson.number !== undefined) ? await lastNumber(db) : 0;
  for (const lesson of lessons) {
    const index = indexer?.(lesson) ?? null;
    const values = toRow(lesson) as Record<string, unknown>;
    values['number'] = lesson.number !== undefined && lesson.number > last ? lesson.number : null;
    values['is_indexed'] = index === null ? 0 : 1;
    const parameters = columns.map((column) => values[column] ?? null);
    // Asked for by `returning`, it takes three times as long.
    const number = Number((await db.executeQuery({ ...insert, parameters })).insertId);
    last = number;
    if (index !== null) indexed.push({ number, index });
    stored.push({ ...lesson, number });
  }
  await insertIndexes(db, indexed);
  return stored;
}

/** The highest number that was ever given: that of a purged lesson is not given again. */
async function lastNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'lesson'`.execute(
    db,
  );
  return rows[0]?.seq ?? 0;
}

interface LessonUpdate {
  /** The status that the lesson must still have, where that matters. */
  expected: LessonStatus | undefined;
  now: string;
  indexer: LessonIndexer | null;
}

/** Writes the changed fields and what is looked up by them. False where the lesson is gone or has another status. */
export async function updateLesson(
  db: Db,
  id: string,
  changes: Partial<Lesson>,
  { expected, now, indexer }: LessonUpdate,
): Promise<boolean> {
  const { number: _number, id: _id, ...fields } = changes;
  const isEdit = Object.keys(fields).some((field) => !USE_FIELDS.has(field));
  if (isEdit && fields.updatedAt === undefined) fields.updatedAt = now;
  if (Object.keys(fields).length === 0) return (await getLesson(db, id)) !== null;
  let update = db
    .updateTable('lesson')
    .set(toRow(fields) as never)
    .where('id', '=', id);
  if (expected !== undefined) update = update.where('status', '=', expected);
  const result = await update.executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  if (fields.toolNames === undefined && fields.tags === undefined && !touchesIndex(fields)) return true;
  const lesson = await getLesson(db, id);
  if (lesson === null) return false;
  await replaceKeys(db, lesson);
  await rehash(db, lesson);
  if (touchesIndex(fields)) await reindex(db, lesson, indexer);
  return true;
}

/** Two who change one field each at the same time know the hash of neither. */
async function rehash(db: Db, lesson: Lesson): Promise<void> {
  const hash = contentHash(lesson);
  if (hash === lesson.contentHash) return;
  await db.updateTable('lesson').set({ content_hash: hash }).where('id', '=', lesson.id).execute();
}

export async function deleteLesson(db: Db, id: string): Promise<void> {
  await db.deleteFrom('lesson').where('id', '=', id).execute();
  await forgetLessonStates(db, id);
}

export async function getLesson(db: Db, id: string): Promise<Lesson | null> {
  const row = await db.selectFrom('lesson').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

export async function findByContentHash(db: Db, ...hashes: string[]): Promise<Lesson[]> {
  const rows = await db
    .selectFrom('lesson')
    .selectAll()
    .where(isAmong('content_hash', hashes))
    .orderBy('number')
    .execute();
  return rows.map(fromRow);
}

export async function takenSlugs(db: Db, ...slugs: string[]): Promise<string[]> {
  const rows = await db.selectFrom('lesson').select('slug').where(isAmong('slug', slugs)).execute();
  return rows.map(({ slug }) => slug);
}

/** All that hold; best first: priority, confidence, how often it was seen, then the older. */
export async function listLessons(db: Db, filter: LessonFilter = {}): Promise<Lesson[]> {
  let query = db
    .selectFrom('lesson')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filter)))
    .orderBy('priority', 'desc')
    .orderBy('confidence', 'desc')
    .orderBy('occurrence_count', 'desc')
    .orderBy('number');
  if (filter.limit !== undefined || filter.offset !== undefined) {
    query = query.limit(filter.limit ?? -1).offset(filter.offset ?? 0);
  }
  return (await query.execute()).map(fromRow);
}

export async function lessonHeads(db: Db): Promise<LessonHead[]> {
  const fields = ['id', 'number', 'status', 'source', 'fingerprint'] as const;
  const rows = await db.selectFrom('lesson').select(fields).execute();
  return rows as LessonHead[];
}

export async function waitingHeads(db: Db): Promise<WaitingHead[]> {
  const rows = await db
    .selectFrom('lesson')
    .leftJoin('draft', 'lesson_id', 'id')
    .where('status', 'in', ['candidate', 'reviewed'])
    .select(['id', 'number', 'status', 'reusable', 'priority', 'confidence', 'lesson_id'])
    .select('occurrence_count as occurrenceCount')
    .orderBy('number')
    .execute();
  return rows.map(({ lesson_id, ...head }) => ({ ...head, hasDraft: lesson_id !== null }));
}

function conditions(eb: ExpressionBuilder<Tables, 'lesson'>, filter: LessonFilter): Expression<SqlBool>[] {
  const { status, scope, tool, tag, ids, origins, reusableMin, text } = filter;
  const all: Expression<SqlBool>[] = [];
  if (status !== undefined) all.push(eb('status', 'in', status));
  if (scope !== undefined) {
    const isKind = /^(?:project|team|agent)$/.test(scope);
    all.push(isKind ? eb('scope', 'like', `${scope}:%`) : eb('scope', '=', scope));
  }
  if (tool !== undefined) all.push(eb.or([namesTool(eb, tool), isTagged(eb, `tool:${tool}`)]));
  if (tag !== undefined) all.push(isTagged(eb, tag));
  if (ids !== undefined) all.push(isAmong('id', ids));
  if (origins !== undefined) all.push(isAmong('origin', origins));
  if (reusableMin !== undefined) {
    all.push(eb.or([eb('status', '!=', 'candidate'), eb('reusable', '>=', reusableMin)]));
  }
  if (text !== undefined && text !== '') all.push(containsText(text));
  return all;
}

/** By the whole tag, or by its value alone. */
function isTagged(eb: ExpressionBuilder<Tables, 'lesson'>, tag: string): Expression<SqlBool> {
  const equal = sql<boolean>`tag = ${tag}`;
  const ends = sql<boolean>`tag like ${`%:${likeText(tag)}`} escape '\\'`;
  return eb(
    'number',
    'in',
    eb
      .selectFrom('lesson_tag')
      .select('lesson_tag.number')
      .where((inner) => (tag.includes(':') ? equal : inner.or([equal, ends]))),
  );
}

function namesTool(eb: ExpressionBuilder<Tables, 'lesson'>, tool: string): Expression<SqlBool> {
  return eb(
    'number',
    'in',
    eb.selectFrom('lesson_tool').select('lesson_tool.number').where('tool', '=', tool),
  );
}

/** SQLite refuses patterns of more than 50,000 bytes; no field that is compared holds half as much. */
const LIKE_CHARS_MAX = 8000;
/** What a pattern may be matched with; the start of a text that is longer, which then cannot be found either. */
const likeText = (text: string) => text.slice(0, LIKE_CHARS_MAX).replace(/[\\%_]/g, '\\$&');

function containsText(text: string) {
  const pattern = `%${likeText(text)}%`;
  return sql<boolean>`(summary like ${pattern} escape '\\' or mistake like ${pattern} escape '\\'
    or remediation like ${pattern} escape '\\' or signature like ${pattern} escape '\\'
    or slug like ${pattern} escape '\\')`;
}

export async function countLessons(db: Db, filter: LessonFilter = {}): Promise<Record<LessonStatus, number>> {
  const rows = await db
    .selectFrom('lesson')
    .where((eb) => eb.and(conditions(eb, filter)))
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const counts = Object.fromEntries(LESSON_STATUSES.map((status) => [status, 0])) as Record<
    LessonStatus,
    number
  >;
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}

export async function activeState(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('lesson')
    .where('status', '=', 'active')
    .select(['id', 'updated_at'])
    .orderBy('id')
    .execute();
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${row.id} ${row.updated_at}\n`);
  const roots = await db.selectFrom('project_root').selectAll().orderBy('root').execute();
  for (const { root, project } of roots) hash.update(`${root}\n${project}\n`);
  return hash.digest('hex').slice(0, 16);
}
