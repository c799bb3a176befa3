import { expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { withoutEchoed } from './echoed.ts';

const before =
  'I would do this:\n\n- Keep the old crane as a fallback until the **new one** is tested.\n- Paint both.\n\n```\ncrane --lift 40 --from quay-3 --to ship\n```';

test('what the agent had said before is not what the human says', () => {
  const words = '- Keep the old crane as a fallback until the new one is tested.\n\nWhat would that be?';
  expect(withoutEchoed(words, before)).toBe('What would that be?');
  const answer = "You're right to ask: mostly for heavy crates.";
  expect(corrections({ before, words, answer })).toHaveLength(0);
  const [found] = corrections({
    before,
    words: '- Keep the old crane as a fallback until the new one is tested.\n\nno, it was sold in May',
    answer: "You're right, the old crane is gone.",
  });
  expect(found?.mistake).toEndWith('"no, it was sold in May"');
});

test.each([
  ['a message that is nothing else', 'Keep the old crane as a fallback until the new one is tested.\n'],
  ['a command that it gave', 'crane --lift 40 --from quay-3 --to ship\ndoes not work'],
  ['a few words', 'Paint both.\nno, one is rented'],
])('%s stays', (_, words) => {
  expect(withoutEchoed(words, before)).toBe(words);
});

test('an error stays', () => {
  const line = 'error: the crane at quay 3 refuses crate 40: too heavy';
  expect(withoutEchoed(`${line}\nstill there`, `It said "${line}".`)).toBe(`${line}\nstill there`);
});
