import { describe, expect, test } from 'bun:test';
import { forRandomPatterns } from '../../test/support/random-patterns.ts';
import { runLinear, runShort } from '../inject/linear.ts';
import { tokensOf } from '../text/tokens.ts';
import { linearProgram } from './linear-program.ts';
import { requiredLiterals } from './required-literals.ts';

describe('requiredLiterals', () => {
  const cases: [string, string[][] | null][] = [
    ['\\bgit\\s+push\\b', [['git', 'push']]],
    ['git push', null],
    ['^git push$', [['git', 'push']]],
    ['^git push', [['git']]],
    [
      '\\bpip3?\\s+install\\b',
      [
        ['pip', 'install'],
        ['pip3', 'install'],
      ].reverse(),
    ],
    ['--forceExit', null],
    ['--force', null],
    ['\\s--force(?:\\s|$)', [['force']]],
    [
      '\\b(?:npm|pnpm)\\s+(?:i|install)\\b',
      [
        ['npm', 'i'],
        ['npm', 'install'],
        ['pnpm', 'i'],
        ['pnpm', 'install'],
      ],
    ],
    ['\\b(?:git|g\\w+)\\s', null],
    ['(?:git )?\\bpush\\b', [['push']]],
    ['\\b(?:git )?push\\b', [['push'], ['git', 'push']]],
    ['\\bgit\\b(?=.*--force)', [['git']]],
    ['(?<=\\bsudo )\\brm\\b', [['rm']]],
    ['(?<!\\w)rm(?!\\w)', [['rm']]],
    ['\\bGIT\\b', [['git']]],
    ['\\bv\\d\\b', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [`v${digit}`])],
    ['\\bgit\\B', null],
    ['\\bgit.*\\bpush\\b', [['push']]],
    ['\\bgit\\b.*push', [['git']]],
    ['\\b(\\w+) \\1\\b', null],
    ['(?:ab)+', null],
    ['\\b(?:ab){2}\\b', [['abab']]],
    ['caf\u00e9', null],
    ['\\bcaf\u00e9', [['caf']]],
    ['[', null],
  ];
  test.each(cases)('%s', (source, expected) => {
    const sorted = (lists: string[][] | null) =>
      lists?.map((list) => [...list].sort().join(' ')).sort() ?? null;
    expect(sorted(requiredLiterals(source))).toEqual(sorted(expected));
  });

  test('whatever matches contains them', () => {
    const wrong: object[] = [];
    let hits = 0;
    let withLiterals = 0;
    forRandomPatterns(['', 'i', 's', 'is'], 6000, (source, flags, texts) => {
      const required = requiredLiterals(source, flags);
      if (required !== null) withLiterals += 1;
      const pattern = new RegExp(source, flags);
      for (const text of texts) {
        if (!pattern.test(text)) continue;
        hits += 1;
        if (required === null) continue;
        const tokens = tokensOf([text]);
        if (!required.some((all) => all.every((token) => tokens.has(token)))) wrong.push({ source, text });
      }
    });
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(1000);
    expect(withLiterals).toBeGreaterThan(200);
  });
});

test('the linear machine agrees with the engine', () => {
  const wrong: object[] = [];
  let hits = 0;
  let machines = 0;
  let tried = 0;
  forRandomPatterns(['', 'i', 's', 'is'], 6000, (source, flags, texts) => {
    const program = linearProgram(source, flags);
    if (program === null) return;
    machines += 1;
    const pattern = new RegExp(source, flags);
    for (const text of texts) {
      const expected = pattern.test(text);
      if (expected) hits += 1;
      const linear = runLinear(program, text);
      const short = runShort(program, text);
      if (short !== null) tried += 1;
      if (linear !== expected || (short ?? expected) !== expected)
        wrong.push({ source, text, linear, short });
    }
  });
  expect(wrong).toEqual([]);
  expect(hits).toBeGreaterThan(1000);
  expect(machines).toBeGreaterThan(3000);
  expect(tried).toBeGreaterThan(5000);
});

test('ways without number are given up', () => {
  const program = linearProgram('^(?:a|aa)*(?:a|aa)*(?:a|aa)*b$')!;
  expect(runShort(program, 'a'.repeat(200))).toBeNull();
  expect(runLinear(program, 'a'.repeat(200))).toBe(false);
});
