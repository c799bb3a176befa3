import { expect, test } from 'bun:test';
import { DatabaseSync } from 'node:sqlite';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchHome } from '../../../test/support/scratch.ts';
import { homeFiles } from '../../platform/paths.ts';
import { openStore } from './open.ts';
import { hasFullText, keepTextIndex } from './text-index.ts';

/** A connection as it is where SQLite was built without FTS5: it says so, and knows no such table. */
function withoutFullText(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (text: string) =>
          target.prepare(text.includes('pragma_module_list') ? 'select 1 where false' : text);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a connection without FTS5 writes, and the next one with it finds what was written', async () => {
  const home = scratchHome();
  const store = await openStore(home);
  const lesson = await store.insertLesson(lessonOf({ summary: 'before' }));
  await store.close();

  const plain = withoutFullText(homeFiles.db(home));
  expect(hasFullText(plain)).toBe(false);
  keepTextIndex(plain);
  plain.exec("update lesson set summary = 'zebra crossing'");
  expect(plain.prepare("select value from state where key = 'textIndexStale'").get()).toEqual({ value: '1' });
  plain.close();

  const again = await openStore(home);
  expect((await again.searchLessons('crossing zebra', 5)).map((each) => each.id)).toEqual([lesson.id]);
  expect(await again.searchLessons('before', 5)).toEqual([]);
  expect(await again.getState('textIndexStale')).toBeNull();
  await again.deleteLesson(lesson.id);
  expect(await again.searchLessons('zebra', 5)).toEqual([]);
  await again.close();
});
