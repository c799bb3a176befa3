import { counted } from '../model/counted.ts';
import { Z95 } from '../triggers/wilson.ts';
import type { JudgedOutcome } from './scoring.ts';

/** A share of sessions in which the targeted failure happened, in one arm of the comparison. */
interface Arm {
  sessions: number;
  failed: number;
}

/** What lessons changed, by the comparison with what was withheld; how much is lacking where that cannot be told. */
export type Effect =
  | {
      enough: true;
      withLesson: Arm;
      withheld: Arm;
      /** Failure rate with the lesson minus without: below 0 where it helps. */
      difference: number;
      /** 95% interval of the difference. */
      low: number;
      high: number;
    }
  | { enough: false; withLesson: Arm; withheld: Arm; reason: string };

/** What became of one lesson in one session. */
export interface SessionOutcome extends JudgedOutcome {
  lessonId: string;
  sessionId: string;
  /** Whether what the lesson warns of came after it was first told or withheld in the session; null where not judged. */
  cameBack: boolean | null;
}

/** Sessions that each arm needs before a difference is shown at all. */
const ARM_SESSIONS_MIN = 8;

/**
 * Compares sessions in which lessons were delivered with those in which they were withheld at random.
 * The unit is one session and one lesson, as the lot was drawn; a failure that came back anywhere in it counts once.
 * The interval is Agresti and Caffo's (2000): Wald's with one success and one failure added to each arm.
 */
export function holdoutEffect(outcomes: readonly SessionOutcome[]): Effect {
  const pairs = new Map<string, { withheld: boolean; failed: boolean }>();
  for (const each of outcomes) {
    if (each.cameBack === null) continue;
    const id = `${each.lessonId}\n${each.sessionId}`;
    const pair = pairs.get(id) ?? { withheld: each.withheld, failed: false };
    pair.failed ||= each.cameBack;
    pair.withheld ||= each.withheld;
    pairs.set(id, pair);
  }
  const withLesson: Arm = { sessions: 0, failed: 0 };
  const withheld: Arm = { sessions: 0, failed: 0 };
  for (const pair of pairs.values()) {
    const arm = pair.withheld ? withheld : withLesson;
    arm.sessions += 1;
    if (pair.failed) arm.failed += 1;
  }
  return difference(withLesson, withheld);
}

/**
 * Outcomes of lessons that were withheld at least once, while lots were drawn. Another lesson's failures come as often
 * as they come, and so did this one's before `holdoutRate` was set: beside sessions that it was withheld in, they would
 * pass for what telling it changed.
 */
export function drawnOutcomes<T extends SessionOutcome>(outcomes: readonly T[]): T[] {
  const withheld = outcomes.filter((each) => each.withheld);
  const lessons = new Set(withheld.map((each) => each.lessonId));
  const times = withheld.map((each) => each.at).sort();
  const [first = '', last = ''] = [times[0], times.at(-1)];
  return outcomes.filter((each) => lessons.has(each.lessonId) && each.at >= first && each.at <= last);
}

/** Failure rate with the lesson minus without, and its interval; says why where an arm is too small. */
export function difference(withLesson: Arm, withheld: Arm): Effect {
  if (withheld.sessions === 0)
    return {
      enough: false,
      withLesson,
      withheld,
      reason: 'not enough data: no session was judged in which a lesson was withheld (see `holdoutRate`)',
    };
  if (withLesson.sessions < ARM_SESSIONS_MIN || withheld.sessions < ARM_SESSIONS_MIN)
    return {
      enough: false,
      withLesson,
      withheld,
      reason: `not enough data: ${counted(withLesson.sessions, 'session')} with and ${withheld.sessions} without; ${ARM_SESSIONS_MIN} of each are needed`,
    };
  const a = (withLesson.failed + 1) / (withLesson.sessions + 2);
  const b = (withheld.failed + 1) / (withheld.sessions + 2);
  const spread =
    Z95 * Math.sqrt((a * (1 - a)) / (withLesson.sessions + 2) + (b * (1 - b)) / (withheld.sessions + 2));
  return {
    enough: true,
    withLesson,
    withheld,
    difference: withLesson.failed / withLesson.sessions - withheld.failed / withheld.sessions,
    low: Math.max(-1, a - b - spread),
    high: Math.min(1, a - b + spread),
  };
}
