import { sql } from 'kysely';
import type { Episode } from '../../model/episode.ts';
import type { Cursor, FileFindings, MalformedTag, TagFinding } from '../../model/findings.ts';
import { collectEvery } from '../../platform/collect-garbage.ts';
import type { EpisodeFilter } from '../port.ts';
import { isAmong } from './among.ts';
import { rowJson } from './errors.ts';
import { type FoundEpisode, foundOf, handOver, ownedIn } from './found-otherwise.ts';
import type { Db } from './lessons.ts';
import { purgedIds } from './purge.ts';
import { type FoundTable, Kept } from './records.ts';
import { applySessions } from './sessions.ts';

export async function getCursors(db: Db): Promise<Map<string, Cursor>> {
  const rows = await db.selectFrom('cursor').selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.path,
      {
        path: row.path,
        agent: row.agent as Cursor['agent'],
        offset: row.offset,
        line: row.line,
        mtimeMs: row.mtime_ms,
        size: row.size,
        state: row.state,
      },
    ]),
  );
}

export async function forgetCursors(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('cursor').executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Stores what was found in each file with its new cursor, in place of what had been found in it before, as far as the
 * file still holds what that was found in.
 * A finding that several files hold, as resumed sessions do, is one; which file speaks for it does not depend on the order of scans.
 */
export async function applyFindings(db: Db, ...findings: FileFindings[]): Promise<void> {
  const purged = await purgedIds(db);
  const isKept: IsKept = (found) =>
    !purged.has(found.id) && !purged.has(found.sessionId) && !purged.has(found.project ?? '');
  for (const each of findings) await applyFile(db, each, isKept);
}

type IsKept = (found: { id: string; sessionId: string; project?: string }) => boolean;

async function applyFile(db: Db, findings: FileFindings, isKept: IsKept): Promise<void> {
  const file = findings.cursor.path;
  const lost = new Set(findings.lost);
  const keptIn = (table: FoundTable) => Kept.in(db, table, file, lost);
  await replaceEpisodes(db, file, findings.episodes, isKept, await keptIn('episode'));
  await replaceTags(db, file, findings.tags.filter(isKept), await keptIn('tag'));
  await replaceMalformed(db, file, findings.malformed.filter(isKept), await keptIn('malformed_tag'));
  const sessions = findings.sessions.filter((session) => isKept({ ...session, id: session.sessionId }));
  await applySessions(db, file, sessions, lost);
  await saveCursor(db, findings.cursor);
}

async function saveCursor(db: Db, cursor: Cursor): Promise<void> {
  const value = {
    agent: cursor.agent,
    offset: cursor.offset,
    line: cursor.line,
    mtime_ms: cursor.mtimeMs,
    size: cursor.size,
    state: cursor.state,
  };
  await db
    .insertInto('cursor')
    .values({ path: cursor.path, ...value })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(value))
    .execute();
}

/** Of a huge transcript; what a statement leaves behind is freed late otherwise. */
const EPISODES_PER_COLLECTION = 500;

async function replaceEpisodes(
  db: Db,
  file: string,
  episodes: Iterable<Episode>,
  isKept: IsKept,
  kept: Kept,
): Promise<void> {
  const owned = (await ownedIn(db, file)).filter(({ id }) => !kept.ids.has(id));
  const gone = await remove(db, 'episode', file, kept);
  const changed = [...gone];
  const ownedIds = new Set(owned.map(({ id }) => id));
  const others: FoundEpisode[] = [];
  const written = collectEvery(EPISODES_PER_COLLECTION);
  for (const episode of episodes) {
    if (!isKept(episode) || kept.tells(episode)) continue;
    changed.push(episode.id);
    if (!ownedIds.delete(episode.id) && owned.length > 0) others.push(foundOf(episode));
    written();
    const value = {
      session_id: episode.sessionId,
      project: episode.project,
      timestamp: episode.timestamp,
      has_fix: episode.correction === null ? 0 : 1,
      fingerprint: episode.fingerprint,
      chosen: 0,
      body: JSON.stringify(episode),
    };
    await db
      .insertInto('episode')
      .values({ id: episode.id, file, ...value })
      .onConflict((conflict) => conflict.columns(['id', 'file']).doUpdateSet(value))
      .execute();
  }
  await handOver(
    db,
    owned.filter(({ id }) => ownedIds.has(id)),
    others,
  );
  await settle(db, 'episode', gone, changed);
}

async function replaceTags(db: Db, file: string, tags: TagFinding[], kept: Kept): Promise<void> {
  const gone = await remove(db, 'tag', file, kept);
  for (const tag of tags) {
    const value = {
      session_id: tag.sessionId,
      project: tag.project,
      timestamp: tag.timestamp,
      line: tag.line,
      chosen: 0,
      body: JSON.stringify(tag),
    };
    await db
      .insertInto('tag')
      .values({ id: tag.id, file, ...value })
      .onConflict((conflict) => conflict.columns(['id', 'file']).doUpdateSet(value))
      .execute();
  }
  await settle(db, 'tag', gone, [...gone, ...tags.map((each) => each.id)]);
}

/** Takes out what was found in a file before, but for what stays; answers the ids. */
async function remove(db: Db, found: FoundTable, file: string, { ids }: Kept): Promise<string[]> {
  let query = db.deleteFrom(found).where('file', '=', file).returning('id');
  if (ids.size > 0) query = query.where((is) => is.not(isAmong('id', ids)));
  const gone = await query.execute();
  return gone.map((each) => each.id);
}

/**
 * Of a finding that several files hold, which file speaks for it does not depend on the order of scans. One that is gone
 * belongs to no candidate; what was decided of it holds should it be found again.
 */
