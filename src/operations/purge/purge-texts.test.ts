import { expect, test } from 'bun:test';
import { findingsOf } from '../../../test/contract/store/records.ts';
import { episodeOf } from '../../../test/support/findings.ts';
import { lessonOf } from '../../../test/support/lessons.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { addSession, noTargets } from './purge-texts.ts';

test('a decided lesson of several sessions goes with the one that alone gave it a pattern', async () => {
  const store = await testContext().store();
  const pattern = (name: string) => `\\bmake\\s+${name}\\b`;
  const found = (sessionId: string, ...names: string[]) =>
    episodeOf({
      sessionId,
      summary: `no target ${names[0]}`,
      mistake: `Ran make ${names[0]}; there is no such target.`,
      remediation: `See the targets of ${names[0]} first.`,
      trigger: {
        toolNames: ['Bash'],
        commandPatterns: names.map(pattern),
        pathPatterns: [],
        errorPatterns: [],
      },
    });
  const episodes = [found('one', 'alpha', 'shared'), found('two', 'beta', 'shared')];
  await store.applyFindings(findingsOf('a.jsonl', 9, { episodes }));
  const lesson = (...names: string[]) =>
    lessonOf({
      status: 'archived',
      mistake: `Its own words about ${names.join(' and ')}.`,
      commandPatterns: names.map(pattern),
      sourceSessionIds: ['one', 'two'],
    });
  const both = await store.insertLesson(lesson('alpha', 'beta'));
  await store.insertLesson(lesson('shared'));
  const targets = noTargets();
  await addSession(targets, store, 'one');
  expect([...targets.lessonIds]).toEqual([both.id]);
  expect([...targets.freedIds]).toEqual([both.id]);
});

test('a decided lesson whose words other sessions say as well stays; one with words of this session alone goes', async () => {
  const store = await testContext().store();
  const found = (sessionId: string) =>
    episodeOf({
      sessionId,
      summary: 'Edit is refused: the file was not read first',
      mistake: `Called Edit on a file of ${sessionId}.`,
      remediation: 'Read the file, then edit it.',
    });
  const episodes = [found('one'), found('two')];
  await store.applyFindings(findingsOf('a.jsonl', 9, { episodes }));
  const lesson = (mistake: string) =>
    lessonOf({
      status: 'active',
      summary: 'Edit is refused: the file was not read first',
      mistake,
      remediation: 'Read the file, then edit it.',
      sourceSessionIds: ['one', 'two'],
    });
  await store.insertLesson(lesson('Called Edit on a file of two.'));
  const own = await store.insertLesson(lesson('Called Edit on a file of one.'));
  const one = noTargets();
  await addSession(one, store, 'one');
  expect([...one.lessonIds]).toEqual([own.id]);
  const both = noTargets();
  await addSession(both, store, 'one');
  await addSession(both, store, 'two');
  expect(both.lessonIds.size).toBe(2);
});
