import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { call, NOW, planted } from '../../test/support/planted.ts';
import { failureOf } from '../../test/support/records.ts';
import { DAY_MS } from '../model/constants.ts';
import { homeFiles } from '../platform/paths.ts';
import { eventLog } from './event-log.ts';
import type { Screen } from './operation.ts';
import { fit, widthOf } from './words/columns.ts';

test('a moment may be named in any time zone, and what is none is refused', async () => {
  const { context, store, event } = await planted();
  await store.ingestEvents([event('inject', 1)]);
  const [{ at } = { at: '' }] = (await eventLog.run(context, {})).entries;
  const shown = async (since: string) => (await eventLog.run(context, { since })).entries.length;
  const inZone = (shift: number) =>
    `${new Date(Date.parse(at) + shift + 5 * 3_600_000).toISOString().slice(0, -1)}+05:00`;
  expect([await shown(inZone(-1000)), await shown(inZone(1000))]).toEqual([1, 0]);
  expect(await shown(new Date(NOW + DAY_MS).toISOString().slice(0, 10))).toBe(0);
  for (const since of ['yesterday', '2026-13-01', '2026-02-31', '01/02/2026', ''])
    expect(eventLog.input.safeParse({ since }).success).toBe(false);
  await context.close();
});

test('the call is told also where the hook was given no id, or another than the transcript has', async () => {
  const { context, store, event, add } = await planted();
  add([call(1, 'ls'), call(2, 'pip install a'), call(3, 'pip install b'), call(4, 'ls -l')]);
  const after = (n: number) => ({ at: event('inject', n + 1).at });
  await store.ingestEvents([
    event('inject', 1, { ...after(1), toolUseId: null }),
    event('inject', 2, { ...after(2), toolUseId: null }),
    event('hold', 3, { ...after(3), toolUseId: 'hook-3' }),
    event('inject', 4, { ...after(4), toolUseId: 'c4' }),
    event('pitfalls', 5, { ...after(5), toolUseId: null, tool: null }),
    // Of a model that gives the same ids in every session.
    event('hold', 6, { ...after(6), sessionId: 'other', toolUseId: 'c2' }),
  ]);
  const { entries } = await eventLog.run(context, {});
  expect(entries.map(({ on }) => on)).toEqual([null, 'pip install a', 'pip install b', 'ls -l', null, null]);
  const [lesson] = await store.listLessons();
  expect(entries.map(({ number }) => number)).toEqual(entries.map(() => lesson!.number));
  await context.close();
});

test('the log is narrowed to a session, a lesson and the last few', async () => {
  const { context, store, event, lesson } = await planted();
  await store.ingestEvents([
    event('inject', 1),
    event('inject', 2, { sessionId: 'other' }),
    event('inject', 3, { sessionId: 'other', lessonId: null, slug: null }),
  ]);
  const shown = async (asked: object) => (await eventLog.run(context, asked)).entries.map(({ at }) => at);
  const [first, second, third] = (await shown({})) as [string, string, string];
  expect(await shown({ session: 'other' })).toEqual([second, third]);
  expect(await shown({ ref: lesson.slug })).toEqual([first, second]);
  expect(await shown({ ref: lesson.slug, session: 'other' })).toEqual([second]);
  expect(await shown({ limit: 1 })).toEqual([third]);
  await context.close();
});

test('the call is told at once where a hook has noted its failure', async () => {
  const { context, store, event } = await planted();
  const failure = (toolUseId: string, tool: string, input: object) =>
    JSON.stringify({ ...failureOf({ toolUseId, tool }), session_id: 's1', input });
  writeFileSync(
    homeFiles.errors(context.home),
    [
      failure('c1', 'Bash', { command: 'pip install a' }),
      failure('c2', 'Read', { file_path: '/app/gone.ts' }),
      '',
    ].join('\n'),
  );
  await store.ingestEvents([
    event('inject', 1),
    event('recall', 2, { tool: 'Read' }),
    event('inject', 3),
    event('recall', 4, { sessionId: 'other', toolUseId: 'c1' }),
  ]);
  const { entries } = await eventLog.run(context, {});
  expect(entries.map(({ on }) => on)).toEqual(['pip install a', '/app/gone.ts', null, null]);
});

test('the log fits the screen, and what is long is cut', () => {
  const entry = {
    at: '2026-11-20T10:00:00.000Z',
    kind: 'hold-passed',
    agent: 'claude-code',
    event: 'PreToolUse',
    sessionId: 's1',
    toolUseId: 'c1',
    tool: 'Bash',
    detail: null,
    bytes: 1,
    slug: 'pip-install-needs-a-virtual-environment-ab12',
    number: 14,
    on: `pip install ${'パッケージ '.repeat(20)}`,
    outcome: 'prevented',
    evidence: `the corrected form ran: ${'x'.repeat(200)}`,
  };
  const loop = {
    ...entry,
    kind: 'loop',
    slug: null,
    number: null,
    tool: null,
    on: null,
    outcome: null,
    evidence: null,
  };
  const render = eventLog.cli.render as (output: unknown, input: object, screen: Screen) => string;
  const lines = (width: number) =>
    render({ entries: [entry, loop] }, {}, { color: false, width }).split('\n');
  const call = `Bash: ${entry.on.trim()}`;
  const moment = '2026-11-20 10:00:00Z  ';
  expect(lines(200)[0]).toBe(fit(`${moment}hold-passed   ${fit(`#14 ${entry.slug}`, 40)} ${call}`, 200));
  expect(lines(80)).toEqual([
    fit(`${moment}hold-passed   #14 pip-install-need… ${call}`, 80),
    fit(`${' '.repeat(22)}prevented: ${entry.evidence}`, 80),
    `${moment}loop          ${' '.repeat(21)} PreToolUse`,
  ]);
  expect(lines(60).slice(0, 2)).toEqual([
    `${moment}hold-passed   #14 pip-install-needs-a…`,
    fit(`${' '.repeat(22)}${call}`, 60),
  ]);
  const torn = render({ entries: [{ ...entry, tool: 'mcp__a\n__b' }] }, {}, { color: false, width: 80 });
  expect(torn.split('\n')).toHaveLength(2);
  for (const width of [20, 40, 60, 75, 76, 80, 120])
    for (const line of lines(width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
});

test('where a lesson, a session or a time was asked for, none is not said of all', () => {
  const render = eventLog.cli.render as (output: unknown, input: object, screen: Screen) => string;
  const said = (input: object) => render({ entries: [] }, input, { color: false, width: 80 });
  expect(said({})).toStartWith('Nothing has fired yet. `lessons doctor`');
  expect(said({ limit: 5 })).toStartWith('Nothing has fired yet.');
  for (const input of [{ ref: '#1' }, { session: 's' }, { since: '2026-01-01' }])
    expect(said(input)).toBe('Nothing that fits has fired.');
});
