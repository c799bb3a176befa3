import { describe, expect, test } from 'bun:test';
import { printable } from './printable.ts';

describe('what a terminal is given', () => {
  const hostile = 'a\u0000b\u0007c\rd\u001b]0;title\u0007e\u001b[2Jf\u009b1mg\u001b[31mred\u001b[0m\tü\n';

  test('no control characters but tabs and line ends', () => {
    expect(printable(hostile, false)).toBe('abcd]0;titlee[2Jf1mg[31mred[0m\tü\n');
  });

  test('nothing that is not seen, or shows a line in another order', () => {
    expect(printable('rm\u200b \u2066-rf\u2069 \u200f\u061c/\u{e0041}\u00ad\ufeff', false)).toBe('rm -rf /');
  });

  test('colours where they were asked for', () => {
    expect(printable(hostile, true)).toBe('abcd]0;titlee[2Jf1mg\u001b[31mred\u001b[0m\tü\n');
  });
});
