import { z } from 'zod';
import { forbids } from '../../capture/spoken/words/user-rule.ts';
import { lessonTakesTool } from '../../inject/tools.ts';
import { type CompileNote, compileLesson } from '../../manifest/compile-lesson.ts';
import { doubtfulSources, verdictsOf } from '../../manifest/verdicts.ts';
import type { CompiledLesson } from '../../model/compiled.ts';
import { counted } from '../../model/counted.ts';
import { callPatterns, type Lesson, namesCalls } from '../../model/lesson.ts';
import { scopeProject } from '../../model/scope.ts';
import type { CallIndex } from '../../store/call-index-port.ts';
import { hash64 } from '../../text/hash.ts';
import { type Backtest, backtest, backtestMany, literalsOf, type Recount } from '../../triggers/backtest.ts';
import type { Context } from '../operation.ts';
import { activeSince, arrivalsOf } from '../outcomes/arrivals.ts';
import { asObjected, type Objected, objectedCalls } from './objected-calls.ts';
import { openUsableHistory, viewRules, warnIfDamaged } from './open-history.ts';

/** A remembered back-test is used until the history has grown by this share. */
const STALE_SHARE = 0.02;
/** From so many new triggers on, one pass over all texts is cheaper than a look-up for each. */
const ONE_PASS_FROM = 6;

/** Lessons as the hook would run them, had they no history. Patterns that could stall it are left out, and `refused` told. */
export async function compileForHistory(
  context: Context,
  lessons: readonly Lesson[],
  refused: (note: CompileNote) => void = () => {},
): Promise<CompiledLesson[]> {
  const verdict = await verdictsOf(context.home, doubtfulSources([...lessons]));
  const options = { effect: undefined, history: undefined, verdict, refused };
  return lessons.map((lesson) => compileLesson(lesson, options).compiled);
}

/** True where the lesson is told at calls and says at which; tools alone say so only of one that is not for an error. */
export function hasCallTrigger(lesson: Lesson): boolean {
  if (!lesson.injectOn.includes('PreToolUse')) return false;
  return callPatterns(lesson).length > 0 || (namesCalls(lesson) && lesson.errorPatterns.length === 0);
}

/** True where it says which calls or errors it is for, whenever it is told. */
export function hasTrigger(lesson: Lesson): boolean {
  return hasCallTrigger(lesson) || callPatterns(lesson).length + lesson.errorPatterns.length > 0;
}

/** What counts of a lesson's past calls: those before a moment (ISO 8601), and which of them a human objected to. */
interface Counted {
  until?: string | undefined;
  objected?: Objected | undefined;
}

/** One trigger over the past calls: of its project where the lesson is for one, else of all. */
export function backtestOver(index: CallIndex, lesson: CompiledLesson, counted: Counted = {}): Backtest {
  const where = { ...toolsOf(index, lesson), ...placeOf(lesson) };
  const literals = literalsOf(lesson);
  const texts = index.texts({ ...where, ...(literals ? { literals } : {}) });
  const recount = recounter(index, () => counted, where.project);
  return backtest(lesson, texts, index.totals(where).calls, recount);
}

/** The tools of the history that the lesson takes, by whichever of their names; all where it names none. */
export function toolsOf(index: CallIndex, { toolNames }: CompiledLesson): { tools?: string[] } {
  if (toolNames.length === 0) return {};
  const taken = index.toolNames().filter((tool) => lessonTakesTool(toolNames, { tool, nativeTool: tool }));
  return { tools: taken.length > 0 ? taken : toolNames };
}

function recounter(
  index: CallIndex,
  countedOf: (lessonId: string) => Counted,
  project: string | undefined,
): Recount {
  return (past, lessonId) => {
    const { until, objected } = countedOf(lessonId);
    const isAll = until === undefined || past.id === undefined;
    return asObjected(objected, past, isAll ? past : index.countText(past.id!, until!, project));
  };
}

/** True of a human's *never do that*: that it went well before they said so is no reason to let it be. */
const isForbidding = ({ signals, remediation }: Lesson): boolean =>
  signals.includes('user-correction') && forbids(remediation);

function placeOf({ scope }: Pick<Lesson, 'scope'>): { project?: string } {
  const project = scopeProject(scope);
  return project === null ? {} : { project };
}

/**
 * Which calls a back-test looks at: all of them, or those before each lesson became active. Since then its own
 * outcomes speak: a hold has taken failures away, and a year of use makes four good calls of nearly any trigger.
 */
type Span = 'all' | 'before-active';

/**
 * Back-tests of lessons by id; those of triggers that were tested lately are remembered. Empty where nothing was
 * scanned. Where the index is damaged, what it still tells: a build must go on, since it may be to take a lesson out.
 */
