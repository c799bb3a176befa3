import { callIdentity, isBetterCopy } from '../model/call-identity.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord, FileFindings } from '../model/findings.ts';
import { compare } from '../text/compare.ts';
import type { ReplaySession } from './replay-types.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** What a walk looks at in a call. */
export type WalkedCall = Pick<CallRecord, 'tool' | 'text' | 'ok' | 'fingerprint' | 'kind' | 'error'>;

/** A call with its moment. */
export interface TimedCall<Call extends WalkedCall = WalkedCall> {
  call: Call;
  /** Milliseconds; of the call before where the log has none. */
  at: number;
}

/** A session with its calls in order and the moment at which each of its episodes was complete. */
export interface TimedSession {
  sessionId: string;
  agent: string;
  project: string;
  start: number;
  calls: TimedCall[];
  episodes: { episode: Episode; knownAt: number }[];
}

/** A call of a session; `at` is infinite where the log has no time, until the session is in order. */
interface JoinedCall extends TimedCall<CallRecord> {
  session: Joined;
  /** All copies of the call, this one included; null where it is the only one, and of copies that came later. */
  copies: JoinedCall[] | null;
  /** False of a copy that does not count. */
  counts: boolean;
}

interface Joined {
  key: string;
  agent: string;
  sessionId: string;
  project: string;
  calls: JoinedCall[];
  episodes: Map<string, Episode>;
  /** The last time stamp. */
  end: number;
}

/**
 * Puts sessions in the order of the time stamps inside, whatever files they came from and in which order: parts of one
 * session are joined, a call that several logs repeat belongs to one of them (a resumed or forked session starts
 * with a copy of the other's history, under the old dates or under new ones), and an episode goes where its failing
 * call went. Takes things as they are read, so that little is left to do when the last file is.
 */
export class Timeline {
  readonly #sessions = new Map<string, Joined>();
  /** Calls by what they are known by: of several copies the first that came. */
  readonly #calls = new Map<string, JoinedCall>();
  readonly #copied: JoinedCall[][] = [];
  #known: Joined | null = null;

  /** Takes a part of a session with all that is in it. */
  add({ agent, sessionId, project, calls, episodes }: ReplaySession): void {
    const session = this.#session(agent, sessionId, project);
    for (const call of calls) this.#add(session, call);
    for (const episode of episodes) session.episodes.set(episode.id, episode);
  }

  /** Takes a call of the session that it names. */
  call(call: CallRecord): void {
    this.#add(this.#session(call.agent, call.sessionId, call.project), call);
  }

  /** Takes the rest of what is found in a file: its sessions and episodes. */
  file({
    cursor: { agent },
    sessions,
    episodes,
  }: Pick<FileFindings, 'cursor' | 'sessions' | 'episodes'>): void {
    for (const { sessionId, project } of sessions) this.#session(agent, sessionId, project);
    for (const episode of episodes)
      this.#session(agent, episode.sessionId, episode.project).episodes.set(episode.id, episode);
  }

  #session(agent: string, sessionId: string, project: string): Joined {
    let session = this.#known;
    // What follows in a transcript is nearly always the same session's.
    if (session?.sessionId !== sessionId || session.agent !== agent) {
      const key = `${agent}\n${sessionId}`;
      session = this.#sessions.get(key) ?? null;
      if (!session) {
        session = { key, agent, sessionId, project, calls: [], episodes: new Map(), end: NEVER };
        this.#sessions.set(key, session);
      }
      this.#known = session;
    }
    if (project !== '' && (session.project === '' || project < session.project)) session.project = project;
    return session;
  }

  #add(session: Joined, call: CallRecord): void {
    const at = time(call.timestamp, Number.POSITIVE_INFINITY);
    const added: JoinedCall = { call, at, session, copies: null, counts: true };
    session.calls.push(added);
    if (at !== Number.POSITIVE_INFINITY && at > session.end) session.end = at;
    const identity = callIdentity(call);
    const first = this.#calls.get(identity);
    if (first === undefined) this.#calls.set(identity, added);
    else if (first.copies !== null) first.copies.push(added);
    else {
      first.copies = [first, added];
      this.#copied.push(first.copies);
    }
  }

  /**
   * The sessions of each project in time order, when everything was taken; not to be asked twice. A session without
   * any time stamp comes last. No project's walk depends on another's.
   */
  projects(): TimedSession[][] {
    for (const session of this.#sessions.values())
      if (session.end === NEVER) session.end = Number.POSITIVE_INFINITY;
    for (const copies of this.#copied) countOnce(copies);
    const sessions = [...this.#sessions.values()].map(own).filter(({ calls }) => calls.length > 0);
    sessions.sort((a, b) => a.start - b.start || compare(a.sessionId, b.sessionId));
    return [...Map.groupBy(sessions, ({ project }) => project).values()];
  }
}

/** Of the copies of a call one counts: that which is dated first, else that of the session that ended first. */
function countOnce(copies: JoinedCall[]): void {
  copies.sort((a, b) => a.session.end - b.session.end || compare(a.session.key, b.session.key));
  let taken = copies[0]!;
  for (const copy of copies) {
    const isEarlier = copy.at < taken.at;
    const isLike = copy.at === taken.at && copy.session === taken.session;
    if (isEarlier || (isLike && isBetterCopy(copy.call, taken.call))) taken = copy;
  }
  for (const copy of copies) copy.counts = copy === taken;
}

/** The calls and episodes that are the session's own, in order. */
function own(session: Joined): TimedSession {
  const calls = session.calls.filter(({ counts }) => counts);
  let last = NEVER;
  for (const each of calls) {
    if (each.at === Number.POSITIVE_INFINITY) each.at = last;
    else last = each.at;
  }
  // Parts come in any order; calls of one moment by their ids, and where there are no dates, as they came.
  calls.sort((a, b) => (a.at === b.at ? sameMoment(a.call, b.call) : a.at - b.at));
  const first = calls.find((each) => each.at !== NEVER)?.at ?? Number.POSITIVE_INFINITY;
  for (const each of calls) if (each.at === NEVER) each.at = first;
  const episodes = ownEpisodes(session, calls, first);
  const { agent, sessionId, project } = session;
  return { agent, sessionId, project, start: first, calls, episodes };
}

function ownEpisodes(
  session: Joined,
  calls: TimedCall<CallRecord>[],
  start: number,
): TimedSession['episodes'] {
  if (session.episodes.size === 0) return [];
  const at = new Map(calls.map((each) => [each.call.callId, each.at]));
  return [...session.episodes.values()]
    .filter((episode) => episode.toolUseIds.length === 0 || episode.toolUseIds.some((id) => at.has(id)))
    .map((episode) => ({ episode, knownAt: knownAt(episode, at, start) }))
    .sort((a, b) => a.knownAt - b.knownAt || compare(a.episode.id, b.episode.id));
}

/** An episode is known when its last failing call and its correction are over. */
function knownAt(episode: Episode, at: Map<string, number>, start: number): number {
  let known = time(episode.timestamp, start);
  for (const id of [...episode.toolUseIds, episode.correction?.toolUseId ?? ''])
    known = Math.max(known, at.get(id) ?? known);
  return known;
}

function sameMoment(a: CallRecord, b: CallRecord): number {
  return a.timestamp === null || b.timestamp === null ? 0 : compare(a.callId, b.callId);
}

function time(timestamp: string | null, otherwise: number): number {
  if (timestamp === null) return otherwise;
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? otherwise : at;
}
