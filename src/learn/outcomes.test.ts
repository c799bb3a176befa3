import { describe, expect, test } from 'bun:test';
import { callOf } from '../../test/support/records.ts';
import { compiledLesson } from '../inject/compiled-lesson.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Episode } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import type { InjectionEvent, InjectionKind } from '../model/injection-event.ts';
import { compilePattern } from '../triggers/compile-pattern.ts';
import { judgeSession } from './outcomes.ts';

const pattern = compilePattern('\\bpip\\s+install\\b', 'command');
if (!pattern.ok) throw new Error(pattern.reason);
const lesson = {
  ...compiledLesson({
    id: 'L',
    slug: 'use-uv',
    command: [pattern.pattern],
    fingerprint: 'fp',
    scope: 'project:x',
  }),
  remediation: 'Run `uv add requests`, or `pip download --isolated`.',
};

const time = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 1000).toISOString();

function call(n: number, text: string, ok: boolean, fields: Partial<CallRecord> = {}): CallRecord {
  return callOf({
    sessionId: 's',
    project: 'x',
    callId: `c${n}`,
    timestamp: time(n),
    text,
    ok,
    ...(!ok && { fingerprint: 'fp', error: 'externally managed' }),
    ...fields,
  });
}
function event(kind: InjectionKind, n: number, fields: Partial<InjectionEvent> = {}): InjectionEvent {
  return {
    at: time(n),
    kind,
    agent: 'claude-code',
    event: 'PreToolUse',
    sessionId: 's',
    toolUseId: `c${n}`,
    slug: 'use-uv',
    lessonId: 'L',
    inputHash: 'h',
    ...fields,
  };
}
function judge(
  events: InjectionEvent[],
  calls: CallRecord[],
  delivery: CompiledLesson['delivery'] = 'context',
  objections: Episode[] = [],
) {
  const lessons = new Map([['L', { ...lesson, delivery }]]);
  return judgeSession({ sessionId: 's', events, calls, objections, lessons });
}
const outcomes = (...args: Parameters<typeof judge>) => judge(...args).map((row) => row.outcome);

const good = (n: number) => call(n, 'uv pip-compile x && uv add requests', true);
const bad = (n: number) => call(n, 'pip install requests', false);
const fine = (n: number) => call(n, 'pip install requests', true);
const else_ = (n: number) => call(n, 'ls -la', true);

test.each([-300, -5, 5, 300])("the hook's clock is %i s ahead of the transcript's", (ahead) => {
  const at = time(1.2 + ahead);
  const took = { seconds: 0.5 };
  const failed = call(1, 'pip install requests', false, took);
  const judged = (kind: InjectionKind, calls: CallRecord[], objections: Episode[] = []) =>
    outcomes([event(kind, 1, { at })], calls, kind === 'hold' ? 'hold' : 'context', objections);
  expect(judged('inject', [failed, good(2)])).toEqual(['prevented']);
  expect(judged('inject', [failed, bad(2)])).toEqual(['ignored']);
  expect(judged('recall', [failed, good(2)])).toEqual(['prevented']);
  expect(judged('hold', [call(1, 'pip install x', false, { ...took, error: null }), good(2)])).toEqual([
    'prevented',
  ]);
  // A log may date the next call as the result before it.
  expect(judged('inject', [failed, { ...good(2), timestamp: time(1.5) }])).toEqual(['prevented']);
  // What was under way by then was told nothing.
  const twin = call(1.1, 'pip install flask', false, { callId: 'twin' });
  expect(judged('inject', [failed, twin, good(3)])).toEqual(['prevented']);
});

