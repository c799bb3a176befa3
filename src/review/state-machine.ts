import type { LessonStatus } from '../model/lesson.ts';

/**
 * What can happen to a lesson. `complete`: a review has filled its fields in. `approve`: a human said yes.
 * `archive`: noise, a human's no, superseded, retired. `restore`: back to the start.
 */
export const REVIEW_EVENTS = ['complete', 'approve', 'archive', 'restore'] as const;
export type ReviewEvent = (typeof REVIEW_EVENTS)[number];

type Transition = { to: LessonStatus } | { refused: string };

const MOVES: Record<LessonStatus, Partial<Record<ReviewEvent, LessonStatus>>> = {
  candidate: { complete: 'reviewed', archive: 'archived' },
  reviewed: { approve: 'active', archive: 'archived' },
  active: { archive: 'archived' },
  archived: { restore: 'candidate' },
};

const REFUSALS: Record<LessonStatus, string> = {
  candidate: 'it is a candidate: a review completes it first',
  reviewed: 'it has been reviewed: it can be approved or archived',
  active: 'it is active: it can be edited or archived',
  archived: 'it is archived: it can be restored',
};

/** Where an event takes a lesson, or why it takes it nowhere. */
export function transition(status: LessonStatus, event: ReviewEvent): Transition {
  const to = MOVES[status][event];
  return to === undefined ? { refused: REFUSALS[status] } : { to };
}

/** The events that lead from a status to active by a human's yes; null where there is no way. */
export function wayToActive(status: LessonStatus): ReviewEvent[] | null {
  if (status === 'candidate') return ['complete', 'approve'];
  return status === 'reviewed' ? ['approve'] : null;
}
