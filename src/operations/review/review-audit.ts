import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ReviewSession, ReviewSessionSchema } from '../../model/review-session.ts';
import { AppError } from '../../platform/errors.ts';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';

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
 * Adds a session's decisions to its file: what it held before stays. Answers how to take the addition back,
 * for a transaction that fails after all.
 */
export function appendAudit(home: string, session: ReviewSession): () => void {
  const path = auditFile(home, session.sessionId);
  const before = readAudit(home, session.sessionId);
  const whole: ReviewSession =
    before === null
      ? session
      : { ...before, appliedAt: session.appliedAt, items: [...before.items, ...session.items] };
  writeFileAtomic(path, `${JSON.stringify(whole, null, 2)}\n`);
  return () => {
    if (before === null) rmSync(path, { force: true });
    else writeFileAtomic(path, `${JSON.stringify(before, null, 2)}\n`);
  };
}
