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

  test('and nothing that hides what comes after it', () => {
    const hidden = '\u001b[8ma\u001b[30mb\u001b[1;8mc\u001b[38;5;0md\u001b[47me\u001b[7mf\u001b[mg\u001b[5mh';
    expect(printable(hidden, true)).toBe('[8ma[30mb[1;8mc[38;5;0md[47me[7mf[mg[5mh');
    const ours = '\u001b[1m#\u001b[0m\u001b[2m#\u001b[0m\u001b[36m#\u001b[0m';
    expect(printable(ours, true)).toBe(ours);
  });
});
