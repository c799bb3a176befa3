import type { OpenFailure } from '../failure-state.ts';
import { markdownSentences } from '../spoken/markdown.ts';
import { isWhole } from './prose.ts';

/** Why something failed, out of what the agent said after it. Pure. */

const CLAUSE = /; (?=\w)/;
/** One of several findings is not yet the cause. */
const POINT = /^\s*\d{1,2}[.)] .*$/gm;
const CHARS_MAX = 320;
/** Words that are looked through: what is said later is about the next thing. */
const SAID_CHARS_MAX = 900;
const CAUSE_CHARS_MIN = 20;

const FAULT = '(?:issue|problem|(?:root )?cause|bug|reason|fault|failure|culprit)s?';
/** Announces the cause: what follows is it. */
const LED = new RegExp(
  `^(?:(?:(?:now )?i (?:can )?see|(?:i )?found) (?:it|(?:the|a)(?: (?:real|actual))? ${FAULT}|what\\S* (?:wrong|happening))|there(?:'s| is)(?: (?:the|a))? (?:real )?bug|root cause(?: found)?|(?:the|this) (?:test|fixture|assertion)(?: itself)? (?:is|was) wrong|fix (?:the|this|that) [\\w-]+|(?:the|that) ${FAULT} is(?: clear)?)(?: *[.!:]$| *[-–—:,!.]+ *)`,
  'i',
);
/** Names the fault, and then says what it is. */
const IS = new RegExp(
  `^(?:(?:all|both|everything) [^.]{1,30}? and )?(?:the|its|this|that|one) (?:\\S+ ){0,3}?${FAULT}(?: here| now)? (?:is|was|are|were)(?: that| simply| just| actually| only| still)*[:,]? +(?!being\\b|gone\\b|fixed\\b|resolved\\b|expected\\b|clear\\b|real\\b|unrelated\\b|the same\\b|useful\\b)(.+)$`,
  'i',
);
/** Speaks of a fault, and tells it behind a colon. */
const ANNOUNCES = new RegExp(
  `^[^:]{0,110}\\b(?:${FAULT}|mistake|fail(?:s|ed|ing)?|broke|breaks|mismatch|noise|rule|detail|contract)\\b[^:]{0,60}: (?=\\S)`,
  'i',
);
const BECAUSE = /^(.*?)\b(?:because|since):? +(?!of )(.{12,})$/i;
const FAILS =
  /\b(?:fail\w*|broke\w*|breaks?|error\w*|issue|problem|bug|panic\w*|crash\w*|rejected|refused|wrong|too \w+|(?:this|that) (?:is|was|happen\w*))\b/i;
/** What the agent says that it had done wrong itself. */
const OWN =
  /(?:^|[-–—:;] )i (?:had |have |just )?((?:accidentally|forgot|miscounted|misread|mistyped|missed|wrongly|mistakenly|overlooked|left out|mixed up|confused)\b.+)$/i;
/** Says by itself what is wrong: what is needed, too much, or the other way round. */
const LACKS =
  /^(?:the|its|my|our|a|an|every|each|`|[A-Z]\w*[a-z][A-Z(.])[^:]*?(?:\b(?:needs?|requires?|expects?|lacks?|assum(?:es?|ed)|never|skips?|is missing|(?:is|was|are|were) (?:too|not|only|never|no)|(?:does|do|did|is|are|was|has|can)(?:n't| not)|cannot|relied on|rel(?:y|ies) on)\b|, not (?:on|in|the|an?|just|by)\b)/i;
/** Only says what failed. */
const NO_CAUSE = /^(?:not\b|because of\b|an? [^:]*\btests?\b(?! (?:that|which|setup)))/i;
const FOUND =
  /\b(?:exposed|found|caught|hit|uncovered|surfaced|revealed) an? (?:[\w-]+ )*?(?:bug|issue|problem)\b[^:]*$/i;
/** A state of things that says nothing of why. */
const STATE = /\b(?:still|now|correct(?:ly)?|fine|clean|green|gone|pass(?:es|ed)?|works?)\b/i;
const HOPES =
  /\b(?:might|may(?:be)?|perhaps|probably|seems?|appears?|likely|suspect\w*|try|let me|let's|want|suggests?|looks like|whether|running|in progress|waiting)\b|\?/i;
const FIRST_PERSON = /\b(?:i|i'm|i'll|i've|we'll|we're going|you|your)\b/i;
const GOES_ON =
  /^(?:next|now|the next)\b|\b(?:all (?:\w+ )?pass\w*|(?:different|new|same|another) (?:error|failure|issue|problem))\b/i;
/** Points at something that a reader of the summary does not see. */
const POINTS =
  /^(?:it|this|that|these|those|they|there|here|then|he|she|one|which|what|how|why|where|an? \w+ in)\b/i;
const SUBJECT =
  /^((?:the|our|my|its|this|`)\S*(?: [^,;:]{1,36}?)??) (?:was|is|were|are|fails?|failed|does|did|has|had)\b/i;

