import { describe, expect, test } from 'bun:test';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { AGENT, inputFile, lessonIn, lessonsOf, pack } from '../../test/support/packs.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { backupList } from './backup.ts';
import { lessonMigrate } from './lesson-migrate.ts';

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

  test.skipIf(process.platform === 'win32')(
    'what comes through a pipe has no original to rename',
    async () => {
      const context = testContext();
      const folder = scratchDir('migrate');
      const pipe = join(folder, 'pipe');
      spawnSync('mkfifo', [pipe]);
      const source = inputFile('lessons.json', old);
      spawn('sh', ['-c', 'cat "$1" > "$2"', 'sh', source, pipe], { stdio: 'ignore' });
      const { files } = await lessonMigrate.run(context, { files: [pipe] });
      expect(files[0]).toMatchObject({ added: 2, backup: null });
      expect(readdirSync(folder)).toEqual(['pipe']);
      await context.close();
    },
  );

  test('what cannot be read of a log is named, ten lines of it', async () => {
    const log = [JSON.stringify(failure), ...Array(12).fill('torn')].join('\n');
    const result = await lessonMigrate.run(testContext(), { files: [inputFile('errors.jsonl', log)] });
    const told = lessonMigrate.cli?.render?.(result as never, {} as never, { color: false, width: 80 });
    expect(told).toContain('13 records, added 1 failure.');
    expect(told).toContain('\n  line 2 is no failure\n');
    expect(told).toContain('\n  line 11 is no failure\n  … and 2 more');
  });

  test('all five formats at once, with counts, each original set aside', async () => {
    const context = testContext();
    const folder = scratchDir('old');
    const files = [
      inputFile('lessons.json', old, folder),
      inputFile('filtered-candidates.json', candidates, folder),
      inputFile('known-errors.json', known, folder),
      inputFile('lesson-manifest.json', manifest, folder),
      inputFile('errors.jsonl', `${JSON.stringify(failure)}\n`, folder),
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
    expect(await lessonIn(context, 'tar-needs-a-folder-k9m2')).toMatchObject({
      id: '01JQSEED000000000000000001',
      status: 'active',
      commandPatterns: ['\\btar\\b.*-C'],
      createdAt: '2026-03-29T00:00:00.000Z',
      updatedAt: '2026-03-30T00:00:00.000Z',
    });
    expect(await lessonIn(context, 'doubtful-one-a1b2')).toMatchObject({
      status: 'reviewed',
      delivery: 'block',
    });
    const lessons = await lessonsOf(context);
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
    const path = inputFile('lessons.json', old);
    const result = await lessonMigrate.run(context, { files: [path], dryRun: true });
    expect(result.files).toMatchObject([{ records: 2, added: 2, backup: null }]);
    expect(existsSync(context.home)).toBe(false);
    expect(await lessonsOf(context)).toEqual([]);
    expect(existsSync(path)).toBe(true);
    expect(existsSync(`${path}.bak`)).toBe(false);
  });

  test('again adds nothing; an existing .bak is left alone; the store is backed up before', async () => {
    const context = testContext();
    const path = inputFile('lessons.json', old);
    await lessonMigrate.run(context, { files: [path] });
    writeFileSync(path, JSON.stringify(old));
    writeFileSync(`${path}.bak`, 'mine');
    const result = await lessonMigrate.run(context, { files: [path] });
    expect(result.files).toMatchObject([{ records: 2, added: 0, duplicates: 2, backup: `${path}.bak.1` }]);
    expect(readFileSync(`${path}.bak`, 'utf8')).toBe('mine');
    expect(await backupList.run(context, {})).toMatchObject([
      { id: result.storeBackup as string, lessons: 2 },
    ]);
    expect(await lessonsOf(context)).toHaveLength(2);
  });

  test('one file that is not understood keeps all from being touched', async () => {
    const context = testContext();
    const good = inputFile('lessons.json', old);
    for (const [name, value, code] of [
      ['x.json', '{"a": 1}', 'UNKNOWN_FORMAT'],
      ['y.json', '{"type": "lessons-learned-store", "version": 7, "lessons": []}', 'NEWER_FORMAT'],
      ['z.json', pack([]), 'UNKNOWN_FORMAT'],
    ] as const) {
      const bad = inputFile(name, value);
      const before = readFileSync(bad, 'utf8');
      expect(lessonMigrate.run(context, { files: [good, bad] })).rejects.toMatchObject({ code, exitCode: 1 });
      expect(readFileSync(bad, 'utf8')).toBe(before);
    }
    expect(lessonMigrate.run(context, { files: [good, '/nowhere/lessons.json'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(existsSync(good)).toBe(true);
    expect(await lessonsOf(context)).toEqual([]);
  });

  test('known errors block where that is asked for', async () => {
    const context = testContext();
    await lessonMigrate.run(context, { files: [inputFile('known-errors.json', known)], delivery: 'block' });
    expect((await lessonsOf(context))[0]).toMatchObject({ status: 'active', delivery: 'block' });
  });

  test('inside an agent nothing becomes active', async () => {
    const context = testContext({ actor: AGENT });
    const result = await lessonMigrate.run(context, { files: [inputFile('lessons.json', old)] });
    expect(result.files[0]?.proposed).toBe(1);
    expect((await lessonsOf(context)).map((each) => each.status)).toEqual(['reviewed', 'reviewed']);
  });
});
