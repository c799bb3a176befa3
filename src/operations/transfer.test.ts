import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, testContext } from '../../test/support/operation-context.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import type { Lesson } from '../model/lesson.ts';
import { PackSchema } from '../model/pack.ts';
import { homeFiles } from '../platform/paths.ts';
import { backupCreate, backupList, backupRestore } from './backup.ts';
import { BACKUPS_KEPT, dailyBackup } from './backups.ts';
import { lessonExport } from './lesson-export.ts';
import { lessonImport } from './lesson-import.ts';
import { lessonMigrate } from './lesson-migrate.ts';
import { trust } from './trust.ts';
import { isShipped } from './trust-file.ts';

const AGENT = { agent: 'claude-code', sessionId: 'session-9', terminal: false };

function file(name: string, value: unknown, folder = scratchDir('files')): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

function packed(index: number, fields: object = {}) {
  return {
    id: `01JPACK${index.toString().padStart(19, '0')}`,
    slug: `packed-${index}-a1b2`,
    status: 'active',
    summary: `packed lesson ${index}`,
    mistake: `Mistake number ${index} of the pack, long enough to be one.`,
    remediation: `Fix number ${index} of the pack, long enough to be one.`,
    toolNames: ['Bash'],
    commandPatterns: [`^tool${index} go\\b`],
    priority: 6,
    tags: ['tool:x'],
    ...fields,
  };
}

const pack = (lessons: object[]) => ({ type: 'lessons-learned-pack', version: 1, name: 'mine', lessons });
const all = async (context: TestContext): Promise<Lesson[]> => (await context.store()).listLessons();
const one = async (context: TestContext, ref: string): Promise<Lesson> =>
  (await context.store()).resolveLesson(ref);

describe('import', () => {
  test('a pack keeps ids and slugs, and what it says is active is active and compiled', async () => {
    const context = testContext();
    const result = await lessonImport.run(context, {
      file: file(
        'p.json',
        pack([
          packed(1),
          packed(2, { status: 'archived', archiveReason: 'old' }),
          packed(3, { delivery: 'block' }),
        ]),
      ),
    });
    expect(result).toMatchObject({
      format: 'pack',
      name: 'mine',
      read: 3,
      added: 3,
      duplicates: 0,
      proposed: 0,
      refused: [],
    });
    expect(await one(context, 'packed-1-a1b2')).toMatchObject({
      id: packed(1).id,
      status: 'active',
      priority: 6,
      source: 'import',
    });
    expect(await one(context, 'packed-2-a1b2')).toMatchObject({ status: 'archived', archiveReason: 'old' });
    expect(await one(context, 'packed-3-a1b2')).toMatchObject({ status: 'active', delivery: 'block' });
    expect(existsSync(homeFiles.manifestPointer(context.home))).toBe(true);
  });

  test('the same pack again adds nothing; twins within one file are one', async () => {
    const context = testContext();
    const path = file('p.json', pack([packed(1), packed(1, { id: undefined, slug: undefined })]));
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 1, duplicates: 1 });
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 0, duplicates: 2 });
    expect(await all(context)).toHaveLength(1);
  });

  test('an id or slug that another lesson has is not taken over', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: file('a.json', pack([packed(1)])) });
    const other = packed(2, { id: packed(1).id, slug: packed(1).slug });
    expect(await lessonImport.run(context, { file: file('b.json', pack([other])) })).toMatchObject({
      added: 1,
    });
    const lessons = await all(context);
    expect(lessons).toHaveLength(2);
    expect(new Set(lessons.map((each) => each.id)).size).toBe(2);
    expect((await one(context, packed(1).id)).summary).toBe('packed lesson 1');
  });

  test('a pattern that could stall the hook is kept, does not act, and is named', async () => {
    const context = testContext();
    const result = await lessonImport.run(context, {
      file: file('p.json', pack([packed(1, { commandPatterns: ['(a+)+$', '('] })])),
    });
    expect(result.refused.map((each) => each.pattern).sort()).toEqual(['(', '(a+)+$']);
    expect((await one(context, 'packed-1-a1b2')).commandPatterns).toEqual(['(a+)+$', '(']);
  });

  test('credentials in a pack are not stored', async () => {
    const context = testContext();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await lessonImport.run(context, {
      file: file('p.json', pack([packed(1, { mistake: `Sent ${secret} to the log.` })])),
    });
    expect((await one(context, 'packed-1-a1b2')).mistake).not.toContain(secret);
  });

  test('inside an agent everything waits', async () => {
    const context = testContext({ actor: AGENT });
    const result = await lessonImport.run(context, {
      file: file('p.json', pack([packed(1), packed(2, { status: 'archived' })])),
    });
    expect(result).toMatchObject({ added: 2, proposed: 1 });
    expect(result.proposal).toContain('nobody has asked');
    expect((await all(context)).map((each) => each.status).sort()).toEqual(['archived', 'reviewed']);
  });

  test.each([
    ['nothing.json', null, 'NOT_FOUND'],
    ['empty.json', '', 'UNKNOWN_FORMAT'],
    ['other.json', '{"a": 1}', 'UNKNOWN_FORMAT'],
    ['newer.json', '{"type": "lessons-learned-pack", "version": 2, "lessons": []}', 'NEWER_FORMAT'],
  ])('%s is refused', async (name, content, code) => {
    const path = content === null ? join(scratchDir('none'), name) : file(name, content);
    const context = testContext();
    expect(lessonImport.run(context, { file: path })).rejects.toMatchObject({ code, exitCode: 1 });
  });
});

