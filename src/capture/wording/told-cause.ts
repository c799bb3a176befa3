import { anyOf } from '../../text/any-of.ts';
import { markdownSentences, wholeSentences } from '../../text/markdown.ts';
import type { OpenFailure } from '../failure-state.ts';
import { CODE_KINDS } from '../failures/kind/error-kind.ts';
import { namedIn } from './named-in.ts';
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
/** Speaks of a fault, and tells it behind a colon or a dash. */
const ANNOUNCES = new RegExp(
  `^[^:]{0,110}\\b(?:(?:${FAULT}|mistake|fail(?:s|ed|ing)?|broke|breaks|mismatch|noise|rule|detail|contract|collision|gap|leak|false (?:positive|negative))\\b[^:]{0,60}:|(?:fail(?:s|ed|ures?)?|breaks)(?: now)? [–—-]+) (?=\\S)`,
  'i',
);
const BECAUSE = /^(.*?)\b(?:because|since):? +(?!of )(.{12,})$/i;
const FAILS =
  /\b(?:fail\w*|broke\w*|breaks?|dies|dying|died|error\w*|issue|problem|bug|panic\w*|crash\w*|rejected|refused|wrong|too \w+|(?:this|that) (?:is|was|happen\w*))\b/i;
/** What the agent says that it had done wrong itself. */
const OWN =
  /(?:^|[-–—:;] )i (?:had |have |just )?((?:accidentally|forgot|miscounted|misread|mistyped|missed|wrongly|mistakenly|overlooked|left out|mixed up|confused)\b.+)$/i;
