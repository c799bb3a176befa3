import { LESSON_STATES, lessonState, type ProjectRoot } from '../port.ts';
import { isAmong } from './among.ts';
import type { Db } from './lessons.ts';

export async function upsertProjectRoots(db: Db, roots: ProjectRoot[]): Promise<void> {
  for (const root of roots)
    await db
      .insertInto('project_root')
      .values(root)
      .onConflict((conflict) => conflict.column('root').doUpdateSet({ project: root.project }))
      .execute();
}

export const listProjectRoots = (db: Db): Promise<ProjectRoot[]> =>
  db.selectFrom('project_root').selectAll().orderBy('root').execute();

export const getState = async (db: Db, key: string): Promise<string | null> =>
  (await getStates(db, [key])).get(key) ?? null;

export async function getStates(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('state').select(['key', 'value']).where(isAmong('key', keys)).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export async function setState(db: Db, key: string, value: string | null): Promise<void> {
  if (value === null) await db.deleteFrom('state').where('key', '=', key).execute();
  else
    await db
      .insertInto('state')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
}

/** Takes away what operations keep of a lesson that is gone: some of it names files and tools that its text did. */
export async function forgetLessonStates(db: Db, lessonId: string): Promise<void> {
  const keys = LESSON_STATES.map((kind) => lessonState(kind, lessonId));
  await db.deleteFrom('state').where('key', 'in', keys).execute();
}
