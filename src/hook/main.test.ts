import { expect, test } from 'bun:test';
import { inAscii } from './main.ts';

test('an answer in ASCII says the same', () => {
  const answer = { text: 'Größe → 漢字 😀\u007f\n"quoted" \\u00e9' };
  const told = inAscii(JSON.stringify(answer));
  expect(told).toMatch(/^[\u0000-\u007e]*$/);
  expect(JSON.parse(told)).toEqual(answer);
});
