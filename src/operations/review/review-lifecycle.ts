import { type Proposal, proposals } from '../../learn/lifecycle.ts';
import { supersededLessons } from '../../review/superseded-lessons.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../operation.ts';
import { lifecycleFacts } from '../outcomes/lifecycle-facts.ts';

/** What should be done with an active lesson, for a human to decide. */
interface LifecycleRow {
  id: string;
  number: number;
  slug: string;
  summary: string;
  action: Proposal['kind'];
  kind: string;
  reason: string;
}

/**
 * Proposals for active lessons: stale, without effect, harmful, superseded, with the wrong delivery, for too few projects,
 * or resting on what has changed. Nothing acts by itself.
 */
export async function lifecycleOf(context: Context, store: Store): Promise<LifecycleRow[]> {
  const active = await store.listLessons({ status: ['active'] });
  if (active.length === 0) return [];
  const now = context.clock.now();
  const superseded = supersededLessons(active);
  const factsOf = await lifecycleFacts(context, active, await store.listOutcomes());
  return active.flatMap((lesson) => {
    const head = { id: lesson.id, number: lesson.number, slug: lesson.slug, summary: lesson.summary };
    const replaced = superseded.get(lesson.id);
    if (replaced !== undefined)
      return [{ ...head, action: 'archive' as const, kind: 'superseded', reason: replaced }];
    return proposals(factsOf(lesson), now).map((each) => ({
      ...head,
      action: each.kind,
      kind: kindOf(each),
      reason: each.reason,
    }));
  });
}

function kindOf(proposal: Proposal): string {
  if (proposal.kind === 'archive') return proposal.why;
  return proposal.kind === 're-check' ? 'changed' : proposal.to;
}