const SHOWS = /^[^:,`]{3,60}? (?:shows?|means?|proves?|reveals?|confirms?) that /i;
/** What follows from a cause is told by the failure. */
const SO =
  /,? (?:so (?!that\b|far\b|much\b|many\b)|which means |meaning |hence |leading to |[-–—]+ \w+ing ).*$/i;
/** Where a cause holds, before what it is. */
const WHERE = /^(?:with|in|on|for|after|when|if|since|as|at) [^,]{3,60}, /i;
/** Ends of a clause, behind which a sentence goes on to something else. */
const END =
  /(?:[;,] | [—–-]+ | \(|: | (?:and|but|when|while|which|instead of|rather than|after|before|whenever|even though|until|unless|as soon as|(?:on|in|for|with) this) )(?=\S)/gi;
const HEAD_MIN = 34;
const SPANS = /\b(?:between|both|either|neither)\b/i;

/** The clause in at most so many characters; the part behind a `but` before one that is cut; empty where none is whole. */
function shortened(cause: string, max: number): string {
  if (cause.length <= max) return cause;
  const but = /,? but (?!that|it|this|they|not)(.{24,})$/i.exec(cause)?.[1];
  if (but) return shortened(but, max);
  const bare = cause.replace(WHERE, '');
  if (bare !== cause) return shortened(bare, max);
  const ends = [...cause.matchAll(END)].map(({ index }) => index);
  const end = ends.findLast((at) => {
    const head = cause.slice(0, at);
    return at <= max && at >= HEAD_MIN && isWhole(head) && !SPANS.test(head);
  });
  return end === undefined ? '' : cause.slice(0, end);
}

/** A cause in the third person, and not pointing at what was said before; else empty. */
function asClause(cause: string, max: number): string {
  const plain = cause
    .replace(/\*\*|(?<=\s)\*(?=\w)|(?<=\w)\*(?=[\s,.])/g, '')
    .replace(SHOWS, '')
    .replace(SO, '')
    .replace(/^(?:actually|simply|just|that)\s+/i, '')
    .replace(/\b(?:my|our)\b/g, 'the')
    .replace(/^(?:my|our)\b/i, 'The');
  const short = shortened(plain.replace(/[\s.!:,;]+$/, ''), max).replace(/[\s.!:,;]+$/, '');
  if (
    short.length < CAUSE_CHARS_MIN ||
    !short.includes(' ') ||
    POINTS.test(short) ||
    FIRST_PERSON.test(short)
  )
    return '';
  return short;
}

/** What follows a `because`, with the subject of what it explains in place of a pronoun. */
function reasonOf(sentence: string): string {
  const [, head = '', reason = ''] = BECAUSE.exec(sentence) ?? [];
  if (reason === '' || !FAILS.test(head)) return '';
  const pronoun = /^(?:it|they)\b/i.exec(reason)?.[0];
  if (!pronoun) return reason;
  const subject = SUBJECT.exec(head.split(/[;,:] /).at(-1)!)?.[1];
  return subject ? `${subject}${reason.slice(pronoun.length)}` : '';
}

const WORD = /[A-Za-z_][\w.-]{3,}/g;

/** True where a sentence speaks of something that the call or its error names. */
export function isAbout(sentence: string, { call, error }: OpenFailure): boolean {
  const told = `${call.command} ${error.slice(0, 1000)}`.toLowerCase();
  return (sentence.match(WORD) ?? []).some((word) => told.includes(word.toLowerCase()));
}

function causeIn(sentence: string, isLed: boolean, isAbout: (told: string) => boolean): string {
  const own = OWN.exec(sentence)?.[1];
  if (own) return `The agent ${own}`;
  const reason = reasonOf(sentence);
  if (reason) return reason;
  if (FOUND.test(sentence)) return '';
  const announced = ANNOUNCES.exec(sentence)?.[0];
  if (announced) return sentence.slice(announced.length);
  const named = IS.exec(sentence)?.[1];
  if (named && NO_CAUSE.test(named)) return '';
  if (named) return /^(?:in|with|at|on|by)\b[^,]*$/i.test(named) ? sentence : named;
  if (isLed) return sentence;
  const plain = sentence.replace(SHOWS, '');
  if (!LACKS.test(plain) || STATE.test(plain) || /\bshould\b/i.test(plain)) return '';
  return plain !== sentence || isAbout(plain) ? plain : '';
}

const PLAIN_WORD = /^[A-Za-z][a-z'-]*(?=[\s,])|^A(?= )/;

/** A clause behind a name. */
export const behind = (clause: string): string =>
  PLAIN_WORD.test(clause) ? clause[0]!.toLowerCase() + clause.slice(1) : clause;
/** The same clause as a sentence of its own. */
export const alone = (clause: string): string =>
  PLAIN_WORD.test(clause) ? clause[0]!.toUpperCase() + clause.slice(1) : clause;

/** The first cause that is taken, in at most `max` characters, out of what was said of something; empty where that names none. */
export function causeTold(
  said: string,
  max: number,
  isAbout: (told: string) => boolean,
  isTaken: (cause: string) => boolean = () => true,
): string {
  let isLed = false;
  const clauses = markdownSentences(said.slice(0, SAID_CHARS_MAX).replace(POINT, '')).flatMap((each) =>
    each.split(CLAUSE),
  );
  for (const flat of clauses) {
    const lead = LED.exec(flat)?.[0] ?? '';
    const sentence = flat.slice(lead.length);
    const led = isLed || lead !== '';
    isLed = lead !== '' && sentence === '';
    if (sentence === '' || sentence.length > CHARS_MAX || GOES_ON.test(sentence)) continue;
    const found = causeIn(sentence, led, isAbout);
    const cause = HOPES.test(sentence.replace(SO, '')) ? '' : asClause(found, max);
    if (cause !== '' && isTaken(cause)) return cause;
    isLed ||= IS.test(sentence) && (found !== '' || /\bbecause of\b/i.test(sentence));
  }
  return '';
}

/** True where what was done about a cause that was told was in vain, more than once. */
export const isGuess = ({ inVain = 0 }: OpenFailure): boolean => inVain > 1;

/**
 * The cause of a failure in at most `max` characters, as the agent told it after it; empty where it names none, or what
 * it did about it was in vain.
 */
export const toldCause = (open: OpenFailure, max: number): string =>
  isGuess(open) ? '' : causeTold(open.after, max, (told) => isAbout(told, open));
