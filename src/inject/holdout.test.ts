import { describe, expect, test } from 'bun:test';
import { isWithheld } from './holdout.ts';

const pairs = Array.from({ length: 40 }, (_, session) =>
  Array.from({ length: 250 }, (_, lesson) => [`session-${session}`, `lesson-${lesson}`] as const),
).flat();

describe('holdout', () => {
  test('withholds nothing at 0, NaN or below, everything at 1', () => {
    for (const rate of [0, -1, Number.NaN])
      expect(pairs.some(([s, l]) => isWithheld(s, l, rate))).toBe(false);
    expect(pairs.every(([s, l]) => isWithheld(s, l, 1))).toBe(true);
  });

  test('withholds the asked share, within four standard errors', () => {
    for (const rate of [0.05, 0.2, 0.5]) {
      const share = pairs.filter(([s, l]) => isWithheld(s, l, rate)).length / pairs.length;
      expect(Math.abs(share - rate)).toBeLessThan(4 * Math.sqrt((rate * (1 - rate)) / pairs.length));
    }
  });

  test('is independent between lessons of a session and between sessions of a lesson', () => {
    const both = pairs.filter(([s, l]) => isWithheld(s, l, 0.5) && isWithheld(s, `${l}x`, 0.5)).length;
    expect(Math.abs(both / pairs.length - 0.25)).toBeLessThan(0.02);
    const across = pairs.filter(([s, l]) => isWithheld(s, l, 0.5) && isWithheld(`${s}x`, l, 0.5)).length;
    expect(Math.abs(across / pairs.length - 0.25)).toBeLessThan(0.02);
  });

  test('whoever is withheld at a rate is withheld at every higher one', () => {
    for (const [s, l] of pairs) if (isWithheld(s, l, 0.1)) expect(isWithheld(s, l, 0.3)).toBe(true);
  });

  test('decides as it always has: events of old sessions stay comparable', () => {
    const decided = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((s) => isWithheld(s, 'use-pnpm-a1b2', 0.5));
    expect(decided).toEqual(PINNED);
  });
});

const PINNED = [true, true, true, true, true, false, false, false];