describe('export and back', () => {
  test.each(['json', 'pack', 'known-errors', 'markdown'] as const)('%s', async (format) => {
    const context = testContext();
    await lessonImport.run(context, {
      file: file('p.json', pack([packed(1), packed(2), packed(3, { status: 'archived' })])),
    });
    const { text } = await lessonExport.run(context, { format, name: 'shared' });
    const other = testContext();
    const result = await lessonImport.run(other, { file: file('x', text) });
    expect(result.added).toBe(format === 'json' ? 3 : 2);
    const back = (await all(other)).map((each) => [each.summary, each.mistake, each.remediation]).sort();
    const expected = (await all(context)).filter((each) => format === 'json' || each.status === 'active');
    expect(back).toEqual(expected.map((each) => [each.summary, each.mistake, each.remediation]).sort());
    if (format === 'pack') expect(PackSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
    if (format === 'json') {
      const plain = (lessons: Lesson[]) =>
        lessons.map(({ number: _number, ...rest }) => rest).sort((a, b) => a.id.localeCompare(b.id));
      expect(plain(await all(other))).toEqual(plain(await all(context)));
    }
  });

  test('a pack does not tell in which sessions it was learned; the manifest knows the filter', async () => {
    const context = testContext();
    await lessonImport.run(context, {
      file: file('p.json', pack([packed(1, { sourceSessionIds: ['secret-session'] })])),
    });
    expect((await lessonExport.run(context, { format: 'pack', name: 'p' })).text).not.toContain(
      'secret-session',
    );
    expect(
      (await lessonExport.run(context, { format: 'json', name: 'p', status: 'candidate' })).lessons,
    ).toBe(0);
  });
});

describe('trust', () => {
  function repository(): { root: string; path: string } {
    const root = scratchDir('repository');
    mkdirSync(join(root, '.git'));
    mkdirSync(join(root, '.lessons'));
    return { root, path: file('team.json', pack([packed(1, { scope: 'global' })]), join(root, '.lessons')) };
  }

  test('a pack in a repository is not imported unseen', async () => {
    const { root } = repository();
    const path = file('pack.json', pack([packed(5)]), root);
    const context = testContext();
    expect(lessonImport.run(context, { file: path })).rejects.toMatchObject({
      code: 'NOT_TRUSTED',
      exitCode: 1,
    });
    expect(await all(context)).toEqual([]);
    expect((await trust.run(context, { path })).loaded).toBeNull();
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ added: 1 });
    writeFileSync(path, JSON.stringify(pack([packed(6)])));
    expect(lessonImport.run(context, { file: path })).rejects.toMatchObject({ code: 'NOT_TRUSTED' });
    expect((await trust.run(context, {})).trusted).toMatchObject([{ path, state: 'changed' }]);
    expect((await trust.run(context, { path, remove: true })).trusted).toEqual([]);
  });

  test.each(['.lessons', '.'])('%s loads for its own project', async (folder) => {
    const { root, path } = repository();
    const context = testContext();
    expect((await trust.run(context, { path: join(root, folder) })).loaded).toEqual({
      files: 1,
      added: 1,
      duplicates: 0,
    });
    const lesson = await one(context, 'packed-1-a1b2');
    expect(lesson).toMatchObject({ status: 'active', scope: `project:${root}` });
    expect((await (await context.store()).listProjectRoots())[0]).toEqual({ root, project: root });
    expect(statSync(homeFiles.trust(context.home)).mode & 0o777).toBe(0o600);
    expect(await lessonImport.run(context, { file: path })).toMatchObject({ read: 1 });
  });

  test('needs a terminal inside an agent, even where the human was seen', async () => {
    const { root } = repository();
    const context = testContext({ actor: AGENT });
    expect(trust.run(context, { path: root })).rejects.toMatchObject({ code: 'NEEDS_TERMINAL' });
    expect(existsSync(homeFiles.trust(context.home))).toBe(false);
  });

  test('a pack that came with the program is trusted, another one beside it is not', () => {
    const root = scratchDir('package');
    for (const folder of ['dist', 'packs', 'other']) mkdirSync(join(root, folder));
    const program = file('lessons', '', join(root, 'dist'));
    const shipped = file('starter.json', '{}', join(root, 'packs'));
    expect(isShipped(shipped, program)).toBe(false);
    file('package.json', { name: 'lessons-learned' }, root);
    expect(isShipped(shipped, program)).toBe(true);
    expect(isShipped(file('x.json', '{}', join(root, 'other')), program)).toBe(false);
    file('package.json', { name: 'something-else' }, root);
    expect(isShipped(shipped, program)).toBe(false);
  });

  test('a folder without lessons, a missing path, a file that is none', async () => {
    const context = testContext();
    expect(trust.run(context, { path: scratchDir('empty') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(trust.run(context, { path: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(trust.run(context, { path: file('x.json', '{}') })).rejects.toMatchObject({
      code: 'UNKNOWN_FORMAT',
    });
  });
});

describe('migrate', () => {
  const old = {
    type: 'lessons-learned-store',
    version: 1,
    lessons: [
      {
        id: '01JQSEED000000000000000001',
        slug: 'tar-needs-a-folder-k9m2',
        summary: 'tar fails when the target folder is missing',
        mistake: 'tar -C refuses a folder that does not exist yet.',
        remediation: 'Create the folder with mkdir -p before unpacking.',
        triggers: {
          toolNames: ['Bash'],
          commandPatterns: ['\\btar\\b.*-C'],
          pathPatterns: [],
          contentPatterns: [],
        },
        priority: 8,
        confidence: 0.95,
        tags: [],
        createdAt: '2026-03-29T00:00:00Z',
        updatedAt: '2026-03-30T00:00:00Z',
      },
      {
        id: '01JQSEED000000000000000002',
        slug: 'doubtful-one-a1b2',
        summary: 'something that was never looked at',
        mistake: 'It might be a mistake, and it might be none.',
        remediation: 'Look at it before it is told to anyone.',
        triggers: { toolNames: ['Bash'] },
        needsReview: true,
        block: true,
        priority: 3,
        confidence: 0.5,
        tags: [],
        createdAt: '2026-03-29T00:00:00Z',
        updatedAt: '2026-03-29T00:00:00Z',
      },
    ],
  };
  const candidates = [
    {
      tool: 'Bash',
      trigger: 'a b',
      mistake: 'A candidate of an older scanner.',
      remediation: 'Its fix.',
      occurrenceCount: 2,
    },
  ];
  const known = {
    version: 1,
    patterns: [
      {
        id: 'x',
        tool: 'Bash',
        match: { type: 'contains', pattern: 'a  b' },
        message: 'two spaces',
        suggestion: 'use one',
      },
    ],
  };
  const manifest = {
    type: 'lessons-learned-manifest',
    version: 1,
    lessons: {
      '01JQSEED000000000000000009': {
        slug: 'from-manifest-a1b2',
        toolNames: ['Bash'],
        summary: 'from a manifest',
        injection: 'x',
      },
    },
  };
  const failure = {
    id: 'err_20260128_124532_001',
    timestamp: '2026-01-28T12:45:32.123Z',
    session_id: 's',
    category: 'action_error',
    tool: 'Bash',
    input: { command: 'a' },
    error: 'e',
    context: { working_dir: '/w', project: 'w' },
  };

  test('all five formats at once, with counts, each original set aside', async () => {
    const context = testContext();
    const folder = scratchDir('old');
    const files = [
      file('lessons.json', old, folder),
      file('filtered-candidates.json', candidates, folder),
      file('known-errors.json', known, folder),
      file('lesson-manifest.json', manifest, folder),
      file('errors.jsonl', `${JSON.stringify(failure)}\n`, folder),
    ];
    const result = await lessonMigrate.run(context, { files });
    expect(
      result.files.map(({ format, records, added, duplicates, failures }) => [
        format,
        records,
        added,
        duplicates,
        failures,
      ]),
    ).toEqual([
      ['lessons.json', 2, 2, 0, 0],
      ['filtered-candidates.json', 1, 1, 0, 0],
      ['known-errors.json', 1, 1, 0, 0],
      ['lesson-manifest.json', 1, 1, 0, 0],
      ['errors.jsonl', 1, 0, 0, 1],
    ]);
    expect(readdirSync(folder).sort()).toEqual([
      'errors.jsonl.bak',
      'filtered-candidates.json.bak',
      'known-errors.json.bak',
      'lesson-manifest.json.bak',
      'lessons.json.bak',
    ]);
    expect(await one(context, 'tar-needs-a-folder-k9m2')).toMatchObject({
      id: '01JQSEED000000000000000001',
      status: 'active',
      commandPatterns: ['\\btar\\b.*-C'],
      createdAt: '2026-03-29T00:00:00.000Z',
      updatedAt: '2026-03-30T00:00:00.000Z',
    });
    expect(await one(context, 'doubtful-one-a1b2')).toMatchObject({ status: 'reviewed', delivery: 'block' });
    const lessons = await all(context);
    expect(lessons.find((each) => each.mistake === 'two spaces')).toMatchObject({
      status: 'active',
      delivery: 'context',
      remediation: 'use one',
    });
    expect(lessons.find((each) => each.status === 'candidate')).toMatchObject({
      occurrenceCount: 2,
      toolNames: ['Bash'],
    });
    expect(await (await context.store()).listFailures()).toHaveLength(1);
    expect(result.storeBackup).toBeNull();
  });

  test('a dry run has the same counts and changes nothing', async () => {
    const context = testContext();
    const path = file('lessons.json', old);
    const result = await lessonMigrate.run(context, { files: [path], dryRun: true });
    expect(result.files).toMatchObject([{ records: 2, added: 2, backup: null }]);
    expect(await all(context)).toEqual([]);
    expect(existsSync(path)).toBe(true);
    expect(existsSync(`${path}.bak`)).toBe(false);
  });

  test('again adds nothing; an existing .bak is left alone; the store is backed up before', async () => {
    const context = testContext();
    const path = file('lessons.json', old);
    await lessonMigrate.run(context, { files: [path] });
    writeFileSync(path, JSON.stringify(old));
    writeFileSync(`${path}.bak`, 'mine');
    const result = await lessonMigrate.run(context, { files: [path] });
    expect(result.files).toMatchObject([{ records: 2, added: 0, duplicates: 2, backup: `${path}.bak.1` }]);
    expect(readFileSync(`${path}.bak`, 'utf8')).toBe('mine');
    expect(await backupList.run(context, {})).toMatchObject([
      { id: result.storeBackup as string, lessons: 2 },
    ]);
    expect(await all(context)).toHaveLength(2);
  });

  test('one file that is not understood keeps all from being touched', async () => {
    const context = testContext();
    const good = file('lessons.json', old);
    for (const [name, value, code] of [
      ['x.json', '{"a": 1}', 'UNKNOWN_FORMAT'],
      ['y.json', '{"type": "lessons-learned-store", "version": 7, "lessons": []}', 'NEWER_FORMAT'],
      ['z.json', pack([]), 'UNKNOWN_FORMAT'],
    ] as const) {
      const bad = file(name, value);
      const before = readFileSync(bad, 'utf8');
      expect(lessonMigrate.run(context, { files: [good, bad] })).rejects.toMatchObject({ code, exitCode: 1 });
      expect(readFileSync(bad, 'utf8')).toBe(before);
    }
    expect(lessonMigrate.run(context, { files: [good, '/nowhere/lessons.json'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(existsSync(good)).toBe(true);
    expect(await all(context)).toEqual([]);
  });

  test('known errors block where that is asked for', async () => {
    const context = testContext();
    await lessonMigrate.run(context, { files: [file('known-errors.json', known)], delivery: 'block' });
    expect((await all(context))[0]).toMatchObject({ status: 'active', delivery: 'block' });
  });

  test('inside an agent nothing becomes active', async () => {
    const context = testContext({ actor: AGENT });
    const result = await lessonMigrate.run(context, { files: [file('lessons.json', old)] });
    expect(result.files[0]?.proposed).toBe(1);
    expect((await all(context)).map((each) => each.status)).toEqual(['reviewed', 'reviewed']);
  });
});

describe('backups', () => {
  test('a restore brings the lessons back, and what was there is kept', async () => {
    const context = testContext();
    await lessonImport.run(context, { file: file('p.json', pack([packed(1), packed(2)])) });
    const before = await all(context);
    const made = await backupCreate.run(context, {});
    expect(made).toMatchObject({ lessons: 2 });
    const store = await context.store();
    await store.updateLesson(packed(1).id, { status: 'archived', summary: 'changed' });
    await lessonImport.run(context, { file: file('q.json', pack([packed(3)])) });
    context.time.now += 1000;
    const result = await backupRestore.run(context, { id: made.id });
    expect(result.before.lessons).toBe(3);
    expect(await all(context)).toEqual(before);
    expect(await store.searchLessons('changed', 5)).toEqual([]);
    expect(await store.searchLessons('packed', 5)).toHaveLength(2);
    await lessonImport.run(context, { file: file('r.json', pack([packed(4)])) });
    expect((await one(context, 'packed-4-a1b2')).number).toBe(4);
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

  test('a rebuild on a later day makes one', async () => {
    const context = testContext();
    const add = (index: number) =>
      lessonImport.run(context, { file: file(`${index}.json`, pack([packed(index)])) });
    await add(1);
    expect(await backupList.run(context, {})).toEqual([]);
    context.time.now += 25 * 3_600_000;
    await add(2);
    await add(3);
    expect(await backupList.run(context, {})).toMatchObject([{ reason: 'daily', lessons: 2 }]);
  });

  test('inside an agent a restore needs a human', async () => {
    const context = testContext({ actor: AGENT });
    const { id } = await backupCreate.run(context, {});
    expect(backupRestore.run(context, { id })).rejects.toMatchObject({ code: 'NEEDS_HUMAN' });
  });
});
