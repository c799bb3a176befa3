import { expect, test } from 'bun:test';
import { episodeOf } from '../../../test/support/findings.ts';
import { isFaultElsewhere, triggerInput } from './trigger-input.ts';

test.each([
  ['wrong-directory', null, true],
  ['wrong-directory', 'go test ./cmd/api', false],
  ['compile', null, true],
  ['usage', null, false],
])('%s, then %s: the fault is elsewhere: %p', (kind, worked, expected) => {
  const episode = episodeOf({
    kind,
    command: 'go test ./api -timeout 30s',
    error: 'stat /w/api/api: directory not found',
    correction:
      worked === null ? null : { line: 9, toolUseId: 't9', tool: 'Bash', input: { command: worked } },
    fixedByCommand: worked !== null,
  });
  expect(triggerInput(episode)?.faultElsewhere).toBe(expected);
});

test.each([
  ['skiff send north', 'skiff send north', false, true, null],
  ['skiff send north', 'skiff send south', true, false, 'skiff send south'],
  ['skiff send north', 'skiff send south', false, false, null],
  ['skiff send north', null, false, false, null],
])('%s, then %s, which is a fix: %p', (command, worked, isFix, isElsewhere, correctedLine) => {
  const episode = episodeOf({
    kind: 'usage',
    command,
    error: 'error: the pier is closed',
    correction:
      worked === null ? null : { line: 9, toolUseId: 't9', tool: 'Bash', input: { command: worked } },
    fixedByCommand: isFix,
  });
  const input = triggerInput(episode);
  expect([input?.faultElsewhere, input?.correctedLine]).toEqual([isElsewhere, correctedLine]);
});

test('of a call without a command the same one did not work later', () => {
  const failure = { kind: 'usage', message: 'no', failed: '', worked: '', changedCommand: false };
  expect(isFaultElsewhere(failure)).toBe(false);
  expect(isFaultElsewhere({ ...failure, failed: 'x', worked: 'x' })).toBe(true);
});

test.each([
  ['error: Working directory has uncommitted changes. Commit them before pushing.', true],
  ['Error: a release with this name already exists', true],
  ['[ERROR] No active deploy session found', true],
  ['must provide `--title` when not running interactively', false],
  ['error: unknown option `--keep`', false],
])('what is said of how things stood blames no word of the command: %s', (error, expected) => {
  const episode = episodeOf({
    kind: 'usage',
    command: 'ship release --keep --token x',
    error,
    correction: null,
  });
  expect(triggerInput(episode)?.faultElsewhere).toBe(expected);
});

test.each([
  [
    'skiff push north',
    "error: unknown command 'push' (did you mean 'send'?)",
    'skiff send --pier north',
    'push',
  ],
  ['skiff push north', "error: unknown command 'push'", null, 'push'],
  ['skiff push north', "'push' is not a skiff command. See 'skiff --help'.", null, 'push'],
  ['skiff send north', 'error: missing required option --pier', 'skiff send --pier north', 'send'],
  ['skiff pier open', 'error: missing required option --for', 'skiff pier open --for 3', 'pier open'],
  ['skiff pier opne', "error: unknown command 'opne'", 'skiff pier open', 'pier opne'],
  ['skiff send north', 'error: the pier is closed', null, 'send north'],
])('%s: %s: what is asked for is read in the light of it', (command, error, worked, sub) => {
  const episode = episodeOf({
    kind: 'usage',
    command,
    error,
    correction:
      worked === null ? null : { line: 9, toolUseId: 't9', tool: 'Bash', input: { command: worked } },
    fixedByCommand: worked !== null,
  });
  expect(triggerInput(episode)?.failing[0]?.sub).toBe(sub);
});
