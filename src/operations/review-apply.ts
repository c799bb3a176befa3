import { z } from 'zod';
import {
  REVIEW_ACTIONS,
  type ReviewItem,
  ReviewItemSchema,
  type ReviewSession,
} from '../model/review-session.ts';
import { AppError } from '../platform/errors.ts';
import { type ReportLine, reportLine } from '../review/report-text.ts';
import type { Store } from '../store/port.ts';
import { patched, readPatch } from './change-lesson.ts';
import { mayActivate, mayBlock } from './guard.ts';
import { describeWarnings, WarningsSchema, warningsOf } from './lesson-warnings.ts';
import { type Context, operation } from './operation.ts';
import { rebuildManifest } from './rebuild.ts';
import { appendAudit, auditFile } from './review-audit.ts';
import { type Decided, type DecideOptions, decide } from './review-decide.ts';
import { isSessionId, loadReviewSession } from './review-session-state.ts';
import { problemsOf } from './validate-lesson.ts';

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

const output = z.object({
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
type Output = z.infer<typeof output>;

export const reviewApply = operation({
  name: 'review.apply',
  docs: `Applies the decisions of a review: {sessionId, items: [{action, candidateId, patch?, archiveReason?, targetSlug?, expansionNote?}]}, action being one of ${REVIEW_ACTIONS.join(', ')}. All of them are applied in one transaction, or none; each has its line in the report, and the session its permanent audit file. Inside an agent decisions become proposals unless the human has called a /lesson command in this session, and a block always does.`,
  input: z.object({
    decisions: z.unknown().optional(),
    sessionId: z.string().optional(),
    items: z.array(z.unknown()).optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['review', 'apply'],
    flags: [{ flag: '--from-json', field: 'decisions', type: 'json-file', help: 'The decisions as JSON.' }],
    render: renderApply,
    exitCode: ({ applied }: Output) => (applied ? 0 : 1),
  },
  async run(context, input): Promise<Output> {
    const { sessionId, items } = readDecisions(input);
    const store = await context.store();
    const known = await loadReviewSession(store, sessionId);
    const options: DecideOptions = {
      home: context.home,
      now: context.clock.now(),
      by: context.actor.agent ?? 'human',
      activate: await mayActivate(context),
      block: mayBlock(context),
      lifecycleIds: new Set(known?.lifecycleIds ?? []),
    };
    const generatedAt = known?.generatedAt ?? new Date(options.now).toISOString();
    const considered = known?.candidateIds.length ?? items.length;
    await warmVerdicts(store, items, context.home);
    const result = await applyAll(store, items, options, (decided) =>
      appendAudit(context.home, auditOf({ sessionId, generatedAt, considered }, items, decided, options)),
    );
    if ('failures' in result) return failed(sessionId, items, result.failures);
    if (result.decided.some(touchesActive)) await rebuildManifest(context);
    const changed = result.decided
      .filter(touchesActive)
      .flatMap((one) => [one.after, one.targetAfter ?? []].flat());
    const warnings = await warningsOf(
      context,
      changed.filter((lesson) => lesson.status === 'active'),
    );
    return { ...succeeded(context, sessionId, items, result.decided), warnings };
  },
});

/** Judges patterns before the write lock is taken: the first verdict on one may take seconds, later ones are looked up. */
async function warmVerdicts(store: Store, items: RawItem[], home: string): Promise<void> {
  for (const each of items) {
    if (!('item' in each)) continue;
    try {
      const lesson = await store.resolveLesson(each.item.candidateId);
      const draft = await store.getDraft(lesson.id);
      await problemsOf(patched(lesson, readPatch({ ...draft?.patch, ...each.item.patch })), home);
    } catch {}
  }
}

type RawItem = { item: ReviewItem } | { raw: unknown; error: string };

function readDecisions(input: {
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
      const item = ReviewItemSchema.safeParse(raw);
      if (!item.success) {
        const issue = item.error.issues[0];
        return { raw, error: `${issue?.path.join('.') || 'item'}: ${issue?.message ?? 'not valid'}` };
      }
      if (seen.has(item.data.candidateId)) return { raw, error: 'is decided twice in this session' };
      seen.add(item.data.candidateId);
      // The patch as it was given: unknown fields are named, not dropped.
      const { patch } = raw as { patch?: ReviewItem['patch'] };
      return { item: { ...item.data, ...(patch !== undefined && { patch }) } };
    }),
  };
}

/** Rolls the transaction back and carries what failed out of it. */
class ItemsFailed extends Error {
  readonly failures: Map<number, string>;
  constructor(failures: Map<number, string>) {
    super('an item could not be applied');
    this.failures = failures;
  }
}

async function applyAll(
  store: Store,
  items: RawItem[],
  options: DecideOptions,
  audit: (decided: Decided[]) => () => void,
): Promise<{ decided: Decided[] } | { failures: Map<number, string> }> {
  let takeBack: (() => void) | null = null;
  try {
    const decided = await store.transaction(async (inside) => {
      const done: Decided[] = [];
      const failures = new Map<number, string>();
      const ids = new Set<string>();
      for (const [index, each] of items.entries()) {
        try {
          if ('error' in each) throw new AppError('INVALID_INPUT', each.error);
          const one = await decide(inside, each.item, options);
          if (ids.has(one.before.id)) throw new AppError('INVALID_INPUT', 'is decided twice in this session');
          ids.add(one.before.id);
          done.push(one);
        } catch (error) {
          if (!(error instanceof AppError) || error.code === 'IO' || error.code === 'LOCKED') throw error;
          failures.set(index, error.message);
        }
      }
      if (failures.size > 0) throw new ItemsFailed(failures);
      takeBack = audit(done);
      return done;
    });
    return { decided };
  } catch (error) {
    (takeBack as (() => void) | null)?.();
    if (error instanceof ItemsFailed) return { failures: error.failures };
    throw error;
  }
}

function auditOf(
  session: { sessionId: string; generatedAt: string; considered: number },
  items: RawItem[],
  decided: Decided[],
  options: DecideOptions,
): ReviewSession {
  return {
    sessionId: session.sessionId,
    generatedAt: session.generatedAt,
    appliedAt: new Date(options.now).toISOString(),
    candidatesConsidered: session.considered,
    items: decided.map((one, index) => {
      const { item } = items[index] as { item: ReviewItem };
      return {
        ...item,
        candidateId: one.before.id,
        before: one.before,
        after: one.after,
        ...(one.targetBefore && { targetBefore: one.targetBefore, targetAfter: one.targetAfter }),
        ...(one.proposal !== null && { proposed: true }),
        reason: one.reason ?? one.proposal,
      };
    }),
  };
}

function touchesActive(one: Decided): boolean {
  const lessons = [one.before, one.after, one.targetBefore, one.targetAfter];
  return one.before !== one.after || one.targetBefore !== null
    ? lessons.some((each) => each?.status === 'active')
    : false;
}

function succeeded(
  context: Context,
  sessionId: string,
  items: RawItem[],
  decided: Decided[],
): Omit<Output, 'warnings'> {
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
    auditFile: auditFile(context.home, sessionId),
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

function failed(sessionId: string, items: RawItem[], failures: Map<number, string>): Output {
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

function renderApply(result: Output): string {
  const lines = result.items.map((item) => item.line);
  if (!result.applied)
    return [...lines, 'Nothing was applied: mend the items marked with ! and apply again.'].join('\n');
  if (result.proposal !== null) lines.push(`Only proposed, since ${result.proposal}.`);
  if (result.added + result.expanded + result.superseded > 0) lines.push('The manifest was rebuilt.');
  lines.push(...describeWarnings(result.warnings));
  return [...lines, `Kept in ${result.auditFile}.`].join('\n');
}
