import { expect, test } from 'bun:test';
import { compliance } from './compliance.ts';
import type { Screen } from './operation.ts';

test('compliance is a table that fits the screen', () => {
  const figures = { tags: 3, malformed: 12, heuristicOnly: 1, rate: 0.75, verdict: 'both' };
  const group = {
    agent: 'claude-code',
    model: 'a-model-of-the-year-2026-11-23-preview',
    week: null,
    ...figures,
  };
  const found = {
    ...figures,
    malformedByReason: { 'no fix': 12 },
    groups: [
      { ...group, isSubagent: false },
      { ...group, model: null, isSubagent: true, rate: null },
    ],
  };
  const render = compliance.cli.render as (output: unknown, input: object, screen: Screen) => string;
  const lines = render(found, {}, { color: false, width: 80 }).split('\n');
  expect(lines[3]).toHaveLength(80);
  expect(lines).toEqual([
    '3 tags, 12 malformed, 1 mistake without a tag: agents reported 75% themselves.',
    '  malformed, no fix: 12',
    '',
    'week      agent        model            thread     tags  malformed  missed  rate',
    'no date   claude-code  a-model-of-the…  main          3         12       1   75%',
    'no date   claude-code  unknown          subagent      3         12       1     –',
  ]);

  const narrow = render(found, {}, { color: false, width: 60 }).split('\n');
  expect(narrow).toEqual([
    '3 tags, 12 malformed, 1 mistake without a tag: agents',
    'reported 75% themselves.',
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
