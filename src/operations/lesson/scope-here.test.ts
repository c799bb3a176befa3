import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../../test/support/operation-context.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { Lesson } from '../../model/lesson.ts';
import { runOperation } from '../run-operation.ts';

test('the scope `project` is the project that a lesson is added or edited in, and its calls are met at once', async () => {
  const root = scratchDir('shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, '.git', 'config'), '[remote "origin"]\n\turl = git@host.org:owner/shop\n');
  const context = testContext({ cwd: join(root, 'src') });
  const fields = {
    summary: 'Tests need the database of the shop',
    mistake: 'make test fails without the database of this shop.',
    remediation: 'Start it first: make db-up',
    toolNames: ['Bash'],
    commandPatterns: ['^make\\s+test\\b'],
  };
  const added = await runOperation<Lesson>(context, 'lesson.add', { ...fields, scope: 'project' });
  expect(added).toMatchObject({ status: 'active', scope: 'project:host.org/owner/shop' });
  const matched = async (cwd: string) =>
    (
      await runOperation<{ matched: object[] }>(context, 'call.match', {
        tool: 'Bash',
        command: 'make test',
        cwd,
      })
    ).matched.length;
  expect([await matched(root), await matched(scratchDir('other'))]).toEqual([1, 0]);
  const edit = async (scope: string) =>
    (await runOperation<Lesson>(context, 'lesson.edit', { ref: added.slug, set: [`scope=${scope}`] })).scope;
  expect([await edit('global'), await edit('project')]).toEqual(['global', added.scope]);
});
