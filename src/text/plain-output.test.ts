import { expect, test } from 'bun:test';
import { plainOutput } from './plain-output.ts';

test('an output is what a terminal shows in the end', () => {
  expect(plainOutput('a\r\nb\r\r\n\r\nc')).toBe('a\nb\n\nc');
  expect(plainOutput('Fetching 10%\rFetching 100%\rdone\r\nerror: no fish\r')).toBe('done\nerror: no fish');
  expect(plainOutput('\u001b[31merror\u001b[0m: no fish')).toBe('error: no fish');
  expect(plainOutput('\u001b[1merror\u001b(B\u001b[m: no fish\u001b7\u001b8\u001bc')).toBe('error: no fish');
  const plain = 'nothing\nto take off';
  expect(plainOutput(plain)).toBe(plain);
});

test('the time grows with the text alone', () => {
  const line = 'x'.repeat(200_000);
  expect(plainOutput(`${line}\ry\n${line}${'\r'.repeat(200_000)}z`)).toBe('y\nz');
});
