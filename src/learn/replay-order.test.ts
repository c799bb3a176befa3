import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { seededRandom, shuffled } from '../../test/support/random.ts';
import { call, run, session } from '../../test/support/replay.ts';
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
        expect(run(shuffled(sessions, seededRandom(seed)))).toEqual(run(sessions));
      }),
      { numRuns: 100 },
    );
  });

  test('of copies that tell differently the same one counts, in whatever order they are read', () => {
    const ids = { uuid: 'u-1', callId: 'c-1' };
    const good = session('s', [call(1000, 'aa', null, ids), call(2000, 'bb', null)]);
    const failing = session('s', [call(1000, 'aa', 'f-aa', ids)]);
    const later = session('t', [call(90_000, 'aa', 'f-aa')]);
    const reports = [
      [good, failing, later],
      [failing, good, later],
      [later, good, failing],
    ].map((parts) => run(parts));
    expect(reports[0]).toMatchObject({ failures: 2, recurrences: 1 });
    expect(reports[1]).toEqual(reports[0]!);
    expect(reports[2]).toEqual(reports[0]!);
  });

  test('whatever the future holds, and in whatever order, what was counted for the past stays', () => {
    fc.assert(
      fc.property(historyArbitrary, historyArbitrary, (past, future) => {
        const before = build(past);
        const alone = run(before);
        // Calls that go well add no failure, and calls that fail disturb no good one: the rest is the past's.
        const good = later(future, { fails: false });
        const failing = later(future, { fails: true });
        const taught = good.map((each, n) => ({ ...each, episodes: failing[n]!.episodes }));
        for (const all of [
          [...before, ...taught],
          [...taught.reverse(), ...before],
        ]) {
          const { failures, recurrences, recurrencesMet, metByCall, metByRecall } = run(all);
          expect({ failures, recurrences, recurrencesMet, metByCall, metByRecall }).toEqual({
            failures: alone.failures,
            recurrences: alone.recurrences,
            recurrencesMet: alone.recurrencesMet,
            metByCall: alone.metByCall,
            metByRecall: alone.metByRecall,
          });
        }
        for (const all of [
          [...before, ...failing],
          [...failing.reverse(), ...before],
        ]) {
          const { goodCalls, callsDisturbed } = run(all);
          expect({ goodCalls, callsDisturbed }).toEqual({
            goodCalls: alone.goodCalls,
            callsDisturbed: alone.callsDisturbed,
          });
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The same history long after, in sessions of its own, all of whose calls fail or go well. */
function later(history: History, { fails }: { fails: boolean }): ReplaySession[] {
  return build(
    history.map((each) => ({
      ...each,
      start: each.start + 10_000,
      calls: each.calls.map((one) => ({ ...one, fails })),
    })),
  ).map((each) => ({
    ...each,
    sessionId: `later-${each.sessionId}`,
    calls: each.calls.map((c) => ({ ...c, uuid: `later-${c.uuid}`, callId: `later-${c.callId}` })),
    episodes: each.episodes.map((e) => ({
      ...e,
      id: `later-${e.id}`,
      toolUseIds: e.toolUseIds.map((id) => `later-${id}`),
    })),
  }));
}
