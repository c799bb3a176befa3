import { sql } from 'kysely';
import { noPurgeCounts, type PurgeCounts, type Purged } from '../port.ts';
import { hashedId, PurgedIds } from '../purged-ids.ts';
import type { Db } from './lessons.ts';
import { forgetLessonStates } from './states.ts';

type Kind = 'episode' | 'tag' | 'session' | 'project' | 'call' | 'record';

/**
 * Removes what a session, a project or a lesson left, and notes what names none of them, so that a later scan
 * of the same transcripts does not bring it back. A lesson all of whose sessions are purged goes with them.
 */
export async function purge(
  db: Db,
  what: { sessionId?: string; project?: string; lessonId?: string },
): Promise<PurgeCounts> {
  const counts = noPurgeCounts();
  if (what.lessonId !== undefined) await purgeLesson(db, what.lessonId, counts);
  if (what.project !== undefined) await purgeProject(db, what.project, counts);
  if (what.sessionId !== undefined) {
    await noteHashed(db, 'session', what.sessionId);
    await purgeSession(db, what.sessionId, counts);
  }
  // What groups asked of past calls was made of all that belonged to them.
  await db.deleteFrom('settled_draft').execute();
  return counts;
}

async function purgeLesson(db: Db, lessonId: string, counts: PurgeCounts): Promise<void> {
  const lesson = await db.selectFrom('lesson').select('slug').where('id', '=', lessonId).executeTakeFirst();
  const episodes = await db
    .selectFrom('episode_lesson')
    .select('episode_id')
    .where('lesson_id', '=', lessonId)
    .execute();
  const tags = await db.selectFrom('tag_lesson').select('tag_id').where('lesson_id', '=', lessonId).execute();
  const episodeIds = episodes.map((row) => row.episode_id);
  const tagIds = tags.map((row) => row.tag_id);
  counts.failures += await purgeFailuresOf(db, episodeIds);
  await forgetFiles(db, await filesOf(db, episodeIds, tagIds));
  await note(db, 'episode', episodeIds);
  await note(db, 'tag', tagIds);
  for (const id of episodeIds)
    counts.episodes += removed(await db.deleteFrom('episode').where('id', '=', id).execute());
  for (const id of tagIds) counts.tags += removed(await db.deleteFrom('tag').where('id', '=', id).execute());
  counts.evidence += removed(await db.deleteFrom('evidence').where('lesson_id', '=', lessonId).execute());
  counts.outcomes += removed(await db.deleteFrom('outcome').where('lesson_id', '=', lessonId).execute());
  counts.events += removed(
    await db
      .deleteFrom('injection_event')
      .where((eb) => eb.or([eb('lesson_id', '=', lessonId), eb('slug', '=', lesson?.slug ?? '')]))
      .execute(),
  );
  counts.lessons += removed(await db.deleteFrom('lesson').where('id', '=', lessonId).execute());
  await forgetLessonStates(db, lessonId);
}

/** The live failures that the episodes were made of, by tool use. */
async function purgeFailuresOf(db: Db, episodeIds: string[]): Promise<number> {
  let count = 0;
  for (const id of episodeIds) {
    const { rows } = await sql<{ id: string; session: string }>`
      select distinct json_each.value as id, session_id as session
      from episode, json_each(episode.body, '$.toolUseIds') where episode.id = ${id}`.execute(db);
    for (const { id: toolUse, session } of rows) {
      // opencode's ids that count have a time behind them in the transcript.
      const heard = toolUse.replace(/@\d+$/, '');
      const ofSession = sql<boolean>`session_id = ${session} and body ->> '$.toolUseId' = ${heard}`;
      const failures = db.deleteFrom('failure').where((eb) => eb.or([eb('key', '=', toolUse), ofSession]));
      count += removed(await failures.execute());
    }
  }
  return count;
}

async function filesOf(db: Db, episodeIds: string[], tagIds: string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const [table, ids] of [
    ['episode', episodeIds],
    ['tag', tagIds],
  ] as const)
    for (const id of ids)
      for (const { file } of await db.selectFrom(table).select('file').where('id', '=', id).execute())
        files.add(file);
  return [...files];
}

