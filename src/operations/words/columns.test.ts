import { expect, test } from 'bun:test';
import { moment, widthOf } from './columns.ts';

test('a moment is told in UTC, whatever its zone, and says so', () => {
  expect(moment('2026-03-29T03:30:00.123+02:00')).toBe('2026-03-29 01:30:00Z');
  expect(moment('2026-03-29T01:30:00Z')).toBe('2026-03-29 01:30:00Z');
  expect(moment('yesterday\u001b[2J')).toBe('yesterday [2J');
});

test.each([
  ['abc', 3],
  ['äø', 2],
  ['e\u0301', 1],
  ['αж…→─', 5],
  ['漢字', 4],
  ['한글', 4],
  ['かなカナ', 8],
  ['ＡＢ', 4],
  ['ｱｲ', 2],
  ['￥', 2],
  ['豈', 2],
  ['︰', 2],
  ['ᄀ', 2],
  ['𠀀', 2],
  ['🙂', 2],
  ['⌚', 2],
  ['ᅠ', 1],
  ['ꓐ', 1],
])('a terminal gives %j %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});
