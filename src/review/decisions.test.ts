import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { parseAnswer } from './decisions.ts';

const some = (...numbers: number[]) => ({ all: false, numbers, except: [] });
const all = (...except: number[]) => ({ all: true, numbers: [], except });

function decisions(text: string): unknown[] {
  const parsed = parseAnswer(text);
  expect(parsed.errors).toEqual([]);
  return parsed.decisions;
}

function errors(text: string): string[] {
  return parseAnswer(text).errors;
}

describe('one answer', () => {
  test.each([
    ['approve 1 3', [{ verb: 'approve', of: some(1, 3) }]],
    ['approve 1, 3', [{ verb: 'approve', of: some(1, 3) }]],
    ['approve 1 and 3', [{ verb: 'approve', of: some(1, 3) }]],
    ['Approve #1, #3.', [{ verb: 'approve', of: some(1, 3) }]],
    ['approve 2-4', [{ verb: 'approve', of: some(2, 3, 4) }]],
    ['approve 2..3 3', [{ verb: 'approve', of: some(2, 3) }]],
    ['approve all', [{ verb: 'approve', of: all() }]],
    ['approve all except 2, 5', [{ verb: 'approve', of: all(2, 5) }]],
    ['skip 2', [{ verb: 'skip', of: some(2) }]],
    ['skip all', [{ verb: 'skip', of: all() }]],
    ['archive 3 "one-off, really"', [{ verb: 'archive', of: some(3), reason: 'one-off, really' }]],
    ['archive 3 “typographic”', [{ verb: 'archive', of: some(3), reason: 'typographic' }]],
    ["archive 3 4 'both'", [{ verb: 'archive', of: some(3, 4), reason: 'both' }]],
    ["archive 3 it's only here", [{ verb: 'archive', of: some(3), reason: "it's only here" }]],
    ['archive all "noise"', [{ verb: 'archive', of: all(), reason: 'noise' }]],
    ['unarchive git-stash-a1b2', [{ verb: 'unarchive', refs: ['git-stash-a1b2'] }]],
    ['unarchive 7', [{ verb: 'unarchive', refs: ['7'] }]],
    ['restore a-b-1234, c-d-5678', [{ verb: 'unarchive', refs: ['a-b-1234', 'c-d-5678'] }]],
    ['show 2', [{ verb: 'show', of: some(2) }]],
    ['hold 4', [{ verb: 'hold', of: some(4) }]],
    ['block 5', [{ verb: 'block', of: some(5) }]],
    ['', []],
    [' ,;\n', []],
  ])('%j', (text, expected) => {
    expect(decisions(text)).toEqual(expected);
  });
});

describe('edit', () => {
  test.each([
    ['edit 1 summary "git stash drops new files"', { summary: 'git stash drops new files' }],
    ['edit 1 summary "say \\"yes\\", then go"', { summary: 'say "yes", then go' }],
    ['edit 1 summary git stash drops new files', { summary: 'git stash drops new files' }],
    ['edit 1 fix "use git stash -u"', { remediation: 'use git stash -u' }],
    ['edit 1 priority 8', { priority: 8 }],
    ['edit 1 priority = 8', { priority: 8 }],
    ['edit 1 confidence 0.9', { confidence: 0.9 }],
    ['edit 1 delivery HOLD', { delivery: 'hold' }],
    ['edit 1 needsHumanFix yes', { needsHumanFix: true }],
    ['edit 1 signature none', { signature: null }],
    ['edit 1 tags tool:git, lang:ts', { tags: ['tool:git', 'lang:ts'] }],
    ['edit 1 tags []', { tags: [] }],
    ['edit 1 command-pattern "^git stash(?! -u)"', { commandPatterns: ['^git stash(?! -u)'] }],
    ['edit 1 commandPatterns "a, b", "c"', { commandPatterns: ['a, b', 'c'] }],
    ['edit 1 commandPatterns ["a", "b"]', { commandPatterns: ['a', 'b'] }],
    ['edit 1 injectOn SessionStart', { injectOn: ['SessionStart'] }],
    ['edit 1 scope project:abc', { scope: 'project:abc' }],
  ])('%j', (text, patch) => {
    expect(decisions(text)).toEqual([{ verb: 'edit', number: 1, patch }]);
  });

  test.each([
    ['edit', 'edit needs a number, a field and a value'],
    ['edit 1', 'edit needs a number, a field and a value'],
    ['edit summary "x"', 'edit needs a number, a field and a value'],
    ['edit 1 colour red', 'edit 1: there is no field "colour"'],
    ['edit 1 summary', 'edit 1: summary needs a value'],
    ['edit 1 summary ""', 'edit 1: summary: '],
    ['edit 1 priority 11', 'edit 1: priority: '],
    ['edit 1 priority high', 'edit 1: priority: '],
    ['edit 1 delivery always', 'edit 1: delivery: '],
    ['edit 1 needsHumanFix maybe', 'edit 1: needsHumanFix: '],
    [`edit 1 summary "${'x'.repeat(81)}"`, 'edit 1: summary: '],
  ])('%j is refused', (text, message) => {
    expect(errors(text)[0]).toStartWith(message);
  });
});