describe('outcome of a context beside the result', () => {
  test('prevented: the call failed, then the corrected form ran', () => {
    const rows = judge(
      [event('inject', 1)],
      [bad(1), else_(2), call(3, 'python -m venv .venv && .venv/bin/pip3 install requests', true)],
    );
    expect(rows[0]).toMatchObject({ outcome: 'unknown', lessonId: 'L', slug: 'use-uv', withheld: false });
    const other = judge(
      [event('inject', 1)],
      [bad(1), else_(2), call(3, 'pip --isolated download requests', true)],
    );
    expect(other[0]?.outcome).toBe('prevented');
    expect(other[0]?.evidence).toContain('pip --isolated download');
  });
  test('prevented: the same call works once its cause is gone', () => {
    expect(outcomes([event('inject', 1)], [bad(1), else_(2), fine(3)])).toEqual(['prevented']);
  });
  test('unknown: it was but repeated, and went well', () => {
    for (const kind of ['inject', 'recall'] as const) {
      const rows = judge([event(kind, 1)], [bad(1), fine(2), good(3)]);
      expect(rows[0]).toMatchObject({ outcome: 'unknown', evidence: expect.stringContaining('unchanged') });
    }
    const edit = (n: number, ok: boolean) => call(n, 'src/moor.ts', ok, { tool: 'Edit' });
    const path = compilePattern('src/moor.ts', 'path');
    if (!path.ok) throw new Error(path.reason);
    const moor = compiledLesson({ id: 'L', slug: 'moor', path: [path.pattern], toolNames: ['Edit'] });
    const rows = judgeSession({
      sessionId: 's',
      events: [event('inject', 1, { tool: 'Edit' })],
      calls: [edit(1, false), edit(2, true)],
      objections: [],
      lessons: new Map([['L', { ...moor, remediation: 'Read it first.' }]]),
    });
    // Of an edit only the file is known: what it changed was another text.
    expect(rows[0]?.outcome).toBe('prevented');
  });
  test('ignored: it fails again after it', () =>
    expect(outcomes([event('inject', 1)], [bad(1), bad(2), fine(3)])).toEqual(['ignored']));
  test('irrelevant: the call went well', () =>
    expect(outcomes([event('inject', 1)], [fine(1), else_(2)])).toEqual(['irrelevant']));
  test('unknown: nothing came after', () => {
    expect(outcomes([event('inject', 1)], [bad(1)])).toEqual(['unknown']);
    expect(outcomes([event('inject', 1)], [])).toEqual(['unknown']);
  });
  test('a failure of another kind of the same tool is none of its own', () => {
    expect(outcomes([event('inject', 1)], [bad(1), call(2, 'make', false, { fingerprint: 'else' })])).toEqual(
      ['unknown'],
    );
  });
  test('the same fingerprint by another command is', () => {
    expect(outcomes([event('inject', 1)], [bad(1), call(2, 'python -m pip3 add x', false)])).toEqual([
      'ignored',
    ]);
  });
});

describe('outcome of a hold', () => {
  test('prevented: not tried again', () =>
    expect(outcomes([event('hold', 1)], [else_(2), good(3)], 'hold')).toEqual(['prevented']));
  test('unknown: tried again and stopped again; the later delivery tells what became of it', () => {
    const denied = (n: number) => call(n, 'pip install requests', false, { error: null, fingerprint: null });
    const rows = judge([event('block', 1), event('block', 2)], [denied(1), denied(2), else_(3)], 'block');
    expect(rows.map((row) => [row.outcome, row.evidence])).toEqual([
      ['unknown', 'tried again, and stopped again: Bash pip install requests'],
      ['prevented', 'stopped, and not tried again in 1 call'],
    ]);
  });
  test('prevented: the corrected form of the denied call ran', () => {
    const denied = call(1, 'pip install requests', false, { error: null, fingerprint: null });
    const rows = judge(
      [event('hold', 1)],
      [denied, call(2, 'pip --isolated download requests', true)],
      'hold',
    );
    expect(rows[0]?.outcome).toBe('prevented');
    expect(rows[0]?.evidence).toContain('corrected form');
  });
  test('ignored: repeated unchanged, and it failed', () => {
    expect(outcomes([event('hold', 1), event('hold-passed', 2)], [bad(2)], 'hold')).toEqual(['ignored']);
  });
  test('irrelevant: repeated unchanged, and it went well', () => {
    expect(outcomes([event('hold', 1), event('hold-passed', 2)], [fine(2)], 'hold')).toEqual(['irrelevant']);
  });
  test('a repeated call that goes on is judged by its end, which comes with a later call', () => {
    const going = { ...fine(2), ok: false, error: null };
    const passed = [event('hold', 1), event('hold-passed', 2)];
    expect(outcomes(passed, [going, fine(3)], 'hold')).toEqual(['irrelevant']);
    expect(outcomes(passed, [going, bad(3)], 'hold')).toEqual(['ignored']);
    expect(outcomes(passed, [going], 'hold')).toEqual(['unknown']);
  });
  test('of two held calls only one was repeated: the other is not judged by that', () => {
    const held = (minute: number, inputHash: string) => event('hold', minute, { inputHash });
    const passed = event('hold-passed', 3, { inputHash: 'second' });
    const rows = judge([held(1, 'first'), held(2, 'second'), passed], [fine(3)], 'hold');
    expect(rows.map((row) => row.evidence.includes('repeated unchanged'))).toEqual([false, true]);
  });
  test('ignored: another form of it failed', () =>
    expect(outcomes([event('hold', 1)], [call(2, 'pip install -U x', false)], 'hold')).toEqual(['ignored']));
  test('unknown: the session ended there', () =>
    expect(outcomes([event('hold', 1)], [], 'hold')).toEqual(['unknown']));
});

