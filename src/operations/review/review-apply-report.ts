import { z } from 'zod';
import type { ReviewItem } from '../../model/review-session.ts';
import { type ReportLine, reportLine } from '../../review/report-text.ts';
import { describeWarnings, WarningsSchema } from '../lesson/lesson-warnings.ts';
import type { RawItem } from './review-apply-input.ts';
import { auditFile } from './review-audit.ts';
import type { Decided } from './review-decide.ts';

const ItemReportSchema = z.object({
  candidateId: z.string(),
  slug: z.string().nullable(),
  action: z.string(),
  ok: z.boolean(),
  status: z.string().nullable().describe('Status of the candidate now; null where it is not known.'),
  targetSlug: z.string().nullable(),
  proposed: z.boolean().describe('True where only a proposal was left for a human.'),
  error: z.string().nullable(),
  line: z.string().describe('What became of it, in one line.'),
});
type ItemReport = z.infer<typeof ItemReportSchema>;

export const ApplyReportSchema = z.object({
  sessionId: z.string(),
  applied: z.boolean().describe('False where an item could not be applied: then nothing was.'),
  added: z.int(),
  skipped: z.int(),
  archived: z.int(),
  expanded: z.int(),
  superseded: z.int(),
  restored: z.int(),
  proposed: z.int(),
  proposal: z.string().nullable().describe('Why items were only proposed.'),
  items: z.array(ItemReportSchema),
  auditFile: z.string().nullable(),
  warnings: WarningsSchema,
});
export type ApplyReport = z.infer<typeof ApplyReportSchema>;

/** What became of decisions that were all carried out. */
export function appliedReport(
  home: string,
  sessionId: string,
  items: RawItem[],
  decided: Decided[],
): Omit<ApplyReport, 'warnings'> {
  const done = (action: ReviewItem['action']) =>
    decided.filter((one, index) => one.proposal === null && actionOf(items[index]) === action).length;
  return {
    sessionId,
    applied: true,
    added: done('promote') + done('supersede'),
    skipped: done('skip'),
    archived: done('archive'),
    expanded: done('expand_existing'),
    superseded: done('supersede'),
    restored: done('unarchive'),
    proposed: decided.filter((one) => one.proposal !== null).length,
    proposal: decided.find((one) => one.proposal !== null)?.proposal ?? null,
    items: decided.map((one, index) => itemReport(one, (items[index] as { item: ReviewItem }).item)),
    auditFile: auditFile(home, sessionId),
  };
}

function itemReport(one: Decided, item: ReviewItem): ItemReport {
  const line: ReportLine = {
    action: item.action,
    slug: one.after.slug,
    summary: one.after.summary,
    tags: one.after.tags,
    priority: one.after.priority,
    reason: one.reason,
    targetSlug: one.targetBefore?.slug ?? null,
    proposed: one.proposal !== null,
  };
  return {
    candidateId: one.before.id,
    slug: one.after.slug,
    action: item.action,
    ok: true,
    status: one.after.status,
    targetSlug: line.targetSlug,
    proposed: line.proposed,
    error: null,
    line: reportLine(line),
  };
}

/** Why nothing was applied: each decision with what is wrong with it, or that it could be. */
export function refusedReport(
  sessionId: string,
  items: RawItem[],
  failures: Map<number, string>,
): ApplyReport {
  const none = { added: 0, skipped: 0, archived: 0, expanded: 0, superseded: 0, restored: 0, proposed: 0 };
  return {
    sessionId,
    applied: false,
    ...none,
    proposal: null,
    items: items.map((each, index) => {
      const error = failures.get(index) ?? null;
      const candidateId = 'item' in each ? each.item.candidateId : idOf(each.raw);
      const what = `${actionOf(each) ?? 'item'} ${candidateId}`;
      return {
        candidateId,
        slug: null,
        action: actionOf(each) ?? '',
        ok: error === null,
        status: null,
        targetSlug: 'item' in each ? (each.item.targetSlug ?? null) : null,
        proposed: false,
        error,
        line: error === null ? `· ${what}: could be applied` : `! ${what}: ${error}`,
      };
    }),
    auditFile: null,
    warnings: [],
  };
}

function actionOf(each: RawItem | undefined): ReviewItem['action'] | null {
  return each && 'item' in each ? each.item.action : null;
}

function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'candidateId' in raw ? raw.candidateId : null;
  return typeof id === 'string' ? id.slice(0, 64) : '?';
}

/** The report for humans: a line for each item, what follows from them, and where it is kept. */
export function renderApply(result: ApplyReport): string {
  const lines = result.items.map((item) => item.line);
  if (!result.applied)
    return [...lines, 'Nothing was applied: mend the items marked with ! and apply again.'].join('\n');
  if (result.proposal !== null) lines.push(`Only proposed, since ${result.proposal}.`);
  if (result.added + result.expanded + result.superseded > 0) lines.push('The manifest was rebuilt.');
  lines.push(...describeWarnings(result.warnings));
  return [...lines, `Kept in ${result.auditFile}.`].join('\n');
}
