import { expect, test } from 'bun:test';
import { ConfigSchema } from '../../model/config.ts';
import type { Episode } from '../../model/episode.ts';
import { groupReusable, reusableScore } from './reusable.ts';

const GATE = ConfigSchema.parse({}).reusableGate;
const ONCE = { sessions: 1, projects: 1, tagged: false };

/** Score of a candidate that one shell call made, and that no call would meet. */
function alone(kind: string, knownFix: boolean): number {
  const reusable = reusableScore({
    kind: kind as Parameters<typeof reusableScore>[0]['kind'],
    changedCommand: false,
    editsBetween: 0,
    attempts: 1,
    hasTrigger: false,
    knownFix,
  });
  const failure = { line: 1, toolUseId: 't', tool: 'Bash', input: {}, uuid: null, error: 'x' };
  const episode: Pick<Episode, 'reusable' | 'kind' | 'failure'> = { reusable, kind, failure };
  return groupReusable([episode], ONCE, { atCommand: false, atPath: false });
}

test('a refusal that no call would meet passes where the message says what is to be done', () => {
  expect(alone('usage', false)).toBeLessThan(GATE);
  expect(alone('usage', true)).toBeGreaterThanOrEqual(GATE);
});

test.each(['generic', 'network', 'script-error', 'test', 'git-rejected'])(
  '%s seen once stays below the gate',
  (kind) => {
    expect(alone(kind, true)).toBeLessThan(GATE);
  },
);

test('a slip of one moment passes only once it comes again', () => {
  const score = (slip: boolean) =>
    reusableScore({
      kind: 'shell-syntax',
      changedCommand: true,
      editsBetween: 0,
      attempts: 1,
      hasTrigger: true,
      knownFix: true,
      slip,
    });
  const failure = { line: 1, toolUseId: 't', tool: 'Bash', input: {}, uuid: null, error: 'x' };
  const group = (slip: boolean, sessions: number) =>
    groupReusable(
      [{ reusable: score(slip), kind: 'shell-syntax', failure }],
      { ...ONCE, sessions },
      {
        atCommand: true,
        atPath: false,
      },
    );
  expect(group(false, 1)).toBeGreaterThanOrEqual(GATE);
  expect(group(true, 1)).toBeLessThan(GATE);
  expect(group(true, 2)).toBeGreaterThanOrEqual(GATE);
});
