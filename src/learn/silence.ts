import type { SessionRecord } from '../model/findings.ts';

interface Silence {
  agent: string;
  /** Sessions of the agent since hooks were first seen (or of the last weeks, where they never were). */
  sessions: number;
  /** Of those, sessions with calls from which no hook was heard. */
  silent: number;
  /** True where that is worth telling: most sessions, and more than a few. */
  suspicious: boolean;
}

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 28;
const SILENT_MIN = 3;

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
  const windowStart = new Date(now - WINDOW_DAYS * DAY_MS).toISOString();
  const since = firstHeardAt !== null && firstHeardAt > windowStart ? firstHeardAt : windowStart;
  const agents = new Map<string, Silence>();
  for (const session of sessions) {
    if (session.isSubagent || session.calls === 0 || session.startedAt === null || session.startedAt < since)
      continue;
    const found = agents.get(session.agent) ?? {
      agent: session.agent,
      sessions: 0,
      silent: 0,
      suspicious: false,
    };
    found.sessions += 1;
    if (!heard.has(session.sessionId)) found.silent += 1;
    agents.set(session.agent, found);
  }
  for (const each of agents.values())
    each.suspicious = each.silent >= SILENT_MIN && each.silent * 2 > each.sessions;
  return [...agents.values()].sort((a, b) => (a.agent < b.agent ? -1 : 1));
}

/** `claude-code: 12 sessions, hooks were heard from 0 of them.` */
export function silenceLine(each: Silence): string {
  return `${each.agent}: ${each.sessions} sessions, hooks were heard from ${each.sessions - each.silent} of them.`;
}