test("of a user's wish a call that went well says nothing; a failing one, and a human's leave, say what they say", () => {
  const wish = (events: InjectionEvent[], calls: CallRecord[], delivery: CompiledLesson['delivery']) => {
    const lessons = new Map([['L', { ...lesson, delivery, isUsersWish: true }]]);
    const [row] = judgeSession({ sessionId: 's', events, calls, objections: [], lessons });
    return `${row?.outcome}: ${row?.evidence}`;
  };
  const passed = [event('hold', 1), event('hold-passed', 2)];
  const ran = 'Bash pip install requests';
  expect(wish(passed, [fine(2)], 'hold')).toBe(`unknown: repeated unchanged, and it went well: ${ran}`);
  expect(wish(passed, [bad(2)], 'hold')).toStartWith('ignored: ');
  expect(wish([event('inject', 1)], [fine(1), else_(2)], 'context')).toBe(
    `unknown: the call went well: ${ran}`,
  );
  expect(wish([event('inject', 1)], [else_(1), fine(2)], 'context')).toBe(
    `unknown: such a call went well: ${ran}`,
  );
  const leave = [event('block', 1), event('allow-once', 2)];
  expect(wish(leave, [fine(2)], 'block')).toBe('irrelevant: a human let the call through');
});

describe('outcome of a block, of a recall, and of what was only shown', () => {
  test('a block is prevented unless a human lets it through', () => {
    expect(outcomes([event('block', 1)], [else_(2)], 'block')).toEqual(['prevented']);
    expect(outcomes([event('block', 1), event('allow-once', 2)], [fine(3)], 'block')).toEqual(['irrelevant']);
  });
  test('a block of another call than the one that a human lets through is judged by itself', () => {
    const events = [
      event('block', 1),
      event('block', 3, { inputHash: 'other' }),
      event('allow-once', 4, { inputHash: 'other' }),
    ];
    expect(outcomes(events, [else_(2), fine(4)], 'block')).toEqual(['prevented', 'irrelevant']);
  });
  test('a held call that is given up is not judged by another that was held and repeated', () => {
    const events = [
      event('hold', 1),
      event('hold', 3, { inputHash: 'other' }),
      event('hold-passed', 4, { inputHash: 'other' }),
    ];
    expect(outcomes(events, [else_(2), fine(4)], 'hold')).toEqual(['prevented', 'irrelevant']);
    expect(outcomes(events, [else_(2), bad(4)], 'hold')).toEqual(['prevented', 'ignored']);
  });
  test('a recall is prevented when the corrected form runs, ignored when it fails again', () => {
    expect(outcomes([event('recall', 1)], [bad(1), good(2)])).toEqual(['prevented']);
    expect(outcomes([event('recall', 1)], [bad(1), bad(2)])).toEqual(['ignored']);
  });
  test('a pitfall that was shown is unknown, however well things go; ignored if it happens', () => {
    const shown = event('pitfalls', 0, { toolUseId: null });
    expect(outcomes([shown], [fine(1), good(2)])).toEqual(['unknown']);
    expect(outcomes([shown], [bad(1)])).toEqual(['ignored']);
  });
});

