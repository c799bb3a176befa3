import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { overturns } from './overturned.ts';

describe('words that say the last ones were not understood', () => {
  test.each([
    'I didnt tell you to throw the rolls away. I told you that the tray belongs upstairs.',
    'no, I meant the tray of the upper oven',
    'I am talking about the trays that are already sold.',
    "that's not what I asked for",
    "this isn't what I meant",
    'you misread me, the lower oven is fine',
  ])('%s', (words) => {
    expect(overturns(words)).toBe(true);
  });

  test.each([
    'I also meant: the handles of the lower oven',
    'now bake the rolls',
    'the guests asked about the rolls',
    'what does it mean',
    "great, that's what I wanted",
  ])('not: %s', (words) => {
    expect(overturns(words)).toBe(false);
  });

  test('what was done first is then no fix', () => {
    const talk = {
      before: 'Done, the tray is in the list of the lower oven now.',
      words: "You've put the tray under the lower oven. That's not the right place",
      answer: "You're right. I'll remove only the `tray` lines I just made from `ovens.md`.",
      edits: true,
      report: 'Fixed. Removed the `tray` lines from `ovens.md`.',
    };
    const fix = (next: string) => corrections({ ...talk, next })[0]!.remediation;
    expect(fix('thanks, now the rolls')).toContain('emove');
    expect(fix("I didn't tell you to remove it. The tray belongs to the upper oven.")).toBe(
      "What was made of it first is not what the user meant, who then said: I didn't tell you to remove it. The tray belongs to the upper oven",
    );
  });
});
