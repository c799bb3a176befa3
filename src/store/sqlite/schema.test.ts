import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchDir, scratchHome } from '../../../test/support/scratch.ts';
import { LessonSchema } from '../../model/lesson.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { homeFiles } from '../../platform/paths.ts';
import { migrations } from '../migrations/index.ts';
import type { Store } from '../port.ts';
import { LESSON_COLUMNS } from './lesson-rows.ts';
import { migrate } from './migrate.ts';
import { openStore } from './open.ts';

/** SHA-256 of every migration's statements: a shipped one is never edited, a change is a new migration. */
const PINS: Record<number, string> = {
  1: '3f5bea09ce042e6cba5766df074233799d2c9f82343a74eb5cc2a0971feed3aa',
  2: '4dcd2eca3073eceeeffb430dc7a4d5a536dd49f03ab7bd98b6a23f1dd5cc3fa2',
  3: '530a8944c6de93707022e3ea144c5c4fb55549a400ce3a9757a83691ed74d065',
  4: 'e99c7e617db79599386988cfd0b050c8dd21f7c84ed7aeac428f77b25c5f4818',
  5: 'df4785539b1f3089c72805bc0fd19e0688d08dfe36fb002fce1dea4a851520cd',
};

const textOf = (statements: readonly string[]) => statements.join(';\n').replace(/\s+/g, ' ');

describe('migrations', () => {
  test('are numbered from 1 and never edited', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1));
    expect(Object.keys(PINS)).toHaveLength(migrations.length);
    for (const step of migrations) {
      expect(createHash('sha256').update(textOf(step.statements)).digest('hex')).toBe(PINS[step.version]!);
    }
  });

  test('a step that fails leaves the store as it was', () => {
    const database = new DatabaseSync(join(scratchDir(), 'x.db'));
    migrate(database, 'x.db');
    const { length } = migrations;
    const broken = { version: length + 1, name: 'broken', statements: ['create table extra (a)', 'no sql'] };
    expect(() => migrate(database, 'x.db', [...migrations, broken])).toThrow();
    expect(database.prepare('pragma user_version').get()).toEqual({ user_version: length });
    expect(database.prepare("select name from sqlite_master where name = 'extra'").all()).toEqual([]);
    database.close();
  });

  test('an older store is brought up with its lessons', () => {
    const database = new DatabaseSync(join(scratchDir(), 'x.db'));
    migrate(database, 'x.db', migrations.slice(0, 1));
    database.exec("insert into state values ('key', 'kept')");
    database.exec("insert into cursor values ('a.jsonl', 'codex', 9, 1, 1.5, 9, 'hash', 'state')");
    database.exec("insert into episode values ('e1', 'a.jsonl', 's1', 'p', null, 1, 0, 'f', 1, '{}')");
    expect(migrate(database, 'x.db')).toBe(migrations.length);
    expect(database.prepare('select value from state').all()).toEqual([{ value: 'kept' }]);
    expect(database.prepare('select * from cursor').all()).toEqual([
      { path: 'a.jsonl', agent: 'codex', offset: 9, line: 1, mtime_ms: 1.5, size: 9, state: 'state' },
    ]);
    expect(database.prepare('select id, has_fix, body from episode').all()).toEqual([
      { id: 'e1', has_fix: 0, body: '{}' },
    ]);
    database.close();
  });

  test('a store from before what grouping keeps is brought up, and keeps it from then on', async () => {
    const home = scratchHome();
    mkdirSync(home, { recursive: true });
    const database = new DatabaseSync(homeFiles.db(home));
    migrate(database, 'x.db', migrations.slice(0, 2));
    database.exec("insert into episode values ('e1', 'a.jsonl', 's1', 'p', null, 0, 'f', 1, '{}')");
    database.close();
    const store = await openStore(home);
    expect(store.version).toBe(migrations.length);
    const rows = async () => (await Array.fromAsync(store.sketches('1'))).flat();
    expect(await rows()).toEqual([{ id: 'e1', file: 'a.jsonl', sketch: null, body: '{}' }]);
    await store.keepSketches('1', [{ id: 'e1', file: 'a.jsonl', sketch: 'short' }]);
    expect(await rows()).toEqual([{ id: 'e1', file: 'a.jsonl', sketch: 'short', body: null }]);
    await store.close();
  });

  test.each([1, migrations.length])(
    'a store of schema %i whose lessons hold their signatures themselves, as the first builds wrote it, is brought up',
    async (version) => {
      const indexer = () => ({ signature: new Uint32Array(4), bands: ['b'] });
      const [newest, home] = [scratchHome(), scratchHome()];
      const store = await openStore(newest, systemClock, indexer);
      await store.insertLesson(lessonOf({ slug: 'kept' }));
      await store.close();
      mkdirSync(home, { recursive: true });
      const database = new DatabaseSync(homeFiles.db(home));
      migrate(database, 'x.db', migrations.slice(0, version));
      const there = new Set(
        database
          .prepare("select name from pragma_table_info('lesson')")
          .all()
          .map(({ name }) => name),
      );
      const columns = LESSON_COLUMNS.map(({ column }) => column)
        .filter((column) => there.has(column))
        .join(', ');
      for (const statement of [
        'drop index lesson_unindexed',
        'drop table lesson_signature',
        'alter table lesson drop column is_indexed',
        'alter table lesson add column min_hash blob',
        'create index lesson_unindexed on lesson (number) where min_hash is null',
        `attach '${homeFiles.db(newest)}' as newest`,
        `insert into lesson (${columns}, min_hash) select ${columns}, x'00' from newest.lesson`,
        "insert into lesson_band select 'b', number from lesson",
      ])
        database.exec(statement);
      database.close();
      const opened = await openStore(home, systemClock, indexer);
      expect(opened.version).toBe(migrations.length);
      expect((await opened.listLessons({})).map(({ slug }) => slug)).toEqual(['kept']);
      await opened.close();
    },
  );

  test('a newer store is refused and not touched', async () => {
    const home = scratchHome();
    await (await openStore(home)).close();
    const database = new DatabaseSync(homeFiles.db(home));
    database.exec(`pragma user_version = ${migrations.length + 1}`);
    database.close();
    const error = await openStore(home).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'NEWER_STORE', exitCode: 1 });
  });
});

