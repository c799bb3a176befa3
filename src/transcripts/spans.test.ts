import { expect, test } from 'bun:test';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { withoutOurs } from './human-text.ts';
import { withoutSpans } from './spans.ts';

test.each([
  ['a (b) c (d)', 'a  c '],
  ['(a)(b)', ''],
  ['a ) b', 'a ) b'],
  ['((a) b) c', ' b) c'],
])('%s', (text, kept) => {
  expect(withoutSpans(text, '(', ')', 'drop')).toBe(kept);
});

test('what is never closed goes with its rest, or stays', () => {
  expect(withoutSpans('a (b) c (d', '(', ')', 'drop')).toBe('a  c ');
  expect(withoutSpans('a (b) c (d', '(', ')', 'keep')).toBe('a  c (d');
});

test('a page of marks takes no longer than another page of its length', () => {
  const page = '[LOOP DETECTED]x[END LOOP DETECTED] y ';
  expect(withoutOurs(page.repeat(100_000))).toBe(' y '.repeat(100_000));
  expect(isProportional((chars) => withoutOurs(repeated(page, chars)), 4_000_000)).toBe(true);
});
