import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigSchema } from '../model/config.ts';
import type { Lesson } from '../model/lesson.ts';
import { ManifestSchema } from '../model/manifest.ts';
import { writeJsonManifest } from './json.ts';
import { openManifest } from './read.ts';
import { writeManifest } from './write.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'manifest-test ?#%é-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const config = ConfigSchema.parse({});
let sequence = 0;

function lesson(fields: Partial<Lesson> = {}): Lesson {
  sequence += 1;
  return {
    id: `ID${sequence}`,
    number: sequence,
    slug: `lesson-${sequence}`,
    status: 'active',
    summary: 'Builds need a clean tree',
    mistake: 'The build picked up stale output.',
    remediation: 'Run the clean target first.',
    signature: null,
    delivery: 'context',
    blockReason: null,
    injectOn: ['PreToolUse', 'UserPromptSubmit'],
    toolNames: ['Bash'],
    commandPatterns: [],
    pathPatterns: [],
    contentPatterns: [],
    errorPatterns: [],
    priority: 5,
    confidence: 0.9,
    tags: [],
    needsHumanFix: false,
    scope: 'global',
    source: 'manual',
    fingerprint: null,
    reusable: 1,
    lastUsefulAt: null,
    ...fields,
  } as Lesson;
}

const slugs = (lessons: { slug: string }[]) => lessons.map((each) => each.slug).sort();

async function build(lessons: Lesson[], extra: object = {}) {
  const report = await writeManifest(home, { lessons, config, ...extra });
  const manifest = openManifest(home);
  if (!manifest) throw new Error('no manifest');
  return { report, manifest };
}

describe('look-ups', () => {
  test('by token, tool, error, fingerprint, event, slug and root', async () => {
    const push = lesson({ slug: 'push', commandPatterns: ['\\bgit\\s+push\\b'] });
    const tool = lesson({ slug: 'tool', toolNames: ['WebFetch'] });
    const always = lesson({ slug: 'always', commandPatterns: ['--forceExit'], priority: 3 });
    const error = lesson({ slug: 'error', errorPatterns: ['\\bENOSPC\\b', 'ELOOP '], toolNames: ['Bash'] });
    const known = lesson({ slug: 'known', fingerprint: 'fp1', injectOn: ['PostToolUseFailure'] });
    const quiet = lesson({ slug: 'quiet', fingerprint: 'fp1', injectOn: ['UserPromptSubmit'] });
    const start = lesson({ slug: 'start', injectOn: ['SessionStart'], priority: 2, toolNames: [] });
    const first = lesson({ slug: 'first', injectOn: ['SessionStart'], priority: 9, toolNames: [] });
    const { manifest, report } = await build([push, tool, always, error, known, quiet, start, first], {
      roots: [
        { root: '/home/dev/app', project: 'p1' },
        { root: '/home/dev/app/vendor/lib/', project: 'p2' },
        { root: 'C:\\work', project: 'p3' },
      ],
    });
    expect(slugs(manifest.candidates('Bash', ['git', 'push', 'origin']))).toEqual(['always', 'push']);
    expect(slugs(manifest.candidates('Bash', new Set(['git', 'pull'])))).toEqual(['always']);
    expect(slugs(manifest.candidates('WebFetch', []))).toEqual(['always', 'tool']);
    expect(report.always).toEqual(['always']);
    expect(slugs(manifest.errorCandidates(['enospc'], 'none'))).toEqual(['error']);
    expect(slugs(manifest.errorCandidates(['x'], 'fp1'))).toEqual(['error', 'known']);
    expect(manifest.forEvent('SessionStart').map((each) => each.slug)).toEqual(['first', 'start']);
    expect(manifest.forEvent('SubagentStart')).toEqual([]);
    expect(manifest.bySlug('push')?.text).toContain('Run the clean target first.');
    expect(manifest.bySlug('nothing')).toBeNull();
    expect(manifest.projectOf('/home/dev/app/src')).toBe('p1');
    expect(manifest.projectOf('/home/dev/app/vendor/lib/x')).toBe('p2');
    expect(manifest.projectOf('/home/dev/application')).toBe('/home/dev/application');
    expect(manifest.projectOf('C:\\work\\x')).toBe('p3');
    expect(manifest.config).toEqual(config);
    manifest.close();
    expect(manifest.candidates('Bash', ['git', 'push'])).toEqual([]);
  });

  test("reminders are the project's own lessons that helped, most useful first", async () => {
    const own = { scope: 'project:p1', lastUsefulAt: '2026-01-01T00:00:00.000Z' };
    const lessons = [
      lesson({ id: 'a', slug: 'some', ...own }),
      lesson({ id: 'b', slug: 'most', ...own }),
      lesson({ slug: 'never', scope: 'project:p1' }),
      lesson({ slug: 'other', ...own, scope: 'project:p2' }),
    ];
    const { manifest } = await build(lessons, {
      effects: new Map([
        ['a', 0.6],
        ['b', 0.9],
      ]),
    });
    expect(manifest.reminders?.('p1', 5).map((each) => each.slug)).toEqual(['most', 'some']);
    expect(manifest.reminders?.('p1', 1).map((each) => each.slug)).toEqual(['most']);
    expect(manifest.reminders?.('p3', 5)).toEqual([]);
  });

  test('search counts distinct keywords and ranks by them', async () => {
    const docker = lesson({
      slug: 'docker',
      summary: 'Docker build context is huge',
      remediation: 'Write a .dockerignore file first.',
    });
    const git = lesson({ slug: 'git', summary: 'Rebase loses the stash' });
    const { manifest } = await build([docker, git]);
    const found = manifest.search(['docker', 'context', 'stash', '"odd" OR *'], 5);
    expect(found.map((each) => [each.lesson.slug, each.hits])).toEqual([
      ['docker', ['docker', 'context']],
      ['git', ['stash']],
    ]);
    expect(manifest.search(['kubernetes'], 5)).toEqual([]);
    expect(manifest.search([], 5)).toEqual([]);
    expect(manifest.search(['docker', 'stash'], 1)).toHaveLength(1);
  });

  test('more tokens than the index has give the same answer', async () => {
    const { manifest } = await build([lesson({ slug: 'push', commandPatterns: ['\\bgit\\s+push\\b'] })]);
    const many = new Set(Array.from({ length: 5000 }, (_, index) => `w${index}`));
    expect(manifest.candidates('Bash', many)).toEqual([]);
    expect(slugs(manifest.candidates('Bash', new Set([...many, 'git', 'push'])))).toEqual(['push']);
  });
});

