import { expect, test } from 'bun:test';
import { findingsOf } from '../../../test/contract/store/records.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import type { CallRecord } from '../../model/findings.ts';
import type { Store } from '../../store/port.ts';
import { StoredCalls } from './stored-calls.ts';
import { StoredFindings, UNGROUPED } from './stored-findings.ts';

async function storeAndTimes(): Promise<{ store: Store; times: () => number }> {
  const store = await testContext().store();
  let times = 0;
  const counted = new Proxy(store, {
    get: (target, name) => {
      if (name === 'transaction') times += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { store: counted, times: () => times };
}

test('what many small files gave is stored in few transactions, and all of it', async () => {
  const { store, times } = await storeAndTimes();
  const stored = new StoredFindings(store, null);
  for (let file = 0; file < 130; file += 1) await stored.add(findingsOf(`${file}.jsonl`, 1), 10_000);
  expect(times()).toBe(2);
  await stored.flush();
  await stored.flush();
  expect(times()).toBe(3);
  expect((await store.getCursors()).size).toBe(130);
  expect(await store.getState(UNGROUPED)).toBe('1');
});

test('a large file does not wait for others', async () => {
  const { store, times } = await storeAndTimes();
  await new StoredFindings(store, null).add(findingsOf('a.jsonl', 1), 100_000_000);
  expect(times()).toBe(1);
});

const callOf = (text: string) => ({ text }) as CallRecord;

test('a cursor is stored after the calls of its file, which go with those of other files', async () => {
  const { store, times } = await storeAndTimes();
  const added: { calls: number; cursors: number }[] = [];
  const calls = new StoredCalls({ add: (some) => added.push({ calls: [...some].length, cursors: times() }) });
  const stored = new StoredFindings(store, calls);
  for (let file = 0; file < 130; file += 1) {
    calls.add(Array.from({ length: 10 }, () => callOf('ls')));
    await stored.add(findingsOf(`${file}.jsonl`, 1), 10_000);
  }
  await stored.flush();
  expect(added).toEqual([
    { calls: 640, cursors: 0 },
    { calls: 640, cursors: 1 },
    { calls: 20, cursors: 2 },
  ]);
  calls.add(Array.from({ length: 5000 }, () => callOf('ls')));
  expect(added.at(-1)).toEqual({ calls: 5000, cursors: 3 });
  for (let batch = 0; batch < 10; batch += 1)
    calls.add(Array.from({ length: 60 }, () => callOf('x'.repeat(8000))));
  expect(added.at(-1)).toEqual({ calls: 540, cursors: 3 });
});

test('of files that are stored together all or none are', async () => {
  const { store } = await storeAndTimes();
  const stored = new StoredFindings(store, null);
  await stored.add(findingsOf('a.jsonl', 1), 1);
  await stored.add(findingsOf('b.jsonl', 1, { sessions: [{}] as never }), 1);
  await expect(stored.flush()).rejects.toThrow();
  expect((await store.getCursors()).size).toBe(0);
  expect(await store.getState(UNGROUPED)).toBeNull();
});