describe('columns', () => {
  test('the table holds exactly the fields of the model', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, ':memory:');
    const columns = database.prepare("select name from pragma_table_info('lesson')").all() as {
      name: string;
    }[];
    const wanted = LESSON_COLUMNS.map((column) => column.column);
    expect(columns.map((column) => column.name).sort()).toEqual([...wanted, 'is_indexed'].sort());
    expect(LESSON_COLUMNS.map((column) => column.field as string).sort()).toEqual(
      Object.keys(LessonSchema.shape).sort(),
    );
    database.close();
  });
});

describe('query plans', () => {
  let home: string;
  let store: Store;
  let database: DatabaseSync;

  beforeEach(async () => {
    home = scratchHome();
    mkdirSync(home, { recursive: true });
    store = await openStore(home);
    await store.insertLesson(lessonOf());
    database = new DatabaseSync(homeFiles.db(home));
  });
  afterEach(async () => {
    database.close();
    await store.close();
  });

  const planOf = (sql: string) =>
    (database.prepare(`explain query plan ${sql}`).all() as { detail: string }[])
      .map((row) => row.detail)
      .join(' | ');

  const plans: [name: string, sql: string, index: RegExp, sorts?: boolean][] = [
    [
      'active lessons, best first',
      "select * from lesson where status = 'active' order by priority desc, confidence desc, occurrence_count desc, number",
      /USING INDEX lesson_by_status .*B-TREE FOR LAST 2 TERMS OF ORDER BY/,
      true,
    ],
    [
      'all lessons, best first',
      'select * from lesson order by priority desc, confidence desc, occurrence_count desc, number',
      /USING INDEX lesson_by_rank .*B-TREE FOR LAST 2 TERMS OF ORDER BY/,
      true,
    ],
    ['by id', "select * from lesson where id = 'x'", /USING INDEX sqlite_autoindex_lesson_1/],
    ['by slug', "select * from lesson where slug = 'x'", /USING INDEX sqlite_autoindex_lesson_2/],
    [
      'by prefix',
      "select * from lesson where (slug >= 'x' and slug < 'y') or (id >= 'X' and id < 'Y')",
      /MULTI-INDEX OR/,
    ],
    ['by content', "select * from lesson where content_hash = 'x'", /USING INDEX lesson_by_hash/],
    ['by tool', "select number from lesson_tool where tool = 'Bash'", /SEARCH lesson_tool USING PRIMARY KEY/],
    ['by tag', "select number from lesson_tag where tag = 'tool:git'", /SEARCH lesson_tag USING PRIMARY KEY/],
    [
      'near-duplicates',
      "select number, count(*) from lesson_band where band in ('a', 'b') group by number",
      /SEARCH lesson_band USING PRIMARY KEY/,
      true,
    ],
    ['text', "select rowid from lesson_text where lesson_text match 'pip'", /VIRTUAL TABLE INDEX/],
    ['evidence', "select * from evidence where lesson_id = 'x'", /USING INDEX evidence_by_lesson/],
    [
      'episodes of a file',
      "select id from episode where file = 'f'",
      /USING INDEX episode_by_file|USING COVERING INDEX episode_by_file/,
    ],
    [
      'what is kept of episodes',
      "select episode.id, sketch.body from episode left join sketch on sketch.id = episode.id and sketch.file = episode.file where episode.chosen = 1 and episode.id > 'x' order by episode.id limit 5",
      /SEARCH sketch USING PRIMARY KEY/,
    ],
    [
      'settled drafts of a lesson',
      "select key from settled_draft where lesson_id = 'x'",
      /USING COVERING INDEX settled_draft_by_lesson/,
    ],
    [
      'episodes of a lesson',
      "select * from episode_lesson where lesson_id = 'x'",
      /USING COVERING INDEX episode_lesson_by_lesson/,
    ],
    [
      'events of a session',
      "select * from injection_event where session_id = 's' and at >= '2026' order by at",
      /USING INDEX injection_event_by_session/,
    ],
    [
      'events since',
      "select * from injection_event where at >= '2026' order by at",
      /USING INDEX injection_event_by_time/,
    ],
    [
      'outcomes of a lesson',
      "select * from outcome where lesson_id = 'x' order by at",
      /USING INDEX outcome_by_lesson/,
    ],
    [
      'failures of a tool',
      "select * from failure where tool = 'Bash' order by timestamp",
      /USING INDEX failure_by_tool/,
    ],
    [
      'lessons that came from a pack',
      "select * from lesson where origin in (select value from json_each('[]'))",
      /USING INDEX lesson_by_origin/,
    ],
    [
      'lessons without a similarity index',
      'select number from lesson where is_indexed = 0 limit 1',
      /USING (?:COVERING )?INDEX lesson_unindexed/,
    ],
  ];
  for (const [name, sql, index, sorts] of plans) {
    test(name, () => {
      const plan = planOf(sql);
      expect(plan).toMatch(index);
      if (sorts !== true) expect(plan).not.toContain('TEMP B-TREE');
      expect(plan).not.toMatch(/^SCAN lesson$/);
    });
  }
});
