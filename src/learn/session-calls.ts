import { isToolOnly, matchError, matchLesson } from '../inject/match.ts';
import { isOpen } from '../model/call-identity.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { CallRecord } from '../model/findings.ts';
import type { InjectionEvent } from '../model/injection-event.ts';
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

/** What a hook recorded of a delivery. */
type Delivered = Pick<InjectionEvent, 'toolUseId' | 'tool' | 'at'>;

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
  position(event: Delivered, lesson: CompiledLesson): { own: number; heard: number } {
    const moment = Date.parse(event.at);
    const later = this.#times.findIndex((time) => time > moment);
    const until = later < 0 ? this.calls.length - 1 : later - 1;
    const known = event.toolUseId == null ? undefined : this.#byId.get(event.toolUseId);
    const own = known ?? this.#lastAbout(event, lesson, until);
    // Of a call without a time only its place tells.
    const isTimed = own < 0 || !Number.isNaN(this.#times[own]);
    return { own, heard: isTimed ? Math.max(own, until) : own };
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
