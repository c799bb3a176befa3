import { beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLesson } from '../../test/kit/lessons.ts';
import { type TestContext, testContext } from '../../test/support/operation-context.ts';
import { lastingScratchDir } from '../../test/support/scratch.ts';
import { runOperation } from './run-operation.ts';

/** What a shell is run with to print, one a line, what it offers behind these words. */
const SHELLS = {
  bash: (words: string[]) => [
    '--norc',
    '-c',
    'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lessons lessons; printf "%s\\n" "${COMPREPLY[@]}"',
    'bash',
    ...words.flatMap((word) => (word.startsWith('--') ? word.split(/(?<==)|(?==)/) : [word])),
  ],
  // Outside of a completion its builtins are refused: these say what they are given.
  zsh: (words: string[]) => [
    '-f',
    '-c',
    `compdef() {}; _files() { print -rl -- "$PREFIX"*(N) }; _describe() { compadd -- "\${commands[@]%%:*}" }
    compset() { [[ "$PREFIX" == \${~2}* ]] && { IPREFIX+="\${(M)PREFIX##\${~2}}"; PREFIX="\${PREFIX##\${~2}}" } }
    compadd() { shift; for each in "$@"; do [[ "$each" == "$PREFIX"* ]] && print -r -- "$IPREFIX$each"; done }
    source ./script; words=("$@"); CURRENT=$#; PREFIX="\${words[-1]}" IPREFIX=''; _lessons`,
    'zsh',
    ...words,
  ],
  fish: (words: string[]) => ['--no-config', '-c', 'source ./script; complete -C $argv[1]', words.join(' ')],
};

const STATUSES = ['active', 'archived', 'candidate', 'reviewed'];
const AGENTS = ['claude-code', 'codex', 'copilot', 'cursor', 'gemini-cli', 'opencode', 'qwen-code'];

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('%s', (shell) => {
  const isHere = spawnSync(shell, ['--version']).status === 0;
  if (!isHere) console.log(`skipped: no ${shell} here`);
  const folder = lastingScratchDir(`completion-${shell}`);
  const asked = join(folder, 'asked');

  beforeAll(async () => {
    const input = { shell };
    const { script } = await runOperation<{ script: string }>(testContext(), 'cli.completion', input);
    writeFileSync(join(folder, 'script'), script);
    writeFileSync(join(folder, 'pack.json'), '');
    mkdirSync(join(folder, 'bin'));
    const program = join(folder, 'bin', 'lessons');
    const answer =
      'printf "%s " "$@" >> "$ASKED"; printf "%s\\n" git-push-ab12 git-stash-cd34; echo oops >&2; exit 1';
    writeFileSync(program, `#!/bin/sh\n${answer}\n`);
    chmodSync(program, 0o755);
  });

  const offered = (...words: string[]): string[] => {
    rmSync(asked, { force: true });
    const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
    const { stdout, stderr } = spawnSync(shell, SHELLS[shell](['lessons', ...words]), {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH, HOME: folder, ASKED: asked },
    });
    expect(stderr).toBe('');
    const found = stdout.split('\n').map((line) => line.split('\t')[0]!.replace(/^--\w+=/, ''));
    return found.filter(Boolean).sort();
  };

  test.skipIf(!isHere).each([
    [['rest'], ['restore']],
    [['hook', ''], AGENTS],
    [
      ['backup', ''],
      ['create', 'list', 'restore'],
    ],
    [['review', '--al'], ['--all']],
    [['review', 'apply', '--al'], []],
    [['errors', 'list', '--st'], []],
    [['list', '--st'], ['--status']],
    [['list', '--status', ''], STATUSES],
    [
      ['list', '--json', '--status', 'a'],
      ['active', 'archived'],
    ],
    [
      ['list', '--status=a'],
      ['active', 'archived'],
    ],
    [['list', '--status', 'active,ca'], ['active,candidate']],
    [['list', '--limit', ''], []],
    [['ls', '--tool', 'B'], ['Bash']],
    [
      ['export', '--format', ''],
      ['json', 'known-errors', 'markdown', 'pack'],
    ],
    [
      ['add', '--delivery', ''],
      ['block', 'context', 'hold'],
    ],
    [['init', '--agent', ''], AGENTS],
    [['completions', 'f'], ['fish']],
    [['config', 'get', 'scoring.h'], ['scoring.hangTimeoutBonus']],
    [['config', 'set', 'minP'], ['minPriority']],
    [['config', 'set', 'minPriority', ''], ['default']],
    [['import', 'p'], ['pack.json']],
    [['import', '--delivery', 'hold', 'p'], ['pack.json']],
    [['review', 'apply', '--from-json', 'p'], ['pack.json']],
    [['allow-once', 'p'], []],
  ])('behind %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
    expect(existsSync(asked)).toBe(false);
  });

  test.skipIf(!isHere).each([
    [['show', 'git-s'], 'completions of lessons git-s --status candidate,reviewed,active,archived '],
    [['restore', ''], 'completions of lessons  --status archived '],
    [
      ['archive', '--reason', 'old', 'git-s'],
      'completions of lessons git-s --status candidate,reviewed,active ',
    ],
    [['promote', 'a-1', 'git-s'], 'completions of lessons git-s --status candidate,reviewed '],
    [['backup', 'restore', 'git-s'], 'completions of backups git-s --status  '],
  ])('a lesson is named behind %j', (words, question) => {
    const all = ['git-push-ab12', 'git-stash-cd34'];
    expect(offered(...words)).toEqual(words.at(-1) === '' ? all : all.slice(1));
    expect(readFileSync(asked, 'utf8')).toBe(question);
  });

  test.skipIf(!isHere)('nothing is asked where no lesson is named', () => {
    for (const words of [
      ['show', '--js'],
      ['show', 'a-1', ''],
      ['archive', '--reason', ''],
    ])
      offered(...words);
    expect(existsSync(asked)).toBe(false);
  });
});

describe('what is offered where a lesson or a backup is named', () => {
  const values = async (context: TestContext, input: object) =>
    (await runOperation<{ values: string[] }>(context, 'cli.values', input)).values;

  test('slugs that begin so, of the statuses; nothing a shell would carry out; nothing is written', async () => {
    const context = testContext();
    expect(await values(context, { kind: 'lessons' })).toEqual([]);
    expect(await values(context, { kind: 'backups' })).toEqual([]);
    expect(existsSync(context.home)).toBe(false);
    const store = await context.store();
    const lessons = [
      makeLesson({ slug: 'git-push-ab12' }),
      makeLesson({ slug: 'git-stash-cd34', status: 'archived' }),
      makeLesson({ slug: 'npm-ci-ef56' }),
      makeLesson({ slug: 'git-$(id)' }),
    ];
    for (const lesson of lessons) await store.insertLesson(lesson);
    await context.close();
    const before = readdirSync(context.home);
    expect(await values(context, { kind: 'lessons', prefix: 'git-' })).toEqual([
      'git-push-ab12',
      'git-stash-cd34',
    ]);
    expect(await values(context, { kind: 'lessons', status: ['archived'] })).toEqual(['git-stash-cd34']);
    expect(readdirSync(context.home)).toEqual(before);
    const { id } = await runOperation<{ id: string }>(context, 'backup.create', {});
    expect(await values(context, { kind: 'backups', prefix: id.slice(0, 4) })).toEqual([id]);
    await context.close();
    writeFileSync(join(context.home, 'lessons.db'), 'not a store');
    expect(await values(context, { kind: 'lessons' })).toEqual([]);
  });
});
