import { chiefArgument } from '../capture/chief-argument.ts';
import { isToolOnly, matchError, matchLesson } from '../inject/match.ts';
import { ANYWHERE } from '../inject/scope.ts';
import { isOpen } from '../model/call-identity.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import type { InjectionEvent } from '../model/injection-event.ts';
import { jaccard, wordSet } from '../text/similarity.ts';
import { actingAnywhere } from '../triggers/backtest.ts';
import { isShellTool } from '../triggers/call-views.ts';
import { Preparer } from './prepared-text.ts';

/** Programs that go before or around the one that matters. */
const AROUND = new Set([
  'cd',
  'echo',
  'export',
  'set',
  'true',
  'head',
  'tail',
  'grep',
  'cat',
  'sleep',
  'source',
  '',
]);
const SAME_JOB_SIMILARITY = 0.2;
/** So many calls after a delivery are looked at: what comes later has other reasons. */
const CALLS_AFTER_MAX = 200;

/** A lesson as the hook runs it, and what it says to do. */
export type JudgedLesson = CompiledLesson & {
  remediation: string;
  /** A human's words made it, not a call that failed. */
  isUsersWish?: boolean;
};

/** How a call stands to a lesson. */
type Standing =
  /** What the lesson warns of happened. */
  | 'failed'
  /** It is the call that the lesson is about, and it went well. */
  | 'worked'
  /** The same job, done in a way that the lesson is not about, and it went well. */
  | 'corrected'
  /** The same, by a program or an option that the lesson says to use. */
  | 'as-told'
  | 'other';

/** What a hook recorded of a delivery. */
type Delivered = Pick<InjectionEvent, 'agentId' | 'toolUseId' | 'tool' | 'at'>;

interface Position {
  own: number;
  heard: number;
}

/** Judges the calls of one session against lessons; each text is prepared once. */
export class SessionCalls {
  readonly calls: readonly CallRecord[];
  readonly #preparer = new Preparer();
  readonly #byId: Map<string, number>;
  readonly #times: number[];

  /** @param calls in the order in which they happened */
  constructor(calls: readonly CallRecord[]) {
    this.calls = calls;
    this.#byId = new Map(calls.map((call, index) => [call.callId, index]));
    this.#times = calls.map(({ timestamp }) => (timestamp === null ? Number.NaN : Date.parse(timestamp)));
  }

  /**
   * Where something was delivered. `own` is the call that it was delivered at, -1 where none was or it is not there:
   * where its id is not the transcript's, the last call up to that moment that the lesson is about. `heard` is the last
   * call that was under way by then: only what comes after it could be done otherwise.
   */
  position(event: Delivered, lesson: CompiledLesson): Position {
    const known = event.toolUseId == null ? undefined : this.#byId.get(event.toolUseId);
    // It is read with the result: the transcript's own clock tells, where the hook's may be another.
    const end = this.#endOf(known ?? -1);
    const moment = Date.parse(event.at);
    const later = this.#times.findIndex((time) => (end === null ? time > moment : time >= end));
    const until = later < 0 ? this.calls.length - 1 : later - 1;
    const own = known ?? this.#lastAbout(event, lesson, until);
    // Of a call without a time only its place tells.
    const isTimed = own < 0 || !Number.isNaN(this.#times[own]);
    return { own, heard: isTimed ? Math.max(own, until) : own };
  }

  /**
   * The earliest moment at which something may have been delivered, in milliseconds: a hook's clock may be ahead of the
   * transcript's, but no call is told anything after its end.
   */
  earliest(event: Delivered): number {
    const end = this.#endOf(this.#byId.get(event.toolUseId ?? '') ?? -1);
    return Math.min(Date.parse(event.at), end ?? Number.POSITIVE_INFINITY);
  }

  #endOf(index: number): number | null {
    const seconds = this.calls[index]?.seconds ?? null;
    const at = this.#times[index] ?? Number.NaN;
    return seconds === null || Number.isNaN(at) ? null : Math.round(at + seconds * 1000);
  }

  /** What the agent that was told did next. A subagent, or the one that it works for, was told nothing. */
  after(event: Delivered, { own, heard }: Position): CallRecord[] {
    const later = this.calls.slice(heard + 1);
    const isTold =
      own < 0 && event.agentId != null
        ? () => true
        : (call: CallRecord) => call.thread === (this.calls[own]?.thread ?? null);
    return later.filter(isTold).slice(0, CALLS_AFTER_MAX);
  }

