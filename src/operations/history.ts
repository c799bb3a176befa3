import { existsSync } from 'node:fs';
import { shellView } from '../inject/shell-view.ts';
import { lessonTakesTool } from '../inject/tools.ts';
import { type CompileNote, compileLesson } from '../manifest/compile-lesson.ts';
import { doubtfulSources, verdictsOf } from '../manifest/verdicts.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { callPatterns, type Lesson, namesCalls } from '../model/lesson.ts';
import { scopeProject } from '../model/scope.ts';
import { homeFiles } from '../platform/paths.ts';
import type { CallIndex } from '../store/call-index-port.ts';
import { DamagedIndex } from '../store/sqlite/call-index-damage.ts';
import { openCallIndex } from '../store/sqlite/call-index-open.ts';
import { hash64 } from '../text/hash.ts';
import { type Backtest, backtest, backtestMany, literalsOf, type Recount } from '../triggers/backtest.ts';
import { CALL_VIEW_VERSION, isShellTool, packView } from '../triggers/call-views.ts';
import { activeSince, arrivalsOf } from './arrivals.ts';
import type { Context } from './operation.ts';

/** A remembered back-test is used until the history has grown by this share. */
const STALE_SHARE = 0.02;
/** From so many new triggers on, one pass over all texts is cheaper than a look-up for each. */
const ONE_PASS_FROM = 6;

/**
 * Opens the index of past calls, with a shell view for each of its texts; null where nothing was scanned yet.
 * The caller closes it. Throws `DamagedIndex`.
 */
export function openHistory(home: string): CallIndex | null {
  if (!existsSync(homeFiles.calls(home))) return null;
  const index = openCallIndex(home);
  try {
    index.fillViews(viewOf, viewRules());
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

/**
 * Work that can do without past calls: it is given none where the index is damaged, and done once more without them where
 * that shows only as it is read. The user is told.
 */
export async function withUsableHistory<T>(
  context: Context,
  work: (index: CallIndex | null) => T | Promise<T>,
): Promise<T> {
  const index = openUsableHistory(context);
  if (index?.isUnfilled())
    context.warn('past calls are not known before the next `lessons scan`, which reads them again');
  try {
    return await work(index);
  } catch (error) {
    warnIfDamaged(context, error);
    return await work(null);
  } finally {
    index?.close();
  }
}

function openUsableHistory(context: Context): CallIndex | null {
  try {
    return openHistory(context.home);
  } catch (error) {
    warnIfDamaged(context, error);
    return null;
  }
}

function warnIfDamaged(context: Context, error: unknown): void {
  if (!(error instanceof DamagedIndex)) throw error;
  context.warn(`${error.message}: past calls are left out. ${error.hint}`);
}

/** Commands that every rule of the shell view has a say in. */
const PROBES = [
  'git -C /a push -f origin main',
  'FOO=1 sudo -u x env A=b nice -n 5 python3 -c "import os; print(1)" > out.txt && ls',
  `bash -lc 'cd "/x y" && rm -rf ./build; echo done'`,
  'cat <<EOF | sort -u\nrm -rf /\nEOF',
  'for f in *.ts; do npx eslint "$f" || exit 1; done # lint',
  'git commit -m "fix: rm -rf is $(whoami)" --no-verify',
  'find . -name "*.log" -print0 | xargs -0 -n 1 rm -f',
  'kubectl exec pod -- sh -c "psql -c \\"drop table x\\""',
  'curl -sSL https://x.y/i.sh | sh -s -- --yes; (cd a && make -n all) 2>&1 | tail -5',
  'X=$(git rev-parse HEAD); [ -f a ] && docker run --rm -v $PWD:/w img --help',
  'ssh host "sudo systemctl restart x" & time pip3 install -r r.txt --dry-run',
  'timeout 5 watch -n1 "ls -la" ; eval "$CMD" ; echo "a|b" \\| c',
];

let rules: string | null = null;

/** Changes with the rules of the shell view, so that views made by older rules are made anew. */
export function viewRules(): string {
  rules ??= hash64([CALL_VIEW_VERSION, ...PROBES.map((probe) => viewOf('Bash', probe) ?? '')].join('\n'));
  return rules;
}

/** What patterns see of a past text, as the call index keeps it. */
export function viewOf(tool: string, text: string): string | null {
  return isShellTool(tool) ? packView(shellView(text), text) : null;
}

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

/**
 * One trigger over the past calls: of its project where the lesson is for one, else of all.
 * @param until ISO 8601; later calls are left out
 */
export function backtestOver(index: CallIndex, lesson: CompiledLesson, until?: string): Backtest {
  const where = { ...toolsOf(index, lesson), ...placeOf(lesson) };
  const literals = literalsOf(lesson);
  const texts = index.texts({ ...where, ...(literals ? { literals } : {}) });
  const recount =
    until === undefined ? undefined : recounter(index, new Map([[lesson.id, until]]), where.project);
  return backtest(lesson, texts, index.totals(where).calls, recount);
}

/** The tools of the history that the lesson takes, by whichever of their names; all where it names none. */
export function toolsOf(index: CallIndex, { toolNames }: CompiledLesson): { tools?: string[] } {
  if (toolNames.length === 0) return {};
  const taken = index.toolNames().filter((tool) => lessonTakesTool(toolNames, { tool, nativeTool: tool }));
  return { tools: taken.length > 0 ? taken : toolNames };
}

/** Counts only calls before the lesson's moment. */
function recounter(
  index: CallIndex,
  untils: ReadonlyMap<string, string>,
  project: string | undefined,
): Recount {
  return (past, lessonId) => {
    const until = untils.get(lessonId);
    return until === undefined || past.id === undefined ? past : index.countText(past.id, until, project);
  };
}

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
  const tested = lessons.filter(hasCallTrigger);
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
  const keyOf = (lesson: Lesson) => memoryKey(lesson, untils.get(lesson.id) ?? '');
  const missing: Lesson[] = [];
  for (const lesson of tested) {
    const known = index.recall(keyOf(lesson), STALE_SHARE);
    if (known === null) missing.push(lesson);
    else results.set(lesson.id, JSON.parse(known) as Backtest);
  }
  const fresh = runAll(index, await compileForHistory(context, missing), untils);
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
  untils: ReadonlyMap<string, string>,
): Map<string, Backtest> {
  if (lessons.length < ONE_PASS_FROM)
    return new Map(lessons.map((lesson) => [lesson.id, backtestOver(index, lesson, untils.get(lesson.id))]));
  const results = new Map<string, Backtest>();
  for (const group of Map.groupBy(lessons, ({ scope }) => scopeProject(scope)).values()) {
    const where = placeOf(group[0]!);
    const recount = untils.size > 0 ? recounter(index, untils, where.project) : undefined;
    for (const [id, result] of backtestMany(group, index.texts(where), recount)) results.set(id, result);
  }
  return results;
}

function memoryKey(lesson: Lesson, until: string): string {
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
  return hash64(JSON.stringify([viewRules(), ...trigger, lesson.delivery, until]));
}
