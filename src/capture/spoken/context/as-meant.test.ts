import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';

describe('what the agent finds to be as it should be', () => {
  const talk = {
    before: 'Done, the kiln keeps the heat overnight.',
    words: 'the kiln did not keep the heat last night, it went down to 20 degrees',
    answer: "I'm checking why the kiln went down.",
  };
  const surely = (report: string, more = {}) =>
    Math.max(0, ...corrections({ ...talk, report, ...more }).map((each) => each.confidence));

  test.each([
    'That behavior makes sense: it was opened at ten, and an open kiln cools.',
    'This is expected. An open kiln cools.',
    'The kiln behaves as designed: it was opened at ten.',
    'This was already fixed with the new lid: the kiln that ran last night still had the old one.',
    "Another kiln this time, that's why.",
    'The kiln of last night had the old lid. No additional changes needed.',
  ])('is no mistake: %s', (report) => {
    expect(surely(report)).toBeLessThan(0.5);
  });

  test.each([
    'That is not expected: the lid never closes.',
    'The lid is expected to close, and does not.',
    'The lid was already broken.',
  ])('not where it is not: %s', (report) => {
    expect(surely(report)).toBeGreaterThan(0.5);
  });

  test('not where it then mends it', () => {
    expect(surely('That is expected of the old lid.', { edits: true })).toBeGreaterThan(0.5);
  });
});

test('what was also meant widens the request', () => {
  const surely = (words: string) =>
    Math.max(
      0,
      ...corrections({
        before: 'All kilns are called by their town now.',
        words,
        answer: "You're right - the names of the carts are inconsistent. Which direction do you want to go?",
        looked: 'ls carts',
      }).map((each) => each.confidence),
    );
  expect(surely('I also meant: the carts of the lower yard')).toBeLessThan(0.5);
  expect(surely('you forgot the carts of the lower yard')).toBeGreaterThan(0.5);
});
