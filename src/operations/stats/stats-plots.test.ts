import { expect, test } from 'bun:test';
import { recurrencePlot } from './stats-plots.ts';
import type { LessonStats } from './stats-schema.ts';

const rate = (failures: number, calls: number) => ({
  failures,
  calls,
  per1000: calls === 0 ? null : (failures / calls) * 1000,
});

/** Widths of the bars, in the order that they are drawn. */
const widthsOf = (page: string) =>
  [...page.matchAll(/<rect[^>]* width="([\d.]+)/g)].map(([, width]) => Number(width));

test('a handful of calls gives no rate, and does not dwarf the others', () => {
  const lesson = {
    summary: 'x',
    recurrence: { before: rate(8, 11_000), after: rate(1, 2) },
  } as LessonStats;
  const page = recurrencePlot([lesson]);
  expect(page).toContain('1 of 2: too few for a rate');
  expect(page).not.toContain('500.00');
  const [before = 0, after = 0] = widthsOf(page);
  expect(before).toBeGreaterThan(after);
});

test('enough calls give one, and none is said to be none', () => {
  const lesson = {
    summary: 'x',
    recurrence: { before: rate(5, 50), after: rate(0, 0) },
  } as LessonStats;
  const page = recurrencePlot([lesson]);
  expect(page).toContain('100.00 (5/50)');
  expect(page).toContain('no calls yet');
});
