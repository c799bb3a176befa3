import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/store/port.ts';
import { lessonOf } from '../../support/lessons.ts';
import { evidenceOf, failureOf } from '../../support/records.ts';
import { findingsOf, pipEpisode, plainTag, sessionOf } from './records.ts';
import type { StoreSubject } from './subject.ts';

/** What every store does with findings, and with what is purged. */
export function captureContract(subject: StoreSubject): void {
  let home: string;
  let store: Store;

  beforeEach(async () => {
    home = subject.place();
    store = await subject.open(home);
  });
  afterEach(() => store.close());

  describe('findings', () => {
    test('cursor and findings come back', async () => {
      const findings = findingsOf('a.jsonl', 20, {
        sessions: [sessionOf()],
        episodes: [pipEpisode()],
        tags: [plainTag()],
        malformed: [{ ...plainTag(), id: 'bad1', reason: 'unterminated' }],
      });
      await store.applyFindings(findings);
      expect(await store.getCursors()).toEqual(new Map([['a.jsonl', findings.cursor]]));
      expect(await store.listEpisodes()).toEqual([pipEpisode()]);
      expect(await store.listTags()).toEqual([plainTag()]);
      expect(await store.listMalformed()).toHaveLength(1);
      expect(await store.listSessions()).toEqual([sessionOf()]);
    });

    test('applying them again changes nothing', async () => {
      const findings = findingsOf('a.jsonl', 20, {
        sessions: [sessionOf()],
        episodes: [pipEpisode()],
        tags: [plainTag()],
      });
      await store.applyFindings(findings);
      await store.applyFindings(findings);
      expect(await store.listEpisodes()).toHaveLength(1);
      expect(await store.listSessions()).toEqual([sessionOf()]);
    });

    test('a later scan of a file replaces what was found in it before', async () => {
      const before = pipEpisode({ id: 'before', lines: [3], failure: { ...pipEpisode().failure, line: 3 } });
      await store.applyFindings(
        findingsOf('a.jsonl', 4, { episodes: [before, pipEpisode({ id: 'pending' })], tags: [plainTag()] }),
      );
      await store.applyFindings(findingsOf('b.jsonl', 4, { episodes: [pipEpisode({ id: 'other' })] }));
      await store.applyFindings(
        findingsOf('a.jsonl', 30, {
          episodes: [before, pipEpisode({ id: 'whole' })],
          sessions: [sessionOf()],
        }),
      );
      const ids = (await store.listEpisodes()).map((episode) => episode.id);
      expect(ids.sort()).toEqual(['before', 'other', 'whole']);
      expect(await store.listTags()).toEqual([]);
      await store.applyFindings(findingsOf('a.jsonl', 2, { episodes: [] }));
      expect((await store.listEpisodes()).map((episode) => episode.id)).toEqual(['other']);
    });

    test('what was found in records that a file has lost stays as it was', async () => {
      const cut = pipEpisode({ id: 'cut', toolUseIds: ['t7', 't8'] });
      const left = pipEpisode({ id: 'left', toolUseIds: ['t8'] });
      const [bad, told] = [{ ...plainTag(), id: 'bad1', reason: 'unterminated' }, plainTag({ uuid: null })];
      const whole = {
        episodes: [pipEpisode(), cut],
        tags: [told],
        malformed: [bad],
        sessions: [sessionOf()],
      };
      await store.applyFindings(findingsOf('a.jsonl', 20, whole));
      const records = await store.recordsIn(['a.jsonl', 'b.jsonl']);
      expect([...records]).toEqual([
        ['a.jsonl', new Set(['t1', 't7', 't8', plainTag().timestamp as string, 'u9', 's1'])],
      ]);
      const lost = ['t7', plainTag().timestamp as string, 'u9', 's1'];
      for (const each of [1, 2])
        await store.applyFindings(findingsOf('a.jsonl', each, { episodes: [left], lost }));
      expect(await store.listEpisodes()).toEqual([cut]);
      expect(await store.listTags()).toEqual([told]);
      expect(await store.listMalformed()).toHaveLength(1);
      expect(await store.listSessions()).toEqual([sessionOf()]);
      await store.applyFindings(findingsOf('a.jsonl', 3, { episodes: [left] }));
      expect(await store.listEpisodes()).toEqual([left]);
      expect([...(await store.listTags()), ...(await store.listSessions())]).toEqual([]);
    });

    test('an episode in several files is one, whatever the order of scans', async () => {
      const original = pipEpisode({ file: 'a.jsonl' });
      const resumed = pipEpisode({
        file: 'b.jsonl',
        correction: { line: 8, toolUseId: 't2', tool: 'Bash', input: {} },
      });
      await store.applyFindings(findingsOf('a.jsonl', 9, { episodes: [original] }));
      await store.applyFindings(findingsOf('b.jsonl', 9, { episodes: [resumed] }));
      expect(await store.listEpisodes()).toEqual([resumed]);
      await store.applyFindings(findingsOf('a.jsonl', 9, { episodes: [original] }));
      expect(await store.listEpisodes()).toEqual([resumed]);
      await store.applyFindings(findingsOf('b.jsonl', 9, { episodes: [] }));
      expect(await store.listEpisodes()).toEqual([original]);
    });

    test('what is kept of an episode stays until it is found anew, or other rules are asked for', async () => {
      const rows = async (rules = 'r1') => (await Array.fromAsync(store.sketches(rules))).flat();
      await store.applyFindings(
        findingsOf('a.jsonl', 1, { episodes: [pipEpisode(), pipEpisode({ id: 'e2' })] }),
      );
      expect((await rows()).map(({ id, sketch, body }) => [id, sketch, JSON.parse(body!)])).toEqual([
        ['e1', null, pipEpisode()],
        ['e2', null, pipEpisode({ id: 'e2' })],
      ]);
      await store.keepSketches('r1', [{ id: 'e1', file: 'a.jsonl', sketch: 'old' }]);
      await store.keepSketches('r1', [{ id: 'e1', file: 'a.jsonl', sketch: 'short' }]);
      const [kept, other] = await rows();
      expect(kept).toEqual({ id: 'e1', file: 'a.jsonl', sketch: 'short', body: null });
      expect(other).toMatchObject({ id: 'e2', sketch: null });
      expect((await rows('r2')).map(({ sketch }) => sketch)).toEqual([null, null]);
      await store.applyFindings(findingsOf('a.jsonl', 2, { episodes: [pipEpisode()] }));
      expect(await rows()).toMatchObject([{ id: 'e1', sketch: null }]);
    });

    test('a settled draft is forgotten with any change of its lesson and of what belongs to it', async () => {
      const settled = async () => (await Array.fromAsync(store.settledDrafts())).flat();
      const [one, two] = [await store.insertLesson(lessonOf()), await store.insertLesson(lessonOf())];
      await store.applyFindings(findingsOf('a.jsonl', 1, { episodes: [pipEpisode()], tags: [plainTag()] }));
      const draft = { key: 'k1', lessonId: one.id, digest: 'd', answers: '[]' };
      const other = { ...draft, key: 'k2', lessonId: two.id };
      const changes = [
        () => store.updateLesson(one.id, { summary: 'Another' }),
        () => store.assignEpisodes(['e1'], one.id),
        () => store.assignEpisodes(['e1'], null),
        () => store.assignTags(['tag1'], one.id),
        () => store.forgetDrafts(['k1']),
        () => store.deleteLesson(one.id),
      ];
      for (const change of changes) {
        await store.settleDrafts([other, { ...draft, digest: 'before' }]);
        await store.settleDrafts([draft]);
        expect(await settled()).toEqual([draft, other]);
        await change();
        expect(await settled()).toEqual([other]);
      }
      await store.assignTags(['tag1'], two.id);
      expect(await settled()).toEqual([]);
    });

    test('an episode is assigned, listed by its lesson, freed, and freed when the lesson goes', async () => {
      const { id } = await store.insertLesson(lessonOf());
      await store.applyFindings(findingsOf('a.jsonl', 9, { episodes: [pipEpisode()], tags: [plainTag()] }));
      await store.assignEpisodes(['e1'], id);
      await store.assignTags(['tag1'], id);
      expect(await store.listEpisodes({ lessonIds: [id] })).toHaveLength(1);
      await store.applyFindings(findingsOf('a.jsonl', 9, { episodes: [pipEpisode()] }));
      expect(await store.listEpisodes({ lessonIds: [id] })).toHaveLength(1);
      await store.assignEpisodes(['e1'], null);
      expect(await store.listEpisodes({ lessonIds: [id] })).toHaveLength(0);
      expect(await store.listEpisodes({ ids: ['e1', 'other'] })).toHaveLength(1);
      await store.assignEpisodes(['e1'], id);
      await store.deleteLesson(id);
      expect(await store.listEpisodes({ lessonIds: [id] })).toHaveLength(0);
      expect(await store.listEpisodes()).toHaveLength(1);
    });

    test('a failing transaction takes the cursor back with the findings', async () => {
      await expect(
        store.transaction(async (inside) => {
          await inside.applyFindings(findingsOf('a.jsonl', 9, { episodes: [pipEpisode()] }));
          throw new Error('killed');
        }),
      ).rejects.toThrow('killed');
      expect((await store.getCursors()).size).toBe(0);
      expect(await store.listEpisodes()).toEqual([]);
    });

    test('sessions of several files are one, main and subagent apart', async () => {
      await store.applyFindings(findingsOf('a.jsonl', 9, { sessions: [sessionOf()] }));
      const later = sessionOf({
        project: '',
        cwd: '/elsewhere',
        model: null,
        calls: 3,
        failures: 1,
        startedAt: '2026-01-01T00:30:00.000Z',
        endedAt: '2026-01-01T02:00:00.000Z',
      });
      await store.applyFindings(
        findingsOf('b.jsonl', 9, { sessions: [later, sessionOf({ isSubagent: true, calls: 1 })] }),
      );
      const [main, sub] = await store.listSessions();
      expect(main).toEqual(sessionOf({ calls: 13, failures: 3, endedAt: '2026-01-01T02:00:00.000Z' }));
      expect(sub).toMatchObject({ isSubagent: true, calls: 1 });
      const moved = sessionOf({ project: 'p2', model: 'm2', startedAt: later.endedAt });
      await store.applyFindings(findingsOf('c.jsonl', 9, { sessions: [moved] }));
      const [whole] = await store.listSessions();
      expect(whole).toMatchObject({ project: 'p2', model: 'm2', cwd: '/x', calls: 23, failures: 5 });
    });
  });

  describe('purge', () => {
    const SECRET = 'hunter2-do-not-keep';
    async function fill() {
      const own = await store.insertLesson(
        lessonOf({ summary: `says ${SECRET}`, sourceSessionIds: ['s1'], status: 'candidate' }),
      );
      const shared = await store.insertLesson(lessonOf({ sourceSessionIds: ['s1', 's2'] }));
      await store.applyFindings(
        findingsOf('a.jsonl', 9, {
          sessions: [sessionOf()],
          episodes: [pipEpisode({ evidence: SECRET })],
          tags: [plainTag({ fields: { ...plainTag().fields, mistake: SECRET } })],
        }),
      );
      await store.assignEpisodes(['e1'], own.id);
      await store.addEvidence([evidenceOf(own.id, SECRET, { episodeId: 'e1', file: 'a.jsonl', line: 5 })]);
      await store.saveDraft({ lessonId: own.id, patch: { mistake: SECRET }, by: 'agent', at: '2026-01-01' });
      await store.keepSketches('r', [{ id: 'e1', file: 'a.jsonl', sketch: SECRET }]);
      // Of a lesson that stays, and yet made of what the session said.
      await store.settleDrafts([{ key: 'k', lessonId: shared.id, digest: 'd', answers: SECRET }]);
      expect(subject.bytes(home)).toContain(SECRET);
      return { own, shared };
    }

    test('a session leaves no byte behind and does not come back with the next scan', async () => {
      const { own, shared } = await fill();
      const counts = await store.purge({ sessionId: 's1' });
      expect(counts).toMatchObject({ lessons: 1, episodes: 1, tags: 1, evidence: 1 });
      await store.compact();
      expect(await store.getLesson(own.id)).toBeNull();
      expect((await store.getLesson(shared.id))?.sourceSessionIds).toEqual(['s2']);
      expect(await store.searchLessons(SECRET, 10)).toEqual([]);
      expect(subject.bytes(home)).not.toContain(SECRET);
      await store.applyFindings(
        findingsOf('a.jsonl', 9, { sessions: [sessionOf()], episodes: [pipEpisode({ evidence: SECRET })] }),
      );
      expect(await store.listEpisodes()).toEqual([]);
      expect(await store.listSessions()).toEqual([]);
    });

    test('a lesson goes with its episodes and evidence; another session’s stay', async () => {
      const { own, shared } = await fill();
      await store.applyFindings(
        findingsOf('b.jsonl', 9, { episodes: [pipEpisode({ id: 'e2', sessionId: 's2', file: 'b.jsonl' })] }),
      );
      await store.purge({ lessonId: own.id });
      expect((await store.listEpisodes()).map((episode) => episode.id)).toEqual(['e2']);
      expect(await store.getLesson(shared.id)).not.toBeNull();
      await store.applyFindings(findingsOf('a.jsonl', 9, { episodes: [pipEpisode()] }));
      expect((await store.listEpisodes()).map((episode) => episode.id)).toEqual(['e2']);
    });

    test('a lesson takes the live failures of its episodes along, and their file is read anew', async () => {
      const { own } = await fill();
      const failure = failureOf({ toolUseId: pipEpisode().toolUseIds[0]!, input: { command: SECRET } });
      const ofAnother = { ...failure, session_id: 's2' };
      await store.ingestFailures([failure, ofAnother, { ...failure, toolUseId: 'of-another-call' }]);
      expect(await store.purge({ lessonId: own.id })).toMatchObject({ failures: 1 });
      expect((await store.listFailures()).map((each) => each.toolUseId).sort()).toEqual([
        'of-another-call',
        failure.toolUseId,
      ]);
      expect((await store.getCursors()).size).toBe(0);
    });

    test('a session takes along what was malformed in it', async () => {
      await store.applyFindings(
        findingsOf('a.jsonl', 9, {
          sessions: [sessionOf()],
          malformed: [
            { ...plainTag(), id: 'bad1', reason: SECRET },
            { ...plainTag(), id: 'bad2', sessionId: 's2', reason: 'unterminated' },
          ],
        }),
      );
      await store.purge({ sessionId: 's1' });
      expect((await store.listMalformed()).map((each) => each.id)).toEqual(['bad2']);
    });

    test('a project goes with its sessions and the lessons that are for it alone', async () => {
      await fill();
      await store.upsertProjectRoots([
        { root: '/home/dev/p1', project: 'p1' },
        { root: '/home/dev/p2', project: 'p2' },
      ]);
      const scoped = await store.insertLesson(lessonOf({ scope: 'project:p1' }));
      const counts = await store.purge({ project: 'p1' });
      expect(counts.lessons).toBe(2);
      expect(await store.getLesson(scoped.id)).toBeNull();
      expect(await store.listTags()).toEqual([]);
      expect((await store.listProjectRoots()).map((each) => each.project)).toEqual(['p2']);
    });
  });
}
