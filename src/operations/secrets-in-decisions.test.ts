import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { apply, distinct, fill } from '../../test/support/review.ts';
import { reviewList } from './review-list.ts';
import { runOperation } from './run-operation.ts';

const TOKEN = 'ghp_pcT6HJviqAOpTwlyPfU5yq6WmaDJCZx9Yz01';

test('no credential that a human or an agent writes into a decision is stored', async () => {
  const context = testContext();
  const [first, second, third, fourth] = await fill(
    context,
    [1, 2, 3, 4].map((n) => distinct(n)),
  );
  const { sessionId } = await reviewList.run(context, {});
  const applied = await apply(context, sessionId, [
    {
      action: 'promote',
      candidateId: first?.id,
      patch: { remediation: `pass ${TOKEN} to the deployer`, tags: ['tool:deployer', `topic:${TOKEN}`] },
    },
    { action: 'archive', candidateId: second?.id, archiveReason: `it holds ${TOKEN}` },
    { action: 'skip', candidateId: third?.id, expansionNote: `see ${TOKEN}` },
  ]);
  expect(applied.applied).toBe(true);
  await runOperation(context, 'lesson.archive', { ref: fourth?.id, reason: `not with ${TOKEN}` });
  await runOperation(context, 'lesson.wrong', { ref: first?.id, reason: `said ${TOKEN}` });
  const { status, tags } = (await (await context.store()).getLesson(first!.id))!;
  expect({ status, tags }).toEqual({ status: 'active', tags: ['tool:deployer'] });
  await context.close();
  const files = readdirSync(context.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(context.home, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => readFileSync(path).includes(TOKEN))).toEqual([]);
});
