import type { Delivery } from '../model/lesson.ts';
import { mayActAtCalls, supportsHold } from '../triggers/backtest.ts';

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

/** What is said of a lesson that every call would have to try, beyond as many as a call may try. */
export const CROWDED_OUT =
  'does not act at calls: its pattern names no word to look it up by, and the list of such patterns is full';

/**
 * Whether a trigger may act at calls, and how. A block is a human's explicit choice and stays one.
 * A hold without any good call in its history stays a hold; else its bound decides, and it becomes context.
 */
export function decideAction(delivery: Delivery, history: History | undefined): Action {
  if (history === undefined || history.goodDisturbed === 0)
    return { actsAtCalls: true, delivery, note: null };
  const counts = `${history.goodDisturbed} good and ${history.failingMet} failing past calls match`;
  if (delivery === 'block') return { actsAtCalls: true, delivery, note: `blocks although ${counts}` };
  if (!mayActAtCalls(history)) {
    return { actsAtCalls: false, delivery, note: `does not act at calls: ${counts}` };
  }
  if (delivery === 'hold' && !supportsHold(history).supported) {
    return { actsAtCalls: true, delivery: 'context', note: `context instead of a hold: ${counts}` };
  }
  return { actsAtCalls: true, delivery, note: null };
}
