import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { episodeOf } from '../../../test/support/findings.ts';
import { ConfigSchema } from '../../model/config.ts';
import type { Episode } from '../../model/episode.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { groupFindings } from './candidates.ts';
import { DraftMemo } from './draft-memo.ts';

const config = ConfigSchema.parse({});
const FLAGS = ['depth', 'colour', 'verbose', 'remote'];
/** So long that one word of difference leaves two errors near-duplicates. */
const HINT =
  'see the manual page of this command for the list of options that it takes since its last release';

/** The nth sighting of one of a few mistakes, in one of a few sessions; some records are copies of others. */
function episode(nth: number, mistake: number, session: number, record: number, order = nth): Episode {
  const flag = FLAGS[mistake] as string;
  const command = `git gc --${flag} now`;
  const error = mistake < 2 ? `error: unknown option \`${flag}'` : `error: no ${flag}: ${HINT}`;
  const callId = `toolu_${String(record).padStart(20, '0')}`;
  return episodeOf({
    id: `e${String(order).padStart(4, '0')}${order === nth ? '' : `-${nth}`}`,
    file: `s${session}.jsonl`,
    sessionId: `session-${session}`,
    timestamp: new Date(1_767_225_600_000 + nth * 1000).toISOString(),
    lines: [nth],
    toolUseIds: [callId],
    failure: { line: nth, uuid: null, toolUseId: callId, tool: 'Bash', input: { command }, error },
    correction: { line: nth + 1, toolUseId: 'x', tool: 'Bash', input: { command: 'git gc now' } },
    summary: '`git gc` does not accept it',
    mistake: `Ran ${command}; it failed.`,
    trigger: {
      toolNames: ['Bash'],
      commandPatterns: [`\\bgit\\s+gc\\b.*--${flag}\\b`],
      pathPatterns: [],
      errorPatterns: [],
    },
    tags: ['tool:git'],
    fingerprint: fingerprint('Bash', error),
    attempts: 1 + (nth % 2),
  });
}

/** The nth guess of one of two paths. */
function guess(nth: number, path: string, session: number, record: number): Episode {
  const callId = `toolu_${String(record).padStart(20, '0')}`;
  return episodeOf({
    ...episode(nth, 0, session, record),
    failure: {
      line: nth,
      uuid: null,
      toolUseId: callId,
      tool: 'Read',
      input: { file_path: `/p/a/${path}` },
      error: 'File does not exist.',
    },
    correction: null,
    kind: 'missing-path',
    summary: `Read of ${path} fails: no such file`,
    trigger: { toolNames: ['Read'], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
    reusable: 0.15,
  });
}

/** What past calls say: it changes as they grow, and depends on when a pattern was last asked about. */
class History {
  readonly asked: string[] = [];
  readonly #known = new Map<string, { at: number; good: number; failing: number }>();
  #size = 0;

  grow(by: number): void {
    this.#size += by;
  }

  assess = (pattern: string): { good: number; failing: number } => {
    const known = this.#known.get(pattern);
    if (known && this.#size < known.at + 5) return known;
    const fresh = { at: this.#size, good: this.#size % 7, failing: pattern.length % 5 };
    this.#known.set(pattern, fresh);
    this.asked.push(`${this.#size} ${pattern}`);
    return fresh;
  };
}

const step = fc.record({
  mistake: fc.nat(5),
  session: fc.nat(4),
  record: fc.nat(12),
  calls: fc.nat(6),
  order: fc.nat(99),
});

describe('draft memo', () => {
  test('a growing set is grouped as if each time were the first, and the history is asked the same', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const memo = new DraftMemo();
        const [kept, fresh] = [new History(), new History()];
        const episodes: Episode[] = [];
        for (const [nth, { mistake, session, record, calls, order }] of steps.entries()) {
          episodes.push(
            mistake < 4
              ? episode(nth, mistake, session, record, 100 + order)
              : guess(nth, ['src/util.ts', 'lib/api.ts'][mistake - 4]!, session, record),
          );
          kept.grow(calls);
          fresh.grow(calls);
          const input = { episodes, tags: [], config };
          expect(groupFindings({ ...input, assess: kept.assess, memo })).toEqual(
            groupFindings({ ...input, assess: fresh.assess }),
          );
          expect(kept.asked).toEqual(fresh.asked);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('a set that does not begin with the last one is grouped from its beginning', () => {
    const memo = new DraftMemo();
    const sets = [[episode(1, 1, 1, 1), episode(2, 2, 1, 2)], [episode(3, 1, 1, 3)], [episode(4, 2, 2, 4)]];
    for (const episodes of sets)
      expect(groupFindings({ episodes, tags: [], config, memo })).toEqual(
        groupFindings({ episodes, tags: [], config }),
      );
  });

  test('a group that is as before keeps its very draft; one with a new sighting does not', () => {
    const memo = new DraftMemo();
    const episodes = [episode(1, 1, 1, 1), episode(2, 2, 1, 2)];
    const input = { tags: [], config, memo };
    const before = groupFindings({ ...input, episodes });
    const after = groupFindings({ ...input, episodes: [...episodes, episode(3, 2, 2, 3)] });
    expect(before).toHaveLength(2);
    const same = after.filter((draft) => before.includes(draft));
    expect(same.map((draft) => draft.episodeIds)).toEqual([['e0001']]);
    expect(after.find((draft) => draft.episodeIds.length === 2)?.episodeIds).toEqual(['e0002', 'e0003']);
  });
});
