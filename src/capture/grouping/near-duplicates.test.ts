import { expect, test } from 'bun:test';
import { seededRandom } from '../../../test/support/random.ts';
import type { Clusterable } from './cluster.ts';
import { NearDuplicates, nearDuplicates } from './near-duplicates.ts';

const VOCABULARY =
  'never always put the files into folder branch named already exists of script missing'.split(' ');

/** Failures of several kin and prose, some of them alike in most words, some in half. */
function items(count: number, seed: number): Clusterable[] {
  const next = seededRandom(seed);
  const number = (below: number) => Math.floor(next() * below);
  const models = Array.from({ length: 12 }, () =>
    Array.from({ length: 2 + number(9) }, () =>
      next() < 0.5 ? (VOCABULARY[number(VOCABULARY.length)] as string) : `name${number(40)}`,
    ),
  );
  return Array.from({ length: count }, (_, nth) => {
    const words = new Set(models[number(models.length)]);
    for (let changes = number(4); changes > 0; changes -= 1) {
      const [old] = [...words].slice(number(words.size));
      if (old !== undefined && next() < 0.6) words.delete(old);
      words.add(`name${number(60)}`);
    }
    const prose = next() < 0.3;
    const kin = prose ? '' : `kin${number(3)}`;
    return { key: `k${nth * 7919}`, words: [...words].sort().join(' '), prose, kin };
  });
}

test.each([60, 300, 700])(
  '%i clusters at once have the components that they have one after the other',
  (count) => {
    for (const seed of [1, 2, 3]) {
      const made = items(count, seed);
      const near = new NearDuplicates();
      for (const item of made) near.add(item);
      const component = nearDuplicates(made);
      const joined = made.filter(({ key }) => component(key) !== key);
      expect(made.map(({ key }) => component(key))).toEqual(made.map(({ key }) => near.component(key)));
      expect(joined.length).toBeGreaterThan(count / 10);
      expect(joined.length).toBeLessThan(count);
    }
  },
);
