import { expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { evidenceOf } from '../../../test/support/records.ts';
import { operationsSource } from './source.ts';

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