/** Says by itself what is wrong: what is needed, too much, or the other way round. */
const LACKS =
  /^(?:the|its|my|our|your|a|an|every|each|`|[A-Z]\w*[a-z][A-Z(.])[^:]*?(?:\b(?:needs?|requires?|expects?|lacks?|assum(?:es?|ed)|never|skips?|is missing|(?:is|was|are|were) (?:too|not|only|never|no)|(?:does|do|did|is|are|was|has|can)(?:n't| not)|cannot|relied on|rel(?:y|ies) on)\b|, not (?:on|in|the|an?|just|by)\b)/i;
/** What the old way of doing it was left in. */
const STALE =
  /\bstill (?!fail|pass|run|work|appear|happen|show|occur|get|see|com|los|miss|break|crash|wait|hang|be|go)(?:\w+ing|carr(?:y|ies)|imports?|uses?|used|expects?|expected|calls?|called|holds?|held|points?|pointed|refers?|referred)\b/i;
/** Does a thing under one condition alone. */
const ONLY = /^(?:the|its|my|our|an?|`|[A-Z]\w*[a-z][A-Z(.]).*\bonly (?!a\b|the\b)\w+s\b/i;
/** Says what comes of it: what stands before is the cause. */
const COMES =
  /^(.{20,}?),? (?:so|which|meaning|and that)(?: is (?:why|how))? (?!that\b|far\b|much\b|many\b|it can|we can|I\b)[^,;]*?\b(?:fail\w*|break\w*|broke|reject\w*|crash\w*|error(?:s|ed)?|panics?|silently|dropped)\b/i;
/** Says that what was told right before is being mended. */
const MENDS = anyOf(
  [
    /(?:fix|patch|correct|remov|replac|rework)(?:e|ing)? (?:that|this|it)\b/,
    /(?:fix|patch|correct|adjust|adapt|updat|chang|extend)(?:e|ing)? (?:the|my|our) [^.!?\n]{2,60}? to (?:handle|match|reflect|allow(?: for)?|account for|support|cover|expect|accept) (?:that|this|it|these|those|both)\b/,
  ],
  { before: /^(?:let me |now |so )*(?:i'?m |i'll |i am |i will )?(?:now )?/, flags: 'i' },
);
/** Only says what failed. */
const NO_CAUSE = /^(?:not\b|because of\b|an? [^:]*\btests?\b(?! (?:that|which|setup)))/i;
const FOUND =
  /\b(?:exposed|found|caught|hit|uncovered|surfaced|revealed) an? (?:[\w-]+ )*?(?:bug|issue|problem)\b[^:]*$/i;
/** A state of things that says nothing of why. */
const STATE =
  /\b(?:still|now|correct(?:ly)?|fine|clean|green|gone|pass(?:es|ed)?|works?|fixed|successful(?:ly)?)\b/i;
const HOPES =
  /\b(?:might|may(?:be)?|perhaps|probably|seems?|appears?|likely|suspect\w*|try|let me|let's|want|suggests?|looks like|whether|running|in progress|waiting)\b|\?/i;
const FIRST_PERSON = /\b(?:i|i'm|i'll|i've|we'll|we're going|you|your)\b/i;
const GOES_ON =
  /^(?:next|now|the next)\b|\b(?:all (?:\w+ )?pass\w*(?! except\b)|(?:different|new|same|another) (?:error|failure|issue|problem))\b/i;
/** Points at something that a reader of the summary does not see. */
const POINTS =
  /^(?:it|this|that|these|those|they|there|here|then|he|she|one|which|what|how|why|where|an? \w+ in)\b/i;
const SUBJECT =
  /^((?:the|our|my|its|this|`)\S*(?: [^,;:]{1,36}?)??) (?:was|is|were|are|fails?|failed|does|did|has|had)\b/i;

const SHOWS = /^[^:,`]{3,60}? (?:(?:shows?|means?|proves?|reveals?|confirms?) that|confirms?) /i;
/** What follows from a cause is told by the failure. */
const SO =
  /,? (?:so (?!that\b|far\b|much\b|many\b)|which (?:means|causes|makes|breaks|prevents|leads) |meaning |hence |leading to |[-–—]+ \w+ing ).*$/i;
/** Where a cause holds, before what it is. */
const WHERE = /^(?:with|in|on|for|after|when|if|since|as|at|per) [^,]{3,60}, /i;
/** Goes before what is told, and tells nothing. */
const OPENS =
  /^(?:(?:however|actually|simply|just|that|indeed|basically|in fact|so|but|looking(?: (?:more )?(?:carefully|closely))?(?: at [^,]{1,40})?),? +)+/i;
/** Ends of a clause, behind which a sentence goes on to something else. */
const END =
  /(?:; |, (?!not )| [—–-]+ | \(|: | (?:and|but|when|while|which|instead of|rather than|after|before|whenever|even though|until|unless|as soon as|(?:on|in|for|with) this) )(?=\S)/gi;
/** Ends of a clause that holds only under a condition. */
const CONDITION = /^ (?:when(?:ever)?|while|until|unless|as soon as) /i;
const BOUND = /\b(?:only|never|not|no|too|always|without|\w+n't)\b/i;
/** A clause does not end in these. */
const DANGLING = /\b(?:as|to|of|at|for|from|with|and|or|the|an?)$/i;
const BUT = /^(.+?),? but (?!that|it|this|they|not)((?:the|its|my|our|an?|only|\S*[`(.]\S*) .{20,})$/i;
/** What the code does is told, and then why that is wrong. */
const DOES = /^(?:we(?:'re| are)|(?:the |this )?code (?:is|was)|it(?:'s| is)) \w+ing\b/i;
const HEAD_MIN = 34;
const SPANS = /\b(?:between|both|either|neither)\b/i;

/** The clause in at most so many characters; the part behind a `but` before one that is cut; empty where none is whole. */
function shortened(cause: string, max: number): string {
  const [, fair = '', but = ''] = BUT.exec(cause) ?? [];
  if (cause.length <= max) return DANGLING.test(cause) ? '' : cause;
  if (but !== '' && !DOES.test(fair)) return shortened(namedIn(but, cause, cause), max);
  const bare = cause
    .replace(WHERE, '')
    .replace(/^the (?=`)|(?<=^(?:the )?`[^`]+`) (?:function|method|helper)(?= )/gi, '');
  if (bare !== cause) return shortened(bare, max);
  const ends = [...cause.matchAll(END)].map(({ index }) => index);
  const end = ends.findLast((at) => {
    const head = cause.slice(0, at);
    if (at > max || at < HEAD_MIN || !isWhole(head) || SPANS.test(head) || DANGLING.test(head)) return false;
    return !CONDITION.test(cause.slice(at)) || BOUND.test(head);
  });
  return end === undefined ? '' : cause.slice(0, end);
}

/** A cause in the third person, and not pointing at what was said before; else empty. */
function asClause(cause: string, max: number): string {
  const plain = cause
    .replace(/\*\*|(?<=\s)\*(?=\w)|(?<=\w)\*(?=[\s,.])/g, '')
    .replace(/ \((?:on )?lines? [\d–-]+\)/g, '')
    .replace(/^(`[^`]+`) [-–—] (?=[a-z]+s )/, '$1 ')
    .replace(/^your\b/i, 'The')
    .replace(/ (?:on|in) your (?:[\w-]+ ){0,2}(?:setup|machine|system|environment|side|end)\b/i, '')
    .replace(SHOWS, '')
    .replace(SO, '')
    .replace(OPENS, '')
    .replace(/^its (?=`)/i, '')
    .replace(/^I (?=\w+ed\b|had\b|have\b|put\b|gave\b|wrote\b|left\b|made\b|set\b)/, 'The agent ')
    .replace(/\b(?:my|our)\b/g, 'the')
    .replace(/^(?:my|our)\b/i, 'The');
  const short = shortened(plain.replace(/[\s.!:,;]+$/, ''), max).replace(/[\s.!:,;]+$/, '');
  if (
    short.length < CAUSE_CHARS_MIN ||
    !short.includes(' ') ||
    !isWhole(short) ||
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
  if (announced) return withoutPraise(sentence.slice(announced.length));
  const named = IS.exec(sentence)?.[1];
  if (named && NO_CAUSE.test(named)) return '';
  if (named) return /^(?:in|with|at|on|by)\b[^,]*$/i.test(named) ? sentence : named;
  if (isLed) return sentence;
  const plain = withoutPraise(sentence.replace(SHOWS, ''));
  if (plain === sentence && !isAbout(plain)) return '';
  const comes = COMES.exec(plain)?.[1] ?? '';
  if (comes !== '' && !STATE.test(comes)) return comes;
  const isStale = STALE.test(plain);
  const told = isStale ? plain.replace(/\bstill\b/i, '') : plain;
  if (STATE.test(told) || /\bshould\b/i.test(told)) return '';
  return isStale || LACKS.test(plain) || ONLY.test(plain) ? plain : '';
}

/** A sentence without what is right, before a `but`. */
function withoutPraise(sentence: string): string {
  const [, fair = '', but = ''] = BUT.exec(sentence) ?? [];
  return STATE.test(fair) ? but : sentence;
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
  const sentences = markdownSentences(
    wholeSentences(said, SAID_CHARS_MAX).replaceAll('’', "'").replace(POINT, ''),
  ).flatMap((each) => each.split(CLAUSE));
  for (const [at, flat] of sentences.entries()) {
    const lead = LED.exec(flat)?.[0] ?? '';
    const sentence = flat.slice(lead.length);
    const led = isLed || lead !== '' || (MENDS.test(sentences[at + 1] ?? '') && isAbout(sentence));
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

/** Names and values in a sentence: what stands in backticks or quotes, and what is written as no word is. */
export const OF_CODE = /(?<=`)[^`]{2,60}(?=`)|"[^"]{2,60}"|[A-Za-z]*[a-z][A-Z]\w*|\w+_\w+|\d[\d.:-]*\d/g;

/** True where a sentence has a name or value of code in common with the edits. */
const isOfEdits = (sentence: string, { edits }: OpenFailure): boolean =>
  (sentence.match(OF_CODE) ?? []).some((name) =>
    edits.some((edit) => `${edit.old}\n${edit.new}`.includes(name)),
  );

/**
 * The cause of a failure in at most `max` characters, as the agent told it: what it had found out when it began to edit,
 * else what it said right after it; empty where it names none, or what it did about it was in vain.
 */
export function toldCause(open: OpenFailure, max: number): string {
  for (const said of open.correction ? (open.findings ?? []).toReversed() : []) {
    const isRelated = (told: string) =>
      isOfEdits(told, open) || (open.after.includes(said) && isAbout(told, open));
    const cause = causeTold(said, max, isRelated, open.after.includes(said) ? undefined : isRelated);
    if (cause !== '') return cause;
  }
  if (isGuess(open)) return '';
  const isAboutIt = (told: string) => isAbout(told, open);
  const cause = causeTold(open.after, max, isAboutIt);
  if (cause !== '' || open.correction || !CODE_KINDS.has(open.kind)) return cause;
  // What was never mended in sight is told by the first that the agent found out of it.
  for (const said of open.findings ?? []) {
    const found = causeTold(said, max, isAboutIt, isAboutIt);
    if (found !== '') return found;
  }
  return '';
}
