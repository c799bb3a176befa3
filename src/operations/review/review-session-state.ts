import { z } from 'zod';
import type { Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';

/** What one `lessons review` put before the reviewer, in its order; ids only, no text. */
const SessionSchema = z.object({
  generatedAt: z.string(),
  candidateIds: z.array(z.string()),
  /** Active lessons that were proposed for archive: the only ones a review may archive. */
  lifecycleIds: z.array(z.string()),
});
type ReviewSessionState = z.infer<typeof SessionSchema>;
const IndexSchema = z.array(z.string());

const SESSIONS_KEPT = 50;
const INDEX_KEY = 'review-sessions';
const keyOf = (sessionId: string) => `review:${sessionId}`;

/** True for what may be a session's id; it also becomes a file's name. */
export function isSessionId(text: string): boolean {
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/.test(text);
}

/** Keeps what was considered, for the newest 50 sessions. */
export async function saveReviewSession(
  store: Store,
  sessionId: string,
  state: ReviewSessionState,
): Promise<void> {
  await store.transaction(async (inside) => {
    const known = (await readState(inside, INDEX_KEY, IndexSchema)) ?? [];
    const sessions = [...known.filter((each) => each !== sessionId), sessionId];
    for (const old of sessions.splice(0, Math.max(0, sessions.length - SESSIONS_KEPT)))
      await inside.setState(keyOf(old), null);
    await keepState(inside, INDEX_KEY, sessions);
    await keepState(inside, keyOf(sessionId), state);
  });
}

/** A review that was begun, or null where there is none or it cannot be read. */
export const loadReviewSession = (store: Store, sessionId: string): Promise<ReviewSessionState | null> =>
  readState(store, keyOf(sessionId), SessionSchema);

/** Takes lessons out of every session that is kept. */
export async function forgetInSessions(store: Store, lessonIds: ReadonlySet<string>): Promise<void> {
  for (const sessionId of (await readState(store, INDEX_KEY, IndexSchema)) ?? []) {
    const state = await loadReviewSession(store, sessionId);
    if (!state || ![...state.candidateIds, ...state.lifecycleIds].some((id) => lessonIds.has(id))) continue;
    const without = (ids: string[]) => ids.filter((id) => !lessonIds.has(id));
    await keepState(store, keyOf(sessionId), {
      ...state,
      candidateIds: without(state.candidateIds),
      lifecycleIds: without(state.lifecycleIds),
    });
  }
}
