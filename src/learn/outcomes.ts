import { isOpen } from '../model/call-identity.ts';
import { counted } from '../model/counted.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import {
  type InjectionEvent,
  type InjectionKind,
  type Outcome,
  SHOWN_KINDS,
  TOLD_KINDS,
} from '../model/injection-event.ts';
import type { OutcomeRow } from '../store/port.ts';
import { cutCharacters } from '../text/cut-characters.ts';
import { hash64 } from '../text/hash.ts';
import { oneLine } from '../text/one-line.ts';
import { isShellTool } from '../triggers/call-views.ts';
import { SHOWN_PREFIX } from './scoring.ts';
import { type JudgedLesson, SessionCalls } from './session-calls.ts';

interface JudgeInput {
  sessionId: string;
  /** Everything that hooks recorded in the session, in order of time. */
  events: readonly InjectionEvent[];
  /** The session's calls with a result, in order of time. */
  calls: readonly CallRecord[];
  /** Episodes of the session in which the user objected. */
  objections: readonly Episode[];
  /** Compiled lessons by id; an event about another lesson is left out. */
  lessons: ReadonlyMap<string, JudgedLesson>;
}

/** Outcomes that say nothing once the user has objected. */
const SAYS_LITTLE = new Set<Outcome>(['irrelevant', 'unknown']);
const DELIVERIES = new Set<InjectionKind>([...TOLD_KINDS, ...SHOWN_KINDS, 'holdout']);
const EVIDENCE_CHARS_MAX = 200;

interface Verdict {
  outcome: Outcome;
  evidence: string;
}

/** Whether an event is a delivery of a lesson, which has an outcome. */
export function isDelivery(kind: InjectionKind): boolean {
  return DELIVERIES.has(kind);
}

/** Identity of a delivery: session, lesson, tool use (or moment), and how it was delivered. */
export function deliveryId(
  event: Pick<InjectionEvent, 'sessionId' | 'lessonId' | 'toolUseId' | 'at' | 'kind'>,
): string {
  const shown = event.kind === 'pitfalls' || event.kind === 'session-start';
  return (
    (shown ? SHOWN_PREFIX : '') +
    hash64([event.sessionId, event.lessonId ?? '', event.toolUseId ?? event.at, event.kind].join('\n'))
  );
}

/**
 * Says of every delivery what became of it: `prevented` (the corrected form ran, or a stopped call was not tried
 * again), `ignored` (what it warns of happened after it), `irrelevant` (the call was fine as it was, or a human let
 * it through), `unknown` (nothing in the transcript says). Having been shown is no outcome.
 * A withheld delivery is judged alike, so that the two can be compared.
 */
export function judgeSession(input: JudgeInput): OutcomeRow[] {
  const session = new SessionCalls(input.calls);
  const comeBack = new Map<string, boolean>();
  const judged: OutcomeRow[] = [];
  const seen = new Set<string>();
  for (const event of input.events) {
    const lesson = event.lessonId == null ? undefined : input.lessons.get(event.lessonId);
    if (!lesson || !isDelivery(event.kind)) continue;
    const id = deliveryId(event);
    if (seen.has(id)) continue;
    seen.add(id);
    const around = aroundOf(event, lesson, session);
    const verdict = judge(event, lesson, around, session, input);
    const cameBack = comeBack.get(lesson.id) ?? cameBackAfter(event, lesson, around, session, input);
    comeBack.set(lesson.id, cameBack);
    judged.push({
      id,
      lessonId: lesson.id,
      slug: lesson.slug,
      sessionId: input.sessionId,
      agent: event.agent,
      project: event.project ?? null,
      at: event.at,
      outcome: verdict.outcome,
      evidence: cutCharacters(oneLine(verdict.evidence), EVIDENCE_CHARS_MAX),
      withheld: event.kind === 'holdout',
      cameBack,
    });
  }
  return judged;
}

/** The call that a delivery was about, and what the agent that was told did next. */
interface Around {
  own: CallRecord | null;
  after: CallRecord[];
}

