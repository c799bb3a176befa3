import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { candidateOf } from '../../../test/support/candidates.ts';
import { lessonOf } from '../../../test/support/lessons.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { call, failing, planted } from '../../../test/support/planted.ts';
import { evidenceOf } from '../../../test/support/records.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { operationsSource } from './source.ts';
import type { ReviewRow } from './types.ts';

const STEERING = '\u001b]0;title\u0007\u001b[2J';

test('no text of a transcript steers the terminal: neither candidates, nor what is archived, nor evidence', async () => {
  const context = testContext();
  const store = await context.store();
  const texts = {
    mistake: `fails ${STEERING}`,
    remediation: `works ${STEERING}`,
    tags: [`tool:${STEERING}`],
  };
  const [waiting, archived] = await store.insertLessons([
    candidateOf({ ...texts, summary: `waits ${STEERING}` }),
    candidateOf({ ...texts, summary: `archived ${STEERING}`, status: 'archived', archiveReason: STEERING }),
  ]);
  for (const lesson of [waiting!, archived!])
    await store.addEvidence([evidenceOf(lesson.id, `seen ${STEERING}`)]);
  const source = operationsSource(context);
  const { rows } = await source.load({});
  expect(rows.map((row) => row.summary)).toEqual(['waits ]0;title[2J', 'archived ]0;title[2J']);
  const details = await Promise.all(rows.map((row) => source.details(row)));
  expect(details.flatMap((each) => each.evidence)).toHaveLength(2);
  expect(JSON.stringify([rows, details])).not.toMatch(/\\u001b|\\u0007/);
});

test('what was edited on a skipped row is kept as it was typed, an emptied field too', async () => {
  const context = testContext();
  const store = await context.store();
  const [waiting] = await store.insertLessons([candidateOf({ signature: 'git stash' })]);
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({});
  const patch = { signature: null, mistake: 'none', commandPatterns: ['[0-9]+'] };
  await source.apply(sessionId, [{ row: rows[0]!, decision: { action: 'skip', reason: null }, patch }]);
  expect(await store.getLesson(waiting!.id)).toMatchObject(patch);
});

test('what its history keeps a lesson from is said below it once it is approved', async () => {
  const { context, store, add } = await planted();
  add([1, 2, 3, 4].map((n) => call(n, `npm install pkg${n}`)));
  const fields = { summary: 'Uses npm', toolNames: ['Bash'], commandPatterns: ['^npm install\\b'] };
  await store.insertLessons([candidateOf({ ...fields, delivery: 'hold' })]);
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({});
  const row = rows.find(({ summary }) => summary === 'Uses npm')!;
  const report = await source.apply(sessionId, [
    { row, decision: { action: 'approve', reason: null }, patch: undefined },
  ]);
  expect(report).toEqual([
    '✓ active  Uses npm',
    '  ! does not act at calls: 4 good and 0 failing past calls match',
  ]);
  await context.close();
});

test('what was edited on a restored row is kept', async () => {
  const context = testContext();
  const store = await context.store();
  const gone = { status: 'archived', archiveReason: 'noise' } as const;
  const [archived] = await store.insertLessons([candidateOf(gone)]);
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({});
  const patch = { summary: 'Stashes new files, too' };
  await source.apply(sessionId, [{ row: rows[0]!, decision: { action: 'unarchive', reason: null }, patch }]);
  expect(await store.getLesson(archived!.id)).toMatchObject({ ...patch, status: 'candidate' });
});

test('an edit that is refused stops all of it, so that it can be mended and applied', async () => {
  const context = testContext();
  const store = await context.store();
  const [first, second] = await store.insertLessons([candidateOf({}), candidateOf({ summary: 'another' })]);
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({ all: true });
  const rowOf = ({ id }: { id: string }) => rows.find((row) => row.id === id)!;
  const decided = (scope: string) => [
    {
      row: rowOf(first!),
      decision: { action: 'archive' as const, reason: 'no' },
      patch: undefined,
    },
    { row: rowOf(second!), decision: { action: 'skip' as const, reason: null }, patch: { scope } },
  ];
  await expect(source.apply(sessionId, decided('nowhere'))).rejects.toThrow('scope');
  expect((await store.getLesson(first!.id))?.status).toBe('candidate');
  await source.apply(sessionId, decided('global'));
  expect((await store.getLesson(first!.id))?.status).toBe('archived');
  expect((await store.getLesson(second!.id))?.scope).toBe('global');
});

