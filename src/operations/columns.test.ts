import { expect, test } from 'bun:test';
import { moment } from './columns.ts';

test('a moment is told in UTC, whatever its zone, and says so', () => {
  expect(moment('2026-03-29T03:30:00.123+02:00')).toBe('2026-03-29 01:30:00Z');
  expect(moment('2026-03-29T01:30:00Z')).toBe('2026-03-29 01:30:00Z');
  expect(moment('yesterday\u001b[2J')).toBe('yesterday [2J');
});
