import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchHome } from '../../../test/support/scratch.ts';
import { homeFiles } from '../../platform/paths.ts';
import { sqliteDialect } from './driver.ts';
import { openStore } from './open.ts';
import { searchLessons } from './search.ts';
import type { Tables } from './tables.ts';

describe.each([
  ['with full text', true],
  ['where SQLite has no full text', false],
])('search %s', (_name, fullText) => {
  let db: Kysely<Tables>;

  beforeAll(async () => {
    const home = scratchHome();
    const store = await openStore(home);
    const plain = { mistake: 'Ran it too early.', remediation: 'Wait for it.', tags: [], signature: null };
    for (const lesson of [
      { slug: 'in-the-fix', summary: 'the zebra waits', remediation: 'Feed the giraffe first.' },
      { slug: 'in-the-summary', summary: 'The Giraffe waits' },
      { slug: 'both', summary: 'zebra and giraffe wait' },
      { slug: 'umlaut', summary: 'Ärger mit Öl' },
    ])
      await store.insertLesson(lessonOf({ ...plain, ...lesson }));
    await store.close();
    const path = homeFiles.db(home);
    db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(path), path) });
  });
  afterAll(() => db.destroy());

  const found = async (query: string, limit = 10) =>
    (await searchLessons(db, query, limit, fullText)).map((lesson) => lesson.slug);

  test('what names most, and in its summary, comes first', async () => {
    expect((await found('giraffe')).at(-1)).toBe('in-the-fix');
    expect((await found('giraffe')).sort()).toEqual(['both', 'in-the-fix', 'in-the-summary']);
    expect(await found('zebra giraffe', 1)).toEqual(['both']);
    expect(await found('lion giraffe', 1)).not.toEqual(['in-the-fix']);
  });

  test('capitals do not matter, and letters with marks are found as they are written', async () => {
    expect(await found('GIRAFFE', 1)).not.toEqual([]);
    expect(await found('Ärger')).toEqual(['umlaut']);
    expect(await found('öl')).toEqual(fullText ? ['umlaut'] : []);
  });

  test('what nothing names is not found', async () => {
    expect(await found('lion')).toEqual([]);
    expect(await found('')).toEqual([]);
  });
});
