import { expect, test } from 'bun:test';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchDir, scratchHome } from '../../../test/support/scratch.ts';
import { copyStore, replaceStore } from './backup.ts';
import { openStore } from './open.ts';

test.skipIf(process.platform === 'win32')('nobody else may read a copy', async () => {
  const home = scratchHome();
  const copy = join(scratchDir('backup'), 'copy.db');
  await (await openStore(home)).close();
  copyStore(home, copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

test('what was purged since the copy stays purged', async () => {
  const home = scratchHome();
  const copy = join(scratchDir('backup'), 'copy.db');
  const store = await openStore(home);
  await store.purge({ sessionId: 'before' });
  copyStore(home, copy);
  await store.purge({ sessionId: 'since' });
  replaceStore(home, copy);
  const { ids } = await store.listPurged();
  expect(['before', 'since', 'never'].filter((id) => ids.has(id))).toEqual(['before', 'since']);
  await store.close();
});

test('a copy brings rows, references and the text index back, also for a store that is open', async () => {
  const home = scratchHome();
  const folder = scratchDir('backup');
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, 'copy.db');
  const store = await openStore(home);
  const kept = await store.insertLesson(lessonOf({ summary: 'zebra crossing' }));
  copyStore(home, copy);
  await store.deleteLesson(kept.id);
  const later = await store.insertLesson(lessonOf({ summary: 'later giraffe' }));
  replaceStore(home, copy);
  expect(await store.listLessons()).toEqual([kept]);
  expect((await store.searchLessons('crossing zebra', 5)).map((each) => each.id)).toEqual([kept.id]);
  expect(await store.searchLessons('giraffe later', 5)).toEqual([]);
  expect((await store.insertLesson(lessonOf())).number).toBeGreaterThan(later.number);
  await store.close();
});
