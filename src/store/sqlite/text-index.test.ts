import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchHome } from '../../../test/support/scratch.ts';
import { homeFiles } from '../../platform/paths.ts';
import { copyStore, replaceStore } from './backup.ts';
import { sqliteDialect } from './driver.ts';
import { insertLessons } from './lessons.ts';
import { openStore } from './open.ts';
import type { Tables } from './tables.ts';
import { hasFullText, isTextIndexed, keepTextIndex } from './text-index.ts';

/** A connection that prepares, or executes, another text than it is given. */
function changed(path: string, change: (text: string) => string): DatabaseSync {
  return new Proxy(new DatabaseSync(path), {
    get(target, name) {
      if (name === 'prepare') return (text: string) => target.prepare(change(text));
      if (name === 'exec') return (text: string) => target.exec(change(text));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** As it is where SQLite was built without FTS5: it says so, and knows no such table. */
const withoutFullText = (path: string) =>
  changed(path, (text) => (text.includes('pragma_module_list') ? 'select 1 where false' : text));

/** As before SQLite 3.42: what an index is told that it does not know is an error. */
const beforeSecureDelete = (path: string) =>
  changed(path, (text) => text.replace('secure-delete', 'not-known-yet'));

/** The same, of an index that a newer SQLite has made. */
const unableToRead = (path: string) =>
  changed(path, (text) => text.replace('select rowid from lesson_text', 'select rowid from no_such_table'));

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

test('a connection whose SQLite knows no secure deletion keeps the index without it', async () => {
  const home = scratchHome();
  const store = await openStore(home);
  const lesson = await store.insertLesson(lessonOf({ summary: 'zebra crossing' }));
  await store.close();

  const older = beforeSecureDelete(homeFiles.db(home));
  older.exec('drop table lesson_text');
  keepTextIndex(older);
  expect(older.prepare("select v from lesson_text_config where k = 'secure-delete'").get()).toBeUndefined();
  older.exec("update lesson set summary = 'giraffe crossing'");
  older.close();

  const again = await openStore(home);
  expect((await again.searchLessons('giraffe', 5)).map((each) => each.id)).toEqual([lesson.id]);
  expect(await again.searchLessons('zebra', 5)).toEqual([]);
  await again.close();
});

test('an index can be searched where it is whole and this SQLite can read it', async () => {
  const home = scratchHome();
  await (await openStore(home)).close();
  const path = homeFiles.db(home);
  for (const [database, isSo] of [
    [new DatabaseSync(path), true],
    [withoutFullText(path), false],
  ] as const) {
    expect(isTextIndexed(database)).toBe(isSo);
    database.close();
  }
});

test('the words of a lesson that was deleted stand nowhere in the file', async () => {
  const home = scratchHome();
  const store = await openStore(home);
  await store.insertLesson(lessonOf({ summary: 'zebra crossing' }));
  const gone = await store.insertLesson(lessonOf({ summary: 'quagga crossing' }));
  await store.deleteLesson(gone.id);
  await store.close();
  const bytes = readFileSync(homeFiles.db(home));
  expect([bytes.includes('zebra'), bytes.includes('quagga')]).toEqual([true, false]);
});

test('a connection that cannot read the index writes without it', async () => {
  const home = scratchHome();
  const store = await openStore(home);
  await store.insertLesson(lessonOf({ summary: 'before' }));
  await store.close();

  const older = unableToRead(homeFiles.db(home));
  expect(hasFullText(older)).toBe(false);
  keepTextIndex(older);
  older.exec("update lesson set summary = 'zebra crossing'");
  older.close();

  const again = await openStore(home);
  expect(await again.searchLessons('zebra', 5)).toHaveLength(1);
  await again.close();
});

test('lessons that are inserted together are found, and so are later ones, also where it failed', async () => {
  const store = await openStore(scratchHome());
  const many = (from: number) =>
    Array.from({ length: 40 }, (_, n) => lessonOf({ summary: `zebra${from + n} crossing` }));
  const [first] = await store.insertLessons(many(0));
  const twice = [...many(100), lessonOf({ slug: first!.slug })];
  await expect(store.insertLessons(twice)).rejects.toThrow();
  const later = await store.insertLesson(lessonOf({ summary: 'a lone okapi' }));
  const found = async (words: string) => (await store.searchLessons(words, 99)).length;
  expect([await found('crossing'), await found('zebra39'), await found('zebra100')]).toEqual([40, 1, 0]);
  expect((await store.searchLessons('okapi', 5)).map(({ id }) => id)).toEqual([later.id]);
  await store.deleteLesson(first!.id);
  expect(await found('crossing')).toBe(39);
  await store.close();
});

test('without FTS5, lessons that are inserted together are noted as not indexed', async () => {
  const home = scratchHome();
  const plain = await openStore(home);
  await plain.close();
  const database = withoutFullText(homeFiles.db(home));
  keepTextIndex(database);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database, 'x') });
  await insertLessons(
    db,
    Array.from({ length: 40 }, () => lessonOf({ summary: 'zebra crossing' })),
    null,
  );
  await db.destroy();
  const again = await openStore(home);
  expect(await again.searchLessons('zebra', 99)).toHaveLength(40);
  await again.close();
});

test('the triggers that the first stores kept in the file are taken out, and a copy of such a store can be restored', async () => {
  const home = scratchHome();
  const store = await openStore(home);
  const lesson = await store.insertLesson(lessonOf({ summary: 'zebra crossing' }));
  await store.close();
  const first = new DatabaseSync(homeFiles.db(home));
  keepTextIndex(first);
  const kept = first.prepare("select sql from temp.sqlite_schema where name like 'lesson_text_%'").all() as {
    sql: string;
  }[];
  const ofFile = kept.map(({ sql }) => sql.replace('temp trigger', 'trigger').replace('main.', ''));
  first.close();
  const older = new DatabaseSync(homeFiles.db(home));
  for (const sql of ofFile) older.exec(sql);
  older.close();

  const saved = join(home, 'saved.db');
  copyStore(home, saved);
  replaceStore(home, saved);
  const again = await openStore(home);
  expect((await again.searchLessons('zebra', 5)).map((each) => each.id)).toEqual([lesson.id]);
  await again.deleteLesson(lesson.id);
  expect(await again.searchLessons('zebra', 5)).toEqual([]);
  await again.close();
});
