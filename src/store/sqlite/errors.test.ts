import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchHome } from '../../../test/support/scratch.ts';
import type { AppError } from '../../platform/errors.ts';
import { homeFiles } from '../../platform/paths.ts';
import { toStoreError } from './errors.ts';
import { openStore } from './open.ts';

const SQLITE_IOERR_SHMSIZE = 4874;
const ioError = Object.assign(new Error('disk I/O error'), {
  code: 'ERR_SQLITE_ERROR',
  errcode: SQLITE_IOERR_SHMSIZE,
});
const told = (path: string) => (toStoreError(ioError, path) as AppError).message;

test('a failed read or write names the path', () => {
  const path = join(scratchHome(), 'lessons.db');
  expect(told(path)).toBe(`reading or writing ${path} failed`);
});

test('a path that SQLite does not open is told as too long', async () => {
  const deep = join(scratchHome(), ...[1, 2, 3].map((n) => `${n}`.repeat(200)));
  await expect(openStore(deep)).rejects.toMatchObject({
    code: 'IO',
    message: expect.stringMatching(/^cannot open .*lessons\.db: the path is too long$/),
  });
});

// Linux's /proc has no free block, as a full disk has none.
test.skipIf(process.platform !== 'linux')('where the disk is full, that is the reason', () => {
  expect(told('/proc/lessons.db')).toBe('cannot write to /proc/lessons.db: the disk is full');
});

test('an emptied store is not taken for a new one, which one that is just being made is', async () => {
  const home = scratchHome();
  const path = homeFiles.db(home);
  const open = async () => (await openStore(home)).close();
  const empty = (ageMs: number) => {
    rmSync(path, { force: true });
    writeFileSync(path, '');
    const then = new Date(Date.now() - ageMs);
    utimesSync(path, then, then);
  };
  mkdirSync(home, { recursive: true });
  empty(3_600_000);
  await open();
  writeFileSync(homeFiles.manifestPointer(home), '{}');
  empty(3_600_000);
  await expect(open()).rejects.toMatchObject({
    code: 'IO',
    message: `${path} is empty: what it held is gone`,
  });
  expect(statSync(path).size).toBe(0);
  empty(0);
  await open();
});

const stands: Record<string, (path: string) => void> = {
  'a folder': (path) => mkdirSync(path),
  'a link': (path) => symlinkSync(join(path, 'nowhere'), path),
  'a pipe or a device': (path) => void spawnSync('mkfifo', [path]),
};

describe.skipIf(process.platform === 'win32')('what stands where SQLite keeps its own files', () => {
  test.each(
    Object.keys(stands).flatMap((what) =>
      ['-wal', '-shm', '-journal'].map((suffix) => [what, suffix] as const),
    ),
  )('%s at %s is named, and nothing waits for it', async (what, suffix) => {
    const home = scratchHome();
    await (await openStore(home)).close();
    const beside = `${homeFiles.db(home)}${suffix}`;
    stands[what]!(beside);
    await expect(openStore(home)).rejects.toMatchObject({
      code: 'IO',
      message: `${beside} is ${what}, not a file`,
    });
  });

  test.skipIf(process.getuid?.() === 0)("another user's is named", async () => {
    const home = scratchHome();
    await (await openStore(home)).close();
    const beside = `${homeFiles.db(home)}-shm`;
    writeFileSync(beside, '', { mode: 0 });
    await expect(openStore(home)).rejects.toMatchObject({
      message: `cannot open ${homeFiles.db(home)}: no permission for ${beside}`,
    });
  });
});

test.each([
  `update lesson set tags = '["tool:pip'`,
  "update lesson set tags = '{}'",
  'update lesson set occurrence_count = 9007199254740993',
  `insert into failure values ('k', 'i', 's', 'Bash', 'p', '2026-01-01', '{"id":')`,
])('a row that a failing disk has changed is told as damage: %s', async (change) => {
  const home = scratchHome();
  const store = await openStore(home);
  await store.insertLesson(lessonOf());
  const database = new DatabaseSync(homeFiles.db(home));
  database.exec(change);
  database.close();
  const read = async () => [await store.listLessons({}), await store.listFailures()];
  await expect(read()).rejects.toMatchObject({
    code: 'IO',
    message: 'a row of the store, lessons.db, is damaged',
  });
  await store.close();
});

test.each([
  'malformed JSON',
  'no such table: main.lesson',
  'no such column: "slug" - should this be a string literal in single-quotes?',
])('a database without our tables is no store of ours: %s', (message) => {
  const error = Object.assign(new Error(message), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 1,
  });
  const path = join(scratchHome(), 'lessons.db');
  expect((toStoreError(error, path) as AppError).message).toBe(`${path} is damaged or not a lessons store`);
  const bug = Object.assign(new Error('near "SELEC": syntax error'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 1,
  });
  expect(toStoreError(bug, path)).toBe(bug);
});
