import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { contentHash } from '../../../src/model/content-hash.ts';
import type { Lesson } from '../../../src/model/lesson.ts';
import type { LessonIndexer, Store } from '../../../src/store/port.ts';
import { lessonOf } from '../../support/lessons.ts';
import { evidenceOf } from '../../support/records.ts';

/** Each word of the summary is a band of its own. */
const indexer: LessonIndexer = ({ summary }) => ({
  signature: new Uint32Array([summary.length, 2 ** 32 - 1]),
  bands: summary.split(' '),
});

import type { StoreSubject } from './subject.ts';

/** What every store does with lessons. */
export function lessonContract(subject: StoreSubject): void {
  let home: string;
  let store: Store;

  beforeEach(async () => {
    home = subject.place();
    store = await subject.open(home, indexer);
  });
  afterEach(() => store.close());

  describe('listing', () => {
    test('evidence of one time has the same order behind every lesson', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { id } = await store.insertLesson(lessonOf());
        const rows = ['e3', 'e1', 'e4', 'e2'].map((episodeId) => evidenceOf(id, episodeId, { episodeId }));
        const places = [3, 1, 2].map((line) => evidenceOf(id, `line ${line}`, { file: 'a.jsonl', line }));
        await store.addEvidence([...rows, ...places]);
        const order = (await store.listEvidence(id)).map(({ excerpt }) => excerpt);
        expect(order).toEqual(['line 1', 'line 2', 'line 3', 'e1', 'e2', 'e3', 'e4']);
      }
    });

    test('evidence and write-ups of several lessons are read at once, and of no other', async () => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        const { id } = await store.insertLesson(lessonOf());
        await store.addEvidence([evidenceOf(id, `later ${name}`, { timestamp: '2026-02-02' })]);
        await store.addEvidence([evidenceOf(id, `first ${name}`, { timestamp: '2026-01-01' })]);
        await store.saveDraft({ lessonId: id, patch: { mistake: name }, by: 'agent', at: '2026-01-01' });
        ids.push(id);
      }
      const asked = ids.slice(1);
      const rows = Map.groupBy(await store.listEvidence(...asked), (row) => row.lessonId);
      expect([...rows.keys()].sort()).toEqual([...asked].sort());
      expect(rows.get(ids[2]!)!.map(({ excerpt }) => excerpt)).toEqual(['first c', 'later c']);
      expect((await store.listDrafts(asked)).map(({ patch }) => patch['mistake']).sort()).toEqual(['b', 'c']);
      expect((await store.getDraft(ids[0]!))?.patch).toEqual({ mistake: 'a' });
      expect(await store.getDraft('gone')).toBeNull();
      expect([await store.listEvidence(), await store.listDrafts([])]).toEqual([[], []]);
    });

    test('filters hold together; best first', async () => {
      const low = await store.insertLesson(
        lessonOf({ priority: 2, status: 'candidate', scope: 'project:x' }),
      );
      const high = await store.insertLesson(lessonOf({ priority: 9, tags: ['lang:c++', 'plain'] }));
      const sure = await store.insertLesson(
        lessonOf({ priority: 9, confidence: 1, toolNames: ['Edit', 'Bash'] }),
      );
      const slugs = async (filter: Parameters<Store['listLessons']>[0]) =>
        (await store.listLessons(filter)).map((lesson) => lesson.slug);
      expect(await slugs({})).toEqual([sure.slug, high.slug, low.slug]);
      expect(await slugs({ status: ['candidate', 'archived'] })).toEqual([low.slug]);
      expect(await slugs({ tool: 'Edit' })).toEqual([sure.slug]);
      expect(await slugs({ tag: 'lang:c++' })).toEqual([high.slug]);
      expect(await slugs({ tag: 'c++' })).toEqual([high.slug]);
      expect(await slugs({ tag: 'plain' })).toEqual([high.slug]);
      expect(await slugs({ tag: '%' })).toEqual([]);
      expect(await slugs({ scope: 'project:x', status: ['candidate'] })).toEqual([low.slug]);
      expect(await slugs({ scope: 'project', status: ['candidate'] })).toEqual([low.slug]);
      expect(await slugs({ scope: 'team' })).toEqual([]);
      expect(await slugs({ text: 'virtual%' })).toEqual([]);
      expect(await slugs({ text: 'VIRTUAL' })).toHaveLength(3);
      expect(await slugs({ ids: [low.id, 'gone'] })).toEqual([low.slug]);
      expect(await slugs({ status: [] })).toEqual([]);
      expect(await slugs({ limit: 1, offset: 1 })).toEqual([high.slug]);
      expect(await store.countLessons()).toEqual({ candidate: 1, reviewed: 0, active: 2, archived: 0 });
    });

    test('of lessons that weigh the same the one that was seen more often comes first', async () => {
      const [once, often] = [lessonOf({ status: 'candidate' }), lessonOf({ status: 'candidate' })];
      await store.insertLesson(once);
      await store.insertLesson({ ...often, occurrenceCount: 7 });
      const slugs = (await store.listLessons({ limit: 2 })).map((lesson) => lesson.slug);
      expect(slugs).toEqual([often.slug, once.slug]);
    });

    test('what waits is told in a few words, with whether a write-up lies on it', async () => {
      const held = await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.4 }));
      const read = await store.insertLesson(lessonOf({ status: 'reviewed', occurrenceCount: 3 }));
      await store.insertLesson(lessonOf({ status: 'active' }));
      await store.saveDraft({ lessonId: read.id, patch: {}, by: 'agent', at: '2026-01-01' });
      const head = ({ id, number, status, reusable, priority, confidence, occurrenceCount }: Lesson) => ({
        id,
        number,
        status,
        reusable,
        priority,
        confidence,
        occurrenceCount,
      });
      expect(await store.waitingHeads()).toEqual([
        { ...head(held), hasDraft: false },
        { ...head(read), hasDraft: true },
      ]);
    });

    test('the state of the active lessons moves with each change of them; being matched is none', async () => {
      const states = [await store.activeState()];
      const { id } = await store.insertLesson(
        lessonOf({ status: 'active', updatedAt: '2026-01-01T00:00:00.000Z' }),
      );
      states.push(await store.activeState());
      await store.insertLesson(lessonOf({ status: 'candidate', updatedAt: '2026-03-01T00:00:00.000Z' }));
      await store.updateLesson(id, { hitCount: 3, lastMatchedAt: '2026-04-01T00:00:00.000Z' });
      expect(await store.activeState()).toBe(states[1]!);
      await store.updateLesson(id, { priority: 8, updatedAt: '2026-02-01T00:00:00.000Z' });
      states.push(await store.activeState());
      expect(new Set(states).size).toBe(3);
      await store.deleteLesson(id);
      expect(await store.activeState()).toBe(states[0]!);
      await store.upsertProjectRoots([{ root: '/home/dev/shop', project: 'p1' }]);
      expect(await store.activeState()).not.toBe(states[0]!);
    });
  });

  describe('references', () => {
    test('slug, id, number and unique prefixes', async () => {
      const lesson = await store.insertLesson(
        lessonOf({ id: '01ABCDEFGHJKMNPQRSTVWXYZ00', slug: 'one-two-abcd' }),
      );
      await store.insertLesson(lessonOf({ id: '01ABCDEFGHJKMNPQRSTVWXYZ11', slug: 'one-two-abce' }));
      for (const ref of [
        'one-two-abcd',
        'ONE-TWO-ABCD',
        lesson.id,
        lesson.id.toLowerCase(),
        '#1',
        '1',
        ' #1 ',
        '01ABCDEFGHJKMNPQRSTVWXYZ0',
      ]) {
        expect((await store.resolveLesson(ref)).id).toBe(lesson.id);
      }
      for (const ref of ['one', '01ab', 'one-two-abc']) {
        await expect(store.resolveLesson(ref)).rejects.toMatchObject({ code: 'AMBIGUOUS_REF' });
      }
      for (const ref of ['', '#', '#3', 'two', '%', '_', '\u{10ffff}']) {
        await expect(store.resolveLesson(ref)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });

    test('an id of small letters, as other tools give, goes by its beginning too, and before one of capital letters', async () => {
      const own = await store.insertLesson(lessonOf({ id: 'abc-def-1', slug: 'one-two-abcd' }));
      const other = await store.insertLesson(lessonOf({ id: 'ABC-DEF-1', slug: 'three-four-abcd' }));
      const mixed = await store.insertLesson(lessonOf({ id: 'Xyz_1', slug: 'five-six-abcd' }));
      for (const [ref, lesson] of [
        ['abc-def-1', own],
        ['ABC-DEF-1', other],
        ['ABC-', other],
        ['Xy', mixed],
      ] as const)
        expect((await store.resolveLesson(ref)).id).toBe(lesson.id);
      await expect(store.resolveLesson('abc-')).rejects.toMatchObject({ code: 'AMBIGUOUS_REF' });
    });

    test('numbers are never given twice', async () => {
      const first = await store.insertLesson(lessonOf());
      await store.deleteLesson(first.id);
      expect((await store.insertLesson(lessonOf())).number).toBe(2);
    });
  });

  describe('updates', () => {
    test('are guarded by the expected status', async () => {
      const { id } = await store.insertLesson(lessonOf({ status: 'candidate' }));
      expect(await store.updateLesson(id, { status: 'reviewed' }, 'candidate')).toBe(true);
      expect(await store.updateLesson(id, { status: 'active' }, 'candidate')).toBe(false);
      expect(await store.updateLesson('gone', { status: 'active' })).toBe(false);
      expect((await store.getLesson(id))?.status).toBe('reviewed');
    });

    test('of one lesson by two who know nothing of each other leave the hash of what it says', async () => {
      const lesson = await store.insertLesson(lessonOf());
      const [mistake, remediation] = ['The kiln was cold.', 'Heat the kiln first.'];
      for (const field of [{ mistake }, { remediation }])
        await store.updateLesson(lesson.id, { ...field, contentHash: contentHash({ ...lesson, ...field }) });
      const whole = contentHash({ ...lesson, mistake, remediation });
      expect(await store.findByContentHash(whole)).toMatchObject([{ id: lesson.id, contentHash: whole }]);
    });

    test('an edit moves updatedAt, use does not; look-ups follow', async () => {
      const lesson = await store.insertLesson(lessonOf());
      await store.updateLesson(lesson.id, { hitCount: 3, lastSeenAt: '2026-05-05' });
      expect(await store.getLesson(lesson.id)).toEqual({ ...lesson, hitCount: 3, lastSeenAt: '2026-05-05' });
      await store.updateLesson(lesson.id, { tags: ['new'], toolNames: ['Edit'], summary: 'other words' });
      expect((await store.getLesson(lesson.id))!.updatedAt > lesson.updatedAt).toBe(true);
      expect(await store.listLessons({ tool: 'Bash' })).toEqual([]);
      expect(await store.listLessons({ tag: 'new', tool: 'Edit' })).toHaveLength(1);
      const [gone, there] = await store.lessonsByBands([{ bands: ['pip'] }, { bands: ['words', 'other'] }]);
      expect([gone!.length, there!.length]).toEqual([0, 1]);
    });
  });

  describe('similarity', () => {
    test('most in common first; the unlike are dropped before they are read', async () => {
      const both = await store.insertLesson(lessonOf({ summary: 'alpha beta' }));
      const one = await store.insertLesson(lessonOf({ summary: 'alpha gamma delta' }));
      const [found, kept, none] = await store.lessonsByBands([
        { bands: ['beta', 'alpha', 'alpha'] },
        { bands: ['alpha'], keep: (signature) => signature[0]! > 10 },
        { bands: [] },
      ]);
      expect(found!.map((each) => each.lesson.id)).toEqual([both.id, one.id]);
      expect(found![0]!.signature).toEqual(new Uint32Array([10, 2 ** 32 - 1]));
      expect(kept!.map((each) => each.lesson.id)).toEqual([one.id]);
      expect(none).toEqual([]);
      expect(await store.lessonsByBands([])).toEqual([]);
    });

    test('lessons stored without an index get it when the store is opened with one', async () => {
      await store.close();
      const plain = await subject.open(home);
      await plain.insertLesson(lessonOf({ summary: 'alpha beta' }));
      await plain.close();
      store = await subject.open(home, indexer);
      expect((await store.lessonsByBands([{ bands: ['beta'] }]))[0]).toHaveLength(1);
    });
  });

  describe('transactions', () => {
    test('of one store follow one another; calls of another flow do not get inside', async () => {
      const order: string[] = [];
      const slow = store.transaction(async () => {
        order.push('begin');
        await Bun.sleep(30);
        order.push('end');
      });
      await Bun.sleep(5);
      const other = store.insertLesson(lessonOf()).then(() => order.push('insert'));
      await Promise.all([slow, other]);
      expect(order).toEqual(['begin', 'end', 'insert']);
    });

    test('two connections write in turns', async () => {
      const second = await subject.open(home);
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store : second).insertLesson(lessonOf())),
      );
      expect(await store.listLessons()).toHaveLength(40);
      await second.close();
    });

    test('thousands of lessons at once', async () => {
      await store.insertLessons(Array.from({ length: 2000 }, () => lessonOf()));
      expect((await store.countLessons()).active).toBe(2000);
    });
  });
}
