import { isToolOnly, matchLesson } from '../inject/match.ts';
import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { test } from '../inject/pattern.ts';
import { ANYWHERE } from '../inject/scope.ts';
import { lessonTakesTool } from '../inject/tools.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { GOOD_MATCHES_MAX } from '../model/constants.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { compare } from '../text/compare.ts';
import { cutCharacters } from '../text/cut-characters.ts';
import { isShellTool, pastCall, unpackView } from './call-views.ts';
import { LessonIndex } from './lesson-index.ts';
import { quickVerdict } from './quick-verdict.ts';
import { requiredFragments } from './required-literals.ts';
import { wilson } from './wilson.ts';

/** Counts a text's runs anew for one lesson: only those before it became active, say. */
export type Recount = (past: PastText, lessonId: string) => { good: number; failing: number };

/** Distinct text of past calls, with how often it was run; as the call index gives them. */
export interface PastText {
  /** Of the call index. */
  id?: number;
  tool: string;
  text: string;
  /** As `packView` made it. */
  view: string | null;
  good: number;
  failing: number;
}

interface BacktestExample {
  tool: string;
  text: string;
  good: number;
  failing: number;
}

/** A trigger held against past calls. */
export interface Backtest {
  /** Calls of the tools that the trigger names. */
  callsSeen: number;
  matched: number;
  /** Matched calls whose result failed. */
  failingMet: number;
  /** Matched calls that went well: the trigger would have disturbed them. */
  goodDisturbed: number;
  /** Most frequent matches first; disturbed and met ones in turn. */
  examples: BacktestExample[];
  /** Why the figures say less than they seem to, or null. */
  note: string | null;
}

const EXAMPLES_MAX = 8;
const EXAMPLE_CHARS_MAX = 300;

/**
 * Runs the call-time part of a trigger over past calls, by the same matcher as the hook.
 * The lesson's scope is not looked at: give the texts of the project that it is for.
 * @param callsSeen how many calls of the trigger's tools the history holds
 */
export function backtest(
  lesson: CompiledLesson,
  texts: Iterable<PastText>,
  callsSeen: number,
  recount?: Recount,
): Backtest {
  const tally = new Tally(lesson, recount);
  for (const past of metTexts(lesson, texts)) tally.add(past);
  return tally.finish(callsSeen);
}

/** Of past calls the texts that the call-time part of a trigger meets. */
export function* metTexts<Past extends PastText>(
  lesson: CompiledLesson,
  texts: Iterable<Past>,
): Iterable<Past> {
  const anywhere = actingAnywhere(lesson);
  const decides = quickVerdict(lesson);
  const tools = new Map<string, boolean>();
  for (const past of texts) {
    let taken = tools.get(past.tool);
    if (taken === undefined) {
      taken = takesTool(lesson, past.tool);
      tools.set(past.tool, taken);
    }
    if (!taken) continue;
    const hit = isPlain(past)
      ? matchesPlain(lesson, past.text)
      : (decides(past) ?? matches(anywhere, prepare(past)));
    if (hit) yield past;
  }
}

/**
 * The same for many lessons in one pass over the texts: each text meets only the lessons that share a word with it.
 * `callsSeen` is counted from the texts, so give all of them.
 */
export function backtestMany(
  lessons: readonly CompiledLesson[],
  texts: Iterable<PastText>,
  recount?: Recount,
): Map<string, Backtest> {
  const tallies = new Map(lessons.map((lesson) => [lesson.id, new Tally(lesson, recount)]));
  const index = new LessonIndex([...tallies.values()].map((tally) => tally.lesson));
  const calls = new Map<string, number>();
  for (const past of texts) {
    calls.set(past.tool, (calls.get(past.tool) ?? 0) + past.good + past.failing);
    const prepared = prepare(past);
    for (const lesson of index.forCall(prepared.texts))
      if (matches(lesson, prepared)) tallies.get(lesson.id)?.add(past);
  }
  const results = new Map<string, Backtest>();
  for (const [id, tally] of tallies) {
    let seen = 0;
    for (const [tool, count] of calls) if (takesTool(tally.lesson, tool)) seen += count;
    results.set(id, tally.finish(seen));
  }
  return results;
}

/** One simple command, as it stands. */
function isPlain(past: PastText): boolean {
  return past.view === null && isShellTool(past.tool);
}

/** What `matchLesson` answers for a plain command, without preparing it: most of a long history is plain. */
function matchesPlain(lesson: CompiledLesson, text: string): boolean {
  if (lesson.command.length === 0) return isToolOnly(lesson);
  return lesson.command.some((pattern) => test(pattern, text));
}

interface Prepared {
  call: ToolCall;
  texts: CallTexts;
}

