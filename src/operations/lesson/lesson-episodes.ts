import type { Episode } from '../../model/episode.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Store } from '../../store/port.ts';
import { addTo } from '../../text/lists.ts';

/** By the ids of lessons the episodes that each was made of, in order of time, without their evidence; none of a lesson without any. */
export async function episodesOf(
  store: Store,
  lessons: readonly Pick<Lesson, 'id'>[],
): Promise<Map<string, Episode[]>> {
  const episodes = await store.listEpisodes({ lessonIds: lessons.map(({ id }) => id), excerpts: false });
  const lessonOf = await store.listAssignments(episodes.map(({ id }) => id));
  const byLesson = new Map<string, Episode[]>();
  for (const episode of episodes) addTo(byLesson, lessonOf.get(episode.id)!, episode);
  return byLesson;
}
