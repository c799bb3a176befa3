import { expect, test } from 'bun:test';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { lessonsOf, pack, packed } from '../../../test/support/packs.ts';
import { type Random, seededRandom } from '../../../test/support/random.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Incoming } from '../formats/incoming.ts';
import { readAnyFormat } from '../formats/read-any.ts';
import { moved, patched, saveChanges } from './change-lesson.ts';
import { digestOf } from './origin.ts';
import { storeIncoming } from './store-incoming.ts';

const RUNS = 12;
const STEPS = 14;
const KEYS = [1, 2, 3];

type Record = { key: number; version: number; priority: number; gone: boolean };

const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

const recordsOf = (random: Random): Record[] =>
  KEYS.filter(() => random() < 0.8).map((key) => ({
    key,
    version: Math.floor(random() * 3),
    priority: random() < 0.7 ? 6 : 7,
    gone: random() < 0.1,
  }));

/** Two places call their lessons the same, and say of them what is their own. */
const fieldsOf = (origin: string, { key, version, priority, gone }: Record) =>
  packed(key, {
    remediation: `Version ${version} of the fix of ${key} by ${origin}.`,
    priority,
    ...(gone && { status: 'archived', archiveReason: 'withdrawn' }),
  });

async function take(context: TestContext, origin: string, records: Record[], isWhole: boolean) {
  const file = readAnyFormat(JSON.stringify(pack(records.map((each) => fieldsOf(origin, each))))) as Incoming;
  const store = await context.store();
  return store.transaction((inside) => storeIncoming(context, inside, file, { origin, isWhole }));
}

test('whatever comes in which order: what a human decided stands, what comes again changes nothing', async () => {
  for (let run = 1; run <= RUNS; run += 1) {
    const random = seededRandom(run);
    const context = testContext();
    const store = await context.store();
    const touched = new Set<string>();
    const edited = new Map<string, string>();
    for (let step = 0; step < STEPS; step += 1) {
      const dice = random();
      const before = await lessonsOf(context);
      const one = pick(random, before);
      if (dice < 0.5 || one === undefined) {
        const isWhole = random() < 0.5;
        const origin = random() < 0.8 ? 'pack:a' : 'pack:b';
        const records = recordsOf(random);
        await take(context, origin, records, isWhole);
        const after = await lessonsOf(context);
        const rest = (lessons: Lesson[]) =>
          lessons.filter((each) => each.origin !== origin && before.some(({ id }) => id === each.id));
        expect(rest(after)).toEqual(rest(before));
        for (const each of after) if (edited.has(each.id)) expect(digestOf(each)).toBe(edited.get(each.id)!);
        for (const each of before) {
          const now = after.find(({ id }) => id === each.id)!;
          if (edited.has(each.id)) expect(now.status).toBe(each.status);
        }
        for (const record of records) {
          const slug = packed(record.key).slug;
          if (touched.has(`${origin} ${slug}`)) continue;
          const acting = after.filter(
            (each) => each.origin === origin && each.originKey === slug && each.status === 'active',
          );
          const said = acting.map(({ remediation, priority }) => ({ remediation, priority }));
          const { remediation, priority } = fieldsOf(origin, record) as unknown as Lesson;
          expect(said).toEqual(record.gone ? [] : [{ remediation, priority }]);
        }
        expect(await take(context, origin, records, isWhole)).toMatchObject({ added: 0, renamed: [] });
        expect(await lessonsOf(context)).toEqual(after);
        continue;
      }
      touched.add(`${one.origin} ${one.originKey}`);
      const now = context.clock.now();
      if (dice < 0.7 && one.status !== 'archived') {
        const next = patched(one, { remediation: `What the user says in step ${step} of it.` });
        await saveChanges(store, one, next);
        edited.set(one.id, digestOf(next));
      } else if (dice < 0.85 && one.status !== 'archived')
        await saveChanges(store, one, moved(one, 'archive', now, 'no'));
      else if (one.status === 'archived') await saveChanges(store, one, moved(one, 'restore', now));
    }
    await context.close();
  }
});
