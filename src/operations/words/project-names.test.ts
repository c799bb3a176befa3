import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lastingScratchDir } from '../../../test/support/scratch.ts';
import { projectNames, scopeName } from './project-names.ts';

test('a project is named by its folder, by two parts where others end alike, one that is gone last', () => {
  const home = lastingScratchDir('names');
  for (const folder of ['a/shop', 'b/shop', 'shop-worktree', 'ledger'])
    mkdirSync(join(home, folder), { recursive: true });
  const nameOf = projectNames([
    { root: join(home, 'shop-worktree'), project: '4f1c' },
    { root: join(home, 'a/shop'), project: '4f1c' },
    { root: join(home, 'gone'), project: '4f1c' },
    { root: join(home, 'b/shop'), project: '77aa' },
    { root: join(home, 'ledger'), project: 'git.example/ledger' },
    { root: 'C:\\src\\yard', project: '9b9b' },
  ]);
  expect(['4f1c', '77aa', 'git.example/ledger', '9b9b', 'other'].map(nameOf)).toEqual([
    'a/shop',
    'b/shop',
    'ledger',
    'yard',
    null,
  ]);
  expect(scopeName('project:77aa', nameOf)).toBe('project b/shop');
  expect(scopeName('project:other', nameOf)).toBe('project:other');
  expect(scopeName('global', nameOf)).toBe('global');
});
