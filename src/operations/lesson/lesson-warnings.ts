import { z } from 'zod';
import { advisedCommands, trippingAdvice } from '../../inject/advice.ts';
import { tokenTexts } from '../../inject/match-texts.ts';
import { quickTokens } from '../../inject/quick-tokens.ts';
import { CROWDED_OUT, decideAction } from '../../manifest/acts.ts';
import type { Manifest } from '../../manifest/port.ts';
import { openManifest } from '../../manifest/read.ts';
import type { CompiledLesson } from '../../model/compiled.ts';
import { callPatterns, type Lesson } from '../../model/lesson.ts';
import { tokensOf } from '../../text/tokens.ts';
import { everydayMatches } from '../../triggers/everyday-calls.ts';
import { lintTrigger } from '../../triggers/lint.ts';
import { compileForHistory, hasCallTrigger, historiesOf } from '../history/backtests.ts';
import type { BuildReport } from '../home/rebuild.ts';
import type { Context } from '../operation.ts';

const LintFindingSchema = z.object({
  slug: z.string(),
  rule: z.enum([
    'refused-pattern',
    'dead-trigger',
    'bare-word',
    'fires-too-often',
    'advice-trips',
    'silenced',
    'stale',
    'unheard-tool',
    'whole-tool',
    'left-out',
  ]),
  detail: z.string(),
});
export type LintFinding = z.infer<typeof LintFindingSchema>;

export const WarningsSchema = z
  .array(LintFindingSchema)
  .describe('What is doubtful: it cannot fire, fires on too much, or advises what another lesson denies.');

const SHARE_MAX = 0.05;
/** Below so many past calls a share says nothing. */
const CALLS_MIN = 200;
const EXAMPLES_MAX = 3;

type Histories = Awaited<ReturnType<typeof historiesOf>>;

/** What is doubtful about lessons as they stand, whether they have just been written or are long in use. */
export async function warningsOf(
  context: Context,
  lessons: readonly Lesson[],
  known?: Histories,
): Promise<LintFinding[]> {
  const findings: LintFinding[] = lessons.flatMap((lesson) =>
    lintTrigger(lesson).map((finding) => ({ slug: lesson.slug, ...finding })),
  );
  findings.push(...lessons.flatMap((lesson) => leftOut(context, lesson)));
  const histories = known ?? (await historiesOf(context, lessons));
  for (const { id, slug } of lessons) {
    const history = histories.get(id);
    if (history === undefined || history.callsSeen < CALLS_MIN) continue;
    const share = history.matched / history.callsSeen;
    if (share <= SHARE_MAX) continue;
    const detail = `matches ${(share * 100).toFixed(1)}% of ${history.callsSeen} past calls`;
    findings.push({ slug, rule: 'fires-too-often', detail });
  }
  return [...findings, ...(await adviceFindings(context, lessons))];
}

/**
 * The same for lessons that have just been changed, and what their history or the other lessons leave of what they were
 * meant to do.
 * @param built what came of compiling them
 */
export async function warningsOnChange(
  context: Context,
  lessons: readonly Lesson[],
  built?: BuildReport,
): Promise<LintFinding[]> {
  const crowdedOut = (built?.overflow ?? []).filter((slug) => lessons.some((each) => each.slug === slug));
  const histories = await historiesOf(context, lessons);
  return [
    ...(await warningsOf(context, lessons, histories)),
    ...(await everydayFindings(context, lessons, histories)),
    ...(await silencedOf(context, lessons)),
    ...crowdedOut.map((slug): LintFinding => ({ slug, rule: 'silenced', detail: CROWDED_OUT })),
  ];
}

