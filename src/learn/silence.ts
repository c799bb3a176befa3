import { DAY_MS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import type { SessionRecord } from '../model/findings.ts';
import { compare } from '../text/compare.ts';

interface Silence {
  agent: string;
  /** Sessions of the agent since hooks were first seen (or of the last weeks, where they never were). */
  sessions: number;
  /** Of those, sessions with calls from which no hook was heard. */
  silent: number;
  /** How many of the newest of them, without a gap, no hook was heard from. */
  silentSince: number;
  /** True where that is worth telling: most sessions, and more than a few; or all since hooks stopped. */
  suspicious: boolean;
}

/** Sessions and events are looked at so far back. */
export const SILENCE_WINDOW_MS = 28 * DAY_MS;
const SILENT_MIN = 3;
const SILENT_SINCE_MIN = 5;

/**
 * Compares transcripts with what hooks recorded, agent by agent, over the last four weeks: a tool that silently
 * does nothing is worse than none.
 * @param heard sessions from which any hook was heard
 * @param firstHeardAt when any hook was first heard at all, or null
 * @param now milliseconds since the epoch
 */
export function silence(
  sessions: readonly SessionRecord[],
  heard: ReadonlySet<string>,
  firstHeardAt: string | null,
  now: number,
): Silence[] {
  const windowStart = new Date(now - SILENCE_WINDOW_MS).toISOString();
  const since = firstHeardAt !== null && firstHeardAt > windowStart ? firstHeardAt : windowStart;
  const agents = new Map<string, Silence>();
  const inOrder = [...sessions].sort((a, b) => compare(a.startedAt ?? '', b.startedAt ?? ''));
  for (const session of inOrder) {
    if (session.isSubagent || session.calls === 0 || session.startedAt === null || session.startedAt < since)
      continue;
    const found = agents.get(session.agent) ?? {
      agent: session.agent,
      sessions: 0,
      silent: 0,
      silentSince: 0,
      suspicious: false,
    };
    found.sessions += 1;
    if (heard.has(session.sessionId)) found.silentSince = 0;
    else {
      found.silent += 1;
      found.silentSince += 1;
    }
    agents.set(session.agent, found);
  }
  for (const each of agents.values())
    each.suspicious =
      each.silentSince >= SILENT_SINCE_MIN ||
      (firstHeardAt !== null && each.silent >= SILENT_MIN && each.silent * 2 > each.sessions);
  return [...agents.values()].sort((a, b) => compare(a.agent, b.agent));
}

/** `claude-code: 12 sessions, hooks were heard from 0 of them.` */
export function silenceLine({ agent, sessions, silent, silentSince }: Silence): string {
  if (silentSince >= SILENT_SINCE_MIN && silentSince < sessions)
    return `${agent}: no hook was heard from the last ${silentSince} sessions.`;
  return `${agent}: ${counted(sessions, 'session')}, hooks were heard from ${sessions - silent} of them.`;
}
