import { describe, expect, test } from 'bun:test';
import { copyOf, episodeOf, tagOf } from '../../../test/support/findings.ts';
import { ConfigSchema } from '../../model/config.ts';
import { contentHash } from '../../model/content-hash.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { type CandidateDraft, groupFindings } from './candidates.ts';
import { mergeCopies } from './copies.ts';

const config = ConfigSchema.parse({});
const group = (episodes: Episode[], tags: TagFinding[] = []) => groupFindings({ episodes, tags, config });
const view = (drafts: CandidateDraft[]) =>
  drafts
    .map(({ lesson }) => [
      contentHash(lesson),
      lesson.occurrenceCount,
      lesson.sessionCount,
      lesson.projectCount,
      lesson.priority,
      lesson.confidence,
    ])
    .sort();

describe('copies of a record', () => {
  test('a resumed session adds nothing, however far its copy goes', () => {
    const originals = [
      episodeOf({ sessionId: 'a' }),
      episodeOf({ sessionId: 'a', error: 'error: pathspec x', tags: ['tool:git'] }),
      episodeOf({ sessionId: 'b' }),
    ];
    const before = view(group(originals));
    const [first, second] = originals as [Episode, Episode, Episode];
    expect(view(group([...originals, copyOf(first, 'c'), copyOf(second, 'c')]))).toEqual(before);
    expect(view(group([...originals, copyOf(first, 'aa', { correction: null, confidence: 0.6 })]))).toEqual(
      before,
    );
    expect(view(group([...originals, copyOf(first, 'c'), copyOf(first, 'd'), copyOf(second, 'd')]))).toEqual(
      before,
    );
  });

  test('of two copies the fuller one is kept', () => {
    const short = episodeOf({ correction: null, confidence: 0.6 });
    const whole = copyOf(short, 'z', { correction: episodeOf().correction, confidence: 0.5 });
    for (const order of [
      [short, whole],
      [whole, short],
    ])
      expect(mergeCopies(order)[0]!.episode.correction).not.toBeNull();
  });

  test('short call ids are unique only within their session', () => {
    const a = episodeOf({ toolUseIds: ['step-3'], sessionId: 'x' });
    const b = episodeOf({ toolUseIds: ['step-3'], sessionId: 'y' });
    expect(mergeCopies([a, b])).toHaveLength(2);
  });

  test('runs of one task have one name, and the same steps in them are two records', () => {
    const of = (file: string, error: string) =>
      episodeOf({ toolUseIds: ['task-7:1'], sessionId: 'task-7', file, error });
    const [a, b] = [
      of('/run-1/task-7.traj', 'error: pathspec x'),
      of('/run-2/task-7.traj', 'No module named y'),
    ];
    expect(mergeCopies([a, b])).toHaveLength(2);
    expect(mergeCopies([a, of('/copy/task-7.traj', 'error: pathspec x')])).toHaveLength(1);
  });

  test('what was said in a log without ids and times is the same in a copy of its file', () => {
    const of = (file: string, line: number) => {
      const said = episodeOf({
        sessionId: 's',
        toolUseIds: [],
        uuids: [],
        timestamp: null,
        file,
        error: 'no',
      });
      return { ...said, failure: { ...said.failure, line } };
    };
    expect(mergeCopies([of('/a/s.jsonl', 19), of('/b/s.jsonl', 19)])).toHaveLength(1);
    expect(mergeCopies([of('/a/s.jsonl', 19), of('/a/s.jsonl', 29)])).toHaveLength(2);
  });

  test('short ids of the same record, instant and result are those of a resumed copy', () => {
    const of = (changes: Partial<Episode>) => {
      const one = episodeOf({ toolUseIds: ['call_1'], ...changes });
      return { ...one, failure: { ...one.failure, uuid: 'u7', toolUseId: 'call_1' } };
    };
    const [a, b, later] = [of({}), of({}), of({ timestamp: '2026-01-02T00:00:00.000Z' })];
    expect(mergeCopies([a, b])).toHaveLength(1);
    expect(mergeCopies([a, { ...b, failure: { ...b.failure, uuid: 'renamed' } }])).toHaveLength(1);
    expect(mergeCopies([a, { ...b, failure: { ...b.failure, error: 'another' } }])).toHaveLength(2);
    expect(mergeCopies([a, b, later])).toHaveLength(2);
    expect(group([a, b, later])[0]?.lesson).toMatchObject({ occurrenceCount: 2, sessionCount: 2 });
  });
});

