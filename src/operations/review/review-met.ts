import { MeetingLessons } from '../../learn/episodes-about.ts';
import { decideAction } from '../../manifest/acts.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Store } from '../../store/port.ts';
import { compileForHistory, hasCallTrigger, historiesOf } from '../history/backtests.ts';
import { episodesOf } from '../lesson/lesson-episodes.ts';
import type { Context } from '../operation.ts';

/** By the id of a candidate the active lesson that meets every failing call of it already, and how many those are. */
type MetBy = (candidates: readonly Lesson[]) => Promise<Map<string, { slug: string; failing: number }>>;

/** Looks at active lessons that act at calls: of those that their history keeps from it none is met. */
export async function metByActive(context: Context, store: Store): Promise<MetBy> {
  const triggered = (await store.listLessons({ status: ['active'] })).filter(hasCallTrigger);
  const histories = await historiesOf(context, triggered, 'before-active');
  const acting = triggered.filter(
    ({ id, delivery }) => decideAction(delivery, histories.get(id)).actsAtCalls,
  );
  const slugs = new Map(acting.map((lesson) => [lesson.id, lesson.slug]));
  const meeting = new MeetingLessons(await compileForHistory(context, acting));
  return async (candidates) => {
    const met = new Map<string, { slug: string; failing: number }>();
    if (acting.length === 0) return met;
    for (const [lessonId, episodes] of await episodesOf(store, candidates)) {
      const [id] = meeting.ofAll(episodes);
      if (id !== undefined) met.set(lessonId, { slug: slugs.get(id)!, failing: episodes.length });
    }
    return met;
  };
}