function prepare(past: PastText): Prepared {
  const call = pastCall(past.tool, past.text);
  return { call, texts: callTexts(call, isShellTool(past.tool) ? unpackView(past.view, past.text) : null) };
}

function takesTool(lesson: CompiledLesson, tool: string): boolean {
  return lessonTakesTool(lesson.toolNames, { tool, nativeTool: tool });
}

function matches(lesson: CompiledLesson, { call, texts }: Prepared): boolean {
  return matchLesson(call, texts, lesson, ANYWHERE) !== null;
}

/** The lesson with a trigger that every call is asked against: in any scope, and though it does not act. */
export function actingAnywhere(lesson: CompiledLesson): CompiledLesson {
  return { ...lesson, actsAtCalls: true, injectOn: ['PreToolUse'], scope: 'global' };
}

class Tally {
  readonly lesson: CompiledLesson;
  #good = 0;
  #failing = 0;
  readonly #disturbed: BacktestExample[] = [];
  readonly #met: BacktestExample[] = [];
  readonly #recount: Recount | undefined;

  constructor(lesson: CompiledLesson, recount: Recount | undefined) {
    this.#recount = recount;
    this.lesson = actingAnywhere(lesson);
  }

  add(past: PastText): void {
    const { good, failing } = this.#recount?.(past, this.lesson.id) ?? past;
    if (good + failing === 0) return;
    this.#good += good;
    this.#failing += failing;
    if (good > 0) keepExample(this.#disturbed, past, good, failing, good);
    else keepExample(this.#met, past, good, failing, failing);
  }

  finish(callsSeen: number): Backtest {
    return {
      callsSeen,
      matched: this.#good + this.#failing,
      failingMet: this.#failing,
      goodDisturbed: this.#good,
      examples: mixed(this.#disturbed, this.#met),
      note:
        this.lesson.content.length > 0
          ? 'What past edits wrote is not kept: content patterns cannot be back-tested.'
          : null,
    };
  }
}

/** Keeps the most frequent few, in order; a million matches need no million examples. */
function keepExample(
  best: BacktestExample[],
  { tool, text }: PastText,
  good: number,
  failing: number,
  count: number,
): void {
  const last = best.length === EXAMPLES_MAX ? (best.at(-1) as BacktestExample) : null;
  if (last !== null && frequency(last) > count) return;
  const example = { tool, text: cutCharacters(text, EXAMPLE_CHARS_MAX), good, failing };
  let at = best.length;
  while (at > 0 && comesBefore(example, best[at - 1] as BacktestExample)) at -= 1;
  if (at === EXAMPLES_MAX) return;
  best.splice(at, 0, example);
  if (best.length > EXAMPLES_MAX) best.pop();
}

/** How often it was run with the result that it is an example of. */
function frequency({ good, failing }: BacktestExample): number {
  return good > 0 ? good : failing;
}

function comesBefore(a: BacktestExample, b: BacktestExample): boolean {
  return (frequency(b) - frequency(a) || compare(a.text, b.text)) < 0;
}

function mixed(disturbed: BacktestExample[], met: BacktestExample[]): BacktestExample[] {
  const half = EXAMPLES_MAX / 2;
  const first = met.slice(0, Math.max(half, EXAMPLES_MAX - disturbed.length));
  return [...first, ...disturbed.slice(0, EXAMPLES_MAX - first.length)];
}

/** The history check: a trigger that matched more than three good calls, or more good than failing ones, does not act at calls. */
export function mayActAtCalls(result: Pick<Backtest, 'failingMet' | 'goodDisturbed'>): boolean {
  return result.goodDisturbed <= GOOD_MATCHES_MAX && result.goodDisturbed <= result.failingMet;
}

const HOLD_GOOD_SHARE_MAX = 0.3;

/** Whether history supports a `hold`: the upper 95% bound of good ÷ matched is at most 0.3. */
export function supportsHold(result: Pick<Backtest, 'failingMet' | 'goodDisturbed'>): {
  supported: boolean;
  upper: number;
} {
  const upper = wilson(result.goodDisturbed, result.failingMet + result.goodDisturbed).high;
  return { supported: upper <= HOLD_GOOD_SHARE_MAX, upper };
}

/**
 * Parts of words that a past text must hold for the lesson to match, as the call index takes them; undefined where
 * nothing is certain.
 */
export function literalsOf(lesson: CompiledLesson): string[][] | undefined {
  if (lesson.content.length > 0) return undefined;
  const lists: string[][] = [];
  for (const pattern of [...lesson.command, ...lesson.path]) {
    const required = requiredFragments(pattern.match, pattern.flags);
    if (required === null) return undefined;
    lists.push(...required);
  }
  return lists.length > 0 ? lists : undefined;
}
