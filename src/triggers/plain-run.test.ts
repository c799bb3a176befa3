import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { longestPlainRun } from './plain-run.ts';

describe('the longest plain run of a pattern', () => {
  test.each([
    ['String\\sto\\sreplace\\snot\\sfound', 'replace'],
    ['undefined:\\sregexp', 'undefined:'],
    ['a\\.b\\/c.*de', 'a.b/c'],
    ['abcd?ef', 'abc'],
    ['abcd{2,3}e', 'abc'],
    ['ab{x}', 'a'],
    ['[abcdef]gh[^\\]xyz]i', 'gh'],
    ['.*', ''],
    ['(?:^|[\\s:])x: not found', null],
    ['aaa|b', null],
    ['(?i)usage', null],
    ['\\x41bc', null],
  ])('%s: %p', (source, run) => expect(longestPlainRun(source)).toBe(run));

  test('stands in every text that the pattern matches', () => {
    const atoms = ['a', 'b', '\\.', '\\s', '[ab]', '[^a]', '.', '\\/', '\\d', ':'];
    const source = fc
      .array(fc.tuple(fc.constantFrom(...atoms), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '*?')))
      .map((parts) => parts.flat().join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', ' ', '1', ':'), maxLength: 12 });
    let matched = 0;
    fc.assert(
      fc.property(source, text, (pattern, given) => {
        const found = new RegExp(pattern).exec(given)?.[0];
        if (found === undefined) return;
        matched += 1;
        expect(found).toContain(longestPlainRun(pattern) as string);
      }),
      { numRuns: 5000 },
    );
    expect(matched).toBeGreaterThan(1000);
  });
});
