import { describe, expect, test } from 'bun:test';
import { script } from '../../../test/support/detector-script.ts';
import type { OpenFailure } from '../failure-state.ts';
import { alone, behind, toldCause } from './told-cause.ts';

const after = (words: string) =>
  ({
    after: words,
    error: 'kettle_test.go:3: pour = 1, want 2',
    call: { command: 'go test ./kettle' },
  }) as OpenFailure;
const cause = (words: string, max = 80) => toldCause(after(words), max);

test('of a long answer no sentence is taken in part', () => {
  const long = 'I ran the tests once more, and they say the same.\n';
  const told = (lines: number) =>
    script()
      .bash('go test ./kettle', '--- FAIL: TestPour\n    kettle_test.go:3: pour = 1, want 2\nFAIL', true)
      .says(
        `${long.repeat(lines)}The issue is that the lid is closed before the pour of the second cup begins.`,
      )
      .call('Edit', { file_path: '/repo/kettle.go', old_string: 'lid(1)', new_string: 'lid(2)' }, 'ok', false)
      .bash('go test ./kettle', 'ok')
      .episodes()[0]!;
  expect(told(2).summary).toContain('the lid is closed before the pour of the second cup begins');
  expect(JSON.stringify(told(11))).not.toMatch(
    /the lid(?! is closed before the pour of the second cup begins)/,
  );
});

describe('the cause that an agent tells', () => {
  test.each([
    ['The issue is that the lid is closed before the pour.', 'the lid is closed before the pour'],
    ['Found the bug! The spout counts cups twice. Let me fix it.', 'The spout counts cups twice'],
    ['The kettle was too slow because it never heats twice.', 'The kettle never heats twice'],
    [
      'My stub is fine; the only failure is the tray being read from the old folder.',
      'the tray being read from the old folder',
    ],
    ['The run shows that `<= 2` is too generous.', '`<= 2` is too generous'],
    ['The kettle needs a `lid`. Let me add it.', 'The kettle needs a `lid`'],
    [
      'The kettle names its spout with a number now. Let me fix the script to handle this form.',
      'The kettle names its spout with a number now',
    ],
    ['The kettle’s lid is the loose part. I’m replacing it.', "The kettle's lid is the loose part"],
    ['The tests fail — I miscounted the cups.', 'The agent miscounted the cups'],
    ['Fix the test—water has to be poured in first:', 'water has to be poured in first'],
    [
      'The test is wrong: the cup was full at the start, so `pour` should spill.',
      'the cup was full at the start',
    ],
    [
      'One test fails — its `pour[:2]` happens to be dry, so the guard skips it.',
      '`pour[:2]` happens to be dry',
    ],
    [
      'The stove is fixed, but the tests were still filling the kettle by the old spout.',
      'the tests were still filling the kettle by the old spout',
    ],
    [
      'The run caught a real false positive in the kettle: `lid` was taken for a cup.',
      '`lid` was taken for a cup',
    ],
    ['`pour` only calls `heat` when the lid is open.', '`pour` only calls `heat` when the lid is open'],
    [
      'The kettles offer `steam` by default, so `pour` is correctly failing.',
      'The kettles offer `steam` by default',
    ],
    [
      '`pour` turns the kettle back by the handle, which causes the test to fail.',
      '`pour` turns the kettle back by the handle',
    ],
    ['The kettle test landed inside of a cup. Fixing that now.', 'The kettle test landed inside of a cup'],
    [
      "The issue is that we're asking the FIRST lid's `wasWarned` flag, but the first lid was never put on the kettle at all today.",
      "we're asking the FIRST lid's `wasWarned` flag",
    ],
  ])('%s', (words, told) => {
    expect(cause(words)).toBe(told);
  });

  const mended = (words: string, findings: string[], edit: string) =>
    toldCause(
      {
        ...after(words),
        findings,
        correction: {},
        edits: [{ file: 'kettle.go', old: '', new: edit, test: false }],
      } as unknown as OpenFailure,
      80,
    );

  test('what was found out before the edit goes before the first guess', () => {
    const found = 'The problem is that `heatTwice` empties the kettle.';
    const guess = 'The issue is that the lid is closed before the pour.';
    expect(mended(guess, [guess, found], 'heatTwice(false)')).toBe('`heatTwice` empties the kettle');
    expect(mended(guess, [guess, found], 'boil()')).toBe('the lid is closed before the pour');
    expect(mended(guess, [guess, 'Let me look at it.'], 'boil()')).toBe('the lid is closed before the pour');
  });

  test('what is never mended in sight is told by what was found out of it later', () => {
    const found = 'The kettle holds two cups, while the tray only takes one, so pouring silently fails.';
    const later = (kind: string, more = {}) =>
      toldCause(
        { ...after(''), kind, findings: ['Let me look.', found], ...more } as unknown as OpenFailure,
        80,
      );
    expect(later('test')).toBe('The kettle holds two cups, while the tray only takes one');
    expect(later('usage')).toBe('');
    expect(later('test', { findings: ['The ladle is bent, so stirring silently fails.'] })).toBe('');
  });

  test.each([
    'Let me check what the test expects.',
    'The issue is probably the lid.',
    'The issue is gone under a plain run.',
    'There is a different error now: the lid.',
    'The first run exposed a real bug in our kettle.',
    'The remaining failure is not from this change.',
    'The kettle is still cold.',
    "It fails because it isn't there.",
    'All pass now.',
    'An older spoon stirred more than once. Fixing that now.',
    'The kettle is still showing up in the sink.',
    'The steam error is not the same as.',
  ])('none: %s', (words) => {
    expect(cause(words)).toBe('');
  });

  test('a long one ends with a clause, and not inside of what it compares', () => {
    expect(
      cause(
        'The issue is that with the small kettle, the lid is only opened by the hand that pours, which the old stove did by itself in every case.',
      ),
    ).toBe('the lid is only opened by the hand that pours');
    expect(
      cause(
        'The failure is just a mismatch between the name of the kettle that the fixture holds and what the parser of the stove looks for.',
      ),
    ).toBe('');
    expect(
      cause(
        'The issue is that `pourAll()` of the kettle calls `t.Fatalf` when it cannot find a cup in the message of the tray.',
      ),
    ).toBe('');
  });

  test('stands behind a name, or alone', () => {
    expect(behind('The lid is closed')).toBe('the lid is closed');
    expect(behind('`lid` is closed')).toBe('`lid` is closed');
    expect(alone('the lid is closed')).toBe('The lid is closed');
    expect(alone('stove.go is read twice')).toBe('stove.go is read twice');
  });
});
