import { join } from 'node:path';
import { z } from 'zod';
import { type ReviewSession, ReviewSessionSchema } from '../../model/review-session.ts';
import { AppError } from '../../platform/errors.ts';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';

/** Files of sessions whose decisions were carried out, and are not written yet. */
export const UNWRITTEN = 'review.unwrittenAudits';

/** The permanent file of a review session. */
export function auditFile(home: string, sessionId: string): string {
  return join(homeFiles.reviewSessions(home), `${sessionId}.json`);
}

/** What a session has applied so far, or null. Throws INVALID_JSON where the file was damaged. */
export function readAudit(home: string, sessionId: string): ReviewSession | null {
  const path = auditFile(home, sessionId);
  const text = readText(path);
  if (text === null) return null;
  try {
    return ReviewSessionSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('INVALID_JSON', `${path} is not a review session`, {
      hint: 'Move it away; review again with `lessons review`.',
      cause,
    });
  }
}

/**
 * Keeps a session's file as it is to become, with the decisions of now, in the transaction that carries them out: a
 * process that is killed leaves both or nothing. Throws INVALID_JSON where the file was damaged.
 */
export async function keepAudit(inside: Store, home: string, session: ReviewSession): Promise<void> {
  const kept = await unwritten(inside);
  const { sessionId, appliedAt, items } = session;
  const before = kept.find((each) => each.sessionId === sessionId) ?? readAudit(home, sessionId);
  const whole = before === null ? session : { ...before, appliedAt, items: [...before.items, ...items] };
  await keepState(inside, UNWRITTEN, [...kept.filter((each) => each.sessionId !== sessionId), whole]);
}

/** Writes the files that are kept; to write one again changes nothing. Throws IO; then they stay kept. */
export async function writeAudits(store: Store, home: string): Promise<void> {
  if ((await store.getState(UNWRITTEN)) === null) return;
  await store.transaction(async (inside) => {
    for (const session of await unwritten(inside))
      writeFileAtomic(auditFile(home, session.sessionId), `${JSON.stringify(session, null, 2)}\n`);
    await inside.setState(UNWRITTEN, null);
  });
}

/** Forgets what is not in a file yet and mentions what is purged. */
export async function forgetInAudits(
  inside: Store,
  isTrace: (session: ReviewSession) => boolean,
): Promise<void> {
  const kept = await unwritten(inside);
  const rest = kept.filter((session) => !isTrace(session));
  if (rest.length < kept.length) await keepState(inside, UNWRITTEN, rest);
}

const unwritten = async (store: Store): Promise<ReviewSession[]> =>
  (await readState(store, UNWRITTEN, z.array(ReviewSessionSchema))) ?? [];
