import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STALE_DAYS } from '../learn/lifecycle.ts';
import type { Lesson } from '../model/lesson.ts';
import { hasCallTrigger, historiesOf } from './history.ts';
import type { Context } from './operation.ts';

export interface LintFinding {
  slug: string;
  rule:
    | 'refused-pattern'
    | 'dead-trigger'
    | 'bare-word'
    | 'fires-too-often'
    | 'silenced'
    | 'stale'
    | 'unheard-tool';
  detail: string;
}

const SHARE_MAX = 0.05;
/** Below so many past calls a share says nothing. */
const CALLS_MIN = 200;
const DAY_MS = 86_400_000;
const BARE_WORD = /^(?:\^|\\b)*[\w-]+(?:\\b|\$)*$/;
/** Tools at whose calls the hooks are registered. */
const HEARD = new Set(['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep']);

/** What is wrong with active lessons: they cannot fire, fire on too much, or have not fired for long. */
export async function lintLessons(context: Context, lessons: readonly Lesson[]): Promise<LintFinding[]> {
  const findings = lessons.flatMap((lesson) => [
    ...shapeFindings(lesson),
    ...staleFinding(lesson, context.clock.now()),
  ]);
  const histories = await historiesOf(context, lessons);
  for (const lesson of lessons) {
    const history = histories.get(lesson.id);
    if (history === undefined || history.callsSeen < CALLS_MIN) continue;
    const share = history.matched / history.callsSeen;
    if (share > SHARE_MAX) {
      const detail = `matches ${(share * 100).toFixed(1)}% of ${history.callsSeen} past calls`;
      findings.push({ slug: lesson.slug, rule: 'fires-too-often', detail });
    }
  }
  const before = await historiesOf(context, lessons, 'before-active');
  return [...findings, ...(await compileFindings(context, lessons, before))];
}

function shapeFindings(lesson: Lesson): LintFinding[] {
  const findings: LintFinding[] = [];
  const { slug, injectOn } = lesson;
  const tells = injectOn.some((event) => event !== 'PreToolUse' && event !== 'PostToolUseFailure');
  const hasError = lesson.errorPatterns.length > 0 || lesson.fingerprint !== null;
  if (!tells && !hasCallTrigger(lesson) && !hasError) {
    findings.push({
      slug,
      rule: 'dead-trigger',
      detail: 'has no trigger and is not told at a start or before a turn',
    });
  }
  for (const pattern of lesson.commandPatterns.filter((each) => BARE_WORD.test(each))) {
    findings.push({
      slug,
      rule: 'bare-word',
      detail: `${JSON.stringify(pattern)} matches whatever runs or names it`,
    });
  }
  const unheard = lesson.toolNames.filter((tool) => !HEARD.has(tool) && tool !== '*');
  if (injectOn.includes('PreToolUse') && unheard.length > 0 && unheard.length === lesson.toolNames.length) {
    findings.push({ slug, rule: 'unheard-tool', detail: `no hook is registered for ${unheard.join(', ')}` });
  }
  return findings;
}

function staleFinding(lesson: Lesson, now: number): LintFinding[] {
  const last = lesson.lastMatchedAt ?? lesson.lastSeenAt ?? lesson.reviewedAt ?? lesson.createdAt;
  const days = Math.floor((now - Date.parse(last)) / DAY_MS);
  return days > STALE_DAYS
    ? [{ slug: lesson.slug, rule: 'stale', detail: `nothing was heard of it for ${days} days` }]
    : [];
}

/** Compiles into a scratch folder: what is refused, and what acts less than it was meant to. */
async function compileFindings(
  context: Context,
  lessons: readonly Lesson[],
  histories: Awaited<ReturnType<typeof historiesOf>>,
): Promise<LintFinding[]> {
  const { writeManifest } = await import('../manifest/write.ts');
  const scratch = mkdtempSync(join(tmpdir(), 'lessons-doctor-'));
  try {
    const report = await writeManifest(scratch, { lessons: [...lessons], config: context.config, histories });
    return [
      ...report.refused.map((each) => ({
        slug: each.slug,
        rule: 'refused-pattern' as const,
        detail: `${each.pattern}: ${each.reason}`,
      })),
      ...report.notes.map((each) => ({ slug: each.slug, rule: 'silenced' as const, detail: each.note })),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
