import { expect, test } from 'bun:test';
import { objectedCommand } from './objected-command.ts';

const patternOf = (words: string) =>
  objectedCommand(words, ['git rev-list --count main', 'git stash'], null)?.pattern ?? '';
const LONG = 'Each shelf is to be glazed before the next one is filled. '.repeat(12);

test.each([
  ['a short order', 'do not count them', /--count/],
  ['the subcommand of one', 'never stash those', /stash/],
  ['long words that name the command', `Why did you run \`git stash\` before that? ${LONG}`, /stash/],
  ['long words that name the flag by its dashes', `And what does --count tell you? ${LONG}`, /--count/],
])('a command is named by %s', (_, words, pattern) => {
  expect(patternOf(words)).toMatch(pattern);
});

test.each([
  ['long words with a word of it', `Counting the stashed cups is slow. ${LONG}`],
  ['a flag that only begins so', `And what does --counter tell you? ${LONG}`],
  ['a finding', '1. Medium: the stash of the kiln is not covered (src/kiln.ts:12)\n  It stashes cups only.'],
])('no command is named by %s', (_, words) => {
  expect(patternOf(words)).toBe('');
});