async function settle(db: Db, found: Found, gone: string[], changed: string[]): Promise<void> {
  if (changed.length === 0) return;
  const table = sql.table(found);
  const first = found === 'episode' ? sql`best.has_fix desc, ` : sql``;
  await sql`update ${table} set chosen = (file = (
      select best.file from ${table} as best where best.id = ${table}.id
      order by ${first}coalesce(best.timestamp, '~'), best.session_id, best.file limit 1
    )) where ${isAmong('id', changed)}`.execute(db);
  const { table: owners, id } = ownersOf(found);
  await sql`delete from ${owners} where ${id} in (select value from json_each(${JSON.stringify(gone)}))
    and not exists (select 1 from ${table} where ${table}.id = ${owners}.${id})
    and lesson_id in (select id from lesson where status = 'candidate')`.execute(db);
}

async function replaceMalformed(db: Db, file: string, found: MalformedTag[], kept: Kept): Promise<void> {
  await remove(db, 'malformed_tag', file, kept);
  for (const each of found) {
    const value = { session_id: each.sessionId, line: each.line, body: JSON.stringify(each) };
    await db
      .insertInto('malformed_tag')
      .values({ id: each.id, file, ...value })
      .onConflict((conflict) => conflict.columns(['id', 'file']).doUpdateSet(value))
      .execute();
  }
}

/** Each episode once, in order of time. */
export async function listEpisodes(db: Db, filter: EpisodeFilter = {}): Promise<Episode[]> {
  let query = db
    .selectFrom('episode')
    .leftJoin('episode_lesson', 'episode_lesson.episode_id', 'episode.id')
    .select('episode.id')
    .where('episode.chosen', '=', 1)
    .orderBy('episode.timestamp')
    .orderBy('episode.id');
  if (filter.ids !== undefined) query = query.where(isAmong('episode.id', filter.ids));
  if (filter.lessonIds !== undefined)
    query = query.where(isAmong('episode_lesson.lesson_id', filter.lessonIds));
  if (filter.sessionIds !== undefined) query = query.where(isAmong('episode.session_id', filter.sessionIds));
  const ids = (await query.execute()).map(({ id }) => id);
  // The texts a part at a time: all of them beside what they say would be twice the memory.
  const found = new Map<string, Episode>();
  for (let at = 0; at < ids.length; at += BODIES_AT_ONCE) {
    const bodies = await db
      .selectFrom('episode')
      .select(filter.excerpts === false ? sql<string>`json_set(body, '$.evidence', '')`.as('body') : 'body')
      .where(isAmong('episode.id', ids.slice(at, at + BODIES_AT_ONCE)))
      .where('chosen', '=', 1)
      .execute();
    for (const { body } of bodies) {
      const episode: Episode = rowJson(body);
      found.set(episode.id, episode);
    }
  }
  return ids.map((id) => found.get(id)).filter((episode) => episode !== undefined);
}

/** Each episode once, some at a time, in the order of their ids. */
export async function* episodes(db: Db): AsyncGenerator<Episode[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('episode')
      .select(['id', 'body'])
      .where('chosen', '=', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BODIES_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map(({ body }) => rowJson(body));
    if (rows.length < BODIES_AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

const BODIES_AT_ONCE = 500;

export async function listTags(db: Db): Promise<TagFinding[]> {
  const rows = await db
    .selectFrom('tag')
    .select('body')
    .where('chosen', '=', 1)
    .orderBy('timestamp')
    .orderBy('id')
    .execute();
  return rows.map((row) => rowJson(row.body));
}

export async function listMalformed(db: Db): Promise<MalformedTag[]> {
  const { rows } = await sql<{ body: string }>`
    select body, min(file) from malformed_tag group by id order by id`.execute(db);
  return rows.map((row) => rowJson(row.body));
}

/** What is found in transcripts, and belongs to lessons. */
type Found = 'episode' | 'tag';

const ownersOf = (found: Found) => ({ table: sql.table(`${found}_lesson`), id: sql.ref(`${found}_id`) });

/** Null frees them. */
export async function assign(
  db: Db,
  found: Found,
  ids: readonly string[],
  lessonId: string | null,
): Promise<void> {
  const { table, id } = ownersOf(found);
  const all = JSON.stringify(ids);
  const change =
    lessonId === null
      ? sql`delete from ${table} where ${id} in (select value from json_each(${all}))`
      : sql`insert into ${table} (${id}, lesson_id) select value, ${lessonId} from json_each(${all}) where true
          on conflict (${id}) do update set lesson_id = excluded.lesson_id`;
  await change.execute(db);
}

/** Gives all findings of one lesson to another. */
export async function moveFindings(db: Db, fromId: string, toId: string): Promise<void> {
  for (const found of ['episode', 'tag'] as const)
    await sql`update ${ownersOf(found).table} set lesson_id = ${toId} where lesson_id = ${fromId}`.execute(
      db,
    );
}

/** Which lesson each episode and tag belongs to, or those of these ids. */
export async function listAssignments(db: Db, ids?: readonly string[]): Promise<Map<string, string>> {
  const among = (column: 'episode_id' | 'tag_id') =>
    ids === undefined ? sql<boolean>`true` : isAmong(column, ids);
  const [episodes, tags] = await Promise.all([
    db.selectFrom('episode_lesson').selectAll().where(among('episode_id')).execute(),
    db.selectFrom('tag_lesson').selectAll().where(among('tag_id')).execute(),
  ]);
  return new Map([
    ...episodes.map((row) => [row.episode_id, row.lesson_id] as const),
    ...tags.map((row) => [row.tag_id, row.lesson_id] as const),
  ]);
}