/** A cursor may hold text of calls whose result was still to come: such a file is read anew, without what was purged. */
async function forgetFiles(db: Db, files: string[]): Promise<void> {
  for (const file of files) await db.deleteFrom('cursor').where('path', '=', file).execute();
}

async function purgeProject(db: Db, project: string, counts: PurgeCounts): Promise<void> {
  await noteHashed(db, 'project', project);
  const { rows } = await sql<{ session_id: string }>`
    select session_id from session_file where project = ${project}
    union select session_id from episode where project = ${project}
    union select session_id from tag where project = ${project}
    union select session_id from evidence where project = ${project}
    union select session_id from failure where project = ${project}`.execute(db);
  for (const row of rows) await purgeSession(db, row.session_id, counts);
  const scoped = await db
    .selectFrom('lesson')
    .select('id')
    .where('scope', '=', `project:${project}`)
    .execute();
  for (const { id } of scoped) await purgeLesson(db, id, counts);
  await db.deleteFrom('project_root').where('project', '=', project).execute();
}

async function purgeSession(db: Db, sessionId: string, counts: PurgeCounts): Promise<void> {
  const files = await db
    .selectFrom('session_file')
    .select('file')
    .where('session_id', '=', sessionId)
    .execute();
  await forgetFiles(
    db,
    files.map((row) => row.file),
  );
  const from = (table: 'episode' | 'tag' | 'evidence' | 'failure' | 'injection_event' | 'outcome') =>
    db.deleteFrom(table).where('session_id', '=', sessionId).execute();
  const { rows } = await sql<{ id: string; others: string }>`
    select lesson.id, (
      select json_group_array(value) from json_each(lesson.source_session_ids) where value <> ${sessionId}
    ) as others
    from lesson where exists (
      select 1 from json_each(lesson.source_session_ids) where value = ${sessionId}
    )`.execute(db);
  for (const { id, others } of rows) {
    if (others === '[]') await purgeLesson(db, id, counts);
    else await db.updateTable('lesson').set({ source_session_ids: others }).where('id', '=', id).execute();
  }
  counts.episodes += removed(await from('episode'));
  counts.tags += removed(await from('tag'));
  counts.evidence += removed(await from('evidence'));
  counts.failures += removed(await from('failure'));
  counts.events += removed(await from('injection_event'));
  counts.outcomes += removed(await from('outcome'));
  await db.deleteFrom('malformed_tag').where('session_id', '=', sessionId).execute();
  await db.deleteFrom('session_file').where('session_id', '=', sessionId).execute();
}

export const notePurgedCalls = (db: Db, keys: number[]): Promise<void> => note(db, 'call', keys.map(String));

export const notePurgedRecords = (db: Db, hashes: readonly number[]): Promise<void> =>
  note(db, 'record', hashes.map(String));

export async function listPurged(db: Db): Promise<Purged> {
  const idsOf = async (kind: Kind) =>
    (await db.selectFrom('purged').select('id').where('kind', '=', kind).execute()).map((row) => row.id);
  return {
    calls: (await idsOf('call')).map(Number),
    records: new Set((await idsOf('record')).map(Number)),
    ids: await purgedIds(db),
  };
}

/** Of findings, sessions and projects. */
export async function purgedIds(db: Db): Promise<PurgedIds> {
  const rows = await db
    .selectFrom('purged')
    .select('id')
    .where('kind', 'not in', ['call', 'record'])
    .execute();
  return new PurgedIds(rows.map((row) => row.id));
}

/** Notes the id of a session or project, as what names neither; with it those that an earlier version noted as they were. */
async function noteHashed(db: Db, kind: 'session' | 'project', id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from purged where kind = ${kind} and length(id) <> ${hashedId('').length} returning id`.execute(
    db,
  );
  await note(db, kind, [id, ...rows.map((row) => row.id)].map(hashedId));
}

async function note(db: Db, kind: Kind, ids: string[]): Promise<void> {
  for (const id of ids) {
    await db
      .insertInto('purged')
      .values({ kind, id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const removed = (results: { numDeletedRows: bigint }[]) =>
  results.reduce((sum, result) => sum + Number(result.numDeletedRows), 0);