describe('several in one message', () => {
  const expected = [
    { verb: 'approve', of: some(1, 3) },
    { verb: 'skip', of: some(2) },
    { verb: 'archive', of: some(4), reason: 'why, oh why' },
    { verb: 'edit', number: 1, patch: { priority: 8 } },
  ];
  test.each([
    ['approve 1 3, skip 2, archive 4 "why, oh why", edit 1 priority 8'],
    ['approve 1 3; skip 2; archive 4 "why, oh why"; edit 1 priority 8'],
    ['approve 1 3\nskip 2\narchive 4 why, oh why\nedit 1 priority 8\n'],
    ['approve 1, 3\r\nskip 2\r\narchive 4 "why, oh why"\r\nedit 1 priority 8'],
    ['approve 1 3 skip 2 archive 4 "why, oh why" edit 1 priority 8'],
    ['approve 1 and 3, then skip 2; also archive 4 why, oh why, edit 1 priority 8'],
  ])('%j', (text) => {
    expect(decisions(text)).toEqual(expected);
  });
});

describe('what is not understood', () => {
  test.each([
    ['approve', 'approve needs numbers of the list or "all", as in: approve 1 3'],
    ['approve the first', 'approve needs numbers of the list or "all", as in: approve 1 3'],
    ['archive 3', 'archive 3 needs a reason, as in: archive 3 "why"'],
    ['archive 3 ""', 'archive 3 needs a reason, as in: archive 3 "why"'],
    ['unarchive', 'unarchive needs a number or a slug, as in: unarchive git-stash-a1b2'],
    [
      'looks good',
      '"looks good" is no answer; use approve, skip, archive, edit, unarchive, show, hold, block',
    ],
    ['1 3', '"1 3" is no answer; use approve, skip, archive, edit, unarchive, show, hold, block'],
    ['approve 4-2', 'approve needs numbers of the list or "all", as in: approve 1 3'],
  ])('%j', (text, error) => {
    const parsed = parseAnswer(text);
    expect(parsed.decisions).toEqual([]);
    expect(parsed.errors).toEqual([error]);
  });

  test('the rest is still read', () => {
    const parsed = parseAnswer('looks good, approve 1; archive 2; skip 3');
    expect(parsed.decisions).toEqual([
      { verb: 'approve', of: some(1) },
      { verb: 'skip', of: some(3) },
    ]);
    expect(parsed.errors).toHaveLength(2);
  });

  test('hostile input ends quickly', () => {
    for (const unit of ['"', '“ ', 'archive 1 ', ', '])
      expect(isProportional((chars) => parseAnswer(repeated(unit, chars)), 100_000)).toBe(true);
  });
});

test('whatever the text, nothing is thrown, and every number is one', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'approve',
      'skip',
      'archive',
      'edit',
      'unarchive',
      'show',
      'hold',
      'block',
      'all',
      'except',
      '1',
      '2-4',
      '#3',
      '"',
      '“',
      ',',
      ';',
      '\n',
      'summary',
      'priority',
      '8',
      '[]',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const parsed = parseAnswer(words.join(' '));
      for (const decision of parsed.decisions)
        if ('of' in decision)
          for (const number of decision.of.numbers) expect(Number.isInteger(number)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each(['constructor 1', 'toString 2', '__proto__ 1'])('%s is no answer', (text) => {
  expect(parseAnswer(text)).toEqual({ decisions: [], errors: [expect.stringContaining('is no answer')] });
});
