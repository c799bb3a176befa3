import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../model/constants.ts';
import type { SessionRecord } from '../model/findings.ts';
import { silence, silenceLine } from './silence.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

/** Sessions of an agent, the first so many days ago, a new one every hour. */
function sessions(count: number, days: number, fields: Partial<SessionRecord> = {}): SessionRecord[] {
  return Array.from({ length: count }, (_, n) => ({
    agent: 'claude-code' as const,
    sessionId: `s${days}-${n}`,
    file: 'a.jsonl',
    project: '/p',
    cwd: '/p',
    model: null,
    isSubagent: false,
    startedAt: daysAgo(days - n / 24),
    endedAt: null,
    calls: 4,
    failures: 0,
    injectionsSeen: 0,
    ...fields,
  }));
}
const heardFrom = (some: SessionRecord[]) => new Set(some.map((each) => each.sessionId));

describe('silence', () => {
  test('hooks that were never heard, from five sessions on', () => {
    expect(silence(sessions(4, 2), new Set(), null, NOW)[0]).toMatchObject({ silent: 4, suspicious: false });
    const [found] = silence(sessions(12, 2), new Set(), null, NOW);
    expect(found).toMatchObject({ sessions: 12, silent: 12, suspicious: true });
    expect(silenceLine(found!)).toBe('claude-code: 12 sessions, hooks were heard from 0 of them.');
  });

  test('hooks that stopped after weeks of work', () => {
    const before = sessions(60, 20);
    const [found] = silence([...sessions(6, 1), ...before], heardFrom(before), daysAgo(21), NOW);
    expect(found).toMatchObject({ sessions: 66, silent: 6, silentSince: 6, suspicious: true });
    expect(silenceLine(found!)).toBe('claude-code: no hook was heard from the last 6 sessions.');
  });

  test('nothing is said of a few, of sessions without calls, of subagents, and of those before the first hook', () => {
    const heard = sessions(10, 2);
    const quiet = [
      ...sessions(3, 1),
      ...sessions(9, 0.5, { calls: 0 }),
      ...sessions(9, 0.4, { isSubagent: true }),
      ...sessions(30, 10),
    ];
    const [found] = silence([...quiet, ...heard], heardFrom(heard), daysAgo(2.1), NOW);
    expect(found).toMatchObject({ sessions: 13, silent: 3, suspicious: false });
  });

  test('one agent that is not heard beside one that is', () => {
    const codex = sessions(6, 1, { agent: 'codex' }).map((each) => ({
      ...each,
      sessionId: `c${each.sessionId}`,
    }));
    const heard = sessions(6, 1);
    const found = silence([...codex, ...heard], heardFrom(heard), daysAgo(5), NOW);
    expect(found.map((each) => [each.agent, each.suspicious])).toEqual([
      ['claude-code', false],
      ['codex', true],
    ]);
  });
});
