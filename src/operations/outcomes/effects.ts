import { drawnOutcomes } from '../../learn/effect.ts';
import { type Complaint, type JudgedOutcome, posterior } from '../../learn/scoring.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { OutcomeRow, Store } from '../../store/port.ts';

const COMPLAINT_PREFIX = 'wrong ';

/** Id of the row that `lessons wrong` leaves: an outcome that a human reported. */
export function complaintId(lessonId: string, at: string): string {
  return `${COMPLAINT_PREFIX}${lessonId} ${at}`;
}

/** Rows of one lesson, told apart into judged deliveries and complaints. */
export function splitOutcomes(rows: readonly OutcomeRow[]): {
  outcomes: OutcomeRow[];
  complaints: Complaint[];
} {
  return {
    outcomes: rows.filter((row) => !row.id.startsWith(COMPLAINT_PREFIX)),
    complaints: rows.filter((row) => row.id.startsWith(COMPLAINT_PREFIX)),
  };
}

/** Rows by lesson id. */
export const byLesson = (rows: readonly OutcomeRow[]): Map<string, OutcomeRow[]> =>
  Map.groupBy(rows, ({ lessonId }) => lessonId);

/** Judged deliveries that `holdoutEffect` may compare. A block is never withheld, so it is in no comparison. */
export function comparedOutcomes(lessons: readonly Lesson[], outcomes: readonly OutcomeRow[]): OutcomeRow[] {
  const blocks = new Set(lessons.filter(({ delivery }) => delivery === 'block').map(({ id }) => id));
  return drawnOutcomes(outcomes.filter((row) => !blocks.has(row.lessonId)));
}

/** Posterior mean of being useful, by lesson id; lessons without a judged delivery are left out and count as 0.5. */
export async function effectsOf(store: Store, now: number): Promise<Map<string, number>> {
  const effects = new Map<string, number>();
  for (const [id, rows] of byLesson(await store.listOutcomes())) {
    const { outcomes, complaints } = splitOutcomes(rows);
    const { mean, weight } = posterior(outcomes satisfies JudgedOutcome[], complaints, now);
    if (weight > 0) effects.set(id, Number(mean.toFixed(4)));
  }
  return effects;
}