/** Where too few past calls are known to say how often a lesson will act, what agents do everywhere tells. */
async function everydayFindings(
  context: Context,
  lessons: readonly Lesson[],
  histories: Histories,
): Promise<LintFinding[]> {
  const unknown = lessons.filter(
    (lesson) =>
      callPatterns(lesson).length > 0 &&
      hasCallTrigger(lesson) &&
      !((histories.get(lesson.id)?.callsSeen ?? 0) >= CALLS_MIN),
  );
  return (await compileForHistory(context, unknown)).flatMap((compiled): LintFinding[] => {
    const { share, met } = everydayMatches(compiled);
    if (share <= SHARE_MAX) return [];
    const examples = met.slice(0, EXAMPLES_MAX).map((each) => `\`${each}\``);
    const detail = `matches ${(share * 100).toFixed(0)}% of everyday calls, such as ${examples.join(', ')}`;
    return [{ slug: compiled.slug, rule: 'fires-too-often', detail }];
  });
}

/** Active lessons that do less at calls than they say, since past calls speak against it. */
export async function silencedOf(context: Context, lessons: readonly Lesson[]): Promise<LintFinding[]> {
  const active = lessons.filter(({ status }) => status === 'active');
  const histories = await historiesOf(context, active, 'before-active');
  return active.flatMap(({ id, slug, delivery }): LintFinding[] => {
    const { note } = decideAction(delivery, histories.get(id));
    return note === null ? [] : [{ slug, rule: 'silenced', detail: note }];
  });
}

/** An active lesson that the settings keep out of the manifest. */
function leftOut({ config }: Context, { slug, status, confidence, priority }: Lesson): LintFinding[] {
  if (status !== 'active') return [];
  const below =
    confidence < config.minConfidence
      ? `confidence ${confidence} is below minConfidence ${config.minConfidence}`
      : priority < config.minPriority
        ? `priority ${priority} is below minPriority ${config.minPriority}`
        : null;
  return below === null ? [] : [{ slug, rule: 'left-out', detail: `its ${below}: nobody is told` }];
}

/** Advice that the compiled lessons, or the lesson itself, would hold or block. */
async function adviceFindings(context: Context, lessons: readonly Lesson[]): Promise<LintFinding[]> {
  const advising = lessons.filter((lesson) => adviceOf(lesson).includes('`'));
  if (advising.length === 0) return [];
  const own = new Map<string, CompiledLesson>();
  for (const each of await compileForHistory(context, advising.filter(denies))) own.set(each.id, each);
  const manifest = openManifest(context.home);
  const mayBeDenied = denialsOf(manifest);
  try {
    return advising.flatMap((lesson) => {
      const self = own.get(lesson.id);
      if (self === undefined && !advisedCommands(adviceOf(lesson)).some(mayBeDenied)) return [];
      const found = trippingAdvice(adviceOf(lesson), (texts) => [
        ...(self === undefined ? [] : [self]),
        ...(manifest?.candidates('Bash', tokensOf(tokenTexts(texts))) ?? []),
      ]);
      if (found === null) return [];
      const by = found.lesson.id === lesson.id ? 'it' : found.lesson.slug;
      const verb = found.lesson.delivery === 'block' ? 'blocks' : 'holds';
      const detail = `its advice says \`${found.command}\`, which ${by} ${verb}`;
      return [{ slug: lesson.slug, rule: 'advice-trips' as const, detail }];
    });
  } finally {
    manifest?.close();
  }
}

/** Whether a lesson that denies may match a command: by its words alone, which spares most of them their shell view. */
function denialsOf(manifest: Manifest | null): (command: string) => boolean {
  const known = new Map<string, boolean>();
  const look = (command: string): boolean => {
    const call = { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/', paths: [] };
    const tokens = quickTokens(call);
    return tokens === null || (manifest?.candidates('Bash', tokens) ?? []).some(denies);
  };
  return (command) => {
    const found = known.get(command) ?? look(command);
    known.set(command, found);
    return found;
  };
}

function adviceOf({ remediation, blockReason }: Lesson): string {
  return `${remediation}\n${blockReason ?? ''}`;
}

function denies({ delivery }: Pick<Lesson, 'delivery'>): boolean {
  return delivery !== 'context';
}

/** A line each, for people. */
export function describeWarnings(warnings: readonly LintFinding[]): string[] {
  return warnings.map(({ slug, rule, detail }) => `! ${slug}: ${rule}: ${detail}`);
}
