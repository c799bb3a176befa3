import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { testContext } from '../../../test/support/operation-context.ts';
import { apply, distinct, fill, lessonOf } from '../../../test/support/review.ts';
import type { ReviewSession } from '../../model/review-session.ts';
import { homeFiles } from '../../platform/paths.ts';
import { purgeRows } from '../purge/purge-databases.ts';
import { noTargets } from '../purge/purge-texts.ts';
import { auditFile, keepAudit, readAudit, UNWRITTEN, writeAudits } from './review-audit.ts';

const SESSION: ReviewSession = {
  sessionId: 's1',
  generatedAt: '2026-11-20T12:00:00.000Z',
  appliedAt: '2026-11-20T12:01:00.000Z',
  candidatesConsidered: 1,
  items: [{ action: 'skip', candidateId: 'a', before: { id: 'a' }, after: { id: 'a' }, reason: null }],
};
const actions = (home: string) => readAudit(home, 's1')?.items.map(({ action }) => action);

test('what a killed process had decided is written with the next decisions, once', async () => {
  const context = testContext();
  const store = await context.store();
  const [first, second] = await fill(context, [distinct(0), distinct(1)]);
  await store.transaction((inside) => keepAudit(inside, context.home, SESSION));
  expect(readAudit(context.home, 's1')).toBeNull();

  await apply(context, 's1', [{ action: 'promote', candidateId: first?.id }]);
  expect(actions(context.home)).toEqual(['skip', 'promote']);

  // Killed behind the file, before the row was gone.
  for (let n = 0; n < 2; n += 1)
    await store.transaction((inside) => keepAudit(inside, context.home, SESSION));
  const row = await store.getState(UNWRITTEN);
  await writeAudits(store, context.home);
  await store.setState(UNWRITTEN, row);
  await apply(context, 's1', [{ action: 'archive', candidateId: second?.id, archiveReason: 'no' }]);
  expect(actions(context.home)).toEqual(['skip', 'promote', 'skip', 'skip', 'archive']);
  await context.close();
});

test('a transaction that fails leaves nothing to write', async () => {
  const context = testContext();
  const store = await context.store();
  const failed = store.transaction(async (inside) => {
    await keepAudit(inside, context.home, SESSION);
    throw new Error('killed');
  });
  expect(failed).rejects.toThrow('killed');
  await failed.catch(() => {});
  await writeAudits(store, context.home);
  expect(readAudit(context.home, 's1')).toBeNull();
  await context.close();
});

test('a file that cannot be written keeps no other decision back, and has it later', async () => {
  const context = testContext();
  const store = await context.store();
  const [lesson] = await fill(context, [distinct(0)]);
  await store.transaction((inside) => keepAudit(inside, context.home, SESSION));
  const inTheWay = auditFile(context.home, 's1');
  mkdirSync(inTheWay, { recursive: true });
  const result = await apply(context, 's2', [{ action: 'promote', candidateId: lesson?.id }]);
  expect(result).toMatchObject({ applied: true, added: 1 });
  expect(context.warnings.join('\n')).toContain('written with the next decisions');
  expect((await lessonOf(context, lesson?.id as string)).status).toBe('active');
  rmSync(inTheWay, { recursive: true });
  await writeAudits(store, context.home);
  expect(actions(context.home)).toEqual(['skip']);
  expect(readAudit(context.home, 's2')?.items).toHaveLength(1);
  await context.close();
});

test('a damaged file refuses decisions before they are carried out', async () => {
  const context = testContext();
  const [lesson] = await fill(context, [distinct(0)]);
  mkdirSync(homeFiles.reviewSessions(context.home), { recursive: true });
  writeFileSync(auditFile(context.home, 's1'), '[');
  expect(apply(context, 's1', [{ action: 'promote', candidateId: lesson?.id }])).rejects.toMatchObject({
    code: 'INVALID_JSON',
  });
  expect((await lessonOf(context, lesson?.id as string)).status).toBe('candidate');
  await context.close();
});

test('a purge takes out what is in no file yet', async () => {
  const context = testContext();
  const store = await context.store();
  await store.transaction((inside) => keepAudit(inside, context.home, SESSION));
  const targets = noTargets();
  targets.lessonIds.add('a');
  await purgeRows(store, targets);
  await writeAudits(store, context.home);
  expect(readAudit(context.home, 's1')).toBeNull();
  await context.close();
});
