import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { inChunks, jsonPieces, withoutControls } from './json-pieces.ts';

const written = (value: unknown): string => [...jsonPieces(value)].join('');

test('pieces are the text of the whole', () => {
  const odd = fc.constantFrom(undefined, () => 1, Symbol('x'), new Date(0), { toJSON: () => 'y' });
  const item = fc.oneof(fc.jsonValue(), odd);
  const value = fc.oneof(item, fc.array(item), fc.dictionary(fc.string(), fc.oneof(item, fc.array(item))));
  fc.assert(
    fc.property(value, (any) => {
      const whole = JSON.stringify(any, null, 2);
      if (whole !== undefined) expect(written(any)).toBe(whole);
    }),
  );
  for (const each of [{}, [], { a: [] }, [[]], { a: undefined }, { a: [undefined, { b: ['\n'] }] }])
    expect(written(each)).toBe(JSON.stringify(each, null, 2));
});

test('a long list is never one text', () => {
  const list = Array.from({ length: 4000 }, (_, nth) => ({ nth, text: 'x'.repeat(500) }));
  const chunks = [...inChunks(jsonPieces({ list }))];
  expect(chunks.length).toBeGreaterThan(4);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(300_000);
  expect(chunks.join('')).toBe(JSON.stringify({ list }, null, 2));
});

test('no control is left in it as it is, and it says the same', () => {
  const value = { 'k\u009b8m': ['\u009b2J', 'a\u007fb\u0080ü\u00a0\u001b[8m'], n: 1 };
  const json = withoutControls(written(value));
  expect(json).not.toMatch(/[^\P{Cc}\n]/u);
  expect(json).toContain('ü\u00a0');
  expect(JSON.parse(json)).toEqual(value);
});
