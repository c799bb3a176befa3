import { sql } from 'kysely';
import type { Lesson } from '../../model/lesson.ts';
import { AppError } from '../../platform/errors.ts';
import { fromRow } from './lesson-rows.ts';
import type { Db } from './lessons.ts';
import type { LessonRow } from './tables.ts';

/** Lessons that are named where a reference may be any of several. */
const NAMED_MAX = 5;

/**
 * By slug, id, `#number`, or a unique prefix of slug or id. Slugs are in small letters, and ids of ours in capital ones:
 * either may be typed in any; ids that came from elsewhere as they are. Throws NOT_FOUND or AMBIGUOUS_REF.
 */
export async function resolveLesson(db: Db, ref: string): Promise<Lesson> {
  const wanted = ref.trim();
  const found = (await exactly(db, wanted)) ?? (await byPrefix(db, wanted));
  const [first, second] = found;
  if (first === undefined)
    throw new AppError('NOT_FOUND', `there is no lesson ${JSON.stringify(ref)}`, {
      hint: 'See `lessons list --show-archived`, or `lessons search WORDS`.',
    });
  if (second === undefined) return fromRow(first);
  const some = found.slice(0, NAMED_MAX).map((row) => row.slug);
  throw new AppError(
    'AMBIGUOUS_REF',
    `${JSON.stringify(ref)} could be ${some.join(', ')}${found.length > NAMED_MAX ? ', …' : ''}`,
    { hint: 'Give more of the slug, or the whole id.' },
  );
}

/** The lesson of this slug or id, else of this number; null where there is none. */
async function exactly(db: Db, wanted: string): Promise<LessonRow[] | null> {
  const lessons = db.selectFrom('lesson').selectAll().limit(1);
  const named = await lessons
    .where((eb) =>
      eb.or([eb('slug', '=', wanted.toLowerCase()), eb('id', 'in', [wanted, wanted.toUpperCase()])]),
    )
    .orderBy(sql`id = ${wanted}`, 'desc')
    .execute();
  if (named.length > 0) return named;
  const number = /^#?(\d{1,15})$/.exec(wanted)?.[1];
  const numbered = number === undefined ? [] : await lessons.where('number', '=', Number(number)).execute();
  return numbered.length > 0 ? numbered : null;
}

async function byPrefix(db: Db, prefix: string): Promise<LessonRow[]> {
  if (prefix === '' || prefix.startsWith('#')) return [];
  return db
    .selectFrom('lesson')
    .selectAll()
    .where((eb) => {
      const begins = (column: 'slug' | 'id', text: string) =>
        eb.and([eb(column, '>=', text), eb(column, '<', `${text}\u{10ffff}`)]);
      return eb.or([
        begins('slug', prefix.toLowerCase()),
        begins('id', prefix),
        begins('id', prefix.toUpperCase()),
      ]);
    })
    .orderBy('number')
    .limit(NAMED_MAX + 1)
    .execute();
}
