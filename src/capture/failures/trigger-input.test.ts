import { expect, test } from 'bun:test';
import { episodeOf } from '../../../test/support/findings.ts';
import { triggerInput } from './trigger-input.ts';

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
