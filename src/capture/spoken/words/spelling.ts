import { remembered } from '../../../text/remembered.ts';

/** Straight apostrophes, so that one spelling of a phrase is enough. */
export const straight = (text: string): string =>
  ['\u2018', '\u2019', '\u02bc'].some((quote) => text.includes(quote))
    ? text.replace(/[\u2018\u2019\u02bc]/g, "'")
    : text;

const SHORT_FORMS: Record<string, string> = {
  u: 'you',
  ive: "i've",
  youre: "you're",
  thats: "that's",
  whats: "what's",
  theres: "there's",
  its: "it's",
  cant: "can't",
  wont: "won't",
  pls: 'please',
  plz: 'please',
  shoud: 'should',
  shuld: 'should',
  shoudl: 'should',
  woud: 'would',
  dosent: "doesn't",
  doesent: "doesn't",
  dosnt: "doesn't",
  chck: 'check',
  dnot: "don't",
  dnt: "don't",
  didnot: "didn't",
};
const SHORT_FORM =
  /(?<![\w'.-])(?:u|ive|youre|thats|whats|theres|cant|wont|pls|plz|shoud|shuld|shoudl|woud|dosent|doesent|dosnt|chck|dnot|dnt|didnot|its(?= (?:not|still|now|only|just|\w+ing)\b)|(do|does|did|is|are|was|were|has|have|had|could|would|should)nt)(?![\w'.-])/gi;

const LONG = 6;
/** Slips that are words. */
const REAL = new Set(['hats', 'chance', 'rove', 'broke', 'waned', 'before']);
const LETTERS = /[A-Za-z][A-Za-z']{3,9}/g;

/** Words that objections are made of, where a slip of the fingers would hide them. */
const SLIPPED = new Map(
  [
    'that',
    'this',
    'what',
    'wrong',
    'should',
    'could',
    'would',
    'still',
    'again',
    'instead',
    'remove',
    'change',
    'update',
    'answer',
    'question',
    'already',
    'asked',
    'never',
    'always',
    'before',
    'missing',
    'broken',
    'wanted',
    'without',
    "doesn't",
    "didn't",
    "don't",
  ].flatMap((word) => slipsOf(word).map((slip): [string, string] => [slip, word])),
);

/** The word with two letters swapped, and where it is long, without one of its inner letters. */
function slipsOf(word: string): string[] {
  const slips: string[] = [];
  for (let at = 0; at + 1 < word.length; at++)
    if (word[at] !== word[at + 1])
      slips.push(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
  if (word.length >= LONG)
    for (let at = 1; at + 1 < word.length; at++) slips.push(word.slice(0, at) + word.slice(at + 1));
  return slips.filter((slip) => !REAL.has(slip));
}

const TEXTS_REMEMBERED = 64;

/** English as it is written out: `u dont` is `you don't`; with straight apostrophes. */
export const plainSpelling = remembered(TEXTS_REMEMBERED, (text: string): string =>
  straight(text)
    .replaceAll('n;t', "n't")
    .replace(LETTERS, (word) => SLIPPED.get(word.toLowerCase()) ?? word)
    .replace(SHORT_FORM, (word: string, verb: string | undefined) =>
      verb === undefined ? (SHORT_FORMS[word.toLowerCase()] ?? word) : `${verb}n't`,
    ),
);
