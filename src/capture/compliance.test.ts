import { expect, test } from 'bun:test';
import type { MalformedTag } from '../model/findings.ts';
import { compliance } from './compliance.ts';

const malformed = (file: string, line: number, fields: Partial<MalformedTag> = {}): MalformedTag => ({
  id: `${file} ${line}`,
  agent: 'claude-code',
  file,
  line,
  sessionId: file,
  timestamp: '2025-06-02T12:00:00.000Z',
  model: null,
  isSubagent: false,
  reason: 'unterminated',
  ...fields,
});

test('a malformed tag that a resumed session repeats is counted once', () => {
  const count = (tags: MalformedTag[]) => compliance([], [], tags).malformed;
  const twice = (file: string) => [malformed(file, 7), malformed(file, 8)];
  expect(count(twice('a'))).toBe(2);
  expect(count([...twice('a'), ...twice('b'), malformed('b', 90, { timestamp: null })])).toBe(3);
  expect(count([malformed('a', 7), malformed('b', 7, { timestamp: '2025-06-02T12:00:01.000Z' })])).toBe(2);
  expect(count([malformed('a', 7, { timestamp: null }), malformed('b', 7, { timestamp: null })])).toBe(2);
});

test.each([
  ['2024-12-29T23:59:59.999Z', '2024-W52'],
  ['2024-12-30T00:00:00.000Z', '2025-W01'],
  ['2021-01-03T12:00:00.000Z', '2020-W53'],
  ['2021-01-04T00:00:00.000Z', '2021-W01'],
  ['no time', null],
])('%s is in the week %s', (timestamp, week) => {
  expect(compliance([], [], [malformed('a', 1, { timestamp })]).groups).toMatchObject([{ week }]);
});
