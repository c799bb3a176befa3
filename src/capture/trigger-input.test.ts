import { expect, test } from 'bun:test';
import { episodeOf } from '../../test/support/findings.ts';
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
