import { SessionCalls } from '../../learn/session-calls.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { CallIndex } from '../../store/call-index-port.ts';
import type { Store } from '../../store/port.ts';
import { episodesOf } from '../lesson/lesson-episodes.ts';

/** How many past calls a human objected to that went well by their result alone, by tool and text. */
export type Objected = ReadonlyMap<string, number>;

interface Called {
  tool: string;
  text: string;
}
interface Counts {
  good: number;
  failing: number;
}

const keyOf = ({ tool, text }: Called): string => `${tool}\n${text}`;

/** By the ids of lessons that humans' words made: the calls that those words were about. */
export async function objectedCalls(
  store: Store,
  index: CallIndex,
  lessons: readonly Lesson[],
): Promise<Map<string, Objected>> {
  const byLesson = new Map<string, Objected>();
  const spoken = lessons.filter(({ signals }) => signals.includes('user-correction'));
  if (spoken.length === 0) return byLesson;
  const sessions = new Map<string, SessionCalls>();
  const sessionOf = (sessionId: string): SessionCalls => {
    const session = sessions.get(sessionId) ?? new SessionCalls([...index.calls({ sessionId })]);
    sessions.set(sessionId, session);
    return session;
  };
  for (const [lessonId, episodes] of await episodesOf(store, spoken)) {
    const objections = episodes.filter(({ signals }) => signals.includes('user-correction'));
    const calls = new Set(objections.flatMap((each) => sessionOf(each.sessionId).objectedTo(each)));
    const counts = new Map<string, number>();
    for (const call of calls) if (call.ok) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1);
    if (counts.size > 0) byLesson.set(lessonId, counts);
  }
  return byLesson;
}

/** The counts of a text with the calls that were objected to among the failing ones. */
export function asObjected(objected: Objected | undefined, past: Called, { good, failing }: Counts): Counts {
  const moved = Math.min(good, objected?.get(keyOf(past)) ?? 0);
  return { good: good - moved, failing: failing + moved };
}
