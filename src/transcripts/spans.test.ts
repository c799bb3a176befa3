import { expect, test } from 'bun:test';
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
  const started = performance.now();
  const page = '[LOOP DETECTED]x[END LOOP DETECTED] y '.repeat(100_000);
  expect(withoutOurs(page)).toBe(' y '.repeat(100_000));
  // One cut after the other took 25 s.
  expect(performance.now() - started).toBeLessThan(2000);
});
