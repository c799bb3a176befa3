import { type Ageing, staleReason } from '../../learn/lifecycle.ts';
import type { Lesson } from '../../model/lesson.ts';
import { hasTrigger, historiesOf } from '../history/backtests.ts';
import { type LintFinding, warningsOf } from '../lesson/lesson-warnings.ts';
import type { Context } from '../operation.ts';
import { arrivalsOf } from '../outcomes/arrivals.ts';
import { sessionDaysOf } from '../outcomes/session-days.ts';
import { inScratch } from './doctor-scratch.ts';

/** What is wrong with active lessons: they cannot fire, fire on too much, or have not fired for long. */
export async function lintLessons(context: Context, lessons: readonly Lesson[]): Promise<LintFinding[]> {
  const arrivedAt = await arrivalsOf(await context.store());
  const sessionDays = await sessionDaysOf(context);
  const findings = lessons.flatMap((lesson) =>
    staleFinding(
      { ...lesson, arrivedAt: arrivedAt(lesson), sessionDays: sessionDays(lesson) },
      context.clock.now(),
    ),
  );
  findings.push(...(await warningsOf(context, lessons)));
  const before = await historiesOf(context, lessons, 'before-active');
  return [...findings, ...(await compileFindings(context, lessons, before))];
}

function staleFinding(lesson: Lesson & Ageing, now: number): LintFinding[] {
  const reason = hasTrigger(lesson) ? staleReason(lesson, now) : null;
  return reason === null ? [] : [{ slug: lesson.slug, rule: 'stale', detail: `it ${reason}` }];
}

/** Compiles into a scratch folder: what is refused, and what acts less than it was meant to. */
async function compileFindings(
  context: Context,
  lessons: readonly Lesson[],
  histories: Awaited<ReturnType<typeof historiesOf>>,
): Promise<LintFinding[]> {
  const { writeManifest } = await import('../../manifest/write.ts');
  return inScratch(async (scratch) => {
    const report = await writeManifest(scratch, {
      lessons: [...lessons],
      config: context.config,
      histories,
      verdictsOf: context.home,
    });
    return [
      ...report.refused.map((each) => ({
        slug: each.slug,
        rule: 'refused-pattern' as const,
        detail: `${each.pattern}: ${each.reason}`,
      })),
      ...report.notes.map((each) => ({ slug: each.slug, rule: 'silenced' as const, detail: each.note })),
    ];
  });
}
