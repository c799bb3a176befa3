import { remembered } from '../../text/remembered.ts';

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
};
const SHORT_FORM =
  /(?<![\w'.-])(?:u|ive|youre|thats|whats|theres|cant|wont|pls|plz|shoud|shuld|shoudl|woud|dosent|doesent|dosnt|its(?= (?:not|still|now|only|just|\w+ing)\b)|(do|does|did|is|are|was|were|has|have|had|could|would|should)nt)(?![\w'.-])/gi;

const TEXTS_REMEMBERED = 64;

/** English as it is written out: `u dont` is `you don't`; with straight apostrophes. */
export const plainSpelling = remembered(TEXTS_REMEMBERED, (text: string): string =>
  straight(text).replace(SHORT_FORM, (word: string, verb: string | undefined) =>
    verb === undefined ? (SHORT_FORMS[word.toLowerCase()] ?? word) : `${verb}n't`,
  ),
);