describe('what acts', () => {
  test('only active lessons above the gates are compiled', async () => {
    const { report } = await build([
      lesson({ status: 'candidate' }),
      lesson({ status: 'archived' }),
      lesson({ confidence: 0.49 }),
      lesson({ slug: 'kept' }),
    ]);
    expect(report).toMatchObject({ lessons: 1, below: 1 });
  });

  test('back-tests decide', async () => {
    const make = (slug: string, delivery: 'context' | 'hold' | 'block') =>
      lesson({ id: slug, slug, delivery, commandPatterns: [`\\b${slug}\\b`] });
    const history = (failingMet: number, goodDisturbed: number) => ({
      callsSeen: 100,
      failingMet,
      goodDisturbed,
    });
    const { manifest, report } = await build(
      [
        make('clean', 'context'),
        make('noisy', 'context'),
        make('worse', 'context'),
        make('held', 'hold'),
        make('weak', 'hold'),
        make('new', 'hold'),
        make('blocked', 'block'),
      ],
      {
        histories: new Map([
          ['clean', history(5, 3)],
          ['noisy', history(50, 4)],
          ['worse', history(1, 2)],
          ['held', history(30, 2)],
          ['weak', history(3, 2)],
          ['blocked', history(0, 9)],
        ]),
        effects: new Map([['clean', 0.8]]),
      },
    );
    const of = (slug: string) => manifest.bySlug(slug);
    expect(of('clean')).toMatchObject({ actsAtCalls: true, effect: 0.8 });
    expect(of('noisy')).toMatchObject({ actsAtCalls: false, effect: 0.5 });
    expect(of('worse')).toMatchObject({ actsAtCalls: false });
    expect(of('held')).toMatchObject({ actsAtCalls: true, delivery: 'hold' });
    expect(of('weak')).toMatchObject({ actsAtCalls: true, delivery: 'context' });
    expect(of('new')).toMatchObject({ delivery: 'hold' });
    expect(of('blocked')).toMatchObject({ actsAtCalls: true, delivery: 'block' });
    expect(manifest.candidates('Bash', ['noisy'])).toEqual([]);
    expect(report.notes.map((note) => note.slug).sort()).toEqual(['blocked', 'noisy', 'weak', 'worse']);
  });

  test('patterns that cannot be used are reported, and never widen a trigger', async () => {
    const { manifest, report } = await build([
      lesson({ slug: 'bad', commandPatterns: ['(', '(a+)+$'], toolNames: ['Bash'] }),
      lesson({ slug: 'half', commandPatterns: ['(', '\\bgit\\b'] }),
      lesson({ slug: 'path', pathPatterns: ['src/*.ts'], contentPatterns: ['(a+)+$'], toolNames: ['Edit'] }),
    ]);
    expect(report.refused.map((each) => [each.slug, each.pattern])).toEqual([
      ['bad', '('],
      ['bad', '(a+)+$'],
      ['half', '('],
      ['path', '(a+)+$'],
    ]);
    expect(manifest.bySlug('bad')?.actsAtCalls).toBe(false);
    expect(manifest.bySlug('path')?.actsAtCalls).toBe(false);
    expect(slugs(manifest.candidates('Bash', ['git']))).toEqual(['half']);
    expect(manifest.candidates('Edit', ['src', 'ts'])).toEqual([]);
  });

  test('the always-list holds 20, the most important ones; the rest does not act', async () => {
    const wide = Array.from({ length: 25 }, (_, index) =>
      lesson({ slug: `wide-${index}`, commandPatterns: [`--x${index}`], priority: index < 5 ? 2 : 6 }),
    );
    const { manifest, report } = await build(wide);
    expect(report.always).toHaveLength(20);
    expect(report.overflow.sort()).toEqual(['wide-0', 'wide-1', 'wide-2', 'wide-3', 'wide-4']);
    expect(manifest.candidates('Bash', [])).toHaveLength(20);
    expect(manifest.bySlug('wide-0')?.actsAtCalls).toBe(false);
    expect(report.acting).toBe(20);
  });
});

