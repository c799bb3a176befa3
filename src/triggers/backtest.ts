import { matchLesson } from '../inject/match.ts';
import { type CallTexts, callTexts } from '../inject/match-texts.ts';
import { normalisePath } from '../inject/paths.ts';
import { regexOf, test } from '../inject/pattern.ts';
import { lessonTakesTool } from '../inject/tools.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { GOOD_MATCHES_MAX } from '../model/constants.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { wilson } from './bounds.ts';
import { isShellTool, pastCall, unpackView } from './call-views.ts';
import { LessonIndex } from './lesson-index.ts';
import { requiredFragments } from './required-literals.ts';

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

export interface BacktestExample {
  tool: string;
  text: string;
  good: number;
  failing: number;
}

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
const ANYWHERE = { project: null, agent: '', team: null };

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
  const mayHold = textFilter(lesson);
  for (const past of texts) {
    if (!takesTool(lesson, past.tool)) continue;
    const hit = isPlain(past)
      ? matchesPlain(lesson, past.text)
      : mayHold(past) && matches(tally.lesson, prepare(past));
    if (hit) tally.add(past);
  }
  return tally.finish(callsSeen);
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
  const index = new LessonIndex(
    'call',
    [...tallies.values()].map((tally) => tally.lesson),
  );
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

function isToolOnly(lesson: CompiledLesson): boolean {
  const patterns = lesson.path.length + lesson.content.length + lesson.error.length;
  return lesson.toolNames.length > 0 && patterns === 0 && lesson.fingerprint === null;
}

/** False only where the lesson cannot match the text; true costs the full match. */
function textFilter(lesson: CompiledLesson): (past: PastText) => boolean {
  const paths = pathFilter(lesson);
  const commands = commandFilter(lesson);
  return (past) => (isShellTool(past.tool) ? commands(past) : paths(past));
}

const PACKED_CHARS_MAX = 2048;

/** Runs patterns over the packed view as a whole, in multi-line mode, where that finds at least what the texts hold. */
function commandFilter(lesson: CompiledLesson): (past: PastText) => boolean {
  if (lesson.command.length === 0 || lesson.path.length + lesson.content.length > 0) return () => true;
  const local = lesson.command.every(({ match }) => !/\(\?(?:<?[!=]|-|[a-z])|\\[nr\d]|\\u2028/.test(match));
  if (!local) return () => true;
  const regexes = lesson.command.map(({ match, flags, view }) => ({
    raw: view === 'raw',
    regex: regexOf(match, `${flags.replace('m', '')}m`),
  }));
  return ({ text, view }) => {
    if (view === null || view.length > PACKED_CHARS_MAX || text.length > PACKED_CHARS_MAX) return true;
    return regexes.some(({ raw, regex }) => regex === null || regex.test(raw ? text : view));
  };
}

/**
 * False only where no form of a path can match. Every form is an end of the whole path, so a pattern that is not
 * tied to the start of the text finds at least as much in the whole.
 */
function pathFilter(lesson: CompiledLesson): (past: PastText) => boolean {
  if (lesson.path.length === 0 || lesson.content.length > 0) return () => true;
  const loose = lesson.path.map((pattern) => regexOf(loosened(pattern.match), pattern.flags));
  return ({ tool, text }) => {
    if (isShellTool(tool) || text.includes('\n')) return true;
    const path = normalisePath(text);
    return loose.some((regex) => regex === null || regex.test(path));
  };
}

/** What globs become keeps out `.` and `..` by lookaheads at every character; without them it finds more, sooner. */
const DOTS = ['(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?!\\.{1,2}(?:\\/|$))', '(?=.)'];
const ANY_FOLDERS = '(?:^|\\/|(?:(?:.)*?)\\/)';

function loosened(source: string): string {
  const free = source.replace(/^\^/, '');
  let loose = free;
  for (const each of DOTS) loose = loose.replaceAll(each, '');
  // Inside a negation the same removal would find less.
  return loose.includes('(?!') ? free : loose.replaceAll(ANY_FOLDERS, '(?:^|\\/)');
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

class Tally {
  readonly lesson: CompiledLesson;
  #good = 0;
  #failing = 0;
  readonly #hits: BacktestExample[] = [];
  readonly #recount: Recount | undefined;

  constructor(lesson: CompiledLesson, recount: Recount | undefined) {
    this.#recount = recount;
    this.lesson = { ...lesson, actsAtCalls: true, injectOn: ['PreToolUse'], scope: 'global' };
  }

  add(past: PastText): void {
    const { good, failing } = this.#recount?.(past, this.lesson.id) ?? past;
    if (good + failing === 0) return;
    this.#good += good;
    this.#failing += failing;
    keepExample(this.#hits, { ...past, good, failing });
  }

  finish(callsSeen: number): Backtest {
    return {
      callsSeen,
      matched: this.#good + this.#failing,
      failingMet: this.#failing,
      goodDisturbed: this.#good,
      examples: mixed(this.#hits),
      note:
        this.lesson.content.length > 0
          ? 'What past edits wrote is not kept: content patterns cannot be back-tested.'
          : null,
    };
  }
}

/** Keeps the most frequent few of either kind; a million matches need no million examples. */
function keepExample(hits: BacktestExample[], past: PastText): void {
  hits.push({
    tool: past.tool,
    text: past.text.slice(0, EXAMPLE_CHARS_MAX),
    good: past.good,
    failing: past.failing,
  });
  if (hits.length > 64 * EXAMPLES_MAX) hits.splice(0, hits.length, ...mixed(hits));
}

function mixed(hits: BacktestExample[]): BacktestExample[] {
  const disturbed = hits.filter((each) => each.good > 0).sort((a, b) => b.good - a.good || order(a, b));
  const met = hits.filter((each) => each.good === 0).sort((a, b) => b.failing - a.failing || order(a, b));
  const half = EXAMPLES_MAX / 2;
  const first = met.slice(0, Math.max(half, EXAMPLES_MAX - disturbed.length));
  return [...first, ...disturbed.slice(0, EXAMPLES_MAX - first.length)];
}

function order(a: BacktestExample, b: BacktestExample): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

/** The history check: a trigger that matched more than three good calls, or more good than failing ones, does not act at calls. */
export function mayActAtCalls(result: Pick<Backtest, 'failingMet' | 'goodDisturbed'>): boolean {
  return result.goodDisturbed <= GOOD_MATCHES_MAX && result.goodDisturbed <= result.failingMet;
}

export const HOLD_GOOD_SHARE_MAX = 0.3;

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
