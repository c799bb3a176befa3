import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { concededWhole, tellingLine } from './conceded.ts';
import { dangles } from './dangling.ts';

const summaryOf = (words: string, more: Partial<Parameters<typeof corrections>[0]> = {}) =>
  corrections({
    words,
    answer: "You're right, I should have left that alone.",
    ran: 'npm test',
    edits: true,
    ...more,
  })[0]?.summary;

describe('what words are about that do not say it', () => {
  test.each([
    [
      "no, that's not what I asked for, it must keep the old order",
      /^(?:The user on|Called done in|On) a\.ts\b.*\bit must keep the old order$/,
    ],
    ['eso sigue sin guardarse', /\ba\.ts\b.*: eso sigue/],
    ['它还是不对', /\ba\.ts\b.*它还是不对/],
  ])('is the file written before them: %s', (words, told) =>
    expect(summaryOf(words, { answer: 'Let me fix it.' })).toMatch(told),
  );

  test('is told where they name it themselves', () => {
    expect(summaryOf('no, you broke the `orders` table, it must keep the old order')).not.toContain('a.ts');
  });

  test('is not the file of an earlier turn', () => {
    const summary = summaryOf("no, that's wrong, it must keep the old order", { looked: 'ls lib' });
    expect(summary).toContain('it must keep the old order');
    expect(summary).not.toContain('a.ts');
  });

  test.each([
    'why is it twice there?',
    'I do not see it',
    'but this is the wrong one',
    'eso no va ahí',
    'это не то',
    'ça ne va pas',
    '还是不行',
    'それは違う',
  ])('is open: %s', (words) => expect(dangles(words)).toBe(true));

  test.each([
    'why is `total` twice there?',
    'this is not what lib/orders.ts is for',
    'the second table must keep the old order of its columns',
    'die zweite Tabelle soll ihre Reihenfolge behalten',
  ])('is told: %s', (words) => expect(dangles(words)).toBe(false));
});

describe('the line that tells', () => {
  test('is no half of a quotation', () => {
    const line = tellingLine(
      '',
      'You wrote "no, this is better" into the letter. The heading must not be bold',
      '',
    );
    expect(line).toBe('The user: The heading must not be bold');
  });

  test('is no question behind what objects', () => {
    const words =
      'No, the second map is the one that you drew without a legend. Or has the printer lost that part?';
    expect(tellingLine('', words, '')).toContain('without a legend');
  });

  test('is what the agent concedes, where the words do not fit', () => {
    const answer =
      "You're right. With the new order, all tables of one letter get the whole legend. Let me fix it:";
    expect(concededWhole(answer)).toContain('all tables of one letter get the whole legend');
    expect(concededWhole("You're right. The simplest fix is to drop the second legend.")).toBeNull();
    expect(concededWhole('Sure, the legend is below.')).toBeNull();
  });
});
