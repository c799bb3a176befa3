import { sql } from 'kysely';
import type { SettledDraft, SketchedRow } from '../port.ts';
import { isAmong } from './among.ts';
import type { Db } from './lessons.ts';

const ROWS_AT_ONCE = 500;

/** Of each episode what was kept under these rules, or else the episode; in the order of their ids. */
export async function* sketches(db: Db, rules: string): AsyncGenerator<SketchedRow[]> {
  for (let last = ''; ; ) {
    const { rows } = await sql<SketchedRow>`
      select episode.id, episode.file, sketch.body as sketch,
        case when sketch.body is null then episode.body end as body
      from episode left join sketch
        on sketch.id = episode.id and sketch.file = episode.file and sketch.rules = ${rules}
      where episode.chosen = 1 and episode.id > ${last}
      order by episode.id limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

export async function keepSketches(
  db: Db,
  rules: string,
  rows: { id: string; file: string; sketch: string }[],
): Promise<void> {
  for (const { id, file, sketch } of rows)
    await db
      .insertInto('sketch')
      .values({ id, file, rules, body: sketch })
      .onConflict((conflict) => conflict.columns(['id', 'file']).doUpdateSet({ rules, body: sketch }))
      .execute();
}

export async function* settledDrafts(db: Db): AsyncGenerator<SettledDraft[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('settled_draft')
      .selectAll()
      .where('key', '>', last)
      .orderBy('key')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map(({ lesson_id, ...row }) => ({ ...row, lessonId: lesson_id }));
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.key ?? last;
  }
}

export async function settleDrafts(db: Db, drafts: readonly SettledDraft[]): Promise<void> {
  for (const { key, lessonId, ...what } of drafts) {
    const value = { ...what, lesson_id: lessonId };
    await db
      .insertInto('settled_draft')
      .values({ key, ...value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(value))
      .execute();
  }
}

export async function forgetDrafts(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('settled_draft').where(isAmong('key', keys)).execute();
}
