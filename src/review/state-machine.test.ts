import { describe, expect, test } from 'bun:test';
import { LESSON_STATUSES } from '../model/constants.ts';
import type { LessonStatus } from '../model/lesson.ts';
import { REVIEW_EVENTS, type ReviewEvent, transition, wayToActive } from './state-machine.ts';

/** Every status × event; null is a refusal. */
const WANTED: Record<LessonStatus, Record<ReviewEvent, LessonStatus | null>> = {
  candidate: { complete: 'reviewed', approve: null, archive: 'archived', restore: null },
  reviewed: { complete: null, approve: 'active', archive: 'archived', restore: null },
  active: { complete: null, approve: null, archive: 'archived', restore: null },
  archived: { complete: null, approve: null, archive: null, restore: 'candidate' },
};

describe('state machine', () => {
  for (const status of LESSON_STATUSES) {
    for (const event of REVIEW_EVENTS) {
      const to = WANTED[status][event];
      test(`${status} × ${event} → ${to ?? 'refused'}`, () => {
        const result = transition(status, event);
        if (to === null) expect('refused' in result && result.refused.length > 0).toBe(true);
        else expect(result).toEqual({ to });
      });
    }
  }

  test('the way to active obeys the machine', () => {
    for (const status of LESSON_STATUSES) {
      const way = wayToActive(status);
      if (way === null) continue;
      let at: LessonStatus = status;
      for (const event of way) {
        const result = transition(at, event);
        if ('refused' in result) throw new Error(`${at} × ${event} is refused`);
        at = result.to;
      }
      expect(at).toBe('active');
    }
    expect(LESSON_STATUSES.filter((status) => wayToActive(status) === null)).toEqual(['active', 'archived']);
  });
});
