import { describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testContext } from '../../../test/support/operation-context.ts';
import { AGENT, inputFile, lessonIn, lessonsOf, pack, packed } from '../../../test/support/packs.ts';
import { homeFiles } from '../../platform/paths.ts';
import { backupCreate, backupList, backupRestore } from '../backup.ts';
import { changeSetting } from '../config-set.ts';
import { lessonImport } from '../lesson-import.ts';
import { pausesOf } from '../outcomes/pauses.ts';
import { runOperation } from '../run-operation.ts';
import { BACKUPS_KEPT, dailyBackup } from './backups.ts';
import { readConfig } from './config-file.ts';
import { alone } from './home-locks.ts';

describe('backups', () => {
  test('a restore brings the lessons back, and what was there is kept', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('p.json', pack([packed(1), packed(2)])) });
    const before = await lessonsOf(context);
    const made = await backupCreate.run(context, {});
    expect(made).toMatchObject({ lessons: 2 });
    const store = await context.store();
    await store.updateLesson(packed(1).id, { status: 'archived', summary: 'changed' });
    await lessonImport.run(context, { file: inputFile('q.json', pack([packed(3)])) });
    context.time.now += 1000;
    const result = await backupRestore.run(context, { id: made.id });
    expect(result.before.lessons).toBe(3);
    expect(await lessonsOf(context)).toEqual(before);
    expect(await store.searchLessons('changed', 5)).toEqual([]);
    expect(await store.searchLessons('packed', 5)).toHaveLength(2);
    await lessonImport.run(context, { file: inputFile('r.json', pack([packed(4)])) });
    expect((await lessonIn(context, 'packed-4-a1b2')).number).toBe(4);
    expect(backupRestore.run(context, { id: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the newest 14 are kept, as 0600 in 0700', async () => {
    const context = testContext();
    for (let index = 0; index < BACKUPS_KEPT + 2; index += 1) {
      await backupCreate.run(context, {});
      context.time.now += 1000;
    }
    const list = await backupList.run(context, {});
    expect(list).toHaveLength(14);
    expect(list[0]?.createdAt).toBe('2026-11-20T12:00:15.000Z');
    const dir = join(homeFiles.backups(context.home), list[0]?.id as string);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(homeFiles.backups(context.home)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('a copy made after the clock was set back is kept', async () => {
    const context = testContext();
    for (let index = 0; index < BACKUPS_KEPT; index += 1) {
      await backupCreate.run(context, {});
      context.time.now += 1000;
    }
    context.time.now -= 24 * 60 * 60 * 1000;
    const made = await backupCreate.run(context, {});
    const list = await backupList.run(context, {});
    expect(list).toHaveLength(14);
    expect(list.map(({ id }) => id)).toContain(made.id);
  });

  test('a folder of backups that names another folder is removed in its stead', async () => {
    const context = testContext();
    const root = homeFiles.backups(context.home);
    const victim = join(context.home, 'victim');
    mkdirSync(victim, { recursive: true });
    for (let index = 0; index < BACKUPS_KEPT; index += 1) await backupCreate.run(context, {});
    const named = join(root, '00000000-copied');
    mkdirSync(named);
    writeFileSync(
      join(named, 'backup.json'),
      JSON.stringify({ id: '../victim', createdAt: '', reason: '', bytes: 0, lessons: 0 }),
    );
    await backupCreate.run(context, {});
    expect(existsSync(victim)).toBe(true);
    expect(existsSync(named)).toBe(false);
  });

  test('the oldest of 14 is restored with its settings, though the copy of what was there pushes it out', async () => {
    const context = testContext();
    await changeSetting(context, 'minPriority', 3);
    const oldest = await backupCreate.run(context, {});
    await changeSetting(context, 'minPriority', 5);
    for (let index = 1; index < BACKUPS_KEPT; index += 1) {
      context.time.now += 1000;
      await backupCreate.run(context, {});
    }
    context.time.now += 1000;
    await backupRestore.run(context, { id: oldest.id });
    expect(readConfig(context.home).minPriority).toBe(3);
  });

  test('settings that have been changed since a time when all were the defaults are those again', async () => {
    const context = testContext();
    const { id } = await backupCreate.run(context, {});
    await changeSetting(context, 'minPriority', 3);
    await changeSetting(context, 'paused', true);
    const changed = await backupCreate.run(context, {});
    const isPaused = async () => (await pausesOf(await context.store())).at(-1)?.[1] === null;
    await backupRestore.run(context, { id });
    expect(readConfig(context.home)).toMatchObject({ minPriority: 1, paused: false });
    expect(await isPaused()).toBe(false);
    await backupRestore.run(context, { id: changed.id });
    expect(readConfig(context.home)).toMatchObject({ minPriority: 3, paused: true });
    expect(await isPaused()).toBe(true);
  });

  test('a restore waits for a scan: what that has read already would never be found again', async () => {
    const context = testContext();
    const { id } = await backupCreate.run(context, {});
    const steps: string[] = [];
    const scanned = alone(context, 'scan', async () => {
      await Bun.sleep(150);
      steps.push('scanned');
    });
    await backupRestore.run(context, { id });
    steps.push('restored');
    await scanned;
    expect(steps).toEqual(['scanned', 'restored']);
  });

  test('what a killed process has left half copied is taken away by the next', async () => {
    const context = testContext();
    await backupCreate.run(context, {});
    const root = homeFiles.backups(context.home);
    for (const name of ['.new-aaaaaa', '.old-bbbbbb']) mkdirSync(join(root, name));
    context.time.now += 1000;
    await backupCreate.run(context, {});
    expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('one a day where something changes, none on the first day', async () => {
    const context = testContext();
    const hour = 3_600_000;
    expect(await dailyBackup(context)).toBeNull();
    context.time.now += 23 * hour;
    expect(await dailyBackup(context)).toBeNull();
    context.time.now += 2 * hour;
    expect(await dailyBackup(context)).toMatchObject({ reason: 'daily' });
    expect(await dailyBackup(context)).toBeNull();
  });

  test('one that could not be made is made with the next change; of two processes one makes it', async () => {
    const context = testContext();
    await dailyBackup(context);
    context.time.now += 25 * 3_600_000;
    const root = homeFiles.backups(context.home);
    writeFileSync(root, 'no folder');
    await expect(dailyBackup(context)).rejects.toThrow('ENOTDIR');
    rmSync(root);
    const other = testContext({ home: context.home, now: context.time.now });
    const made = await Promise.all([dailyBackup(context), dailyBackup(other)]);
    expect(made.filter((each) => each !== null)).toMatchObject([{ reason: 'daily' }]);
    expect(await backupList.run(context, {})).toHaveLength(1);
  });

  test('a rebuild on a later day makes one', async () => {
    const context = testContext();
    const add = (index: number) =>
      lessonImport.run(context, { file: inputFile(`${index}.json`, pack([packed(index)])) });
    await add(1);
    expect(await backupList.run(context, {})).toEqual([]);
    context.time.now += 25 * 3_600_000;
    await add(2);
    await add(3);
    expect(await backupList.run(context, {})).toMatchObject([{ reason: 'daily', lessons: 2 }]);
  });

  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['overwritten in the middle', (whole: Buffer) => Buffer.from(whole).fill(0, 8192, 49_152)],
    ['no database', () => Buffer.from('garbage'.repeat(1000))],
  ])('a backup that is %s is named, and the store stays as it is', async (_what, damage) => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('p.json', pack([packed(1), packed(2)])) });
    const { id } = await backupCreate.run(context, {});
    const copy = homeFiles.db(join(homeFiles.backups(context.home), id));
    writeFileSync(copy, damage(readFileSync(copy)));
    const before = await lessonsOf(context);
    await expect(backupRestore.run(context, { id })).rejects.toMatchObject({
      message: `${copy} is damaged or not a lessons store`,
      hint: expect.stringContaining('Take another one'),
    });
    expect(await lessonsOf(context)).toEqual(before);
    expect(await backupList.run(context, {})).toHaveLength(1);
  });

  test.each([
    ['{"id":', 'backup.json cannot be read'],
    ['', 'backup.json cannot be read'],
    ['[]', 'backup.json cannot be read'],
    [null, 'backup.json cannot be read'],
    ['whole', 'lessons.db is missing'],
  ])('a backup whose backup.json is %j is listed as damaged, and not restored', async (text, damaged) => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('p.json', pack([packed(1), packed(2)])) });
    const whole = await backupCreate.run(context, {});
    context.time.now += 1000;
    const { id, createdAt } = await backupCreate.run(context, {});
    const folder = join(homeFiles.backups(context.home), id);
    if (text === 'whole') rmSync(homeFiles.db(folder));
    else if (text === null) rmSync(join(folder, 'backup.json'));
    else writeFileSync(join(folder, 'backup.json'), text);
    mkdirSync(join(homeFiles.backups(context.home), 'init'));
    const list = await backupList.run(context, {});
    expect(list).toMatchObject([
      { id, createdAt, damaged, lessons: 0 },
      { id: whole.id, damaged: null, lessons: 2 },
    ]);
    expect(backupList.cli?.render?.(list as never, {} as never, { color: false, width: 80 })).toStartWith(
      `${id}  ${createdAt}  damaged: ${damaged}\n`,
    );
    await expect(backupRestore.run(context, { id })).rejects.toMatchObject({
      message: `the backup ${id} is damaged: its ${damaged}`,
      hint: expect.stringContaining('Take another one'),
    });
    expect(await lessonsOf(context)).toHaveLength(2);
  });

  test('a damaged backup pushes out none that is whole, and goes when those of its time go', async () => {
    const context = testContext();
    const make = async () => {
      context.time.now += 1000;
      return (await backupCreate.run(context, {})).id;
    };
    const damaged = await make();
    writeFileSync(join(homeFiles.backups(context.home), damaged, 'backup.json'), '{');
    const oldest = await make();
    for (let index = 1; index < BACKUPS_KEPT; index += 1) await make();
    const ids = async () => (await backupList.run(context, {})).map(({ id }) => id);
    expect(await ids()).toHaveLength(BACKUPS_KEPT);
    expect(await ids()).toContain(oldest);
    expect(await ids()).not.toContain(damaged);
  });

  test('a backup of a newer version, or with settings that cannot be read, changes nothing', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: inputFile('p.json', pack([packed(1)])) });
    const { id } = await backupCreate.run(context, {});
    const folder = join(homeFiles.backups(context.home), id);
    writeFileSync(homeFiles.config(folder), '{bad');
    await expect(backupRestore.run(context, { id })).rejects.toMatchObject({
      message: expect.stringContaining(homeFiles.config(folder)),
    });
    rmSync(homeFiles.config(folder));
    const database = new DatabaseSync(homeFiles.db(folder));
    database.exec('pragma user_version = 99');
    database.close();
    await expect(backupRestore.run(context, { id })).rejects.toMatchObject({
      code: 'NEWER_STORE',
      message: expect.stringContaining(homeFiles.db(folder)),
    });
    expect(await lessonsOf(context)).toHaveLength(1);
    expect(await backupList.run(context, {})).toHaveLength(1);
  });

  test('a folder of backups that cannot be read is not called empty', async () => {
    const context = testContext();
    const root = homeFiles.backups(context.home);
    mkdirSync(context.home, { recursive: true });
    symlinkSync(root, root);
    await expect(backupList.run(context, {})).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining(root),
    });
  });

  test('an empty id, of a variable that is not set, names no backup, not even the only one', async () => {
    const context = testContext();
    await runOperation(context, 'backup.create', {});
    expect(runOperation(context, 'backup.restore', { id: '' })).rejects.toThrow('is empty');
    expect(await backupList.run(context, {})).toHaveLength(1);
  });

  test('inside an agent a restore needs a human', async () => {
    const context = testContext({ actor: AGENT });
    const { id } = await backupCreate.run(context, {});
    expect(backupRestore.run(context, { id })).rejects.toMatchObject({ code: 'NEEDS_HUMAN' });
  });
});