describe('a resumed session', () => {
  const session = (sessionId: string, file: string, uuid: (n: number) => string) => {
    const shared = { sessionId, file, toolUseIds: ['toolu_01AbCdEfGhIjKlMnOpQr'] };
    const failing = episodeOf({ ...shared, uuids: [uuid(1)], timestamp: '2026-01-01T00:00:01.500Z' });
    const said = episodeOf({
      ...shared,
      kind: 'user',
      toolUseIds: [],
      uuids: [uuid(2)],
      timestamp: '2026-01-01T00:00:09.250Z',
      failure: {
        ...failing.failure,
        line: 12,
        toolUseId: null,
        input: { command: 'kubectl apply -f x.yaml' },
        error: 'never deploy with kubectl here',
      },
    });
    const told = tagOf({ sessionId, file, line: 20, uuid: uuid(3), timestamp: '2026-01-01T00:00:12.750Z' });
    return {
      episodes: [failing, said],
      tags: [{ ...told, fields: { ...told.fields, trigger: 'kubectl apply' } }],
    };
  };
  const figures = (drafts: CandidateDraft[]) =>
    drafts.map(({ lesson }) => [lesson.summary, lesson.occurrenceCount, lesson.sessionCount]);

  test('a fork whose records have no ids, and the moment of the fork, adds only what is said in it', () => {
    const saidIn = (name: string, line: number, timestamp: string) => {
      const [failing, said] = session(name, `${name}.jsonl`, () => 'none').episodes as [Episode, Episode];
      return [
        { ...failing, uuids: [], timestamp },
        {
          ...said,
          id: `${name}-${line}`,
          uuids: [],
          timestamp,
          failure: { ...said.failure, uuid: null, line },
        },
      ];
    };
    const first = saidIn('first', 12, '2026-01-01T00:00:09.250Z');
    const fork = saidIn('fork', 13, '2026-01-02T00:00:00.000Z');
    const alone = figures(group(first));
    expect(figures(group([...first, ...fork]))).toEqual(alone);
    expect(figures(group([...fork, ...first]))).toEqual(alone);
    const again = saidIn('fork', 40, '2026-01-02T00:05:00.000Z')[1]!;
    expect(mergeCopies([again, ...fork, ...first])).toHaveLength(3);
  });

  for (const [how, uuid] of [
    ['with the uuids of the records', (n: number) => `record-000000000000${n}`],
    ['with uuids of its own', (n: number) => `another-00000000000${n}`],
  ] as const) {
    test(`adds nothing: ${how}`, () => {
      const first = session('b-first', 'b.jsonl', (n) => `record-000000000000${n}`);
      const alone = figures(group(first.episodes, first.tags));
      expect(alone).toHaveLength(2);
      for (const name of ['a-copy', 'c-copy']) {
        const copy = session(name, `${name}.jsonl`, uuid);
        const both = group([...first.episodes, ...copy.episodes], [...first.tags, ...copy.tags]);
        expect(figures(both)).toEqual(alone);
      }
    });
  }

  test('the same words at the same instant in unrelated sessions are two sightings', () => {
    const one = session('one', 'one.jsonl', (n) => `record-000000000000${n}`);
    const other = session('two', 'two.jsonl', (n) => `another-00000000000${n}`);
    const drafts = group([one.episodes[1]!, other.episodes[1]!]);
    expect(drafts[0]!.lesson.occurrenceCount).toBe(2);
  });
});
