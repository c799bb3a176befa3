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
