import { GOOD_MATCHES_MAX } from '../model/constants.ts';
import type { Delivery } from '../model/lesson.ts';

/** What a lesson's trigger would have met in the user's own past calls. */
export interface History {
  callsSeen: number;
  failingMet: number;
  goodDisturbed: number;
}

interface Action {
  actsAtCalls: boolean;
  delivery: Delivery;
  /** Why it acts less than it was meant to, or what to know about it; null where nothing is to be said. */
  note: string | null;
}

/** A hold may stop at most this share of calls that would have been good, at the upper 95% bound. */
const HOLD_GOOD_SHARE_MAX = 0.3;

/**
 * Whether a trigger may act at calls, and how. A block is a human's explicit choice and stays one.
 * A hold without any good call in its history stays a hold; else its bound decides, and it becomes context.
 */
export function decideAction(delivery: Delivery, history: History | undefined): Action {
  const good = history?.goodDisturbed ?? 0;
  const failing = history?.failingMet ?? 0;
  if (good === 0) return { actsAtCalls: true, delivery, note: null };
  const counts = `${good} good and ${failing} failing past calls match`;
  if (delivery === 'block') return { actsAtCalls: true, delivery, note: `blocks although ${counts}` };
  if (good > GOOD_MATCHES_MAX || good > failing) {
    return { actsAtCalls: false, delivery, note: `does not act at calls: ${counts}` };
  }
  if (delivery === 'hold' && upperBound95(good, good + failing) > HOLD_GOOD_SHARE_MAX) {
    return { actsAtCalls: true, delivery: 'context', note: `context instead of a hold: ${counts}` };
  }
  return { actsAtCalls: true, delivery, note: null };
}

/** Upper end of the two-sided 95% Wilson interval for `hits` of `total`; 1 where nothing is known. */
function upperBound95(hits: number, total: number): number {
  if (total <= 0) return 1;
  const z = 1.959964;
  const share = hits / total;
  const centre = share + (z * z) / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return Math.min(1, (centre + spread) / (1 + (z * z) / total));
}