test('of a lesson that names a tool alone, and is not told at its calls, no call is what it is about', () => {
  const shown = { ...lesson, command: [], fingerprint: null, toolNames: ['Bash'] };
  const judged = (injectOn: CompiledLesson['injectOn']) =>
    judgeSession({
      sessionId: 's',
      events: [event('pitfalls', 0, { toolUseId: null })],
      calls: [call(1, 'make x', false)],
      objections: [],
      lessons: new Map([['L', { ...shown, injectOn }]]),
    }).map(({ outcome }) => outcome);
  expect([judged(['UserPromptSubmit']), judged(['PreToolUse'])]).toEqual([['unknown'], ['ignored']]);
});

describe('what is judged', () => {
  test('a withheld hold is judged by its own call, a withheld context by what follows', () => {
    expect(judge([event('holdout', 1)], [bad(1)], 'hold')[0]).toMatchObject({
      outcome: 'ignored',
      withheld: true,
    });
    expect(judge([event('holdout', 1)], [fine(1)], 'hold')[0]).toMatchObject({
      outcome: 'irrelevant',
      withheld: true,
    });
    expect(judge([event('holdout', 1)], [bad(1)])[0]).toMatchObject({ outcome: 'unknown', withheld: true });
    expect(judge([event('holdout', 1)], [bad(1), bad(2)])[0]).toMatchObject({
      outcome: 'ignored',
      withheld: true,
    });
  });
  test("the user's objection to a call that the lesson is about counts as ignored", () => {
    const objection = { timestamp: time(3), toolUseIds: ['c2'], summary: 'use uv here' } as Episode;
    expect(outcomes([event('inject', 1)], [fine(1), fine(2)], 'context', [objection])).toEqual(['ignored']);
  });
  describe('what the user says of a call that went well', () => {
    /** As the scan finds it: spoken words name no call by its id. */
    const said = (n: number, command: string) =>
      ({
        timestamp: time(n),
        toolUseIds: [],
        failure: { tool: 'Bash', input: { command } },
        summary: 'use uv here',
      }) as unknown as Episode;
    const words = said(4.5, 'pip install requests');

    test('ignored: it was told at the call, or before it, and stood until the user objected', () => {
      expect(outcomes([event('inject', 4)], [fine(4), good(5)], 'context', [words])).toEqual(['ignored']);
      const rows = judge([event('inject', 1)], [fine(1), fine(2), fine(4)], 'context', [words]);
      expect(rows[0]).toMatchObject({ outcome: 'ignored', evidence: 'the user objected: use uv here' });
    });
    test('ignored: a held call was repeated', () => {
      const denied = call(1, 'pip install requests', false, { error: null, fingerprint: null });
      const events = [event('hold', 1), event('hold-passed', 4)];
      expect(outcomes(events, [denied, fine(4)], 'hold', [words])).toEqual(['ignored']);
    });
    test('prevented: of a held call that was left, whatever the user says of it', () => {
      const denied = call(4, 'pip install requests', false, { error: null, fingerprint: null });
      expect(outcomes([event('hold', 4)], [denied, else_(5)], 'hold', [words])).toEqual(['prevented']);
    });
    test('prevented: the corrected form had run before', () => {
      const corrected = call(2, 'pip --isolated download requests', true);
      expect(outcomes([event('inject', 1)], [bad(1), corrected, fine(4)], 'context', [words])).toEqual([
        'prevented',
      ]);
    });
    test('words on another call, or before the telling, say nothing', () => {
      for (const other of [said(4.5, 'ls -la'), said(0.5, 'pip install requests')])
        expect(outcomes([event('inject', 1)], [fine(1), else_(4)], 'context', [other])).toEqual([
          'irrelevant',
        ]);
    });
    test('a call that the user refused before it ran had nobody who was told', () => {
      const refused = call(1, 'pip install requests', false, { error: null, fingerprint: null });
      const refusal = { ...words, toolUseIds: ['c1'] };
      expect(outcomes([event('inject', 1)], [refused, else_(2)], 'context', [refusal])).toEqual(['unknown']);
      expect(outcomes([event('inject', 0)], [fine(0), refused], 'context', [refusal])).toEqual(['ignored']);
    });
  });
  test('prevented: the form that the lesson tells ran, by another program or with its option', () => {
    const uv = call(2, 'uv add requests', true);
    expect(judge([event('inject', 1)], [bad(1), uv])[0]).toMatchObject({
      outcome: 'prevented',
      evidence: 'the corrected form ran: Bash uv add requests',
    });
    expect(outcomes([event('inject', 1)], [fine(1), uv])).toEqual(['prevented']);
    const isolated = call(2, 'pip download --isolated requests', true);
    expect(outcomes([event('inject', 1)], [fine(1), isolated])).toEqual(['prevented']);
    for (const other of ['apt add requests', 'uv --version', 'pip download requests'])
      expect(outcomes([event('inject', 1)], [fine(1), call(2, other, true)])).toEqual(['irrelevant']);
    expect(outcomes([event('inject', 1)], [bad(1), call(2, 'apt add requests', true)])).toEqual(['unknown']);
  });
  test.each([
    ['Find the wheel first, and make sure that it is there.', 'irrelevant'],
    ['Use find, and read what it lists.', 'prevented'],
    ['Look with `find . -name NAME` first.', 'prevented'],
  ])('what a fix tells to run is no plain word of it: %s', (remediation, expected) => {
    const lessons = new Map([['L', { ...lesson, remediation }]]);
    const calls = [fine(1), call(2, 'find pip -name requests', true)];
    const rows = judgeSession({
      sessionId: 's',
      events: [event('inject', 1)],
      calls,
      objections: [],
      lessons,
    });
    expect(rows.map(({ outcome }) => outcome)).toEqual([expected as 'prevented']);
  });
  describe('a subagent', () => {
    const inside = (each: CallRecord, thread = 'a1'): CallRecord => ({ ...each, thread });

    test('was told nothing of what its session was told, and the other way round', () => {
      expect(outcomes([event('inject', 1)], [bad(1), inside(bad(2)), inside(fine(3))])).toEqual(['unknown']);
      const told = [event('inject', 1, { agentId: 'a1' })];
      expect(outcomes(told, [inside(bad(1)), bad(2), inside(bad(3), 'b2')])).toEqual(['unknown']);
      expect(outcomes(told, [inside(bad(1)), bad(2), inside(good(3))])).toEqual(['prevented']);
      expect(outcomes([event('pitfalls', 0, { toolUseId: null })], [inside(bad(1))])).toEqual(['unknown']);
    });
    test('leaves a call that it was stopped at, whatever others do', () => {
      const denied = inside(call(1, 'pip install requests', false, { error: null, fingerprint: null }));
      const held = [event('hold', 1, { agentId: 'a1' })];
      expect(outcomes(held, [denied, bad(2), inside(else_(3))], 'hold')).toEqual(['prevented']);
    });
  });
  test('drops, human commands and lessons that are gone are not; one delivery is one row, always with the same id', () => {
    const events = [
      event('drop', 1),
      event('human-command', 1),
      event('inject', 1, { lessonId: 'gone' }),
      event('inject', 1),
      event('inject', 1),
    ];
    const rows = judge(events, [fine(1)]);
    expect(rows).toHaveLength(1);
    expect(judge([event('inject', 1)], [fine(1), else_(2)])[0]?.id).toBe(rows[0]?.id ?? '');
  });
  test('a delivery whose call is unknown is placed by its time', () => {
    expect(outcomes([event('inject', 5, { toolUseId: 'nobody' })], [bad(1), bad(9)])).toEqual(['ignored']);
  });
  describe('a hook that does not know the ids of the transcript', () => {
    const told = (kind: InjectionKind, n: number, toolUseId: string | null = null) =>
      event(kind, n + 0.5, { toolUseId, tool: 'Bash' });
    const corrected = (n: number) => call(n, 'pip --isolated download requests', true);

    test('its call is the last one up to then that the lesson is about', () => {
      for (const id of [null, 'of-the-hook']) {
        const rows = judge([told('inject', 2, id)], [bad(0), else_(1), bad(2), corrected(3), bad(9)]);
        expect(rows[0]).toMatchObject({
          outcome: 'prevented',
          evidence: 'the corrected form ran: Bash pip --isolated download requests',
        });
      }
      const other = call(2, 'python -m pip3 add requests', false);
      expect(outcomes([told('recall', 2)], [other, call(3, 'python -m pip3 add httpx', true)])).toEqual([
        'prevented',
      ]);
      expect(outcomes([told('inject', 2)], [call(2, 'x', true, { tool: 'Read' }), fine(3)])).toEqual([
        'irrelevant',
      ]);
    });
    test('a held call that was repeated is judged by what became of it', () => {
      const held = call(1, 'pip install requests', false, { error: null, fingerprint: null });
      const passed = [told('hold', 1), told('hold-passed', 2)];
      expect(outcomes(passed, [held, fine(2), bad(9)], 'hold')).toEqual(['irrelevant']);
      expect(outcomes(passed, [held, bad(2), fine(9)], 'hold')).toEqual(['ignored']);
    });
  });
  test('a call of the same message could not heed what was told at its neighbour', () => {
    const twin = (n: number) => call(n, 'pip install -U requests', false);
    const late = event('inject', 1, { at: time(1.5) });
    expect(outcomes([late], [bad(1), twin(1.2)])).toEqual(['unknown']);
    expect(outcomes([late], [bad(1), twin(1.2), call(3, 'pip --isolated download requests', true)])).toEqual([
      'prevented',
    ]);
    expect(outcomes([late], [bad(1), twin(3)])).toEqual(['ignored']);
    const timeless = { timestamp: null };
    expect(
      outcomes(
        [late],
        [call(1, 'pip install x', false, timeless), call(2, 'pip install x', false, timeless)],
      ),
    ).toEqual(['ignored']);
  });
  test('the evidence is one short line', () => {
    const rows = judge([event('inject', 1)], [bad(1), call(2, `pip install ${'x\n'.repeat(500)}`, false)]);
    expect(rows[0]?.evidence.length).toBeLessThanOrEqual(200);
    expect(rows[0]?.evidence).not.toContain('\n');
  });
});

