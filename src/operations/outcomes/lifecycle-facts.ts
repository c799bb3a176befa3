import { holdoutEffect } from '../../learn/effect.ts';
import type { LifecycleFacts } from '../../learn/lifecycle.ts';
import { type Complaint, posterior } from '../../learn/scoring.ts';
import type { Lesson } from '../../model/lesson.ts';
import { scopeProject } from '../../model/scope.ts';
import type { OutcomeRow } from '../../store/port.ts';
import { hasTrigger, historiesOf } from '../history/backtests.ts';
import { changedCitations } from '../lesson/citations.ts';
import { lastLook } from '../lesson/looked-at.ts';
import type { Context } from '../operation.ts';
import { arrivalsOf } from './arrivals.ts';
import { byLesson, comparedOutcomes, splitOutcomes } from './effects.ts';
import { sessionDaysOf } from './session-days.ts';

/** Lessons that grouping counts in which projects their mistake was made. */
const FOUND = new Set<Lesson['source']>(['heuristic', 'structured']);

interface StoredFacts extends LifecycleFacts {
  outcomes: OutcomeRow[];
  complaints: Complaint[];
}

/** True for a lesson of one project that is found in transcripts, and was in those of several. */
const isSeenElsewhere = ({ scope, source, projectCount }: Lesson): boolean =>
  projectCount > 1 && scopeProject(scope) !== null && FOUND.has(source);

/** What is measured of each of these lessons. Back-tests and citations are looked up for active ones alone. */
export async function lifecycleFacts(
  context: Context,
  lessons: readonly Lesson[],
  rows: readonly OutcomeRow[],
): Promise<(lesson: Lesson) => StoredFacts> {
  const now = context.clock.now();
  const active = lessons.filter((lesson) => lesson.status === 'active');
  const histories = await historiesOf(context, active);
  const store = await context.store();
  const arrivedAt = await arrivalsOf(store);
  const sessionDays = await sessionDaysOf(context);
  const changed = await changedCitations(context, active);
  const own = byLesson(rows);
  const compared = byLesson(comparedOutcomes(lessons, splitOutcomes(rows).outcomes));
  const looks = new Map<string, Awaited<ReturnType<typeof lastLook>>>();
  for (const lesson of active)
    if (own.has(lesson.id) || isSeenElsewhere(lesson)) looks.set(lesson.id, await lastLook(store, lesson.id));
  return (lesson) => {
    const look = looks.get(lesson.id) ?? null;
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
      elsewhere: isSeenElsewhere(lesson) ? Math.max(0, lesson.projectCount - (look?.projects ?? 1)) : 0,
      lookedAt: look?.at ?? null,
    };
  };
}
