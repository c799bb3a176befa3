import { sql } from 'kysely';
import type { Episode } from '../../model/episode.ts';
import type { Db } from './lessons.ts';

/** An episode that belongs to a lesson, by what tells it from the others of its file. */
interface Owned {
  id: string;
  lessonId: string;
  isDecided: boolean;
  found: FoundEpisode;
}

export interface FoundEpisode {
  id: string;
  sessionId: string;
  lines: readonly number[];
  /** Of its calls; of its records, where it has no call. */
  names: readonly string[];
  fingerprint: string | null;
  summary: string;
  input: string;
}

/** What tells an episode from the others of its file. */
export const foundOf = (episode: Episode): FoundEpisode => ({
  id: episode.id,
  sessionId: episode.sessionId,
  lines: episode.lines,
  names: episode.toolUseIds.length > 0 ? episode.toolUseIds : episode.uuids,
  fingerprint: episode.fingerprint,
  summary: episode.summary,
  input: JSON.stringify(episode.failure.input),
});

/** The episodes of a file that belong to lessons. */
export async function ownedIn(db: Db, file: string): Promise<Owned[]> {
  const rows = await db
    .selectFrom('episode')
    .innerJoin('episode_lesson', 'episode_lesson.episode_id', 'episode.id')
    .innerJoin('lesson', 'lesson.id', 'episode_lesson.lesson_id')
    .select(['episode.id', 'lesson.id as lessonId', 'lesson.status'])
    .select(
      sql<string>`json_remove(episode.body, '$.evidence', '$.failure.error', '$.correction')`.as('rest'),
    )
    .where('episode.file', '=', file)
    .execute();
  return rows.map(({ id, lessonId, status, rest }) => ({
    id,
    lessonId,
    isDecided: status !== 'candidate',
    found: foundOf(JSON.parse(rest)),
  }));
}

/**
 * Gives the episodes of a file that was read anew to the lessons of earlier ones that are the same mistakes under another
 * id: another version may tell of a mistake from another of its calls. What was decided comes first.
 * @param lost earlier episodes that were not found again
 * @param others those that were found and belonged to no lesson
 */
export async function handOver(
  db: Db,
  lost: readonly Owned[],
  others: readonly FoundEpisode[],
): Promise<void> {
  const heirs = new Map<string, string>();
  for (const { found, lessonId } of lost.toSorted((a, b) => Number(b.isDecided) - Number(a.isDecided))) {
    const free = others.filter(({ id, sessionId }) => sessionId === found.sessionId && !heirs.has(id));
    const heir = sameAs(found, free);
    if (heir !== undefined) heirs.set(heir.id, lessonId);
  }
  if (heirs.size === 0) return;
  await db
    .insertInto('episode_lesson')
    .values([...heirs].map(([episode_id, lesson_id]) => ({ episode_id, lesson_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** By a call, else by the place and the command or the error, else by the error and how it is told. */
function sameAs(found: FoundEpisode, among: readonly FoundEpisode[]): FoundEpisode | undefined {
  const shares = <T>(one: readonly T[], other: readonly T[]) => one.some((each) => other.includes(each));
  const isSameError = (each: FoundEpisode) =>
    each.fingerprint !== null && each.fingerprint === found.fingerprint;
  return (
    among.find(({ names }) => shares(names, found.names)) ??
    among.find(
      (each) => shares(each.lines, found.lines) && (isSameError(each) || each.input === found.input),
    ) ??
    among.find((each) => isSameError(each) && each.summary === found.summary)
  );
}
