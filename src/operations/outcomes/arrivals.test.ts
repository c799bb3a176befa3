import { describe, expect, test } from 'bun:test';
import { testContext } from '../../../test/support/operation-context.ts';
import { inputFile, lessonIn, pack, packed } from '../../../test/support/packs.ts';
import { folderOf, scan } from '../../../test/support/scan-rig.ts';
import { historiesOf } from '../history/backtests.ts';
import { openHistory } from '../history/open-history.ts';
import { lessonImport } from '../lesson-import.ts';
import { activeSince, arrivalsOf, noteArrival } from './arrivals.ts';

describe('when a lesson came into this store', () => {
  test('is told by its number, and imports of one day in a row are one', async () => {
    const store = await testContext().store();
    await noteArrival(store, [1, 2], '2026-03-01T10:00:00.000Z');
    await noteArrival(store, [3], '2026-03-01T11:00:00.000Z');
    await noteArrival(store, [9, 7, 8], '2026-03-02T10:00:00.000Z');
    await noteArrival(store, [20], '2026-03-02T11:00:00.000Z');
    await noteArrival(store, [], '2026-03-03T10:00:00.000Z');
    const at = await arrivalsOf(store);
    expect([1, 3, 4, 7, 9, 10, 20].map((number) => at({ number })?.slice(0, 10) ?? null)).toEqual([
      '2026-03-01',
      '2026-03-01',
      null,
      '2026-03-02',
      '2026-03-02',
      null,
      '2026-03-02',
    ]);
  });

  test('is from when on an imported lesson has acted here', () => {
    const dates = { reviewedAt: '2024-01-05T00:00:00.000Z', createdAt: '2024-01-01T00:00:00.000Z' };
    expect(activeSince(dates, null)).toBe(dates.reviewedAt);
    expect(activeSince({ ...dates, reviewedAt: null }, null)).toBe(dates.createdAt);
    expect(activeSince(dates, '2026-01-01T00:00:00.000Z')).toBe('2026-01-01T00:00:00.000Z');
    expect(activeSince(dates, '2020-01-01T00:00:00.000Z')).toBe(dates.reviewedAt);
  });

  test('bounds the history that its trigger is held against', async () => {
    const context = testContext();
    await scan(context, [folderOf([1, 2])]);
    const index = openHistory(context.home);
    const text = [...(index?.texts({ tools: ['Bash'] }) ?? [])][0]?.text ?? '';
    index?.close();
    const word = /[a-z]{3,}/.exec(text)?.[0] ?? '';
    const old = '2024-01-05T00:00:00.000Z';
    const lesson = packed(1, { createdAt: old, reviewedAt: old, commandPatterns: [`\\b${word}\\b`] });
    await lessonImport.run(context, { file: inputFile('p.json', pack([lesson])) });
    const stored = await lessonIn(context, 'packed-1-a1b2');
    const history = (await historiesOf(context, [stored], 'before-active')).get(stored.id);
    expect(history?.matched).toBeGreaterThan(0);
  });
});