describe('files', () => {
  const files = () =>
    readdirSync(home)
      .filter((name) => name.startsWith('manifest-'))
      .sort();

  test('a new name for new content, private, nothing left beside it', async () => {
    const { report, manifest } = await build([lesson()]);
    const path = join(home, report.file);
    const before = readFileSync(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'manifest.json')).mode & 0o777).toBe(0o600);
    await build([lesson(), lesson({ commandPatterns: ['\\bmake\\b'] })]);
    manifest.candidates('Bash', ['make']);
    expect(readFileSync(path)).toEqual(before);
    expect(files()).toHaveLength(4);
    expect(JSON.parse(readFileSync(join(home, 'manifest.json'), 'utf8'))).toMatchObject({ format: 3 });
  });

  test('a reader keeps its file while builds go on; old files are swept', async () => {
    const { report, manifest } = await build([lesson({ slug: 'old', commandPatterns: ['\\bmake\\b'] })]);
    const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(join(home, report.file), long, long);
    await build([lesson({ slug: 'new', commandPatterns: ['\\bmake\\b'] })]);
    expect(existsSync(join(home, report.file))).toBe(false);
    if (process.platform !== 'win32') expect(slugs(manifest.candidates('Bash', ['make']))).toEqual(['old']);
    expect(slugs(openManifest(home)!.candidates('Bash', ['make']))).toEqual(['new']);
  });

  test('parallel builds leave one whole manifest, and readers never see half of one', async () => {
    await build([lesson({ slug: 'zero' })]);
    const builds = Array.from({ length: 6 }, (_, index) =>
      writeManifest(home, {
        lessons: Array.from({ length: 50 }, () =>
          lesson({ slug: `b${index}`, commandPatterns: ['\\bmake\\b'] }),
        ),
        config,
      }),
    );
    let seen = 0;
    const reader = (async () => {
      for (let round = 0; round < 40; round += 1) {
        if (openManifest(home) !== null) seen += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const reports = await Promise.all(builds);
    await reader;
    expect(seen).toBe(40);
    const pointed = JSON.parse(readFileSync(join(home, 'manifest.json'), 'utf8')).file;
    expect(reports.map((report) => report.file)).toContain(pointed);
    expect(openManifest(home)!.candidates('Bash', ['make'])).toHaveLength(50);
    expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('whatever is wrong with the files, opening answers null', async () => {
    expect(openManifest(home)).toBeNull();
    expect(openManifest(join(home, 'absent'))).toBeNull();
    const { report } = await build([lesson({ commandPatterns: ['\\bmake\\b'] })]);
    const pointer = join(home, 'manifest.json');
    const good = readFileSync(pointer, 'utf8');
    for (const bad of [
      '',
      '{',
      'null',
      '[]',
      '{"format":3}',
      good.replace('"format":3', '"format":2'),
      JSON.stringify({ format: 3, file: '../x.bin', builtAt: '' }),
      JSON.stringify({ format: 3, file: 'manifest-3-0123456789abcdef.bin', builtAt: '' }),
      JSON.stringify({ format: 3, file: report.file.replace('.bin', '.db'), builtAt: '' }),
    ]) {
      writeFileSync(pointer, bad);
      expect(openManifest(home)).toBeNull();
    }
    writeFileSync(pointer, good);
    const whole = readFileSync(join(home, report.file));
    for (const size of [0, 10, 100, 1000, whole.length - 1]) {
      writeFileSync(join(home, report.file), whole.subarray(0, size));
      const manifest = openManifest(home);
      expect(manifest?.candidates('Bash', ['make']) ?? []).toEqual([]);
    }
    for (let at = 0; at < whole.length; at += 23) {
      const damaged = Uint8Array.from(whole);
      damaged.fill(0xff, at, at + 30);
      writeFileSync(join(home, report.file), damaged);
      const manifest = openManifest(home);
      manifest?.candidates('Bash', ['make']);
      manifest?.errorCandidates(['make'], 'x');
      manifest?.search(['tree', 'build'], 3);
      manifest?.forEvent('SessionStart');
      manifest?.projectOf('/x');
      manifest?.close();
    }
    truncateSync(join(home, report.file), 0);
    expect(openManifest(home)).toBeNull();
  });

  test.skipIf(process.platform === 'win32')('a pipe in the place of a file is not waited for', async () => {
    const { report } = await build([lesson({ commandPatterns: ['\\bmake\\b'] })]);
    for (const name of [report.file, 'manifest.json']) {
      rmSync(join(home, name));
      spawnSync('mkfifo', [join(home, name)]);
      expect(openManifest(home)).toBeNull();
    }
  });

  test('the JSON form is valid and holds the same lessons', async () => {
    const { report, manifest } = await build(
      [lesson({ slug: 'one', commandPatterns: ['git push.*--force'] }), lesson({ slug: 'two' })],
      { roots: [{ root: '/r', project: 'p' }] },
    );
    const path = writeJsonManifest(home, report.file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const document = ManifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(document).toMatchObject({
      type: 'lessons-learned-manifest',
      version: 1,
      format: 3,
      builtAt: report.builtAt,
    });
    expect(document.lessons.map((each) => each.slug)).toEqual(['one', 'two']);
    expect(document.lessons[0]).toEqual(manifest.bySlug('one')!);
    expect(document.roots).toEqual([{ root: '/r', project: 'p' }]);
    const none = await build([]);
    expect(JSON.parse(readFileSync(writeJsonManifest(home, none.report.file), 'utf8')).lessons).toEqual([]);
  });

  test('a read-only folder is read all the same', async () => {
    await build([lesson({ slug: 'there', commandPatterns: ['\\bmake\\b'] })]);
    chmodSync(home, 0o500);
    expect(slugs(openManifest(home)!.candidates('Bash', ['make']))).toEqual(['there']);
    chmodSync(home, 0o700);
  });
});
