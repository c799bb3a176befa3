import { z } from 'zod';
import { firstProblem, plainIssue } from '../../model/plain-issue.ts';
import { type ReviewItem, ReviewItemSchema } from '../../model/review-session.ts';
import { AppError } from '../../platform/errors.ts';
import { redact } from '../../text/redact.ts';
import { redactTogether } from '../../text/redact-together.ts';
import { isSessionId } from './review-session-state.ts';

/** One decision as it came: readable, or with why it is not. */
export type RawItem = { item: ReviewItem } | { raw: unknown; error: string };

/** The session and its decisions; throws INVALID_INPUT where there are none. An unreadable decision is one that fails. */
export function readDecisions(input: {
  decisions?: unknown;
  sessionId?: string | undefined;
  items?: unknown[] | undefined;
}): {
  sessionId: string;
  items: RawItem[];
} {
  const source = input.decisions === undefined ? input : input.decisions;
  const parsed = z.object({ sessionId: z.string(), items: z.array(z.unknown()) }).safeParse(source);
  if (!parsed.success)
    throw new AppError('INVALID_INPUT', 'decisions are {sessionId, items: [{action, candidateId, …}]}', {
      hint: 'Take the sessionId from `lessons review --json`.',
    });
  const { sessionId, items } = parsed.data;
  if (!isSessionId(sessionId))
    throw new AppError('INVALID_INPUT', `${JSON.stringify(sessionId)} is no session id`);
  const seen = new Set<string>();
  return {
    sessionId,
    items: items.map((raw) => {
      const item = ReviewItemSchema.safeParse(raw, { error: plainIssue });
      if (!item.success) return { raw, error: firstProblem(item.error, 'item') };
      if (seen.has(item.data.candidateId)) return { raw, error: 'is decided twice in this session' };
      seen.add(item.data.candidateId);
      // The patch as it was given: unknown fields are named, not dropped.
      const { patch } = raw as { patch?: ReviewItem['patch'] };
      return { item: redacted({ ...item.data, ...(patch !== undefined && { patch }) }) };
    }),
  };
}

/** Without what a credential shows itself as in its texts, which the audit keeps; patterns stay what they are. */
function redacted(item: ReviewItem): ReviewItem {
  const { patch, archiveReason, expansionNote } = item;
  const texts = Object.entries(patch ?? {}).filter(
    ([field, value]) => typeof value === 'string' || field === 'tags',
  );
  const { clean } = redactTogether(Object.fromEntries(texts));
  return {
    ...item,
    ...(patch && { patch: { ...patch, ...clean } as ReviewItem['patch'] }),
    ...(archiveReason && { archiveReason: redact(archiveReason) }),
    ...(expansionNote && { expansionNote: redact(expansionNote) }),
  };
}
