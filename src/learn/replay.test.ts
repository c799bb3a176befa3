import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { compiledLesson } from '../inject/compiled-lesson.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import { compilePattern } from '../triggers/compile-pattern.ts';
import { replay } from './replay.ts';
import type { ReplayCandidate, ReplaySession, ReplayTools } from './replay-types.ts';

const DAY = 86_400_000;
const BASE = Date.parse('2026-01-01T00:00:00Z');

let counter = 0;
function call(
  at: number,
  text: string,
  fingerprint: string | null = null,
  fields: Partial<CallRecord> = {},
): CallRecord {
  counter += 1;
  return {
    agent: 'claude-code',
    sessionId: '',
    project: 'p',
    uuid: `u${counter}`,
    callId: `c${counter}`,
    timestamp: new Date(BASE + at).toISOString(),
    tool: 'Bash',
    text,
    ok: fingerprint === null,
    fingerprint,
    kind: fingerprint === null ? null : 'usage',
    error: fingerprint === null ? null : `error ${fingerprint}`,
    bytes: 1,
    seconds: null,
    ...fields,
  };
}

/** A failing call as an episode whose trigger is the word after `x`. */
function episodeOf(sessionId: string, failing: CallRecord): Episode {
  return {
    id: `e-${failing.callId}`,
    agent: 'claude-code',
    file: '',
    sessionId,
    project: failing.project,
    timestamp: failing.timestamp,
    lines: [1],
    uuids: [failing.uuid],
    toolUseIds: [failing.callId],
    failure: {
      line: 1,
      toolUseId: failing.callId,
      tool: 'Bash',
      input: {},
      uuid: failing.uuid,
      error: failing.error ?? '',
    },
    correction: null,
    signals: [],
    kind: 'usage',
    summary: failing.text,
    mistake: '',
    remediation: '',
    trigger: {
      toolNames: ['Bash'],
      commandPatterns: [`^${failing.text}$`],
      pathPatterns: [],
      errorPatterns: [],
    },
    tags: [],
    severity: 'notable',
    fingerprint: failing.fingerprint ?? '',
    attempts: 1,
    cost: { calls: 1, bytes: 1, seconds: 1 },
    evidence: '',
    confidence: 0.8,
    reusable: 0.8,
    model: null,
    isSubagent: false,
  };
}

function session(sessionId: string, calls: CallRecord[], project = 'p'): ReplaySession {
  const own = calls.map((each) => ({ ...each, project, sessionId }));
  const failing = own.filter((each) => !each.ok);
  const first = failing.filter(
    (each, n) => failing.findIndex((f) => f.fingerprint === each.fingerprint) === n,
  );
  return {
    agent: 'claude-code',
    sessionId,
    project,
    calls: own,
    episodes: first.map((each) => episodeOf(sessionId, each)),
  };
}

const tools: ReplayTools = {
  group(episodes) {
    const groups = new Map<string, ReplayCandidate>();
    for (const episode of episodes) {
      const known = groups.get(episode.fingerprint);
      if (known) known.confidence = 0.6;
      else
        groups.set(episode.fingerprint, {
          key: episode.fingerprint,
          summary: episode.summary,
          kind: episode.kind,
          confidence: 0.4,
          fingerprints: [episode.fingerprint],
          trigger: episode.trigger,
          bytes: 40,
        });
    }
    return [...groups.values()];
  },
  compile(candidate, id): CompiledLesson {
    const patterns = candidate.trigger.commandPatterns.flatMap((source) => {
      const result = compilePattern(source, 'command');
      return result.ok ? [result.pattern] : [];
    });
    return compiledLesson({
      id,
      command: patterns,
    });
  },
};

const run = (sessions: ReplaySession[], minConfidence = 0) => replay(sessions, { minConfidence }, tools);

describe('replay', () => {
  test('a failure that comes back in a later session is met; a repetition within a session is none', () => {
    const report = run([
      session('b', [call(DAY, 'deploy now', 'f1'), call(DAY + 1, 'ls')]),
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

  test('nothing is learned across projects', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1')], 'p'),
      session('b', [call(DAY, 'deploy now', 'f1')], 'q'),
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
      session('b', [call(DAY, 'deploy now', 'f1'), call(DAY + 1, 'deploy now', 'f1'), call(DAY + 2, 'ls')]),
    ]);
    expect(report).toMatchObject({ callsReached: 2, callsTold: 1, shareTold: 1 / 4, recurrencesMet: 2 });
    expect([report.commandLike.told, report.other.told]).toEqual([1, 0]);
  });

  test('a call that is met by error alone is counted apart', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1')]),
      session('b', [call(DAY, 'deploy later', 'f1')]),
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
        session('b', [call(DAY, 'deploy now', 'f1')]),
      ]);
    expect([with_(3).metByCall, with_(4).metByCall]).toEqual([1, 0]);
    expect([with_(3).silenced, with_(4).silenced]).toEqual([0, 1]);
    expect(with_(4).metByRecall).toBe(1);
  });

  test('a good call that a lesson matches is disturbed, once a session for each lesson', () => {
    const report = run([
      session('a', [call(0, 'deploy now', 'f1'), call(1, 'deploy now', 'f1')]),
      session('b', [call(DAY, 'deploy now'), call(DAY + 1, 'deploy now'), call(DAY + 2, 'deploy now', 'f1')]),
    ]);
    expect(report).toMatchObject({ callsDisturbed: 2, callsReached: 3, injections: 1, metByCall: 1 });
    expect(report.precision).toBeCloseTo(1 / 3);
    expect(report.commandLike).toMatchObject({ disturbed: 1, disturbedPerMet: 1 });
  });

  test('candidates below the threshold never act', () => {
    const three = ['a', 'b', 'c'].map((id, n) => session(id, [call(n * DAY, 'deploy now', 'f1')]));
    expect([
      run(three, 0).recurrencesMet,
      run(three, 0.5).recurrencesMet,
      run(three, 0.7).recurrencesMet,
    ]).toEqual([2, 1, 0]);
  });

  test('a resumed copy of a history counts once, in the session that ended first', () => {
    const history = [call(0, 'deploy now', 'f1'), call(1, 'ls')];
    const original = session('z-original', history);
    const resumed = session('a-resumed', [...history, call(DAY, 'deploy now', 'f1')]);
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
      call(9 * DAY, 'ls', null, fields),
    ]);
    const fork = session('a', [
      call(DAY, 'deploy now', 'f1', { ...fields, callId: id }),
      call(DAY + 5, 'deploy now', 'f1', fields),
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
      session('b', [call(DAY, 'x', 'f1', fields)]),
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
      ...[0, 1, 2].map((n) => session(`p${n}`, [call(n * DAY, 'deploy now', 'f1')], 'big')),
      ...[0, 1].map((n) => session(`q${n}`, [call(n * DAY, 'make it', 'f2')], 'small')),
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
