import { describe, expect, test } from 'bun:test';
import { timeAttack } from './attack.ts';
import { linearProgram } from './linear-program.ts';
import { runsAway } from './trial.ts';

const STEPS = 100_000;
const text = `${'-a '.repeat(40)}!`;

describe('a trial with counted steps', () => {
  test.each([
    `${'.*'.repeat(40)}z`,
    `${'(?!x).*'.repeat(20)}z`,
    '(?:[- a]|[- a]|-a )*z',
    '(?:-|a| |-a|a )+$',
    '(?:|){40}z',
  ])('%s runs away', (source) => {
    expect(runsAway(linearProgram(source)!, text, STEPS)).toBe(true);
    expect(timeAttack(source, '')).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    '\\bgit\\s+push\\b.*--force',
    '^(?:a|b?)*c',
    '(?:-a )*z',
    '(?:a?)*z',
    'x{0,20}z$',
    '(?<!y)z|\\Bz|^z',
  ])('%s comes back', (source) => {
    expect(runsAway(linearProgram(source)!, text, STEPS)).toBe(false);
  });

  test('ends where the pattern is met', () => {
    expect(runsAway(linearProgram(`${'.*'.repeat(40)}!`)!, text, 10_000)).toBe(false);
  });
});
