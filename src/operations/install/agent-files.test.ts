import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../../test/support/operation-context.ts';
import { claudeCodeInstaller } from '../../agents/claude-code/install.ts';
import { installPlace, planInstall, planUninstall } from './agent-files.ts';

test('what the agent writes between the plan and its carrying out is kept, and comes back', () => {
  const context = testContext();
  const place = installPlace(context, 'user');
  const path = join(context.home, '.claude', 'settings.json');
  mkdirSync(join(context.home, '.claude'), { recursive: true });
  writeFileSync(path, '{"model": "small"}\n');
  const planned = planInstall(context, claudeCodeInstaller, place);
  const later = '{"model": "large", "env": {"A": "1"}}\n';
  writeFileSync(path, later);
  expect(planned.map((each) => each.apply().change)).toEqual(['changed', 'created']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ model: 'large', env: { A: '1' } });
  expect(readFileSync(path, 'utf8')).toContain(' hook claude-code');
  for (const each of planUninstall(context, claudeCodeInstaller, place)) each.apply();
  expect(readFileSync(path, 'utf8')).toBe(later);

  const again = planInstall(context, claudeCodeInstaller, place);
  rmSync(path);
  expect(again.map((each) => each.apply().change)).toEqual(['created', 'created']);
  for (const each of planUninstall(context, claudeCodeInstaller, place)) each.apply();
  expect(existsSync(path)).toBe(false);
});

test('what the agent writes between the plan of taking out and its carrying out is kept', () => {
  const context = testContext();
  const place = installPlace(context, 'user');
  const path = join(context.home, '.claude', 'settings.json');
  mkdirSync(join(context.home, '.claude'), { recursive: true });
  writeFileSync(path, '{"model": "small"}\n');
  for (const each of planInstall(context, claudeCodeInstaller, place)) each.apply();
  const planned = planUninstall(context, claudeCodeInstaller, place);
  writeFileSync(path, readFileSync(path, 'utf8').replace('small', 'large'));
  expect(planned.map((each) => each.apply().change).sort()).toEqual(['cleaned', 'removed']);
  expect(readFileSync(path, 'utf8')).toBe('{"model": "large"}\n');
  for (const each of planInstall(context, claudeCodeInstaller, place)) each.apply();
  const gone = planUninstall(context, claudeCodeInstaller, place);
  rmSync(path);
  expect(gone.map((each) => each.apply().change).sort()).toEqual(['removed', 'unchanged']);
  expect(existsSync(path)).toBe(false);
});
