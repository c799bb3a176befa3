import { describe, expect, test } from 'bun:test';
import { compiledLesson } from '../../test/support/compiled.ts';
import { config, lesson, ManifestRig, slugs } from '../../test/support/manifest-rig.ts';
import { searchTexts } from './read-texts.ts';

const rig = new ManifestRig();
const { build } = rig;

describe('look-ups', () => {
  test('by token, tool, error, fingerprint, event and root', async () => {
    const push = lesson({ slug: 'push', commandPatterns: ['\\bgit\\s+push\\b'] });
    const tool = lesson({ slug: 'tool', toolNames: ['WebFetch'] });
    const always = lesson({ slug: 'always', commandPatterns: ['&&'], priority: 3 });
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
    expect(slugs(manifest.errorCandidates(['x'], 'fp1'))).toEqual(['known']);
    expect(manifest.forEvent('SessionStart').map((each) => each.slug)).toEqual(['first', 'start']);
    expect(manifest.forEvent('SubagentStart')).toEqual([]);
    expect(manifest.candidates('Bash', ['git', 'push'])[0]?.text).toContain('Run the clean target first.');
    expect(manifest.projectOf('/home/dev/app/src')).toBe('p1');
    expect(manifest.projectOf('/home/dev/app/vendor/lib/x')).toBe('p2');
    expect(manifest.projectOf('/home/dev/application')).toBe('/home/dev/application');
    expect(manifest.projectOf('C:\\work\\x')).toBe('p3');
    expect(manifest.projectOf('c:\\work\\x')).toBe('p3');
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
    expect(manifest.reminders('p1', 5).map((each) => each.slug)).toEqual(['most', 'some']);
    expect(manifest.reminders('p1', 1).map((each) => each.slug)).toEqual(['most']);
    expect(manifest.reminders('p3', 5)).toEqual([]);
  });

  test('search counts distinct keywords and ranks by them', async () => {
    const docker = lesson({
      slug: 'docker',
      summary: 'Docker build context is huge',
      remediation: 'Write a .dockerignore file first.',
    });
    const git = lesson({ slug: 'git', summary: 'Rebase loses the stash' });
    const { manifest } = await build([docker, git]);
    const found = searchTexts(manifest, ['docker', 'context', 'stash', '"odd" OR *'], 5);
    expect(found.map((each) => [each.lesson.slug, each.hits])).toEqual([
      ['docker', ['docker', 'context']],
      ['git', ['stash']],
    ]);
    expect(searchTexts(manifest, ['kubernetes'], 5)).toEqual([]);
    expect(searchTexts(manifest, [], 5)).toEqual([]);
    expect(searchTexts(manifest, ['docker', 'stash'], 1)).toHaveLength(1);
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
    const of = (slug: string) => compiledLesson(rig.home, slug);
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
      lesson({ slug: 'but', pathPatterns: ['gen/**', '!gen/keep/**'], toolNames: ['Edit'] }),
      lesson({ slug: 'path', pathPatterns: ['src/*.ts'], contentPatterns: ['(a+)+$'], toolNames: ['Edit'] }),
      lesson({ slug: 'error', errorPatterns: ['(a+)+$'], toolNames: ['Bash'] }),
    ]);
    expect(report.refused.map((each) => [each.slug, each.pattern])).toEqual([
      ['bad', '('],
      ['bad', '(a+)+$'],
      ['half', '('],
      ['but', '!gen/keep/**'],
      ['path', '(a+)+$'],
      ['error', '(a+)+$'],
    ]);
    expect(compiledLesson(rig.home, 'error')?.actsAtCalls).toBe(false);
    expect(compiledLesson(rig.home, 'bad')?.actsAtCalls).toBe(false);
    expect(compiledLesson(rig.home, 'but')?.actsAtCalls).toBe(false);
    expect(compiledLesson(rig.home, 'path')?.actsAtCalls).toBe(false);
    expect(slugs(manifest.candidates('Bash', ['git']))).toEqual(['half']);
    expect(manifest.candidates('Edit', ['src', 'ts', 'gen'])).toEqual([]);
  });

  test('20 lessons that ask for nothing are tried at every call, the most important ones; the rest does not act', async () => {
    const wide = Array.from({ length: 25 }, (_, index) =>
      lesson({
        slug: `wide-${index}`,
        commandPatterns: [`-${'.'.repeat(index + 1)}-`],
        priority: index < 5 ? 2 : 6,
      }),
    );
    const { manifest, report } = await build(wide);
    expect(report.always).toHaveLength(20);
    expect(report.overflow.sort()).toEqual(['wide-0', 'wide-1', 'wide-2', 'wide-3', 'wide-4']);
    expect(manifest.candidates('Bash', [])).toHaveLength(20);
    expect(compiledLesson(rig.home, 'wide-0')?.actsAtCalls).toBe(false);
    expect(report.acting).toBe(20);
  });

  test('a lesson whose pattern is but a part of a word is found by it, however many there are', async () => {
    const parts = Array.from({ length: 200 }, (_, index) =>
      lesson({ slug: `part-${index}`, commandPatterns: [`tool${index}x -r`, `--opt${index}y`] }),
    );
    const { manifest, report } = await build([...parts, lesson({ slug: 'wide', commandPatterns: ['&&'] })]);
    expect(report.always).toEqual(['wide']);
    expect(report.overflow).toEqual([]);
    expect(report.acting).toBe(201);
    expect(slugs(manifest.candidates('Bash', ['mytool7x', 'r']))).toEqual(['part-7', 'wide']);
    expect(slugs(manifest.candidates('Bash', ['run', 'opt150yes']))).toEqual(['part-150', 'wide']);
    expect(slugs(manifest.candidates('Bash', ['git']))).toEqual(['wide']);
  });

  test('so is one that is known by a part of a word of its error', async () => {
    const known = Array.from({ length: 150 }, (_, index) =>
      lesson({ slug: `known-${index}`, commandPatterns: [], errorPatterns: [`code${index}e`] }),
    );
    const { manifest } = await build(known);
    expect(slugs(manifest.errorCandidates(['fatal', 'code149e2'], ''))).toEqual(['known-149']);
    expect(slugs(manifest.errorCandidates(['fatal'], ''))).toEqual([]);
  });
});
