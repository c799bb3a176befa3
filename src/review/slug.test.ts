import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isSlug, slugOf, slugStem } from './slug.ts';

test('a slug is the kebab-case summary and four base-36 characters', () => {
  expect(slugOf("Don't run `npm i` in /usr: it's Not yours", 'seed')).toMatch(
    /^dont-run-npm-i-in-usr-its-not-yours-[a-z0-9]{4}$/,
  );
  expect(slugStem('Crème brûlée, NAÏVE')).toBe('creme-brulee-naive');
  expect(slugStem('依存関係を更新する')).toBe('lesson');
  expect(slugOf('a', 's', 0)).toBe(slugOf('a', 's', 0));
  expect(slugOf('a', 's', 0)).not.toBe(slugOf('a', 's', 1));
});

test('any summary gives a valid slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.nat(99), (summary, seed, attempt) =>
      isSlug(slugOf(summary, seed, attempt)),
    ),
  );
});