export async function historiesOf(
  context: Context,
  lessons: readonly Lesson[],
  span: Span = 'all',
): Promise<Map<string, Backtest>> {
  const tested = lessons.filter(
    (each) => hasCallTrigger(each) && !(span === 'before-active' && isForbidding(each)),
  );
  const results = new Map<string, Backtest>();
  const index = tested.length > 0 ? openUsableHistory(context) : null;
  if (index === null) return results;
  try {
    await testAll(context, index, tested, span, results);
  } catch (error) {
    warnIfDamaged(context, error);
  } finally {
    index.close();
  }
  return results;
}

async function testAll(
  context: Context,
  index: CallIndex,
  tested: readonly Lesson[],
  span: Span,
  results: Map<string, Backtest>,
): Promise<void> {
  const untils = span === 'all' ? new Map<string, string>() : await untilsOf(context, tested);
  const objected = await objectedCalls(await context.store(), index, tested);
  const countedOf = (id: string): Counted => ({ until: untils.get(id), objected: objected.get(id) });
  const keyOf = (lesson: Lesson) => memoryKey(lesson, countedOf(lesson.id));
  const missing: Lesson[] = [];
  for (const lesson of tested) {
    const known = index.recall(keyOf(lesson), STALE_SHARE);
    if (known === null) missing.push(lesson);
    else results.set(lesson.id, JSON.parse(known) as Backtest);
  }
  const fresh = runAll(index, await compileForHistory(context, missing), countedOf);
  for (const [id, result] of fresh) results.set(id, result);
  if (missing.length > 0)
    index.remember(missing.map((lesson) => [keyOf(lesson), JSON.stringify(results.get(lesson.id))]));
}

async function untilsOf(context: Context, lessons: readonly Lesson[]): Promise<Map<string, string>> {
  const arrivedAt = await arrivalsOf(await context.store());
  return new Map(lessons.map((lesson) => [lesson.id, activeSince(lesson, arrivedAt(lesson))]));
}

function runAll(
  index: CallIndex,
  lessons: CompiledLesson[],
  countedOf: (lessonId: string) => Counted,
): Map<string, Backtest> {
  if (lessons.length < ONE_PASS_FROM)
    return new Map(lessons.map((lesson) => [lesson.id, backtestOver(index, lesson, countedOf(lesson.id))]));
  const results = new Map<string, Backtest>();
  for (const group of Map.groupBy(lessons, ({ scope }) => scopeProject(scope)).values()) {
    const where = placeOf(group[0]!);
    const recount = recounter(index, countedOf, where.project);
    for (const [id, result] of backtestMany(group, index.texts(where), recount)) results.set(id, result);
  }
  return results;
}

function memoryKey(lesson: Lesson, { until = '', objected = new Map() }: Counted): string {
  const { toolNames, commandPatterns, pathPatterns, contentPatterns, errorPatterns, fingerprint } = lesson;
  const scope = scopeProject(lesson.scope) === null ? '' : lesson.scope;
  const trigger = [
    toolNames,
    commandPatterns,
    pathPatterns,
    contentPatterns,
    errorPatterns,
    fingerprint,
    scope,
  ];
  return hash64(JSON.stringify([viewRules(), ...trigger, lesson.delivery, until, ...[...objected].sort()]));
}

/** What a trigger would have met in the user's own past calls. */
export const BacktestSummarySchema = z.object({
  callsSeen: z.int().min(0).describe('Past calls of the tools in question.'),
  matched: z.int().min(0),
  failingMet: z.int().min(0).describe('Matched calls that failed, or that a human objected to.'),
  goodDisturbed: z.int().min(0).describe('Matched calls that went well.'),
  note: z.string().nullable(),
});
type BacktestSummary = z.infer<typeof BacktestSummarySchema>;

/** Runs a lesson's trigger over the past calls; null where none are known or it has no trigger for calls. */
export async function backtestLesson(context: Context, lesson: Lesson): Promise<BacktestSummary | null> {
  if (!hasCallTrigger(lesson)) return null;
  const result = (await historiesOf(context, [lesson])).get(lesson.id);
  if (!result) return null;
  const { callsSeen, matched, failingMet, goodDisturbed, note } = result;
  return { callsSeen, matched, failingMet, goodDisturbed, note };
}

export const meetsText = (
  result: Pick<BacktestSummary, 'callsSeen' | 'failingMet' | 'goodDisturbed'>,
): string =>
  `In ${counted(result.callsSeen, 'past call')} it meets ${result.failingMet} that failed and disturbs ${result.goodDisturbed} that went well.`;

/** The figures in a sentence or two, and what follows from them. */
export function describeBacktest(result: BacktestSummary | null): string[] {
  if (result === null) return [];
  if (result.callsSeen === 0) return ['No past calls of its tools are known.'];
  return [meetsText(result), ...(result.note === null ? [] : [result.note])];
}
