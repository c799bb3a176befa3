import { expect, test } from 'bun:test';
import { corrections } from '../../../test/support/talk.ts';

const answer = "You're right. The issue is that the oven never reads `heat.json`. Let me fix it.";

test('words that are said again whole, before anything was done about them, are one correction', () => {
  const words = 'that is wrong, the oven is still cold:\nheat 0\nheat 0 at the second look';
  const found = corrections({
    words,
    further: `once more:\n${words}\nand the lamp is off`,
    answer,
    edits: true,
  });
  expect(found).toHaveLength(1);
  expect(found[0]!.failure.error).toContain('and the lamp is off');
});

test('other words are one of their own', () => {
  const words = 'that is wrong, the oven is still cold:\nheat 0\nheat 0 at the second look';
  const further = "no, that's wrong as well, the lamp is off";
  expect(corrections({ words, further, answer, edits: true })).toHaveLength(2);
});

test('the same command of which two humans complain is the same lesson', () => {
  const ruleOf = (words: string) =>
    corrections({
      words,
      answer: "Got it, I won't amend commits going forward.",
      ran: 'git commit --amend --no-edit',
    })[0]?.subject?.rule;
  const rule = ruleOf("please don't amend commits - it breaks the review");
  expect(rule).toContain('--amend');
  expect(ruleOf('never amend here, the checks are lost')).toBe(rule!);
});
