import { anyOf } from '../../../text/any-of.ts';
import { markdownSentences, withoutMarkdown } from '../../../text/markdown.ts';
import { isWhole } from '../../wording/prose.ts';
import { alone, causeTold } from '../../wording/told-cause.ts';
import { CONCEDES } from '../context/acceptance.ts';
import type { Later, OpenObjection } from '../open-objection.ts';
import { tellsFinding } from '../words/finding.ts';
import { HEDGES, OWN, POINTS, SHOULD_WORK } from './conceded.ts';
import { isOrder, orderOf } from './imperatives.ts';

/** How it was made good what a human objected to: out of what the agent said until the human spoke again. Pure. */

/** Stands before what was done. */
const LEAD = anyOf(
  [
    /(?:done|fixed|pushed|committed|updated|reverted|good|great|perfect|yes|ok(?:ay)?|right|confirmed)(?: (?:in|as|to|and) [^.:—–]{1,40})?\s*[.!:,—–-]+\s+/,
    /(?:the |simplest |real |right |proper |root |key |main |core )*(?:fix|change|solution)(?: \([^)]*\))?\s*[:—–-]+\s+/,
    /(?:so|also|then|and|but|instead)(?:,? yes)?,?\s+(?=i |the |we |it |`)/,
    /(?:the|this) (?:issue|problem|bug) (?:is|was)(?: that)? /,
  ],
  { before: /^/, flags: 'i' },
);

const sentencesOf = (text: string): string[] =>
  markdownSentences(text)
    .map((line) => line.replace(LEAD, '').replace(/[.!\s]+$/, ''))
    .filter((line) => line.length > 0);

const CHARS_MIN = 20;
const CHARS_MAX = 240;
/** Only says that all is well, what comes next, or asks. */
const NO_FIX = anyOf(
  [
    /^(?:all|both|lint\w*|tests?|build|everything|full|ci|no)\b[^,;:]{0,60}\b(?:pass\w*|green|clean|done|fixed|addressed|work\w*|issues?)\b/,
    /^(?:now (?!`|the )|you should now|let me|let's|i'll|i will|i'm|next|you can|try|here(?:'s| is| are)|want|should i|would you|summary|working|looking|checking|ready|run(?:ning)? it)\b/,
    /^(?:(?:we|i)(?:'ve| have) (?:already )?tried|recommendation)\b/,
    /^(?:pushed|committed|amended|force-pushed|created (?:two|three|\d+) commits?|ran|verified|tested|confirmed)\b/,
    SHOULD_WORK,
    /\b(?:is|are|now) (?:now )?(?:passing|passes|green|clean|working|works|fixed|done)\b|\bpass(?:es)? now\b/,
    /\?$|:$|^[^a-z]*$|^[a-z]+ #?\d+: /,
  ],
  { flags: 'i' },
);
/** How things are from now on. */
const NOW = /\b(?:now|no longer|instead of|rather than)\b/i;

const WORD = /[A-Za-z_][\w.-]{3,}/g;
const NAME = /\w[._]\w|[a-z][A-Z]/;
const STEM_CHARS = 5;
const PLAIN = new Set(
  `this that with from have been were does what when where which would could should there their then them they your
  about into just also like only than some more other after before instead rather because while still make made need
  want uses used using work works fixed change changed file files code test tests`.split(/\s+/),
);

const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(WORD) ?? [])
      .filter((word) => !PLAIN.has(word))
      .map((word) => word.slice(0, STEM_CHARS)),
  );

/** True where a sentence speaks of what these texts speak of: it shares a name of code with them, or two words. */
function speaksOf(sentence: string, texts: string, least = 2): boolean {
  if ((sentence.match(WORD) ?? []).some((word) => NAME.test(word) && texts.includes(word))) return true;
  const told = stemsOf(texts);
  return [...stemsOf(sentence)].filter((stem) => told.has(stem)).length >= least;
}