  /** The calls that the user's words are about: those they name by id, else the last one before them that was such a call. */
  objectedTo({ toolUseIds, timestamp, failure }: Episode): CallRecord[] {
    if (toolUseIds.length > 0 || timestamp === null)
      return this.calls.filter(({ callId }) => toolUseIds.includes(callId));
    const moment = Date.parse(timestamp);
    const { command } = failure.input;
    const said = typeof command === 'string' ? command : chiefArgument(failure.input, []);
    const call = this.calls.findLast(
      ({ tool, text, thread }, at) =>
        (this.#times[at] as number) <= moment &&
        tool === failure.tool &&
        thread === null &&
        said !== '' &&
        text.includes(said),
    );
    return call === undefined ? [] : [call];
  }

  /** The call that something was delivered at, or null. Without its lesson only the id tells. */
  callAt(event: Delivered, lesson: CompiledLesson | null): CallRecord | null {
    const known = this.#byId.get(event.toolUseId ?? '');
    const at = known ?? (lesson === null ? -1 : this.position(event, lesson).own);
    return this.calls[at] ?? null;
  }

  #lastAbout({ tool }: Delivered, lesson: CompiledLesson, until: number): number {
    if (tool == null) return -1;
    for (let index = until; index >= 0; index -= 1) {
      const call = this.calls[index] as CallRecord;
      if (call.tool !== tool || Number.isNaN(this.#times[index])) continue;
      if (this.matches(lesson, call) || (!call.ok && this.#failsAsWarned(lesson, call))) return index;
    }
    return -1;
  }

  /** Whether the lesson's trigger matches the call, its gates aside. */
  matches(lesson: CompiledLesson, call: CallRecord): boolean {
    // A tool alone is a trigger where the lesson is told at calls; of one that is shown before a turn any call has it.
    if (isToolOnly(lesson) && !lesson.injectOn.includes('PreToolUse')) return false;
    const prepared = this.#preparer.of(call);
    return matchLesson(prepared.call, prepared.texts, actingAnywhere(lesson), ANYWHERE) !== null;
  }

  /** @param model the call that the lesson was delivered at, where it is known */
  standing(lesson: JudgedLesson, call: CallRecord, model: CallRecord | null): Standing {
    if (isOpen(call)) return 'other';
    const matched = this.matches(lesson, call);
    if (!call.ok) return matched || this.#failsAsWarned(lesson, call) ? 'failed' : 'other';
    if (matched) return 'worked';
    if (model === null) return 'other';
    if (this.#isAsTold(lesson, call, model)) return 'as-told';
    return this.#sameJob(call, model) ? 'corrected' : 'other';
  }

  #failsAsWarned(lesson: CompiledLesson, call: CallRecord): boolean {
    if (lesson.fingerprint !== null && lesson.fingerprint === call.fingerprint) return true;
    const anywhere = { ...lesson, scope: 'global' };
    const toolCall = this.#preparer.of(call).call;
    return matchError(toolCall, call.error ?? '', call.fingerprint ?? '', [anywhere], ANYWHERE).length > 0;
  }

  #sameJob(call: CallRecord, model: CallRecord): boolean {
    if (call.tool !== model.tool) return false;
    if (!isShellTool(call.tool)) return call.text === model.text;
    const programs = this.#programs(model);
    return [...this.#programs(call)].some((program) => programs.has(program)) && isAlike(call, model);
  }

  /** It shares words with the other call, and has a program or an option of its own that the lesson's fix names. */
  #isAsTold({ remediation }: JudgedLesson, call: CallRecord, model: CallRecord): boolean {
    if (call.tool !== model.tool || !isShellTool(call.tool)) return false;
    const known = new Set([...this.#programs(model), ...optionsIn(model.text)]);
    const named = namedIn(remediation);
    const isNew = (word: string) => !known.has(word) && !AROUND.has(word) && named.has(word);
    return [...this.#programs(call), ...optionsIn(call.text)].some(isNew) && isAlike(call, model);
  }

  #programs(call: CallRecord): Set<string> {
    const programs = this.#preparer.of(call).texts.commands.map(({ command }) => command.program);
    const own = new Set(programs.filter((program) => !AROUND.has(program)));
    return own.size > 0 ? own : new Set(programs);
  }
}

function isAlike(call: CallRecord, model: CallRecord): boolean {
  return jaccard(wordSet(call.text), wordSet(model.text)) >= SAME_JOB_SIMILARITY;
}

const optionsIn = (text: string): string[] => text.match(/(?<![\w-])-{1,2}[A-Za-z][\w-]*/g) ?? [];

/**
 * Programs and options that a text tells to use: words of its code; where it marks none, words that are no plain ones, and
 * what it says to run. `Find the file, and make sure` names no program.
 */
function namedIn(remediation: string): Set<string> {
  const code = remediation.match(/`[^`]+`/g)?.join(' ');
  if (code !== undefined) return new Set(code.match(WORD));
  const odd = (remediation.match(WORD) ?? []).filter((word) => /[^A-Za-z]/.test(word));
  const run = [...remediation.matchAll(TOLD_TO_RUN)].map((match) => match[1]!);
  return new Set([...odd, ...run]);
}

const WORD = /[\w./@+-]{0,99}\w/g;
const TOLD_TO_RUN = /\b(?:run|use|using|call|try|prefer|via|with)\s+(?:the\s+)?([\w./@+-]{0,99}\w)/gi;