function aroundOf(event: InjectionEvent, lesson: JudgedLesson, session: SessionCalls): Around {
  const place = session.position(event, lesson);
  return { own: session.calls[place.own] ?? null, after: session.after(event, place) };
}

/**
 * Whether what the lesson warns of happened anywhere after its first delivery in the session. It is asked alike of one
 * that was told and of one that was withheld: told ones have more deliveries, and with each more that can go wrong.
 */
function cameBackAfter(
  event: InjectionEvent,
  lesson: JudgedLesson,
  { own, after }: Around,
  session: SessionCalls,
  input: JudgeInput,
): boolean {
  // A hold comes before the call that it is delivered at.
  const calls = own !== null && lesson.delivery === 'hold' ? [own, ...after] : after;
  if (calls.some((call) => session.standing(lesson, call, null) === 'failed')) return true;
  return objectionTo(event, lesson, { own, after }, session, input) !== null;
}

function judge(
  event: InjectionEvent,
  lesson: JudgedLesson,
  { own, after }: Around,
  session: SessionCalls,
  input: JudgeInput,
): Verdict {
  const stopped = event.kind === 'hold' || event.kind === 'block';
  if (stopped) {
    const passed = whatPassed(event, lesson, session, input);
    if (passed !== null) return passed;
  } else if (own !== null && atItsOwnCall(event, lesson)) {
    const early = session.standing(lesson, own, null);
    if (early === 'failed') return { outcome: 'ignored', evidence: `failed: ${told(own)}` };
  }
  const objection = objectionTo(event, lesson, { own, after }, session, input);
  const passed = stopped ? passedLater(lesson, session, input) : new Set<CallRecord | null>();
  const until = objection === null ? after.length : after.indexOf(objection.call);
  const untold = after.slice(0, Math.max(until, 0)).filter((call) => !passed.has(call));
  const next = firstTelling(event, lesson, untold, own, session);
  // That it went well until then says nothing once the user has objected to it.
  if (objection !== null && (next === null || SAYS_LITTLE.has(next.outcome))) return objection;
  if (next !== null) return next;
  if (stopped) return leftOrTriedAgain(lesson, after, session);
  if (own?.ok && session.matches(lesson, own)) return wentWell(lesson, `the call went well: ${told(own)}`);
  const what =
    after.length === 0
      ? 'no call came after it'
      : `nothing of the kind in ${counted(after.length, 'call')} after it`;
  return { outcome: 'unknown', evidence: what };
}

/** Of what a user wants done otherwise, the good result of a call says nothing: such were those that they objected to. */
function wentWell({ isUsersWish }: JudgedLesson, evidence: string): Verdict {
  return { outcome: isUsersWish === true ? 'unknown' : 'irrelevant', evidence };
}

/** A lesson that would have stopped the call was withheld: the call itself then shows what it is worth. */
function atItsOwnCall(event: InjectionEvent, lesson: JudgedLesson): boolean {
  return event.kind === 'holdout' && lesson.delivery === 'hold';
}

/** A stopped call that ran after all: because it was repeated unchanged, or because a human let it through. */
function whatPassed(
  event: InjectionEvent,
  lesson: JudgedLesson,
  session: SessionCalls,
  input: JudgeInput,
): Verdict | null {
  const same = (each: InjectionEvent): boolean =>
    each.lessonId === lesson.id &&
    each.at >= event.at &&
    (event.inputHash == null || each.inputHash === event.inputHash);
  if (input.events.some((each) => each.kind === 'allow-once' && same(each)))
    return { outcome: 'irrelevant', evidence: 'a human let the call through' };
  const passed = input.events.find((each) => each.kind === 'hold-passed' && same(each));
  if (!passed) return null;
  const { own } = session.position(passed, lesson);
  const first = session.calls[own];
  const repeated = session.calls
    .slice(Math.max(own, 0))
    .find((call) => call.text === first?.text && call.thread === first.thread && !isOpen(call));
  if (!repeated)
    return { outcome: 'unknown', evidence: 'repeated unchanged; its result is not in the transcript' };
  const objection = objectionTo(event, lesson, { own: repeated, after: [] }, session, input);
  if (objection !== null) return objection;
  return repeated.ok
    ? wentWell(lesson, `repeated unchanged, and it went well: ${told(repeated)}`)
    : { outcome: 'ignored', evidence: `repeated unchanged, and it failed: ${told(repeated)}` };
}

