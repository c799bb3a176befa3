import { describe, expect, test } from 'bun:test';
import { changedThroughout, hunksOf } from './line-hunks.ts';

const lines = (text: string): string[] => text.split(' ');

describe('the places where two texts differ', () => {
  test('are told apart by the lines between them', () => {
    expect(hunksOf(lines('a b c d e'), lines('a x c d y z e'))).toEqual([
      { gone: ['b'], come: ['x'] },
      { gone: [], come: ['y', 'z'] },
    ]);
  });

  test('are none in one text, and one where nothing is left', () => {
    expect(hunksOf(lines('a b'), lines('a b'))).toEqual([]);
    expect(hunksOf(lines('a b'), [])).toEqual([{ gone: ['a', 'b'], come: [] }]);
  });
});

describe('a change of several lines', () => {
  const change = (gone: string[], come: string[]) => changedThroughout([{ gone, come }]);

  test('is told by the first where all of them are the same', () => {
    expect(change(['pour(tea);', 'pour(milk, 2);'], ['pour(tea, cup);', 'pour(milk, 2, cup);'])).toEqual({
      gone: 'pour(tea);',
      come: 'pour(tea, cup);',
      lines: 2,
    });
  });

  test('may bring what it needs', () => {
    const found = change(
      ['fill(jug.id, 1)', 'empty(jug.id, 2)'],
      ['key := keyOf(jug)', 'fill(key, 1)', 'empty(key, 2)'],
    );
    expect(found?.come).toBe('fill(key, 1)');
  });

  test('is none where they differ, or where it is of one line alone', () => {
    expect(change(['pour(tea);', 'wash(cup);'], ['pour(tea, cup);', 'wash(cup, soap);'])).toBeNull();
    expect(change(['pour(tea);'], ['pour(tea, cup);'])).toBeNull();
    expect(change(['pour(tea);', 'wash(cup);'], ['pour(tea, cup);'])).toBeNull();
  });
});
