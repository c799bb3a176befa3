import { sql } from 'kysely';
import type { Lesson } from '../../model/lesson.ts';
import { fromRow } from './lesson-rows.ts';
import { type Db, listLessons } from './lessons.ts';
import type { LessonRow } from './tables.ts';

const WORDS_MAX = 32;

/**
 * Full-text search, best first: all words, else any of them, else the text as it stands somewhere inside.
 * No character of the query is syntax.
 */
export async function searchLessons(
  db: Db,
  query: string,
  limit: number,
  fullText: boolean,
): Promise<Lesson[]> {
  const words = (query.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX);
  if (words.length > 0 && !fullText) return containing(db, words, limit);
  if (words.length > 0) {
    const quoted = words.map((word) => `"${word}"*`);
    for (const expression of [quoted.join(' '), quoted.join(' OR ')]) {
      const found = await matching(db, expression, limit);
      if (found.length > 0) return found;
    }
  }
  const text = query.trim();
  return text === '' ? [] : listLessons(db, { text, limit });
}

/** Search where there is no full text: lessons that contain most of the words, at least one. */
async function containing(db: Db, words: string[], limit: number): Promise<Lesson[]> {
  const text = sql`lower(slug || ' ' || summary || ' ' || mistake || ' ' || remediation || ' ' || coalesce(signature, '') || ' ' || tags)`;
  const hits = words.map(
    (word) => sql`(instr(${text}, lower(${word})) > 0) + 2 * (instr(lower(summary), lower(${word})) > 0)`,
  );
  const { rows } = await sql<LessonRow>`
    select * from (select lesson.*, ${sql.join(hits, sql` + `)} as hits from lesson)
    where hits > 0 order by hits desc, number limit ${limit}`.execute(db);
  return rows.map(fromRow);
}

/** Weights: slug, summary, mistake, remediation, signature, tags. */
async function matching(db: Db, expression: string, limit: number): Promise<Lesson[]> {
  const { rows } = await sql<LessonRow>`
    select lesson.* from lesson_text join lesson on lesson.number = lesson_text.rowid
    where lesson_text match ${expression}
    order by bm25(lesson_text, 4.0, 10.0, 3.0, 3.0, 5.0, 4.0), lesson.number
    limit ${limit}`.execute(db);
  return rows.map(fromRow);
}
