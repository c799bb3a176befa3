import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { runCli, runJson } from '../../test/support/cli.ts';
import { sessionSteps } from '../../test/support/mistakes.ts';
import { scratchHome } from '../../test/support/scratch.ts';
import { FORMATS } from '../../test/support/transcripts.ts';
import { compliance } from './compliance.ts';
import type { Screen } from './operation.ts';

test('compliance is a table that fits the screen', () => {
  const figures = { tags: 3, malformed: 12, heuristicOnly: 1, rate: 0.75, verdict: 'both' };
  const group = {
    agent: 'claude-code',
    model: 'a-model-of-the-year-2026-11-23-preview',
    week: null,
    asked: figures,
    ...figures,
  };
  const found = {
    ...figures,
    heuristicOnly: 41,
    malformedByReason: { 'no fix': 12 },
    asked: figures,
    askedSince: { 'claude-code': '2026-11-02T08:00:00.000Z' },
    groups: [
      { ...group, isSubagent: false },
      { ...group, model: null, isSubagent: true, asked: { ...figures, rate: null } },
      { ...group, tags: 0, malformed: 0, asked: null },
    ],
  };
  const render = compliance.cli.render as (output: unknown, input: object, screen: Screen) => string;
  const lines = render(found, {}, { color: false, width: 80 }).split('\n');
  expect(lines[6]).toHaveLength(80);
  expect(lines).toEqual([
    'Asked for tags: claude-code since 2026-11-02. 3 tags, 12 malformed, 1 mistake',
    'without a tag: agents reported 75% themselves. From before: 40 mistakes without',
    'a tag, left out here. Only mistakes of confidence 0.5 or more count.',
    '  malformed, no fix: 12',
    '',
    'week      agent        model            thread     tags  malformed  missed  rate',
    'no date   claude-code  a-model-of-the…  main          3         12       1   75%',
    'no date   claude-code  unknown          subagent      3         12       1     –',
  ]);

  const narrow = render(found, {}, { color: false, width: 60 }).split('\n');
  expect(narrow.slice(4)).toEqual([
    '  malformed, no fix: 12',
    '',
    'week      agent        model     thread   tags  missed  rate',
    'no date   claude-code  a-model…  main        3       1   75%',
    'no date   claude-code  unknown   sub         3       1     –',
  ]);
  for (const width of [40, 59, 76, 77, 81])
    for (const line of render(found, {}, { color: false, width }).split('\n'))
      expect(line.length).toBeLessThanOrEqual(width);
});

test('compliance begins with the first session that was asked', async () => {
  const home = scratchHome();
  const story = (sessionId: string) => ({ sessionId, cwd: '/home/dev/shop', steps: sessionSteps(2, 2) });
  const transcript = (sessionId: string) =>
    FORMATS['claude-code']!(join(home, '..', sessionId), story(sessionId));
  await runCli(['scan', transcript('one')], { home });
  const before = await runJson<{ heuristicOnly: number; asked: object | null }>(['compliance'], { home });
  expect(before.heuristicOnly).toBeGreaterThan(0);
  expect(before.asked).toBeNull();
  const said = (await runCli(['compliance'], { home })).stdout;
  expect(said.replaceAll('\n', ' ')).toContain('No session has been asked for tags yet');
  expect(said).not.toContain('%');
  expect(said).not.toContain('week');

  const payload = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'two', cwd: '/' };
  await runCli(['hook', 'claude-code'], { home, stdin: JSON.stringify(payload) });
  const after = await runJson<{ heuristicOnly: number; asked: object; askedSince: object }>(['compliance'], {
    home,
  });
  expect(after.heuristicOnly).toBe(before.heuristicOnly);
  expect(after.asked).toMatchObject({ tags: 0, heuristicOnly: 0, rate: null });
  expect(Object.keys(after.askedSince)).toEqual(['claude-code']);
  const now = (await runCli(['compliance'], { home })).stdout.replaceAll('\n', ' ');
  expect(now).toContain(`From before: ${before.heuristicOnly} mistake`);
});