/** What was done, as an order; null where the sentence does not begin with it. */
function asOrder(sentence: string): string | null {
  const [, verb = '', rest = ''] =
    /^(?:i(?:'ve| have)? (?:also |now |just )?)?([A-Za-z]+)\b(.*)$/is.exec(sentence) ?? [];
  const order = orderOf(verb);
  if (order === null || !/^\s+\S/.test(rest) || /^ (?:by|in|to)\b/.test(rest)) return null;
  const second = rest.replace(/((?:, | )and )([a-z]+)(?= )/, (all, and: string, word: string) => {
    const other = orderOf(word);
    return other === null ? all : `${and}${other}`;
  });
  return `${order[0]!.toUpperCase()}${order.slice(1)}${second}`;
}

interface Told {
  text: string;
  weight: number;
}

/** What a fix is looked for: the human's words, of several findings the first. */
interface Sought {
  words: string;
  /** It is one of several: what does not speak of it is about another. */
  isOne: boolean;
}

const NUMBERED = /^[ \t]*\(?\d{1,2}[.)] +\S/gm;
/** Where a finding is: its file speaks of others as well. */
const PLACES = /\S+\.\w{1,5}:\d+\S*/g;

/** What the words are about: of several findings by their numbers the first, which is the one that is told. */
export function soughtIn(text: string): Sought {
  const second = tellsFinding(text) ? [...text.matchAll(NUMBERED)][1]?.index : undefined;
  return second === undefined
    ? { words: text, isOne: false }
    : { words: text.slice(0, second).replace(PLACES, ''), isOne: true };
}

/** Says enough without the list that it announces. */
const ON_TERMS = /\bnow\b.*\b(?:if|when|instead|no longer|rather)\b/i;

/** What of a report says how it is now: as an order where it begins with what was done. */
function fixIn(told: string, { words, isOne }: Sought, at: number): Told | null {
  const sentence = ON_TERMS.test(told) ? told.replace(/:$/, '') : told;
  if (sentence.length < CHARS_MIN || sentence.length > CHARS_MAX) return null;
  if (NO_FIX.test(sentence) || HEDGES.test(sentence) || !isWhole(sentence)) return null;
  const order = asOrder(sentence);
  if (order === null && (POINTS.test(sentence) || OWN.test(sentence) || !NOW.test(sentence))) return null;
  const isNamed = speaksOf(sentence, words, sentence.includes('`') ? 1 : 2);
  if (!isNamed && (isOne || (order !== null && at > 0))) return null;
  const weight =
    (isNamed ? 1.5 : 0) +
    (NOW.test(sentence) ? 1 : 0) +
    (sentence.includes('`') ? 0.5 : 0) -
    (/\btests?\b/i.test(sentence) ? 1 : 0) -
    at * 0.3;
  return { text: alone(order ?? sentence), weight };
}

/** What the agent reports to have done; null where it does not. */
function reported({ later = [], text }: OpenObjection): string | null {
  const report = later.at(-1);
  if (!report?.edited) return null;
  const sought = soughtIn(text);
  const told = sentencesOf(report.text.replace(CONCEDES, '')).flatMap(
    (sentence, at) => fixIn(sentence, sought, at) ?? [],
  );
  const best = told.reduce<Told | null>((top, each) => (top && top.weight >= each.weight ? top : each), null);
  return best && best.weight > 0 ? best.text : null;
}

/** How it should be, as the agent then says. */
const DUTY = anyOf(
  [
    /\b(?:should|must)(?:n't| not)? (?!have\b|be (?:able|live|visible|available|ready|fine|good|fixed)\b|work\b|i\b|we\b|pass\b|show\b|see\b|now\b)[a-z]/,
    /^(?:we|you) (?:need|have) to (?!check\b|look\b|see\b|find\b|verify\b|understand\b)/,
    /\b(?:ought to|is supposed to)\b/,
  ],
  { flags: 'i' },
);
const I_SHOULD =
  /^i should(n't| not)? ((?!have\b|be able\b|check\b|look\b|also\b|note\b|probably\b|verify\b|first\b).+)$/i;
const FIX_IS =
  /^(?:the|simplest|better|right|correct|real|reliable|proper|cleanest|remaining|robust)[ \w-]{0,40}\b(?:fix|way|choice|approach|solution)(?: here)? (?:is|would be) (?:to |just )*(?=([a-z]+)\b)/i;
const JUST = /^(?:simply |just )(?=([a-z]+)\b)/i;
/** What could be done in place of it. */
const INSTEAD =
  /^(?:so )?(?:(?:in|for|at|on) [^,`]{3,40}, )?(?:we|i) (?:can|could) (?:just |simply )?(?=([a-z]+)\b[^?]*`[^?]*\b(?:instead of|rather than|since|because)\b)/i;
/** Goes on from words that are not told with it. */
const GOES_ON =
  /^(?:if|try|please|wait|but|before|after|so|or|and|because|since|when|while|let|you're|next|then|question)\b/i;

const isTold = (sentence: string): boolean =>
  sentence.length >= CHARS_MIN &&
  sentence.length <= CHARS_MAX &&
  !/[?:]$/.test(sentence) &&
  isWhole(sentence);

/** What the agent says outright to be the fix, as an order. */
function asOrdered(sentence: string): string | null {
  if (!isTold(sentence)) return null;
  const own = I_SHOULD.exec(sentence);
  if (own) return own[1] ? `Do not ${own[2]}` : alone(own[2]!);
  const lead = FIX_IS.exec(sentence) ?? JUST.exec(sentence) ?? INSTEAD.exec(sentence);
  return lead && isOrder(lead[1]!) ? alone(sentence.slice(lead[0].length)) : null;
}

/** What the agent says of how it should be. */
function asDuty(sentence: string): string | null {
  if (!isTold(sentence) || !DUTY.test(sentence) || HEDGES.test(sentence)) return null;
  const plain = sentence.replace(/\bmy\b/g, 'the').replace(/^my\b/i, 'The');
  return POINTS.test(plain) || OWN.test(plain) || GOES_ON.test(plain) ? null : alone(plain);
}

/** What the human is granted could be done: `You're right, we can read it from the ledger`. */
const COULD =
  /^(?:so )?(?:we|i) (?:can|could) (?:just |simply |also |instead )*(?=([a-z]+) (?!it\b|that\b|this\b|them\b))/i;

/** What the first words behind a concession say could be done, as an order. */
function granted(answer: string): string | null {
  const rest = answer.replace(CONCEDES, '');
  const [first = ''] = rest === answer ? [] : sentencesOf(rest);
  const lead = COULD.exec(first);
  return lead && isTold(first) && isOrder(lead[1]!) ? alone(first.slice(lead[0].length)) : null;
}

const SENTENCES_MAX = 8;

/** The first of what the agent said before it set to work that tells so how it should be. */
function firstTold(
  { answer, later = [] }: OpenObjection,
  tell: (sentence: string) => string | null,
): string | null {
  for (const text of [answer, ...later.filter(({ edited }) => !edited).map((each) => each.text)])
    for (const sentence of sentencesOf(text.replace(CONCEDES, '')).slice(0, SENTENCES_MAX)) {
      const told = tell(sentence);
      if (told) return told;
    }
  return null;
}

/** Says nothing of what was changed. */
const PLAIN_SUBJECT =
  /^(?:wip|address|apply|update|fix(?:es|ed)?|clean ?up|review|changes?|merge|revert|more|misc|format|lint)\b(?:[^`]{0,24}$|.{0,30} (?:review|pr|lint|feedback|comments|findings)\b)/i;

/** The subject of the commit that was made of it, without its type; null where it is about other things. */
function committed({ commit, answer, text }: OpenObjection): string | null {
  if (commit === undefined) return null;
  const { words, isOne } = soughtIn(text);
  const subject = commit.replace(/^[a-z]+(?:\([^)]*\))?!?: /i, '').replace(/[.\s]+$/, '');
  const isPlain = subject.length < CHARS_MIN || PLAIN_SUBJECT.test(subject);
  return isPlain || !speaksOf(subject, isOne ? words : `${words} ${answer}`) ? null : alone(subject);
}

/** What made it good, or how it should be, as the agent told it; null where it did not. What it had announced goes before a report that names nothing. */
export function madeGood(open: OpenObjection, course: string | null = null): string | null {
  const said =
    firstTold(open, asOrdered) ?? committed(open) ?? granted(open.answer) ?? firstTold(open, asDuty);
  if (said !== null) return said;
  const report = reported(open);
  return course?.includes('`') && report?.includes('`') === false ? course : report;
}

/** Is no statement of what was wrong: it points at what is not told with it, weighs, or plans. */
const NO_STATEMENT =
  /^(?:right|either|on|in|at|from|with|for|under|via|ah|oh|yes|check|finding|the (?:fix|best|only|cleanest)|we should|exact|not|both|each|your|you)\b|[—–-]\s*$|→|\b(?:lines?|step|#) ?\d|\?|\b(?:it|that|this|them|so|there|here|\w+n't)$/i;
const VERB =
  /\b(?:is|are|was|were|has|have|had|does|do|did|can|could|must|will|would|needs?|uses?|fails?|breaks?|gets?|looks?|compares?|treats?|counts?|reads?|writes?|overwrites?|publishes|includes?|contains?|expects?|assumes?|returns?|points?|refers|carries|holds?|lives?|only|never|lost|\w+n't)\b/i;
const CAUSE_TEXTS_MAX = 5;
const PLACE = / in (?:step|line) \d+\b/gi;

/** What is said between the first edit and the report is about what comes up on the way. */
const untilMended = (later: Later[]): string[] =>
  later.filter(({ edited }, at) => !edited || at === later.length - 1).map(({ text }) => text);

/** What was wrong, in the agent's words, in at most `max` characters; empty where these do not say it. */
export function foundCause({ answer, later = [], text: words }: OpenObjection, max: number): string {
  const stems = stemsOf(words);
  const isAbout = (told: string): boolean => [...stemsOf(told)].some((stem) => stems.has(stem));
  const isTaken = (told: string): boolean =>
    VERB.test(told) && !NO_STATEMENT.test(told) && orderOf(/^\w*/.exec(told)![0]) === null;
  for (const text of [answer, ...untilMended(later)].slice(0, CAUSE_TEXTS_MAX)) {
    const plain = withoutMarkdown(text).replace(PLACE, '');
    const cause = causeTold(plain, max, isAbout, isTaken);
    if (cause !== '') return alone(cause);
  }
  return '';
}
