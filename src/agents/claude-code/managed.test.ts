import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeCodeInstaller } from './install.ts';
import { MANAGED_FOLDER, managedPaths } from './managed.ts';

const MANAGED = join(MANAGED_FOLDER, 'managed-settings.json');
const inspect = (settings: Record<string, unknown>, path = MANAGED) =>
  claudeCodeInstaller.inspect!(settings, path, 'user');

test.each([
  ['only its own hooks', { allowManagedHooksOnly: true }, 'allowManagedHooksOnly'],
  ['no hooks at all', { disableAllHooks: true }, 'disableAllHooks'],
  ['only plugins', { strictPluginOnlyCustomization: true }, 'strictPluginOnlyCustomization'],
  ['only plugins for hooks', { strictPluginOnlyCustomization: ['hooks'] }, 'strictPluginOnlyCustomization'],
])('an administrator who lets run %s silences ours', (_what, settings, word) => {
  const { problems } = inspect(settings);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toStartWith(`${MANAGED} `);
  expect(problems[0]).toContain(word);
});

test('an administrator who registers ours does not, nor do these settings of a user', () => {
  const ours = [{ hooks: [{ type: 'command', command: '/opt/lessons hook claude-code' }] }];
  expect(
    inspect({ allowManagedHooksOnly: true, hooks: { PreToolUse: ours } }).problems.filter((each) =>
      each.includes('allowManagedHooksOnly'),
    ),
  ).toEqual([]);
  expect(inspect({ strictPluginOnlyCustomization: ['skills'] }).problems).toEqual([]);
  expect(inspect({ allowManagedHooksOnly: true }, '/home/ana/.claude/settings.json').problems).toEqual([]);
});

test('how long transcripts are kept is taken from an administrator who says it', () => {
  expect(inspect({})).not.toHaveProperty('retentionDays');
  expect(inspect({ cleanupPeriodDays: 7 }).retentionDays).toBe(7);
});

test('settings are added in the order of their names', () => {
  const folder = scratchDir('managed');
  mkdirSync(join(folder, 'managed-settings.d'));
  for (const name of ['20-b.json', '10-a.json', '.hidden.json', 'notes.txt'])
    writeFileSync(join(folder, 'managed-settings.d', name), '{}');
  expect(managedPaths(folder)).toEqual([
    join(folder, 'managed-settings.json'),
    join(folder, 'managed-settings.d', '10-a.json'),
    join(folder, 'managed-settings.d', '20-b.json'),
  ]);
  expect(managedPaths(join(folder, 'none'))).toHaveLength(1);
  expect(claudeCodeInstaller.alsoRead!({ scope: 'user', env: {}, project: '' })[0]!.path).toBe(MANAGED);
});
