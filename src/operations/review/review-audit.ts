import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ReviewSession, ReviewSessionSchema } from '../../model/review-session.ts';
import { AppError } from '../../platform/errors.ts';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { Store } from '../../store/port.ts';
import { keepState, readState } from '../stored-state.ts';

/** Decisions that were carried out, and are in no file yet. */
const UNWRITTEN = 'review.unwrittenAudits';

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
 * Keeps what was decided in the store, within the transaction that carries it out: a process that is killed leaves
 * either both or nothing. Throws INVALID_JSON where the session's file was damaged.
 */
export async function keepAudit(inside: Store, home: string, session: ReviewSession): Promise<void> {
  readAudit(home, session.sessionId);
  await keepState(inside, UNWRITTEN, [...(await unwritten(inside)), session]);
}

/** Brings what was decided into the sessions' files, each decision once. Throws IO, and INVALID_JSON of a damaged file; then it stays kept. */
export async function writeAudits(store: Store, home: string): Promise<void> {
  if ((await store.getState(UNWRITTEN)) === null) return;
  await store.transaction(async (inside) => {
    for (const session of await unwritten(inside)) appendAudit(home, session);
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

/** Adds a session's decisions to its file: what it held before stays, and what it has already is not added again. */
function appendAudit(home: string, session: ReviewSession): void {
  const before = readAudit(home, session.sessionId);
  if (before !== null && isDeepStrictEqual(before.items.slice(-session.items.length), session.items)) return;
  const whole: ReviewSession =
    before === null
      ? session
      : { ...before, appliedAt: session.appliedAt, items: [...before.items, ...session.items] };
  writeFileAtomic(auditFile(home, session.sessionId), `${JSON.stringify(whole, null, 2)}\n`);
}
