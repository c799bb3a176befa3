import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchHome } from '../../../test/support/scratch.ts';
import type { Store } from '../port.ts';
import { openStore } from './open.ts';

let home: string;
let store: Store;

beforeEach(async () => {
  home = scratchHome();
  store = await openStore(home);
});
afterEach(async () => {
  await store.close();
});

test('a store that was opened and never asked leaves no file open', async () => {
  await store.close();
  // The last connection to close takes the log with it; Apple's SQLite keeps it.
  const kept = process.platform === 'darwin' ? ['lessons.db-shm', 'lessons.db-wal'] : [];
  expect(readdirSync(home).sort()).toEqual(['lessons.db', ...kept]);
});

describe('lessons', () => {
  test('come back as they were stored, with a number', async () => {
    const lesson = lessonOf({ tags: ['lang:c++', "it's"], needsHumanFix: true, signature: 'a\u0000b' });
    const stored = await store.insertLesson(lesson);
    expect(stored).toEqual({ ...lesson, number: 1 });
    expect(await store.getLesson(lesson.id)).toEqual({ ...lesson, number: 1 });
    expect(statSync(join(home, 'lessons.db')).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  test('search', async () => {
    await store.insertLesson(lessonOf());
    for (const query of ['pip venv', 'environ', '"', 'a AND', '*', 'pip OR (', '-Python', 'NEAR(', '%']) {
      await store.searchLessons(query, 10);
    }
    expect(await store.searchLessons('virtual install', 10)).toHaveLength(1);
    expect(await store.searchLessons('nothing-like-it', 10)).toHaveLength(0);
    await store.updateLesson((await store.listLessons())[0]!.id, { summary: 'zebra' });
    expect(await store.searchLessons('zebra', 10)).toHaveLength(1);
  });

  test('many nested transactions prepare no statement of their own', async () => {
    const nest = () =>
      store.transaction(async () => {
        await store.transaction(async (inside) => void (await inside.getState('x')));
        await store.transaction(() => Promise.reject(new Error('back'))).catch(() => {});
      });
    await nest();
    const prepared = spyOn(DatabaseSync.prototype, 'prepare');
    for (let each = 0; each < 100; each += 1) await nest();
    expect(prepared).not.toHaveBeenCalled();
    prepared.mockRestore();
  });

  test('a rolled back transaction leaves nothing, a nested one undoes its own part', async () => {
    await expect(
      store.transaction(async (inside) => {
        await inside.insertLesson(lessonOf());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await store.listLessons()).toEqual([]);
    await store.transaction(async (outer) => {
      await outer.insertLesson(lessonOf());
      await store
        .transaction(async () => {
          await store.insertLesson(lessonOf());
          throw new Error('inner');
        })
        .catch(() => {});
    });
    expect(await store.listLessons()).toHaveLength(1);
  });
});
