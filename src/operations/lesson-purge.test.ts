import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { failureOf } from '../../test/support/records.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { AppError } from '../platform/errors.ts';
import { homeFiles } from '../platform/paths.ts';
import { lessonState } from '../store/port.ts';
import { withBackups } from './home/backups.ts';
import { lessonPurge } from './lesson-purge.ts';
import { unfinishedPurge } from './purge/finish-purge.ts';
import { runOperation } from './run-operation.ts';

const LESSON = {
  summary: 'the zebrafinch needs a lock',
  mistake: 'zebrafinch writes without its lock and loses what it wrote.',
  remediation: 'Run zebrafinch lock before zebrafinch write.',
  toolNames: ['Bash'],
  commandPatterns: ['^zebrafinch write'],
};

test('a purge that cannot be finished says what is done, and the next one finishes it', async () => {
  const context = testContext();
  const { slug } = await runOperation<{ slug: string }>(context, 'lesson.add', LESSON);
  const store = await context.store();
  const compact = store.compact.bind(store);
  store.compact = () => Promise.reject(new AppError('IO', 'the disk is full', { hint: 'Free some space.' }));
  const purge = () => runOperation(context, 'lesson.purge', { ref: slug });

  const failed = await purge().then(
    () => null,
    (error: AppError) => error,
  );
  expect(failed?.message).toBe(
    'it is purged, but old manifests and freed pages may still hold its text: the disk is full',
  );
  expect(failed?.hint).toContain('`lessons maintain`');
  expect(await unfinishedPurge(store)).not.toBeNull();

  store.compact = compact;
  expect(await purge()).toMatchObject({ lessons: 0, files: 0, remaining: [] });
  expect(context.warnings).toEqual(['a purge that had been stopped before its end is finished now']);
  expect(await unfinishedPurge(store)).toBeNull();
  expect(purge()).rejects.toThrow(`there is no lesson "${slug}"`);
});

test('a purge that was stopped is finished before another, which is told what it does not find', async () => {
  const context = testContext();
  const { slug } = await runOperation<{ slug: string }>(context, 'lesson.add', LESSON);
  const store = await context.store();
  const compact = store.compact.bind(store);
  store.compact = () => Promise.reject(new AppError('IO', 'the disk is full'));
  await runOperation(context, 'lesson.purge', { ref: slug }).catch(() => undefined);
  store.compact = compact;
  expect(runOperation(context, 'lesson.purge', { ref: 'another' })).rejects.toThrow('there is no lesson');
  await runOperation(context, 'lesson.purge', { ref: 'another' }).catch(() => undefined);
  expect(context.warnings).toContain('a purge that had been stopped before its end is finished now');
  expect(await unfinishedPurge(store)).toBeNull();
});

test('a purge waits for a backup that is being made, and a restore for a purge: nothing comes back', async () => {
  const context = testContext();
  const { slug } = await runOperation<{ slug: string }>(context, 'lesson.add', LESSON);
  const store = await context.store();
  const { id } = await runOperation<{ id: string }>(context, 'backup.create', {});
  const root = homeFiles.backups(context.home);
  let purged: Promise<unknown> = Promise.resolve();
  await withBackups(context, async () => {
    // Another process: half a copy, which ends as a backup of its own.
    const copy = join(root, '.new-aaaaaa');
    mkdirSync(copy);
    writeFileSync(homeFiles.db(copy), 'half of a store');
    purged = runOperation(context, 'lesson.purge', { ref: slug });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await store.listLessons()).toHaveLength(1);
    cpSync(join(root, id), join(root, 'other'), { recursive: true });
    rmSync(copy, { recursive: true });
  });
  const restored = runOperation(context, 'backup.restore', { id: 'other' });
  expect(await purged).toMatchObject({ lessons: 1, backupsRemoved: [], remaining: [] });
  await restored;
  expect(await store.listLessons()).toEqual([]);
});

test('a project goes with the failures that a hook logged under its folder’s name alone', async () => {
  const context = testContext();
  const of = (name: string) =>
    failureOf({
      toolUseId: `t-${name}`,
      session_id: `s-${name}`,
      input: { command: 'zebrafinch write' },
      error: 'Exit code 1\nzebrafinch: no lock',
      context: { working_dir: `/home/nobody/${name}`, project: name },
    });
  const log = join(context.home, 'errors.jsonl');
  mkdirSync(context.home, { recursive: true });
  const listed = async () =>
    (await runOperation<{ errors: { toolUseId: string }[] }>(context, 'error.list', {})).errors.map(
      ({ toolUseId }) => toolUseId,
    );
  for (const isStored of [false, true]) {
    writeFileSync(log, ['aviary', 'barn'].map((name) => `${JSON.stringify(of(name))}\n`).join(''));
    if (isStored)
      await runOperation(context, 'transcript.scan', { paths: [join(context.home, 'no-transcripts')] });
    await runOperation(context, 'lesson.purge', { project: '/home/nobody/aviary' });
    expect(await listed()).toEqual(['t-barn']);
  }
});

test('a session of which only logs tell is said to be cleaned out of them', async () => {
  const context = testContext();
  const failure = failureOf({ session_id: 's-aviary', input: { command: 'zebrafinch write' } });
  mkdirSync(context.home, { recursive: true });
  writeFileSync(join(context.home, 'errors.jsonl'), `${JSON.stringify(failure)}\n`);
  const said = async () => {
    const result = await runOperation<never>(context, 'lesson.purge', { session: 's-aviary' });
    return lessonPurge.cli?.render?.(result, {} as never, { color: false, width: 80 });
  };
  expect(await said()).toBe('Cleaned 1 file.');
  expect(await said()).toBe('There was nothing to purge.');
});

test('what a lesson cites, that it was looked at and what was proposed for it go with it, from a backup, too', async () => {
  const project = scratchDir();
  mkdirSync(join(project, '.git'));
  writeFileSync(join(project, 'zebrafinch.toml'), 'lock = false\n');
  const context = testContext({ cwd: project });
  const { id } = await runOperation<{ id: string }>(context, 'lesson.add', {
    ...LESSON,
    remediation: 'Set lock in zebrafinch.toml before zebrafinch write.',
    scope: 'project',
  });
  await runOperation(context, 'lesson.edit', { ref: id, keep: true });
  await (await context.store()).setState(lessonState('proposal', id), '{"reason":"zebrafinch is gone"}');
  const backup = await runOperation<{ id: string }>(context, 'backup.create', {});
  const copy = homeFiles.db(join(homeFiles.backups(context.home), backup.id));
  expect(readFileSync(copy).includes(lessonState('citations', id))).toBe(true);
  await runOperation(context, 'lesson.purge', { ref: id });
  for (const path of [homeFiles.db(context.home), copy]) {
    const bytes = readFileSync(path);
    expect(['zebrafinch', id].filter((text) => bytes.includes(text))).toEqual([]);
  }
});

test.each([
  ['its folder as a shell completes it', (root: string) => `${root}/`],
  ['where one stands', () => '.'],
  ['its folder from there', (root: string) => `../${basename(root)}`],
])('a project is named by %s; a folder inside it is told what it lies in', async (_, nameOf) => {
  const root = scratchDir();
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'src'));
  const context = testContext({ cwd: root });
  await runOperation(context, 'lesson.add', { ...LESSON, scope: 'project' });
  expect(runOperation(context, 'lesson.purge', { project: 'src' })).rejects.toThrow(`it lies in ${root}`);
  expect(await runOperation(context, 'lesson.purge', { project: nameOf(root) })).toMatchObject({
    lessons: 1,
  });
});
