import { holdoutEffect } from '../learn/effect.ts';
import { type Proposal, proposals } from '../learn/lifecycle.ts';
import { posterior } from '../learn/scoring.ts';
import { supersededLessons } from '../review/lifecycle.ts';
import type { Store } from '../store/port.ts';
import { arrivalsOf } from './arrivals.ts';
import { changedCitations } from './citations.ts';
import { byLesson, comparedOutcomes, splitOutcomes } from './effects.ts';
import { hasTrigger, historiesOf } from './history.ts';
import type { Context } from './operation.ts';

/** What should be done with an active lesson, for a human to decide. */
interface LifecycleRow {
  id: string;
  slug: string;
  summary: string;
  action: Proposal['kind'];
  kind: string;
  reason: string;
}

/**
 * Proposals for active lessons: stale, without effect, harmful, superseded, with the wrong delivery, or resting on what
 * has changed. Nothing acts by itself.
 */
export async function lifecycleOf(context: Context, store: Store): Promise<LifecycleRow[]> {
  const active = await store.listLessons({ status: ['active'] });
  if (active.length === 0) return [];
  const now = context.clock.now();
  const judged = await store.listOutcomes();
  const outcomes = byLesson(judged);
  const compared = byLesson(comparedOutcomes(active, splitOutcomes(judged).outcomes));
  const histories = await historiesOf(context, active);
  const superseded = supersededLessons(active);
  const arrivedAt = await arrivalsOf(store);
  const changed = await changedCitations(context, active);
  return active.flatMap((lesson) => {
    const head = { id: lesson.id, slug: lesson.slug, summary: lesson.summary };
    const replaced = superseded.get(lesson.id);
    if (replaced !== undefined)
      return [{ ...head, action: 'archive' as const, kind: 'superseded', reason: replaced }];
    const { outcomes: rows, complaints } = splitOutcomes(outcomes.get(lesson.id) ?? []);
    const found = proposals(
      {
        lesson: { ...lesson, arrivedAt: arrivedAt(lesson) },
        hasTrigger: hasTrigger(lesson),
        outcomes: rows,
        complaints: complaints.length,
        posterior: posterior(rows, complaints, now),
        effect: holdoutEffect(compared.get(lesson.id) ?? []),
        history: histories.get(lesson.id) ?? null,
        changed: changed.get(lesson.id) ?? [],
      },
      now,
    );
    return found.map((each) => ({ ...head, action: each.kind, kind: kindOf(each), reason: each.reason }));
  });
}

function kindOf(proposal: Proposal): string {
  if (proposal.kind === 'archive') return proposal.why;
  return proposal.kind === 're-check' ? 'changed' : proposal.to;
}
