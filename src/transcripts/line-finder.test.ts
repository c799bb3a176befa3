import { expect, test } from 'bun:test';
import { isProportional } from '../../test/support/growth.ts';
import { LineFinder } from './line-finder.ts';

const NEEDLE = '"role": ';

function linesOf(source: string, count: number): number[] {
  const lines = new LineFinder(source);
  return Array.from({ length: count }, (_, index) => lines.of(NEEDLE, index + 1));
}

test('each occurrence is found on its own line, with a space behind the colon or none', () => {
  expect(linesOf('[\n  {\n    "role": "user"\n  },\n  {\n    "role": "model"\n  }\n]', 2)).toEqual([3, 6]);
  expect(linesOf('[\n{"role":"user"},\n{"role":"model"}\n]', 2)).toEqual([2, 3]);
});

test('a document on one line is counted by its messages, what is not there stays where the last was', () => {
  expect(linesOf('[{"role":"user"},{"role":"model"}]\n', 2)).toEqual([1, 2]);
  expect(linesOf('[\n{"role":"user"},\n{"name":"x"}\n]', 3)).toEqual([2, 2, 2]);
});

test('the time grows with the document alone, however it is spaced, and whatever is not in it', () => {
  const document = (line: string) => (chars: number) => {
    const count = Math.ceil(chars / line.length);
    linesOf(`[\n${line.repeat(count)}]`, count);
  };
  expect(isProportional(document('{"role":"user"},\n'), 400_000)).toBe(true);
  expect(isProportional(document('{"name": "user"},\n'), 400_000)).toBe(true);
});
