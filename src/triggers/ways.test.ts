import { describe, expect, test } from 'bun:test';
import { test as holds } from '../inject/pattern.ts';
import { compilePattern } from './compile-pattern.ts';
import { parsePattern } from './parse.ts';
import { isSafeByStructure } from './structure.ts';
import { charsInTime } from './ways.ts';

const charsOf = (source: string): number => {
  const parsed = parsePattern(source);
  if (!parsed.ok) throw new Error(parsed.reason);
  return charsInTime(parsed.pattern, '', 8192);
};

/** With a text through which an engine would have to try each way, and what that lacks at its end. */
const MANY_WAYS: [source: string, text: string, end: string][] = [
  [`x${'a?'.repeat(60)}b`, `x${'a'.repeat(60)}`, 'b'],
  [`x${'(?:a|a)'.repeat(60)}b`, `x${'a'.repeat(60)}`, 'b'],
  [`x${'(?:ab?|a)'.repeat(60)}c`, `x${'a'.repeat(60)}`, 'c'],
  [`x${'a{0,4}'.repeat(40)}b`, `x${'a'.repeat(120)}`, 'b'],
  [`x.*${'a?'.repeat(60)}b`, `x${'a'.repeat(60)}`, 'b'],
  ['xa.*a.*a.*a.*a.*a.*z', `x${'a'.repeat(250)}`, 'z'],
  ['cp.*foo.*bar.*baz.*qux.*zap', `cp ${'foo bar baz qux '.repeat(15)}`, 'zap'],
];

describe('a pattern of many ways is run by the machine', () => {
  test.each(MANY_WAYS)('%s', (source, text, end) => {
    expect(isSafeByStructure(source, '')).toBe(false);
    const compiled = compilePattern(source, 'command');
    if (!compiled.ok) throw new Error(compiled.reason);
    expect(compiled.pattern.linear!.match!.native).toBeLessThan(text.length);
    expect(holds(compiled.pattern, text)).toBe(false);
    expect(holds(compiled.pattern, text + end)).toBe(true);
  });
});

describe('a pattern of few ways is left to the engine', () => {
  test.each([
    'git push.*--force',
    '(?:npm|pnpm|yarn)\\s+(?:run\\s+)?(?:test|build|lint)',
    '^git\\s(?:.*\\s)?push\\s(?:.*\\s)?(?:--force|-f)(?:\\s|$)',
    "open '[^']*', line \\d+, in \\w+",
    '(?:push|pull|prune|pick)\\s+(?:push|pull|prune|pick)\\s+(?:push|pull|prune|pick)',
  ])('%s', (source) => {
    expect(charsOf(source)).toBeGreaterThanOrEqual(256);
  });

  test('however deep its groups are', () => {
    expect(charsOf(`${'('.repeat(300)}a${')?'.repeat(300)}b`)).toBe(8192);
  });
});
