import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { runOperation } from './run-operation.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;
if (!hasBash) console.log('skipped: no bash here');

test.skipIf(!hasBash)('bash offers commands, flags, and files where one is taken', async () => {
  const { script } = await runOperation<{ script: string }>(testContext(), 'cli.completion', {
    shell: 'bash',
  });
  const folder = scratchDir('completion');
  writeFileSync(join(folder, 'pack.json'), '');
  writeFileSync(join(folder, 'script'), script);
  const offered = (...words: string[]) =>
    spawnSync(
      'bash',
      [
        '--norc',
        '-c',
        'source ./script; COMP_WORDS=(lessons "$@"); COMP_CWORD=$#; _lessons; printf "%s\\n" "${COMPREPLY[@]}"',
        'bash',
        ...words,
      ],
      { cwd: folder, encoding: 'utf8' },
    )
      .stdout.split('\n')
      .filter(Boolean);
  expect(offered('rest')).toEqual(['restore']);
  expect(offered('backup', '')).toEqual(['create', 'list', 'restore']);
  expect(offered('list', '--st')).toEqual(['--status']);
  expect(offered('list', '--status', '')).toEqual([]);
  expect(offered('import', 'p')).toEqual(['pack.json']);
  expect(offered('review', 'apply', '--from-json', 'p')).toEqual(['pack.json']);
  expect(offered('config', 'get', 'p')).toEqual([]);
  expect(offered('scan', '')).toEqual(expect.arrayContaining(['aggregate', 'pack.json']));
});

const hasFish = spawnSync('fish', ['--version']).status === 0;
if (!hasFish) console.log('skipped: no fish here');

test.skipIf(!hasFish)(
  'fish offers a second word once, and the flags of the command that is typed',
  async () => {
    const { script } = await runOperation<{ script: string }>(testContext(), 'cli.completion', {
      shell: 'fish',
    });
    const folder = scratchDir('completion-fish');
    writeFileSync(join(folder, 'pack.json'), '');
    writeFileSync(join(folder, 'script'), script);
    const offered = (typed: string) =>
      spawnSync('fish', ['--no-config', '-c', 'source ./script; complete -C $argv[1]', typed], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: folder },
      })
        .stdout.split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0]);
    expect(offered('lessons rest')).toEqual(['restore']);
    expect(offered('lessons backup ')).toEqual(['create', 'list', 'restore']);
    expect(offered('lessons backup restore ')).toEqual([]);
    expect(offered('lessons list --st')).toEqual(['--status']);
    expect(offered('lessons errors list --st')).toEqual([]);
    expect(offered('lessons review --al')).toEqual(['--all']);
    expect(offered('lessons review apply --al')).toEqual([]);
    expect(offered('lessons review apply --fr')).toEqual(['--from-json']);
    expect(offered('lessons import p')).toEqual(['pack.json']);
    expect(offered('lessons config get p')).toEqual([]);
  },
);
