import { z } from 'zod';
import { REVIEW_ACTIONS } from '../../model/review-session.ts';
import { lessonState, type Store } from '../../store/port.ts';
import { keepState, readStates } from '../home/stored-state.ts';

/** What somebody who may not decide would do with a candidate. Its write-up is the candidate's draft. */
const ProposalSchema = z.object({
  by: z.string(),
  at: z.string(),
  action: z.enum(REVIEW_ACTIONS),
  reason: z.string().nullable(),
  targetSlug: z.string().nullable(),
});
type Proposal = z.infer<typeof ProposalSchema>;

/** Leaves a proposal on a candidate, in place of an earlier one; it goes when the candidate is decided. */
export const saveProposal = (store: Store, lessonId: string, proposal: Proposal): Promise<void> =>
  keepState(store, lessonState('proposal', lessonId), proposal);

/** Proposals left on candidates, by their ids; one that cannot be read counts as none. */
export async function readProposals(
  store: Store,
  lessonIds: readonly string[],
): Promise<Map<string, Proposal>> {
  const nameOf = (id: string) => lessonState('proposal', id);
  const states = await readStates(store, lessonIds.map(nameOf), ProposalSchema);
  return new Map(
    lessonIds.flatMap((id) => {
      const proposal = states.get(nameOf(id));
      return proposal === undefined ? [] : [[id, proposal]];
    }),
  );
}