/** Stopped calls that ran after all: each tells of the delivery that had stopped it, and of no other. */
function passedLater(
  lesson: JudgedLesson,
  session: SessionCalls,
  input: JudgeInput,
): ReadonlySet<CallRecord | null> {
  const passed = input.events.filter(
    ({ kind, lessonId }) => (kind === 'hold-passed' || kind === 'allow-once') && lessonId === lesson.id,
  );
  return new Set(passed.map((each) => session.callAt(each, lesson)));
}

/** A stopped call that did not run later: given up, or tried in vain, of which the later delivery tells. */
function leftOrTriedAgain(
  lesson: JudgedLesson,
  after: readonly CallRecord[],
  session: SessionCalls,
): Verdict {
  if (after.length === 0) return { outcome: 'unknown', evidence: 'stopped; no call came after it' };
  const again = after.find((call) => isOpen(call) && session.matches(lesson, call));
  return again === undefined
    ? { outcome: 'prevented', evidence: `stopped, and not tried again in ${counted(after.length, 'call')}` }
    : { outcome: 'unknown', evidence: `tried again, and stopped again: ${told(again)}` };
}

/** The user corrected the agent at one of these calls, which the lesson is about. One that was stopped says nothing. */
function objectionTo(
  event: InjectionEvent,
  lesson: JudgedLesson,
  { own, after }: Around,
  session: SessionCalls,
  input: JudgeInput,
): (Verdict & { call: CallRecord }) | null {
  const told = session.earliest(event);
  for (const objection of input.objections) {
    if (objection.timestamp !== null && Date.parse(objection.timestamp) < told) continue;
    // A call that never ran tells where the user refused it, and had been told before.
    const counts = (call: CallRecord): boolean =>
      isOpen(call)
        ? objection.toolUseIds.includes(call.callId) && after.includes(call)
        : call === own || after.includes(call);
    const call = session.objectedTo(objection).find((each) => counts(each) && session.matches(lesson, each));
    if (call) return { outcome: 'ignored', evidence: `the user objected: ${objection.summary}`, call };
  }
  return null;
}

/** The first call after the delivery that says something. `own` is the call it was delivered at, where that ran. */
function firstTelling(
  event: InjectionEvent,
  lesson: JudgedLesson,
  after: readonly CallRecord[],
  own: CallRecord | null,
  session: SessionCalls,
): Verdict | null {
  const needed =
    event.kind === 'recall' || (own !== null && session.standing(lesson, own, null) === 'failed');
  const stopped = event.kind === 'hold' || event.kind === 'block';
  for (const call of after) {
    const standing = session.standing(lesson, call, own);
    if (standing === 'failed') return { outcome: 'ignored', evidence: `failed after it: ${told(call)}` };
    if (standing === 'other') continue;
    const corrected = standing === 'corrected' || standing === 'as-told';
    if (needed && call === after[0] && isSameCommand(call, own))
      return { outcome: 'unknown', evidence: `repeated unchanged, and then it went well: ${told(call)}` };
    if (needed || standing === 'as-told' || (stopped && corrected)) {
      const how = corrected ? 'the corrected form ran' : 'then it went well';
      return { outcome: 'prevented', evidence: `${how}: ${told(call)}` };
    }
    // Told before anything was tried: a good call later says nothing about the telling.
    if (event.kind === 'pitfalls' || event.kind === 'session-start') continue;
    if (standing === 'worked') return wentWell(lesson, `such a call went well: ${told(call)}`);
  }
  return null;
}

/** Nothing was done otherwise: what had failed did so by chance, or what mended it stands in no call. */
const isSameCommand = (call: CallRecord, own: CallRecord | null): boolean =>
  isShellTool(call.tool) && call.tool === own?.tool && call.text === own.text;

function told(call: CallRecord): string {
  return `${call.tool} ${cutCharacters(oneLine(call.text), 120)}`;
}
