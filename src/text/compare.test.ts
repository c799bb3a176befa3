import { expect, test } from 'bun:test';
import { compare } from './compare.ts';

test('the order of code units, and none between equal texts, so that a second key decides', () => {
  const rows = [
    ['b', '2'],
    ['a', '2'],
    ['b', '1'],
    ['B', '9'],
  ];
  rows.sort((x, y) => compare(x[0]!, y[0]!) || compare(x[1]!, y[1]!));
  expect(rows.map((row) => row.join(''))).toEqual(['B9', 'a2', 'b1', 'b2']);
  expect(compare('ä', 'z')).toBe(1);
  expect(compare('x', 'x')).toBe(0);
});
