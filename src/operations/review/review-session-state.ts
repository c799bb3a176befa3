import type { Store } from '../../store/port.ts';
import { parsedJson } from '../../transcripts/json.ts';

/** What one `lessons review` put before the reviewer, in its order; ids only, no text. */
interface ReviewSessionState {
  generatedAt: string;
  candidateIds: string[];
  /** Active lessons that were proposed for archive: the only ones a review may archive. */
  lifecycleIds: string[];
}

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
    const known = parse<string[]>(await inside.getState(INDEX_KEY)) ?? [];
    const sessions = [...known.filter((each) => each !== sessionId), sessionId];
    for (const old of sessions.splice(0, Math.max(0, sessions.length - SESSIONS_KEPT)))
      await inside.setState(keyOf(old), null);
    await inside.setState(INDEX_KEY, JSON.stringify(sessions));
    await inside.setState(keyOf(sessionId), JSON.stringify(state));
  });
}

/** A review that was begun, or null where there is none or it cannot be read. */
export async function loadReviewSession(store: Store, sessionId: string): Promise<ReviewSessionState | null> {
  return parse<ReviewSessionState>(await store.getState(keyOf(sessionId)));
}

const parse = <T>(text: string | null): T | null =>
  text === null ? null : ((parsedJson(text) as T | undefined) ?? null);

/** Takes lessons out of every session that is kept. */
export async function forgetInSessions(store: Store, lessonIds: ReadonlySet<string>): Promise<void> {
  for (const sessionId of parse<string[]>(await store.getState(INDEX_KEY)) ?? []) {
    const state = await loadReviewSession(store, sessionId);
    if (!state || ![...state.candidateIds, ...state.lifecycleIds].some((id) => lessonIds.has(id))) continue;
    const without = (ids: string[]) => ids.filter((id) => !lessonIds.has(id));
    const next = {
      ...state,
      candidateIds: without(state.candidateIds),
      lifecycleIds: without(state.lifecycleIds),
    };
    await store.setState(keyOf(sessionId), JSON.stringify(next));
  }
}
