import { z } from 'zod';
import { REVIEW_ACTIONS } from '../../model/review-session.ts';
import { lessonState, type Store } from '../../store/port.ts';

/** What somebody who may not decide would do with a candidate. Its write-up is the candidate's draft. */
const ProposalSchema = z.object({
  by: z.string(),
  at: z.string(),
  action: z.enum(REVIEW_ACTIONS),
  reason: z.string().nullable(),
  targetSlug: z.string().nullable(),
});
type Proposal = z.infer<typeof ProposalSchema>;

const keyOf = (lessonId: string) => lessonState('proposal', lessonId);

export async function saveProposal(store: Store, lessonId: string, proposal: Proposal): Promise<void> {
  await store.setState(keyOf(lessonId), JSON.stringify(proposal));
}

/** The proposal left on a candidate, or null; one that cannot be read counts as none. */
export async function readProposal(store: Store, lessonId: string): Promise<Proposal | null> {
  const text = await store.getState(keyOf(lessonId));
  if (text === null) return null;
  try {
    return ProposalSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
