import { expect, test } from 'bun:test';
import { NOW, planted } from '../../test/support/planted.ts';
import { eventLog } from './event-log.ts';

test('a moment may be named in any time zone, and what is none is refused', async () => {
  const { context, store, event } = await planted();
  await store.ingestEvents([event('inject', 1)]);
  const [{ at } = { at: '' }] = (await eventLog.run(context, {})).entries;
  const shown = async (since: string) => (await eventLog.run(context, { since })).entries.length;
  const inZone = (shift: number) =>
    `${new Date(Date.parse(at) + shift + 5 * 3_600_000).toISOString().slice(0, -1)}+05:00`;
  expect([await shown(inZone(-1000)), await shown(inZone(1000))]).toEqual([1, 0]);
  expect(await shown(new Date(NOW + 86_400_000).toISOString().slice(0, 10))).toBe(0);
  for (const since of ['yesterday', '2026-13-01', ''])
    expect(eventLog.input.safeParse({ since }).success).toBe(false);
  await context.close();
});
