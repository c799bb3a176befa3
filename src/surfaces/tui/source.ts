import type { Lesson } from '../../model/lesson.ts';
import type { Context } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { fit } from '../../operations/words/columns.ts';
import { printableDeep } from '../../platform/printable.ts';
import {
  type Decided,
  type DecisionAction,
  MARKS,
  type PatternVerdict,
  type ReviewRow,
  type ReviewSource,
  type RowDetails,
  saysOfYes,
} from './types.ts';

/** A candidate as `review.list` answers it: a row with what the pane shows. */
interface Listed extends ReviewRow {
  evidence: { excerpt: string }[];
  duplicates: { slug: string; similarity: number }[];
  backtest: { failingMet: number; goodDisturbed: number; callsSeen: number };
}

interface Review {
  sessionId: string;
  candidates: Listed[];
  lifecycle: { id: string; action: string; kind: string; reason: string }[];
  hidden: number;
}

interface Applied {
  applied: boolean;
  items: { candidateId: string; ok: boolean; error: string | null }[];
  /** What is doubtful about lessons that are active now. */
  warnings: { slug: string; detail: string }[];
}

const DONE: Record<DecisionAction, string> = {
  approve: 'active',
  skip: 'skipped',
  archive: 'archived',
  unarchive: 'restored',
};

/** The operations behind the review screen. Their texts come from transcripts: none of them steers the terminal. */
export function operationsSource(context: Context): ReviewSource {
  return {
    async load(input) {
      const review = await runOperation<Review>(context, 'review.list', input);
      const archived = await runOperation<{ lessons: ReviewRow[] }>(context, 'lesson.list', {
        status: ['archived'],
      });
      const toLookAt = await Promise.all(review.lifecycle.map((each) => activeRow(context, each)));
      return {
        sessionId: review.sessionId,
        rows: [
          ...review.candidates,
          ...toLookAt,
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
        action: decision.action === 'approve' ? 'promote' : decision.action,
        candidateId: row.id,
        ...(patch === undefined || decision.action !== 'approve' ? {} : { patch }),
        ...(decision.action === 'archive' ? { archiveReason: decision.reason ?? 'not useful' } : {}),
      }));
      await keepEdits(context, decided);
      const rows = asked.map(({ row }) => row);
      const warnings = items.length > 0 ? await applyAll(context, { sessionId, items }, rows) : [];
      return decided.flatMap((each) => [
        `${doneTo(each)}  ${each.row.summary}`,
        ...warnings.filter(({ slug }) => slug === each.row.slug).map(({ detail }) => `  ! ${detail}`),
      ]);
    },
  };
}

/** An active lesson to look at again, with what is proposed in place of a filter's verdict. */
async function activeRow(context: Context, proposal: Review['lifecycle'][number]): Promise<ReviewRow> {
  const { evidence: _, ...lesson } = await runOperation<ReviewRow & { evidence: unknown }>(
    context,
    'lesson.show',
    { ref: proposal.id },
  );
  const { action, kind, reason } = proposal;
  const row = { ...printableDeep(lesson), noise: { rule: `let go? ${kind}`, reason } };
  if (action === 'archive') return row;
  const asks = (rule: string, proposed: ReviewRow['proposed']) => ({
    ...row,
    noise: { rule, reason },
    proposed: proposed!,
  });
  if (action === 're-check') return asks('does it still hold?', { patch: {}, says: 'still holds' });
  if (action === 'widen')
    return asks('tell it everywhere?', { patch: { scope: kind }, says: 'is told in all projects' });
  const delivery = kind as Lesson['delivery'];
  return asks(`deliver as ${kind}?`, { patch: { delivery }, says: `is delivered as ${kind}` });
}

/** All of them, with what is doubtful then; or it throws with the first that cannot be carried out, in words that fit a footer. */
async function applyAll(
  context: Context,
  review: { sessionId: string; items: unknown[] },
  rows: readonly ReviewRow[],
): Promise<Applied['warnings']> {
  const quiet = { ...context, warn: () => {} };
  const { applied, items, warnings } = await runOperation<Applied>(quiet, 'review.apply', review);
  if (applied) return printableDeep(warnings);
  const refused = items.find((each) => !each.ok);
  const row = rows.find((each) => each.id === refused?.candidateId);
  const why = refused?.error ?? 'refused';
  throw new Error(
    `Nothing applied: ${row === undefined ? why : why.replace(row.slug, fit(row.summary, SUMMARY_COLUMNS))}`,
  );
}

const SUMMARY_COLUMNS = 24;

function doneTo({ row, decision: { action }, patch }: Decided): string {
  const isChange = row.status === 'active' && action === 'approve';
  return `${MARKS[action]} ${isChange ? saysOfYes(row, patch) : DONE[action]}`;
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

/**
 * An edited candidate that is skipped keeps its edits: they are worth as much as the decision. A yes to an active
 * lesson is one to what is proposed, or to the lesson as it is.
 */
async function keepEdits(context: Context, decided: Decided[]): Promise<void> {
  for (const { row, decision, patch } of decided) {
    const isChanged = decision.action === 'approve' && row.status === 'active';
    const change = { ...row.proposed?.patch, ...patch };
    if (isChanged)
      await runOperation(context, 'lesson.edit', {
        ref: row.id,
        ...(Object.keys(change).length === 0 ? { keep: true } : { patch: change }),
      });
    else if (['skip', 'unarchive'].includes(decision.action) && patch !== undefined)
      await runOperation(context, 'lesson.edit', { ref: row.id, patch });
  }
}
