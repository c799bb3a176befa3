import { MeetingLessons } from '../../learn/episodes-about.ts';
import { decideAction } from '../../manifest/acts.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Store } from '../../store/port.ts';
import { compileForHistory, hasCallTrigger, historiesOf } from '../history.ts';
import type { Context } from '../operation.ts';

/** The active lesson that meets every failing call of a candidate already, or null. */
type MetBy = (candidate: Lesson) => Promise<{ slug: string; failing: number } | null>;

/** Looks at active lessons that act at calls: of those that their history keeps from it none is met. */
export async function metByActive(context: Context, store: Store): Promise<MetBy> {
  const triggered = (await store.listLessons({ status: ['active'] })).filter(hasCallTrigger);
  const histories = await historiesOf(context, triggered, 'before-active');
  const acting = triggered.filter(
    ({ id, delivery }) => decideAction(delivery, histories.get(id)).actsAtCalls,
  );
  const slugs = new Map(acting.map((lesson) => [lesson.id, lesson.slug]));
  const meeting = new MeetingLessons(await compileForHistory(context, acting));
  return async (candidate) => {
    if (acting.length === 0) return null;
    const episodes = await store.listEpisodes({ lessonId: candidate.id, excerpts: false });
    const [id] = meeting.ofAll(episodes);
    return id === undefined ? null : { slug: slugs.get(id)!, failing: episodes.length };
  };
}
