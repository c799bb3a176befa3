import { callIdentity } from '../model/call-identity.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import type { ReplaySession } from './replay-types.ts';

export interface TimedCall {
  call: CallRecord;
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
  const owners = ownersOf(joined);
  const sessions: TimedSession[] = [];
  for (const session of joined.values()) {
    const timed = own(session, owners);
    if (timed.calls.length > 0) sessions.push(timed);
  }
  return sessions.sort((a, b) => a.start - b.start || compare(a.sessionId, b.sessionId));
}

/** Which session each call belongs to: where it is dated first, else the session that ended first. */
function ownersOf(joined: Map<string, Joined>): Map<string, string> {
  const owners = new Map<string, { key: string; at: number }>();
  const byEnd = [...joined.values()].sort((a, b) => a.end - b.end || compare(a.key, b.key));
  for (const session of byEnd)
    for (const call of session.calls) {
      const id = callIdentity(call);
      const at = time(call.timestamp, Number.POSITIVE_INFINITY);
      const owner = owners.get(id);
      if (!owner || at < owner.at) owners.set(id, { key: session.key, at });
    }
  return new Map([...owners].map(([id, { key }]) => [id, key]));
}

interface Joined {
  key: string;
  agent: string;
  sessionId: string;
  project: string;
  calls: CallRecord[];
  episodes: Map<string, Episode>;
  end: number;
}

function join(parts: readonly ReplaySession[]): Map<string, Joined> {
  const joined = new Map<string, Joined>();
  for (const part of parts) {
    const key = `${part.agent}\n${part.sessionId}`;
    let session = joined.get(key);
    if (!session) {
      const { agent, sessionId, project } = part;
      session = {
        key,
        agent,
        sessionId,
        project,
        calls: [],
        episodes: new Map(),
        end: Number.NEGATIVE_INFINITY,
      };
      joined.set(key, session);
    }
    if (part.project !== '' && (session.project === '' || part.project < session.project))
      session.project = part.project;
    for (const call of part.calls) {
      session.calls.push(call);
      session.end = Math.max(session.end, time(call.timestamp, Number.NEGATIVE_INFINITY));
    }
    for (const episode of part.episodes) session.episodes.set(episode.id, episode);
  }
  for (const session of joined.values())
    if (session.end === Number.NEGATIVE_INFINITY) session.end = Number.POSITIVE_INFINITY;
  return joined;
}

/** The calls and episodes that are the session's own, in order. */
function own(session: Joined, owners: Map<string, string>): TimedSession {
  const seen = new Set<string>();
  const calls: TimedCall[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const call of session.calls) {
    const id = callIdentity(call);
    if (owners.get(id) !== session.key || seen.has(id)) continue;
    seen.add(id);
    last = time(call.timestamp, last);
    calls.push({ call, at: last });
  }
  // Parts come in any order; calls of one moment by their ids, and where there are no dates, as they came.
  calls.sort((a, b) => (a.at === b.at ? sameMoment(a.call, b.call) : a.at - b.at));
  const first = calls.find((each) => each.at !== Number.NEGATIVE_INFINITY)?.at ?? Number.POSITIVE_INFINITY;
  for (const each of calls) if (each.at === Number.NEGATIVE_INFINITY) each.at = first;
  const at = new Map(calls.map((each) => [each.call.callId, each.at]));
  const episodes = [...session.episodes.values()]
    .filter((episode) => episode.toolUseIds.length === 0 || episode.toolUseIds.some((id) => at.has(id)))
    .map((episode) => ({ episode, knownAt: knownAt(episode, at, first) }))
    .sort((a, b) => a.knownAt - b.knownAt || compare(a.episode.id, b.episode.id));
  const { agent, sessionId, project } = session;
  return { agent, sessionId, project, start: first, calls, episodes };
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
