import { describe, expect, test } from 'bun:test';
import { call, run, session } from '../../test/support/replay.ts';
import { DAY_MS } from '../model/constants.ts';

describe('replay', () => {
  test('a failure that comes back in a later session is met; a repetition within a session is none', () => {
    const report = run([
      session('b', [call(DAY_MS, 'deploy now', 'f1'), call(DAY_MS + 1, 'ls')]),
      session('a', [call(0, 'deploy now', 'f1'), call(1, 'deploy now', 'f1'), call(2, 'ls')]),
    ]);
    expect(report).toMatchObject({
      sessions: 2,
      toolCalls: 5,
      goodCalls: 2,
      failures: 3,
      recurrences: 1,
      recurrencesMet: 1,
      metByCall: 1,
      metByRecall: 1,
      callsDisturbed: 0,
      callsReached: 1,
      injections: 1,
      tokens: 10,
      precision: 1,
      withoutDominant: null,
    });
    expect(report.commandLike).toMatchObject({
      recurring: 1,
      metByCall: 1,
      met: 1,
      disturbed: 0,
      shareMet: 1,
    });
    expect(report.perLesson).toHaveLength(1);
  });

  test('a call that was refused, or has not come to its end, is no failure, and disturbed by no lesson', () => {
    const open = call(DAY_MS, 'deploy now', null, { ok: false, error: null });
    const report = run([
      session('a', [call(0, 'deploy now', 'f1'), call(1, 'ls')]),
      session('b', [open, call(DAY_MS + 1, 'deploy now', 'f1')]),
    ]);
    expect(report).toMatchObject({
      toolCalls: 4,
      goodCalls: 2,
      failures: 2,
      callsDisturbed: 0,
      precision: 1,
    });
  });

  test('what a user says of no call is learned, too; an episode of calls that are not the session’s is not', () => {
    const said = session('a', [call(0, 'deploy now', 'f1')]);
    const later = session('b', [call(DAY_MS, 'deploy now')]);
    const reached = (toolUseIds: string[], calls: typeof said.calls) =>
      run([{ ...said, calls, episodes: said.episodes.map((each) => ({ ...each, toolUseIds })) }, later])
        .callsReached;
    expect(reached([], [call(0, 'ls')])).toBe(1);
    expect(reached(['elsewhere'], [call(0, 'ls')])).toBe(0);
  });

  test('nothing is learned across projects', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1')], 'p'),
      session('b', [call(DAY_MS, 'deploy now', 'f1')], 'q'),
    ]);
    expect([report.recurrences, report.callsReached, report.perProject.length]).toEqual([0, 0, 2]);
  });

  test('a session that began before the failure was over knows nothing of it', () => {
    const report = run([
      session('long', [call(0, 'ls'), call(5, 'deploy now', 'f1')]),
      session('inside', [call(2, 'ls'), call(9, 'deploy now', 'f1')]),
    ]);
    expect(report).toMatchObject({ recurrences: 1, recurrencesMet: 0, metByCall: 0 });
  });

  test('a lesson is told once in a session, at the call or after its error', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1')]),
      session('b', [
        call(DAY_MS, 'deploy now', 'f1'),
        call(DAY_MS + 1, 'deploy now', 'f1'),
        call(DAY_MS + 2, 'ls'),
      ]),
    ]);
    expect(report).toMatchObject({ callsReached: 2, callsTold: 1, shareTold: 1 / 4, recurrencesMet: 2 });
    expect([report.commandLike.told, report.other.told]).toEqual([1, 0]);
  });

  test('a call that is met by error alone is counted apart', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1')]),
      session('b', [call(DAY_MS, 'deploy later', 'f1')]),
    ]);
    expect(report).toMatchObject({
      recurrences: 1,
      recurrencesMet: 1,
      metByCall: 0,
      metByRecall: 1,
      injections: 0,
      recalls: 1,
      callsTold: 1,
    });
    expect(report.commandLike).toMatchObject({ told: 1, disturbedPerMetByCall: null });
  });

  test('a trigger that matched more than three good calls of the past does not act at calls', () => {
    const goods = (n: number) => Array.from({ length: n }, (_, k) => call(k + 1, 'deploy now'));
    const with_ = (n: number) =>
      run([
        session('a', [...goods(n), ...[10, 11, 12, 13].map((at) => call(at, 'deploy now', 'f1'))]),
        session('b', [call(DAY_MS, 'deploy now', 'f1')]),
      ]);
    expect([with_(3).metByCall, with_(4).metByCall]).toEqual([1, 0]);
    expect([with_(3).silenced, with_(4).silenced]).toEqual([0, 1]);
    expect(with_(4).metByRecall).toBe(1);
  });

  test('a good call that a lesson matches is disturbed, once a session for each lesson', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1'), call(1, 'deploy now', 'f1')]),
      session('b', [
        call(DAY_MS, 'deploy now'),
        call(DAY_MS + 1, 'deploy now'),
        call(DAY_MS + 2, 'deploy now', 'f1'),
      ]),
    ]);
    expect(report).toMatchObject({ callsDisturbed: 2, callsReached: 3, injections: 1, metByCall: 1 });
    expect(report.precision).toBeCloseTo(1 / 3);
    expect(report.commandLike).toMatchObject({ disturbed: 1, disturbedPerMet: 1 });
  });

  test('candidates below the threshold never act', () => {
    const three = ['a', 'b', 'c'].map((id, n) => session(id, [call(n * DAY_MS, 'deploy now', 'f1')]));
    expect([
      run(three, 0).recurrencesMet,
      run(three, 0.5).recurrencesMet,
      run(three, 0.7).recurrencesMet,
    ]).toEqual([2, 1, 0]);
  });

  test('a resumed copy of a history counts once, in the session that ended first', () => {
    const history = [call(0, 'deploy now', 'f1'), call(1, 'ls')];
    const original = session('z-original', history);
    const resumed = session('a-resumed', [...history, call(DAY_MS, 'deploy now', 'f1')]);
    for (const order of [
      [original, resumed],
      [resumed, original],
    ]) {
      expect(run(order)).toMatchObject({
        sessions: 2,
        toolCalls: 3,
        failures: 2,
        recurrences: 1,
        recurrencesMet: 1,
      });
    }
  });

  test('a fork that dates its copy anew counts the copy once, in the original', () => {
    const id = 'call_Nw3O8sK5cpxxLQtWDdedxezE';
    const fields = { uuid: '', agent: 'codex' as const };
    const original = session('z', [
      call(0, 'deploy now', 'f1', { ...fields, callId: id }),
      call(9 * DAY_MS, 'ls', null, fields),
    ]);
    const fork = session('a', [
      call(DAY_MS, 'deploy now', 'f1', { ...fields, callId: id }),
      call(DAY_MS + 5, 'deploy now', 'f1', fields),
    ]);
    expect(run([fork, original])).toMatchObject({
      sessions: 2,
      toolCalls: 3,
      failures: 2,
      recurrences: 1,
      recurrencesMet: 1,
    });
  });

  test('counters as call ids are told apart by session', () => {
    const fields = { uuid: '', callId: 'call_00000000000000000001' };
    const report = run([
      session('a', [call(0, 'x', 'f1', fields)]),
      session('b', [call(DAY_MS, 'x', 'f1', fields)]),
    ]);
    expect(report).toMatchObject({ toolCalls: 2, recurrences: 1 });
  });

  test('parts of one session in several files are one session', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1')]),
      session('a', [call(5, 'deploy now', 'f1')]),
    ]);
    expect(report).toMatchObject({ sessions: 1, recurrences: 0 });
  });

  test('the project with most recurrences is also left out', () => {
    const report = run([
      ...[0, 1, 2].map((n) => session(`p${n}`, [call(n * DAY_MS, 'deploy now', 'f1')], 'big')),
      ...[0, 1].map((n) => session(`q${n}`, [call(n * DAY_MS, 'make it', 'f2')], 'small')),
    ]);
    expect(report.recurrences).toBe(3);
    expect(report.withoutDominant).toMatchObject({
      project: 'big',
      recurrences: 1,
      recurrencesMet: 1,
      toolCalls: 2,
    });
  });

  test('sessions without time stamps come last and do not fail', () => {
    const undated = session('0', [call(0, 'deploy now', 'f1', { timestamp: null })]);
    const report = run([undated, session('a', [call(0, 'deploy now', 'f1')])]);
    expect(report).toMatchObject({ sessions: 2, recurrences: 1, recurrencesMet: 1 });
    expect(run([])).toMatchObject({ sessions: 0, recurrences: 0, precision: null, withoutDominant: null });
  });
});
