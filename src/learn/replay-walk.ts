import { isCommandLike } from '../capture/failures/kind/error-kind.ts';
import { isOpen } from '../model/call-identity.ts';
import { Knowledge } from './knowledge.ts';
import { type PreparedText, Preparer } from './prepared-text.ts';
import { ProjectErrors } from './project-errors.ts';
import { ProjectTexts } from './project-texts.ts';
import { ProjectTally } from './replay-figures.ts';
import type { ProjectWalked, ReplayCandidate, ReplayOptions, ReplayTools } from './replay-types.ts';
import type { TimedCall, TimedSession } from './timeline.ts';

const LESSONS_PER_CALL_MAX = 3;

/** Walks the sessions of one project, which are in time order, with nothing known at the start. Pure. */
export function walkProject(
  sessions: TimedSession[],
  options: ReplayOptions,
  tools: ReplayTools,
): ProjectWalked {
  return new ProjectWalk(sessions, options, tools).run();
}

/** A call with its text as patterns see it. */
interface Walked extends TimedCall {
  prepared: PreparedText;
}

/** One project, session by session. */
class ProjectWalk {
  readonly #sessions: { session: TimedSession; calls: Walked[] }[];
  readonly #knowledge: Knowledge;
  readonly #tally: ProjectTally;
  /** When each fingerprint was first seen in a session that is walked already. */
  readonly #seen = new Map<string, number>();
  /** Calls and episodes of walked sessions that no session could know of yet. */
  #pendingCalls: Walked[] = [];
  #pendingEpisodes: TimedSession['episodes'] = [];

  constructor(sessions: TimedSession[], options: ReplayOptions, tools: ReplayTools) {
    const preparer = new Preparer();
    this.#sessions = sessions.map((session) => ({
      session,
      calls: session.calls.map(({ call, at }) => ({ call, at, prepared: preparer.of(call) })),
    }));
    const failed = sessions.flatMap(({ calls }) => calls.filter(({ call }) => !call.ok));
    const errors = failed.map(({ call }) => call.error ?? '');
    const texts = new ProjectTexts(preparer.texts);
    this.#knowledge = new Knowledge(tools, options, texts, new ProjectErrors(errors));
    this.#tally = new ProjectTally(sessions[0]?.project ?? '');
  }

  run(): ProjectWalked {
    for (const { session, calls } of this.#sessions) {
      this.#catchUp(session.start);
      this.#walk(session, calls);
      this.#pendingCalls.push(...calls);
      this.#pendingEpisodes.push(...session.episodes);
    }
    this.#catchUp(Number.POSITIVE_INFINITY);
    return { ...this.#tally.walked(), ...this.#knowledge.counts() };
  }

  /** Takes in what happened before the moment; a session without time stamps comes after everything. */
  #catchUp(moment: number): void {
    const past = (at: number): boolean => at < moment || moment === Number.POSITIVE_INFINITY;
    const calls = this.#pendingCalls
      .filter((each) => past(each.at))
      .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at));
    const episodes = this.#pendingEpisodes.filter((each) => past(each.knownAt));
    this.#pendingCalls = this.#pendingCalls.filter((each) => !past(each.at));
    this.#pendingEpisodes = this.#pendingEpisodes.filter((each) => !past(each.knownAt));
    for (const { call, prepared } of calls) this.#knowledge.remember(call, prepared);
    for (const { episode } of episodes) this.#knowledge.learn(episode);
    this.#knowledge.settle();
  }

  #walk(session: TimedSession, calls: Walked[]): void {
    const tally = this.#tally;
    const told = new Set<string>();
    const fingerprints = new Map<string, number>();
    tally.sessions += 1;
    for (const walked of calls) {
      const { call, at, prepared } = walked;
      tally.toolCalls += 1;
      const acting = this.#knowledge.atCall(prepared);
      if (acting.length > 0) tally.callsReached += 1;
      const before = told.size;
      this.#tell('injections', acting, told);
      if (call.ok) this.#good(session, acting);
      else if (!isOpen(call)) {
        tally.failures += 1;
        if (acting.length > 0) tally.failuresMatched += 1;
        this.#failed(session, walked, acting, told);
        if (call.fingerprint !== null && !fingerprints.has(call.fingerprint))
          fingerprints.set(call.fingerprint, at);
      }
      if (told.size > before) tally.callsTold += 1;
    }
    for (const [fingerprint, at] of fingerprints)
      this.#seen.set(fingerprint, Math.min(at, this.#seen.get(fingerprint) ?? at));
  }

  #tell(how: 'injections' | 'recalls', candidates: ReplayCandidate[], told: Set<string>): void {
    for (const candidate of candidates.filter((each) => !told.has(each.key)).slice(0, LESSONS_PER_CALL_MAX)) {
      told.add(candidate.key);
      this.#tally[how] += 1;
      this.#tally.injectedBytes += candidate.bytes;
      this.#tally.lesson(candidate)[how] += 1;
      this.#tally.kinds(isCommandLike('Bash', candidate.kind)).told += 1;
    }
  }

  #good(session: TimedSession, acting: ReplayCandidate[]): void {
    if (acting.length > 0) this.#tally.callsDisturbed += 1;
    for (const candidate of acting) {
      const lesson = this.#tally.lesson(candidate);
      lesson.callsDisturbed += 1;
      lesson.sessions.add(session.sessionId);
      lesson.sessionsDisturbed = lesson.sessions.size;
      const kinds = this.#tally.kinds(isCommandLike('Bash', candidate.kind));
      kinds.disturbed.add(`${candidate.key}\n${session.agent}\n${session.sessionId}`);
    }
  }

  #failed(
    session: TimedSession,
    { call, at, prepared }: Walked,
    acting: ReplayCandidate[],
    told: Set<string>,
  ): void {
    const tally = this.#tally;
    const recalled = this.#knowledge.onError(prepared, call.fingerprint, call.error ?? '');
    this.#tell('recalls', recalled, told);
    if (call.fingerprint === null || !this.#cameBack(call.fingerprint, at)) return;
    tally.recurrences += 1;
    const kinds = tally.kinds(isCommandLike(call.tool, call.kind));
    const pair = `${call.fingerprint}\n${session.agent}\n${session.sessionId}`;
    kinds.recurring.add(pair);
    if (acting.length + recalled.length > 0) tally.recurrencesMet += 1;
    if (acting.length > 0) {
      tally.metByCall += 1;
      kinds.metByCall.add(pair);
    }
    if (recalled.length > 0) {
      tally.metByRecall += 1;
      kinds.metByRecall.add(pair);
    }
    for (const candidate of acting) tally.lesson(candidate).metByCall += 1;
    for (const candidate of recalled) tally.lesson(candidate).metByRecall += 1;
  }

  /** An earlier session saw the fingerprint before this moment. */
  #cameBack(fingerprint: string, at: number): boolean {
    const first = this.#seen.get(fingerprint);
    return first !== undefined && (first < at || at === Number.POSITIVE_INFINITY);
  }
}
