import { holdoutEffect } from '../learn/effect.ts';
import type { LifecycleFacts } from '../learn/lifecycle.ts';
import { type Complaint, posterior } from '../learn/scoring.ts';
import type { Lesson } from '../model/lesson.ts';
import type { OutcomeRow } from '../store/port.ts';
import { arrivalsOf } from './arrivals.ts';
import { byLesson, comparedOutcomes, splitOutcomes } from './effects.ts';
import { hasTrigger, historiesOf } from './history.ts';
import { changedCitations } from './lesson/citations.ts';
import type { Context } from './operation.ts';
import { sessionDaysOf } from './session-days.ts';

interface StoredFacts extends LifecycleFacts {
  outcomes: OutcomeRow[];
  complaints: Complaint[];
}

/** What is measured of each of these lessons. Back-tests and citations are looked up for active ones alone. */
export async function lifecycleFacts(
  context: Context,
  lessons: readonly Lesson[],
  rows: readonly OutcomeRow[],
): Promise<(lesson: Lesson) => StoredFacts> {
  const now = context.clock.now();
  const active = lessons.filter((lesson) => lesson.status === 'active');
  const histories = await historiesOf(context, active);
  const arrivedAt = await arrivalsOf(await context.store());
  const sessionDays = await sessionDaysOf(context);
  const changed = await changedCitations(context, active);
  const own = byLesson(rows);
  const compared = byLesson(comparedOutcomes(lessons, splitOutcomes(rows).outcomes));
  return (lesson) => {
    const { outcomes, complaints } = splitOutcomes(own.get(lesson.id) ?? []);
    return {
      lesson: { ...lesson, arrivedAt: arrivedAt(lesson), sessionDays: sessionDays(lesson) },
      hasTrigger: hasTrigger(lesson),
      outcomes,
      complaints,
      posterior: posterior(outcomes, complaints, now),
      effect: holdoutEffect(compared.get(lesson.id) ?? []),
      history: histories.get(lesson.id) ?? null,
      changed: changed.get(lesson.id) ?? [],
    };
  };
}