describe('whether it came back', () => {
  const shown = (n: number) => event('pitfalls', n, { toolUseId: null, event: 'UserPromptSubmit' });
  const unseen = (n: number, fields: Partial<InjectionEvent> = {}) => event('holdout', n, fields);
  const comeBack = (...args: Parameters<typeof judge>) => judge(...args).map(({ cameBack }) => cameBack);
  const atPrompt = { toolUseId: null, event: 'UserPromptSubmit' };

  test('is asked alike of a session that was told more often and of one that was told nothing', () => {
    for (const calls of [
      [fine(1), bad(2), fine(3)],
      [bad(1), fine(2)],
      [fine(1), fine(2)],
    ]) {
      const expected = calls.some(({ ok }) => !ok);
      const told = comeBack([shown(0), event('inject', 1)], calls);
      expect(told).toEqual([expected, expected]);
      expect(comeBack([unseen(0, atPrompt)], calls)).toEqual([expected]);
    }
  });
  test('the call that it was told beside was made before; one that it would have held was not', () => {
    for (const kind of ['inject', 'holdout'] as const) {
      expect(comeBack([event(kind, 1)], [bad(1), fine(2)])).toEqual([false]);
      expect(comeBack([event(kind, 1)], [fine(1), fine(2), bad(3)])).toEqual([true]);
    }
    expect(comeBack([unseen(1)], [bad(1), fine(2)], 'hold')).toEqual([true]);
    const held = call(1, 'pip install requests', false, { error: null, fingerprint: null });
    expect(comeBack([event('hold', 1)], [held, good(2)], 'hold')).toEqual([false]);
    expect(comeBack([event('hold', 1)], [held, bad(2)], 'hold')).toEqual([true]);
  });
});
