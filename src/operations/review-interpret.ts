import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { ReviewItemSchema } from '../model/review-session.ts';
import { AppError } from '../platform/errors.ts';
import type { ReviewCandidate } from '../review/candidate-view.ts';
import { parseAnswer } from '../review/decisions.ts';
import { itemText } from '../review/list-text.ts';
import { resolveDecisions } from '../review/resolve-decisions.ts';
import { operation } from './operation.ts';
import { considerCandidates } from './review/review-consider.ts';
import { loadReviewSession } from './review/review-session-state.ts';

const output = z.object({
  sessionId: z.string(),
  items: z.array(ReviewItemSchema).describe('What `review apply` takes.'),
  confirm: z.array(z.string()).describe('What would happen, one line an item.'),
  shown: z.array(z.string()).describe('Candidates that the answer asks to see, in full.'),
  errors: z.array(z.string()),
});
type Output = z.infer<typeof output>;

export const reviewInterpret = operation({
  name: 'review.interpret',
  docs: 'Turns a human\'s answer to the numbered list of a review into decisions, without applying them: approve 1 3 · approve all · skip 2 · archive 3 "why" · edit 1 summary "…" · edit 2 priority 8 · unarchive X · show 2 · hold 4 · block 5, several separated by commas, semicolons or lines.',
  input: z.object({ session: z.string(), answer: z.array(z.string()).min(1) }),
  output,
  readOnly: true,
  cli: {
    command: ['review', 'interpret'],
    args: [{ field: 'answer', label: 'ANSWER', required: true, variadic: true }],
    flags: { session: { label: 'ID', help: 'sessionId of `review --json`.' } },
    render: (result) =>
      [...result.shown, ...result.confirm, ...result.errors.map((error) => `! ${error}`)].join('\n'),
    exitCode: (result) => (result.errors.length > 0 ? 1 : 0),
  },
  async run(context, { session, answer }): Promise<Output> {
    const store = await context.store();
    const known = await loadReviewSession(store, session);
    if (known === null)
      throw new AppError('NOT_FOUND', `there is no review session ${session}`, {
        hint: 'Begin one with `lessons review --json`.',
      });
    const parsed = parseAnswer(answer.join(' '));
    const ids = known.candidateIds;
    const list = listedThen(ids, (await considerCandidates(context, { all: true, ids })).candidates);
    const resolved = resolveDecisions(parsed.decisions, list);
    return {
      sessionId: session,
      items: resolved.items,
      confirm: resolved.confirm,
      shown: resolved.show.map((number) => itemWithEvidence(number, list[number - 1] as ReviewCandidate)),
      errors: [...parsed.errors, ...resolved.errors],
    };
  },
});

/** The candidates in the order in which they were shown. Throws CONFLICT where one was decided since. */
function listedThen(ids: string[], now: ReviewCandidate[]): ReviewCandidate[] {
  const byId = new Map(now.map((each) => [each.id, each]));
  const gone = ids.filter((id) => !byId.has(id));
  if (gone.length > 0)
    throw new AppError(
      'CONFLICT',
      `of the ${counted(ids.length, 'candidate')} ${counted(gone.length, 'was', 'were')} decided or changed meanwhile`,
      {
        hint: 'Begin again with `lessons review --json`.',
      },
    );
  return ids.map((id) => byId.get(id) as ReviewCandidate);
}

function itemWithEvidence(number: number, candidate: ReviewCandidate): string {
  const evidence = candidate.evidence.map(
    (each) => `   Evidence (${each.agent}, ${each.timestamp ?? 'no date'}):\n${each.excerpt}`,
  );
  return [itemText(number, candidate), ...evidence].join('\n');
}