test('an active lesson to look at again opens, says what is proposed, and a yes does that', async () => {
  const { context, store, lesson, add } = await planted();
  add(Array.from({ length: 30 }, (_, n) => failing(n, `pip install x${n}`, { sessionId: `s${n}` })));
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({});
  const [row] = rows as [ReviewRow];
  expect(row).toMatchObject({
    id: lesson.id,
    noise: { rule: 'deliver as hold?', reason: expect.stringContaining('30 failed') },
    proposed: { patch: { delivery: 'hold' } },
  });
  expect(await source.details(row)).toEqual({ evidence: [], backtest: null, duplicates: [] });
  const decision = { action: 'approve' as const, reason: null };
  expect(await source.apply(sessionId, [{ row, decision, patch: undefined }])).toEqual([
    `✓ is delivered as hold  ${lesson.summary}`,
  ]);
  expect((await store.getLesson(lesson.id))?.delivery).toBe('hold');
  await context.close();
});

test('a yes to a lesson whose cited file has changed says that it still holds, one to a wider scope widens it', async () => {
  const context = testContext();
  const store = await context.store();
  const root = join(context.home, 'app');
  mkdirSync(root);
  writeFileSync(join(root, 'tox.ini'), 'one');
  await store.upsertProjectRoots([{ root, project: 'app' }]);
  const found = { status: 'active', scope: 'project:app', source: 'heuristic', projectCount: 2 } as const;
  const lesson = await store.insertLesson(
    lessonOf({ ...found, remediation: 'Change the env list in tox.ini first.' }),
  );
  const source = operationsSource(context);
  const asked = async () => (await source.load({})).rows.map(({ noise }) => noise?.rule);
  const yes = async () => {
    const { sessionId, rows } = await source.load({});
    const decision = { action: 'approve' as const, reason: null };
    return source.apply(sessionId, [{ row: rows[0]!, decision, patch: undefined }]);
  };
  expect(await asked()).toEqual(['tell it everywhere?']);
  expect(await yes()).toEqual([`✓ is told in all projects  ${lesson.summary}`]);
  expect(await store.getLesson(lesson.id)).toMatchObject({ scope: 'global' });
  await runOperation(context, 'lesson.edit', { ref: lesson.slug, patch: { scope: 'project:app' } });
  expect(await asked()).toEqual([]);
  writeFileSync(join(root, 'tox.ini'), 'two');
  expect(await asked()).toEqual(['does it still hold?']);
  expect(await yes()).toEqual([`✓ still holds  ${lesson.summary}`]);
  expect(await asked()).toEqual([]);
  await context.close();
});

test('any active lesson that is to be looked at can be archived', async () => {
  const { context, store, lesson, add } = await planted();
  add(Array.from({ length: 30 }, (_, n) => failing(n, `pip install x${n}`, { sessionId: `s${n}` })));
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({});
  const decision = { action: 'archive' as const, reason: 'not ours' };
  await source.apply(sessionId, [{ row: rows[0]!, decision, patch: undefined }]);
  expect(await store.getLesson(lesson.id)).toMatchObject({ status: 'archived', archiveReason: 'not ours' });
  await context.close();
});

test('what another review has decided meanwhile stops all of it, and is told', async () => {
  const context = testContext();
  const store = await context.store();
  const [one, two] = await store.insertLessons([candidateOf({}), candidateOf({ summary: 'another' })]);
  const source = operationsSource(context);
  const { sessionId, rows } = await source.load({ all: true });
  await store.updateLesson(two!.id, { status: 'active' });
  const decided = rows.map((row) => ({
    row,
    decision: { action: 'archive' as const, reason: 'no' },
    patch: undefined,
  }));
  await expect(source.apply(sessionId, decided)).rejects.toThrow(
    'Nothing applied: another has been decided already: it is active',
  );
  expect((await store.getLesson(one!.id))?.status).toBe('candidate');
});
