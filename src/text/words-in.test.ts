import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { tokensOf } from './tokens.ts';
import { holdsWord, JoinedTexts, searchable } from './words-in.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', '_', ' ', '-', '\n', '\u212a', 'é', '→', '😀'),
  maxLength: 8,
});
const run = text.filter((given) => /^.+$/.test(given)).map(searchable);
const token = fc.string({ unit: fc.constantFrom('a', 'b', '_'), minLength: 1, maxLength: 3 });

test('the words that are found in a text are its tokens', () => {
  fc.assert(
    fc.property(text, token, (given, word) => {
      expect(holdsWord(searchable(given), word)).toBe(tokensOf([given]).has(word));
    }),
    { numRuns: 3000 },
  );
});

test('many texts at once give what each gives by itself', () => {
  const lists = fc.array(fc.array(token, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), lists, run, (given, required, part) => {
      const joined = new JoinedTexts(given.map(searchable));
      const indices = [...given.keys()];
      const holds = (at: number) =>
        required.some((list) => list.every((word) => tokensOf([given[at] as string]).has(word)));
      expect([...joined.holding(required)]).toEqual(indices.filter(holds));
      expect([...joined.holding(null)]).toEqual(indices);
      expect(joined.holdingRun(part)).toEqual(
        indices.filter((at) => searchable(given[at] as string).includes(part)),
      );
    }),
    { numRuns: 2000 },
  );
});
