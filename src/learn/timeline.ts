import { callIdentity, isBetterCopy } from '../model/call-identity.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import { compare } from '../text/compare.ts';
import type { ReplaySession } from './replay-types.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** What a walk looks at in a call. */
export type WalkedCall = Pick<CallRecord, 'tool' | 'text' | 'ok' | 'fingerprint' | 'kind' | 'error'>;

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

/**
 * Sessions in the order of the time stamps inside, whatever files they came from and in which order: parts of one
 * session are joined, a call that several logs repeat belongs to one of them (a resumed or forked session starts
 * with a copy of the other's history, under the old dates or under new ones), and an episode goes where its failing
 * call went.
 * A session without any time stamp comes last.
 */
export function timeline(parts: readonly ReplaySession[]): TimedSession[] {
  const joined = join(parts);
  findOwners(joined);
  const sessions: TimedSession[] = [];
  for (const session of joined.values()) {
    const timed = own(session);
    if (timed.calls.length > 0) sessions.push(timed);
  }
  return sessions.sort((a, b) => a.start - b.start || compare(a.sessionId, b.sessionId));
}

/** Says of each call which session it belongs to: where it is dated first, else the session that ended first. */
function findOwners(joined: Map<string, Joined>): void {
  const owners = new Map<string, Owner>();
  const byEnd = [...joined.values()].sort((a, b) => a.end - b.end || compare(a.key, b.key));
  for (const { key, calls } of byEnd)
    for (const each of calls) {
      const identity = callIdentity(each.call);
      let owner = owners.get(identity);
      if (!owner) {
        owner = { key, taken: each };
        owners.set(identity, owner);
      } else if (each.at < owner.taken.at) {
        owner.key = key;
        owner.taken = each;
      } else if (each.at === owner.taken.at && key === owner.key && isBetterCopy(each.call, owner.taken.call))
        owner.taken = each;
      each.owner = owner;
    }
}

/** Of all copies of a call. */
interface Owner {
  key: string;
  /** The copy that counts. */
  taken: JoinedCall;
}

interface JoinedCall {
  call: CallRecord;
  /** Infinite where the log has no time. */
  at: number;
  owner: Owner | null;
}

interface Joined {
  key: string;
  agent: string;
  sessionId: string;
  project: string;
  calls: JoinedCall[];
  episodes: Map<string, Episode>;
  end: number;
}

function join(parts: readonly ReplaySession[]): Map<string, Joined> {
  const joined = new Map<string, Joined>();
  for (const part of parts) {
    const { agent, sessionId, project } = part;
    const key = `${agent}\n${sessionId}`;
    let session = joined.get(key);
    if (!session) {
      session = { key, agent, sessionId, project, calls: [], episodes: new Map(), end: NEVER };
      joined.set(key, session);
    }
    if (project !== '' && (session.project === '' || project < session.project)) session.project = project;
    for (const call of part.calls) {
      const at = time(call.timestamp, Number.POSITIVE_INFINITY);
      session.calls.push({ call, at, owner: null });
      if (at !== Number.POSITIVE_INFINITY && at > session.end) session.end = at;
    }
    for (const episode of part.episodes) session.episodes.set(episode.id, episode);
  }
  for (const session of joined.values()) if (session.end === NEVER) session.end = Number.POSITIVE_INFINITY;
  return joined;
}

/** The calls and episodes that are the session's own, in order. */
function own(session: Joined): TimedSession {
  const calls: TimedCall<CallRecord>[] = [];
  let last = NEVER;
  for (const each of session.calls) {
    if (each.owner?.taken !== each) continue;
    const { call, at } = each;
    if (at !== Number.POSITIVE_INFINITY) last = at;
    calls.push({ call, at: last });
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
