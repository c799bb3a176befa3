import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { REVIEW_ACTIONS, type ReviewItem, type ReviewSession } from '../model/review-session.ts';
import { AppError } from '../platform/errors.ts';
import type { Store } from '../store/port.ts';
import { mayActivate } from './guard.ts';
import { recountNews } from './home/announce.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { patched, readPatch } from './lesson/change-lesson.ts';
import { warningsOnChange } from './lesson/lesson-warnings.ts';
import { problemsOf } from './lesson/validate-lesson.ts';
import { type Context, operation } from './operation.ts';
import { type RawItem, readDecisions } from './review/review-apply-input.ts';
import {
  type ApplyReport,
  ApplyReportSchema,
  appliedReport,
  refusedReport,
  renderApply,
} from './review/review-apply-report.ts';
import { keepAudit, writeAudits } from './review/review-audit.ts';
import { type Decided, type DecideOptions, decide } from './review/review-decide.ts';
import { loadReviewSession } from './review/review-session-state.ts';

export const reviewApply = operation({
  name: 'review.apply',
  docs: `Applies the decisions of a review: {sessionId, items: [{action, candidateId, patch?, archiveReason?, targetSlug?, expansionNote?}]}, action being one of ${REVIEW_ACTIONS.join(', ')}. All of them are applied in one transaction, or none; each has its line in the report, and the session its permanent audit file. Inside an agent decisions become proposals unless the human has called a /lesson command in this session, and a block always does.`,
  input: z.object({
    decisions: z.unknown().optional(),
    sessionId: z.string().optional(),
    items: z.array(z.unknown()).optional(),
  }),
  output: ApplyReportSchema,
  readOnly: false,
  cli: {
    command: ['review', 'apply'],
    flags: { decisions: { flag: '--from-json', type: 'json-file', help: 'The decisions as JSON.' } },
    render: renderApply,
    exitCode: ({ applied }) => (applied ? 0 : 1),
  },
  async run(context, input): Promise<ApplyReport> {
    const { sessionId, items } = readDecisions(input);
    const store = await context.store();
    const known = await loadReviewSession(store, sessionId);
    const options: DecideOptions = {
      now: context.clock.now(),
      home: context.home,
      by: context.actor.agent ?? 'human',
      activate: await mayActivate(context),
      block: await mayActivate(context, true),
      lifecycleIds: new Set(known?.lifecycleIds ?? []),
    };
    const generatedAt = known?.generatedAt ?? new Date(options.now).toISOString();
    const considered = known?.candidateIds.length ?? items.length;
    await warmVerdicts(context, store, items);
    await writeKept(context, store);
    const result = await applyAll(store, items, options, (inside, decided) =>
      keepAudit(
        inside,
        context.home,
        auditOf({ sessionId, generatedAt, considered }, items, decided, options),
      ),
    );
    if ('failures' in result) {
      context.warn(
        `nothing was applied: ${result.failures.size} of ${counted(items.length, 'decision')} cannot be carried out`,
      );
      return refusedReport(sessionId, items, result.failures);
    }
    if (known === null)
      context.warn(
        `no review with the id ${sessionId} was begun lately: its audit file is made under that name`,
      );
    await writeKept(context, store);
    if (result.decided.some(touchesActive)) await rebuildManifest(context);
    await recountNews(context);
    const changed = result.decided
      .filter(touchesActive)
      .flatMap((one) => [one.after, one.targetAfter ?? []].flat());
    const warnings = await warningsOnChange(
      context,
      changed.filter((lesson) => lesson.status === 'active'),
    );
    return { ...appliedReport(context.home, sessionId, items, result.decided), warnings };
  },
});

/** What cannot be written now is with the next decisions: they are carried out all the same. */
async function writeKept(context: Context, store: Store): Promise<void> {
  try {
    await writeAudits(store, context.home);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.warn(
      `${error.message}: the record of what was decided is kept, and written with the next decisions`,
    );
  }
}

/** Judges patterns before the write lock is taken: the first verdict on one may take seconds, later ones are looked up. */
async function warmVerdicts(context: Context, store: Store, items: RawItem[]): Promise<void> {
  for (const each of items) {
    if (!('item' in each)) continue;
    try {
      const lesson = await store.resolveLesson(each.item.candidateId);
      const draft = await store.getDraft(lesson.id);
      await problemsOf(patched(lesson, readPatch({ ...draft?.patch, ...each.item.patch })), context.home);
    } catch {}
  }
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
  keep: (inside: Store, decided: Decided[]) => Promise<void>,
): Promise<{ decided: Decided[] } | { failures: Map<number, string> }> {
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
      await keep(inside, done);
      return done;
    });
    return { decided };
  } catch (error) {
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
  const isChanged = one.before !== one.after || one.targetBefore !== null;
  return isChanged && lessons.some((each) => each?.status === 'active');
}
