import type { Store } from '../../store/port.ts';
import { clearProposal } from '../review/review-proposals.ts';
import { forgetInSessions } from '../review/review-session-state.ts';

/** Takes purged lessons out of what reviews keep in the store. */
export async function purgeReviewState(store: Store, lessonIds: ReadonlySet<string>): Promise<void> {
  for (const id of lessonIds) await clearProposal(store, id);
  await forgetInSessions(store, lessonIds);
}
