import type { Context } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { printableDeep } from '../../platform/printable.ts';
import type { Decision, Patch, PatternVerdict, ReviewRow, ReviewSource, RowDetails } from './types.ts';

/** A candidate as `review.list` answers it: a row with what the pane shows. */
interface Listed extends ReviewRow {
  evidence: { excerpt: string }[];
  duplicates: { slug: string; similarity: number }[];
  backtest: { failingMet: number; goodDisturbed: number; callsSeen: number };
}

interface Review {
  sessionId: string;
  candidates: Listed[];
  lifecycle: { id: string; kind: string; reason: string }[];
  hidden: number;
}

const ACTIONS: Record<Decision['action'], 'promote' | 'skip' | 'archive' | 'unarchive'> = {
  approve: 'promote',
  skip: 'skip',
  archive: 'archive',
  unarchive: 'unarchive',
};

const MARKS: Record<Decision['action'], string> = {
  approve: '✓ added',
  skip: '↷ skipped',
  archive: '✗ archived',
  unarchive: '↺ restored',
};

/** The operations behind the review screen. Their texts come from transcripts: none of them steers the terminal. */
export function operationsSource(context: Context): ReviewSource {
  return {
    async load(input) {
      const review = await runOperation<Review>(context, 'review.list', input);
      const archived = await runOperation<{ lessons: ReviewRow[] }>(context, 'lesson.list', {
        status: ['archived'],
      });
      const toLetGo = await Promise.all(review.lifecycle.map((each) => activeRow(context, each)));
      return {
        sessionId: review.sessionId,
        rows: [
          ...review.candidates,
          ...toLetGo,
          ...printableDeep(archived.lessons).map((row) => ({ ...row, noise: null })),
        ],
        hidden: review.hidden,
      };
    },

    async details(row) {
      if (isListed(row)) return detailsOf(row);
      const shown = await runOperation<{ evidence: { excerpt: string }[] }>(context, 'lesson.show', {
        ref: row.id,
      });
      return {
        evidence: printableDeep(shown.evidence).map((each) => each.excerpt),
        backtest: null,
        duplicates: [],
      };
    },

    testPattern: async (row, field, pattern) =>
      printableDeep(
        await runOperation<PatternVerdict>(context, 'trigger.try', { ref: row.id, field, pattern }),
      ),

    async apply(sessionId, decided) {
      const asked = decided.filter(
        ({ row, decision }) => row.status !== 'active' || decision.action === 'archive',
      );
      const items = asked.map(({ row, decision, patch }) => ({
        action: ACTIONS[decision.action],
        candidateId: row.id,
        ...(patch === undefined || decision.action !== 'approve' ? {} : { patch }),
        ...(decision.action === 'archive' ? { archiveReason: decision.reason ?? 'not useful' } : {}),
      }));
      if (items.length > 0) await runOperation(context, 'review.apply', { sessionId, items });
      await keepEdits(context, decided);
      return decided.map(({ row, decision }) => `${MARKS[decision.action]}  ${row.summary}`);
    },
  };
}

/** An active lesson that the review proposes to let go, with the reason in place of a filter's verdict. */
async function activeRow(context: Context, proposal: Review['lifecycle'][number]): Promise<ReviewRow> {
  const lesson = await runOperation<ReviewRow>(context, 'lesson.show', { ref: proposal.id });
  return { ...printableDeep(lesson), noise: { rule: `let go? ${proposal.kind}`, reason: proposal.reason } };
}

/** Rows of candidates hold what the pane shows: one that was edited is a copy of its row. */
const isListed = (row: ReviewRow): row is Listed => 'evidence' in row;

function detailsOf(row: Listed): RowDetails {
  return {
    evidence: row.evidence.map((each) => each.excerpt),
    backtest: row.backtest,
    duplicates: row.duplicates,
  };
}

/** An edited candidate that is skipped keeps its edits: they are worth as much as the decision. */
async function keepEdits(
  context: Context,
  decided: { row: ReviewRow; decision: Decision; patch: Patch | undefined }[],
): Promise<void> {
  for (const { row, decision, patch } of decided) {
    if (decision.action !== 'skip' || patch === undefined) continue;
    await runOperation(context, 'lesson.edit', { ref: row.id, patch });
  }
}
