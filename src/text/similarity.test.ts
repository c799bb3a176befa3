import { describe, expect, test } from 'bun:test';
import { bands, commonEnds, estimateJaccard, jaccard, minHash, sharesBand, wordSet } from './similarity.ts';

function pair(shared: number, each: number, seed: number): [Set<string>, Set<string>] {
  const words = (label: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${label}${seed}x${i}`);
  return [
    new Set([...words('s', shared), ...words('a', each)]),
    new Set([...words('s', shared), ...words('b', each)]),
  ];
}

function bandRate(shared: number, each: number): number {
  let hits = 0;
  for (let seed = 0; seed < 300; seed++) {
    const [a, b] = pair(shared, each, seed);
    const other = new Set(bands(minHash(b)));
    if (bands(minHash(a)).some((band) => other.has(band))) hits++;
  }
  return hits / 300;
}

describe('similarity', () => {
  test('words: folded case, no single Latin letters, other scripts kept', () => {
    expect([...wordSet('Go TEST ./a --run=Foo_bar é 文 x')]).toEqual([
      'go',
      'test',
      'run',
      'foo_bar',
      'é',
      '文',
    ]);
  });

  test('jaccard', () => {
    expect(jaccard(new Set(['a', 'b']), new Set(['b', 'c']))).toBeCloseTo(1 / 3);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });

  test('the estimate follows the exact value', () => {
    let error = 0;
    for (let seed = 0; seed < 100; seed++) {
      const [a, b] = pair(20, 30, seed);
      error += Math.abs(estimateJaccard(minHash(a), minHash(b)) - jaccard(a, b));
    }
    expect(error / 100).toBeLessThan(0.07);
  });

  test('bands meet from a Jaccard of about 0.5 and rarely below 0.15', () => {
    expect(bandRate(40, 4)).toBeGreaterThan(0.98);
    expect(bandRate(20, 10)).toBeGreaterThan(0.5);
    expect(bandRate(6, 20)).toBeLessThan(0.08);
  });

  test('two texts are said to share a band exactly where they have a key in common', () => {
    for (const [shared, each] of [
      [40, 4],
      [20, 10],
      [0, 20],
      [0, 0],
    ] as const) {
      for (let seed = 0; seed < 50; seed++) {
        const [a, b] = pair(shared, each, seed).map((words) => minHash(words)) as [Uint32Array, Uint32Array];
        const keys = new Set(bands(b));
        expect(sharesBand(a, b)).toBe(bands(a).some((key) => keys.has(key)));
      }
    }
  });

  test('a signature that was stored is the one that is made today', () => {
    expect([...minHash(['git', 'push'])].slice(0, 3)).toEqual([2650958632, 246015231, 360832021]);
    expect(bands(minHash(['git', 'push']))[0]).toBe('0:6ca9b7273575deaa');
  });

  test('an empty text has no band', () => expect(bands(minHash([]))).toEqual([]));
});

test.each<[string | string[], string | string[], number, number]>([
  ['pier', 'pier', 4, 0],
  ['pier', 'pxier', 1, 3],
  ['quay', 'mole', 0, 0],
  ['aaa', 'aa', 2, 0],
  ['', 'a', 0, 0],
  [['a', '=', '1'], ['a', '=', '2'], 2, 0],
])('%j and %j share %i at the beginning and %i at the end', (a, b, start, end) => {
  expect(commonEnds(a, b)).toEqual({ start, end });
});
