import { expect, test } from 'bun:test';
import { episodeOf, tagOf } from '../../test/support/findings.ts';
import type { Episode } from '../model/episode.ts';
import type { MalformedTag, TagFinding } from '../model/findings.ts';
import { compliance } from './compliance.ts';

const malformed = (file: string, line: number, fields: Partial<MalformedTag> = {}): MalformedTag => ({
  id: `${file} ${line}`,
  agent: 'claude-code',
  file,
  line,
  sessionId: file,
  timestamp: '2025-06-02T12:00:00.000Z',
  model: null,
  isSubagent: false,
  reason: 'unterminated',
  ...fields,
});

test('a malformed tag that a resumed session repeats is counted once', () => {
  const count = (tags: MalformedTag[]) => compliance([], [], tags).malformed;
  const twice = (file: string) => [malformed(file, 7), malformed(file, 8)];
  expect(count(twice('a'))).toBe(2);
  expect(count([...twice('a'), ...twice('b'), malformed('b', 90, { timestamp: null })])).toBe(3);
  expect(count([malformed('a', 7), malformed('b', 7, { timestamp: '2025-06-02T12:00:01.000Z' })])).toBe(2);
  expect(count([malformed('a', 7, { timestamp: null }), malformed('b', 7, { timestamp: null })])).toBe(2);
});

test('malformed tags of sessions at the same time are not copies of each other', () => {
  const count = (tags: MalformedTag[]) => compliance([], [], tags).malformed;
  const at = (file: string, uuid: string | null, textHash = 'text') => malformed(file, 7, { uuid, textHash });
  expect(count([at('a', 'u1'), at('b', 'u2')])).toBe(2);
  expect(count([at('a', 'u1'), at('b', 'u1')])).toBe(1);
  expect(count([at('a', 'u1'), at('a', 'u1', 'another')])).toBe(2);
  expect(count([at('a', 'u1'), at('a', 'u1'), at('b', 'u1'), at('b', 'u1')])).toBe(2);
  expect(count([at('a', null), at('b', null)])).toBe(1);
  expect(count([at('a', null), at('b', null, 'another')])).toBe(2);
});

test('a tag stands for the mistake that it is about, not for the nearest', () => {
  const failed = (line: number, command: string, error: string) => {
    const own = { summary: `\`${command}\` failed`, mistake: `Ran ${command}; it failed.`, remediation: '' };
    const made = episodeOf({ file: 'a.jsonl', command, error, ...own });
    return { ...made, failure: { ...made.failure, input: { command }, line, error } };
  };
  const about = (line: number, mistake: string, trigger: string) =>
    tagOf({ line }, { summary: mistake, mistake, remediation: 'See its manual.', trigger, tags: [] });
  const kiln = failed(10, 'kilnctl fire --hott', 'unknown option --hott');
  const loom = failed(30, 'loomctl weave', 'no warp on the loom');
  const ofKiln = about(40, 'It was given --hott, which it does not have.', 'kilnctl fire');
  const ofLoom = about(41, 'There was no warp.', 'loomctl weave');
  const missed = (episodes: Episode[], tags: TagFinding[]) => compliance(episodes, tags, []).heuristicOnly;
  expect(missed([kiln, loom], [ofKiln, ofLoom])).toBe(0);
  expect(missed([kiln, loom], [ofKiln])).toBe(1);
  expect(missed([loom], [ofKiln])).toBe(1);
  expect(missed([kiln], [{ ...ofKiln, line: 300 }])).toBe(1);
});

test('what came before an agent was asked counts apart', () => {
  const failed = (agent: 'claude-code' | 'codex', command: string, timestamp: string) =>
    episodeOf({ agent, command, error: `${command}: refused`, timestamp, summary: command });
  const found = compliance(
    [
      failed('claude-code', 'kilnctl fire', '2026-01-05T10:00:00.000Z'),
      failed('claude-code', 'loomctl weave', '2026-01-06T10:00:00.000Z'),
      failed('codex', 'ovenctl bake', '2026-01-07T10:00:00.000Z'),
    ],
    [],
    [],
    new Map([['claude-code', '2026-01-06T09:00:00Z']]),
  );
  expect(found).toMatchObject({ heuristicOnly: 3, asked: { heuristicOnly: 1, rate: 0 } });
  expect(found.groups.map((group) => [group.agent, group.heuristicOnly, group.asked?.heuristicOnly])).toEqual(
    [
      ['claude-code', 2, 1],
      ['codex', 1, undefined],
    ],
  );
});

test.each([
  ['2024-12-29T23:59:59.999Z', '2024-W52'],
  ['2024-12-30T00:00:00.000Z', '2025-W01'],
  ['2021-01-03T12:00:00.000Z', '2020-W53'],
  ['2021-01-04T00:00:00.000Z', '2021-W01'],
  ['no time', null],
])('%s is in the week %s', (timestamp, week) => {
  expect(compliance([], [], [malformed('a', 1, { timestamp })]).groups).toMatchObject([{ week }]);
});
