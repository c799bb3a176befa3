import { matchError, matchLesson } from '../inject/match.ts';
import { isOpen } from '../model/call-identity.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { CallRecord } from '../model/findings.ts';
import { jaccard, wordSet } from '../text/similarity.ts';
import { isShellTool } from '../triggers/call-views.ts';
import { ANYWHERE, Preparer } from './prepared-text.ts';

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

/** How a call stands to a lesson. */
type Standing =
  /** What the lesson warns of happened. */
  | 'failed'
  /** It is the call that the lesson is about, and it went well. */
  | 'worked'
  /** The same job, done in a way that the lesson is not about, and it went well. */
  | 'corrected'
  | 'other';

/** Judges the calls of one session against lessons; each text is prepared once. */
export class SessionCalls {
  readonly calls: readonly CallRecord[];
  readonly #preparer = new Preparer();
  readonly #byId: Map<string, number>;

  /** @param calls in the order in which they happened */
  constructor(calls: readonly CallRecord[]) {
    this.calls = calls;
    this.#byId = new Map(calls.map((call, index) => [call.callId, index]));
  }

  /** Index of the call, or of the first call after the moment less one; -1 where all came later. */
  position(toolUseId: string | null | undefined, at: string): { index: number; found: boolean } {
    const known = toolUseId == null ? undefined : this.#byId.get(toolUseId);
    if (known !== undefined) return { index: known, found: true };
    const moment = Date.parse(at);
    let index = -1;
    for (const [n, call] of this.calls.entries()) {
      if (call.timestamp !== null && Date.parse(call.timestamp) > moment) break;
      index = n;
    }
    return { index, found: false };
  }

  /** Whether the lesson's trigger matches the call, its gates aside. */
  matches(lesson: CompiledLesson, call: CallRecord): boolean {
    const prepared = this.#preparer.of(call);
    const acting: CompiledLesson = {
      ...lesson,
      actsAtCalls: true,
      injectOn: ['PreToolUse'],
      scope: 'global',
    };
    return matchLesson(prepared.call, prepared.texts, acting, ANYWHERE) !== null;
  }

  /** @param model the call that the lesson was delivered at, where it is known */
  standing(lesson: CompiledLesson, call: CallRecord, model: CallRecord | null): Standing {
    if (isOpen(call)) return 'other';
    const matched = this.matches(lesson, call);
    if (!call.ok) return matched || this.#failsAsWarned(lesson, call) ? 'failed' : 'other';
    if (matched) return 'worked';
    return model !== null && this.#sameJob(call, model) ? 'corrected' : 'other';
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
    if (![...this.#programs(call)].some((program) => programs.has(program))) return false;
    return jaccard(wordSet(call.text), wordSet(model.text)) >= SAME_JOB_SIMILARITY;
  }

  #programs(call: CallRecord): Set<string> {
    const programs = this.#preparer.of(call).texts.commands.map(({ command }) => command.program);
    const own = new Set(programs.filter((program) => !AROUND.has(program)));
    return own.size > 0 ? own : new Set(programs);
  }
}
