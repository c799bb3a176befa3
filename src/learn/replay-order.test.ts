import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { call, run, session, tools } from '../../test/support/replay.ts';
import { replay } from './replay.ts';
import type { ReplaySession } from './replay-types.ts';

/** A random history: few commands and few errors, so that they meet often. */
const historyArbitrary = fc.array(
  fc.record({
    start: fc.integer({ min: 0, max: 60 }),
    project: fc.constantFrom('p', 'q'),
    calls: fc.array(
      fc.record({
        text: fc.constantFrom('aa', 'bb', 'cc', 'dd'),
        fails: fc.boolean(),
        gap: fc.integer({ min: 0, max: 9 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

type History = { start: number; project: string; calls: { text: string; fails: boolean; gap: number }[] }[];

function build(history: History): ReplaySession[] {
  return history.map(({ start, project, calls }, n) => {
    let at = start * 1000;
    const records = calls.map(({ text, fails, gap }, k) => {
      at += gap * 1000;
      return call(at, text, fails ? `f-${text}` : null, { uuid: `u-${n}-${k}`, callId: `c-${n}-${k}` });
    });
    return session(`s${String(n).padStart(2, '0')}`, records, project);
  });
}

describe('no look-ahead', () => {
  test('the order of files changes nothing', () => {
    fc.assert(
      fc.property(historyArbitrary, fc.integer(), (history, seed) => {
        const sessions = build(history);
        const shuffled = sessions
          .map((each, n) => ({ each, key: Math.sin(seed + n) }))
          .sort((a, b) => a.key - b.key);
        expect(run(shuffled.map(({ each }) => each))).toEqual(run(sessions));
      }),
      { numRuns: 100 },
    );
  });

  test('whatever the future holds, and in whatever order, what was counted for the past stays', () => {
    fc.assert(
      fc.property(historyArbitrary, historyArbitrary, historyArbitrary, (past, future, otherFuture) => {
        const before = build(past);
        const after = (history: History, tag: string) =>
          build(history.map((each) => ({ ...each, start: each.start + 10_000 }))).map((each) => ({
            ...each,
            sessionId: `${tag}-${each.sessionId}`,
            calls: each.calls.map((c) => ({ ...c, uuid: `${tag}-${c.uuid}`, callId: `${tag}-${c.callId}` })),
            episodes: each.episodes.map((e) => ({
              ...e,
              id: `${tag}-${e.id}`,
              toolUseIds: e.toolUseIds.map((id) => `${tag}-${id}`),
            })),
          }));
        const alone = countsPerSession(before, before);
        expect(countsPerSession(before, [...before, ...after(future, 'x')])).toEqual(alone);
        expect(countsPerSession(before, [...after(otherFuture, 'y').reverse(), ...before])).toEqual(alone);
      }),
      { numRuns: 100 },
    );
  });
});

/** What is counted for each of the sessions `of` in a replay over `all`. */
function countsPerSession(of: ReplaySession[], all: ReplaySession[]): unknown {
  const ids = new Set(of.map((each) => each.sessionId));
  const seen: Record<string, unknown> = {};
  const onSession = (id: string, counts: unknown) => {
    if (ids.has(id)) seen[id] = counts;
  };
  replay(all, { minConfidence: 0, onSession }, tools);
  return seen;
}
