import { afterEach, beforeEach, expect, test } from 'bun:test';
import { findingsOf, pipEpisode, plainTag } from '../../../test/contract/store/records.ts';
import { lessonOf } from '../../../test/support/lessons.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { Episode } from '../../model/episode.ts';
import type { Store } from '../port.ts';
import { openStore } from './open.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore(scratchDir('found-otherwise'));
});
afterEach(() => store.close());

test('the same mistake under another id belongs to the lesson that it belonged to', async () => {
  const scanned = (...episodes: Episode[]) =>
    store.applyFindings(findingsOf('a.jsonl', 9, { episodes, tags: [] }));
  const call = (id: string, line: number, changes: Partial<Episode> = {}) =>
    pipEpisode({
      id,
      lines: [line],
      toolUseIds: [`call-${id}`],
      fingerprint: id,
      failure: { ...pipEpisode().failure, input: { command: `pip install ${id}` } },
      ...changes,
    });
  const lessons = new Map<string, string>();
  const before = ['tried', 'renamed', 'retold', 'moved', 'gone'];
  await scanned(...before.map((id, at) => call(id, 10 * at)));
  for (const id of before) {
    lessons.set(id, (await store.insertLesson(lessonOf({ status: 'candidate' }))).id);
    await store.assignEpisodes([id], lessons.get(id) as string);
  }
  await scanned(
    call('tried2', 2, { lines: [2, 0], toolUseIds: ['call-tried2', 'call-tried'] }),
    call('renamed2', 10, { fingerprint: 'renamed' }),
    call('retold2', 20, { failure: call('retold', 20).failure }),
    call('moved2', 35, { fingerprint: 'moved' }),
    call('another', 40),
    call('elsewhere', 40, { fingerprint: 'gone', sessionId: 's2' }),
  );
  expect(await store.listAssignments()).toEqual(
    new Map(['tried', 'renamed', 'retold', 'moved'].map((id) => [`${id}2`, lessons.get(id) as string])),
  );
});

test('what was decided holds for a finding that is gone and comes back', async () => {
  const [candidate, decided] = [
    await store.insertLesson(lessonOf({ status: 'candidate' })),
    await store.insertLesson(lessonOf({ status: 'archived', archiveReason: 'no mistake' })),
  ];
  const episodes = ['e1', 'e2'].map((id) => pipEpisode({ id, toolUseIds: [id], fingerprint: id }));
  const tags = ['t1', 't2'].map((id) => ({ ...plainTag(), id }));
  const whole = findingsOf('a.jsonl', 9, { episodes, tags });
  await store.applyFindings(whole);
  for (const [at, { id }] of [candidate, decided].entries()) {
    await store.assignEpisodes([`e${at + 1}`], id);
    await store.assignTags([`t${at + 1}`], id);
  }
  await store.applyFindings(findingsOf('a.jsonl', 9, { episodes: [], tags: [] }));
  expect(await store.listEpisodes({ lessonIds: [decided.id] })).toEqual([]);
  await store.applyFindings(whole);
  expect(await store.listAssignments()).toEqual(
    new Map([
      ['e2', decided.id],
      ['t2', decided.id],
    ]),
  );
});
