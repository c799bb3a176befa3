import { anyOf } from '../../../text/any-of.ts';
import {
  acceptanceScore,
  type Concession,
  concessionOf,
  givesIn,
  grants,
  isInformed,
  looksFirst,
} from '../context/acceptance.ts';
import { admits } from '../context/admission.ts';
import { showsAdvisedFailing, showsAsked, showsGivenFailing } from '../context/advised.ts';
import { isAsMeant } from '../context/as-meant.ts';
import { isKept } from '../context/kept.ts';
import { onlyConfirms, ownsUp, saysWrongStill } from '../context/owned-up.ts';
import { isOtherFile, isReworked, obeysNow, type Switch } from '../context/switched.ts';
import {
  ADDS,
  CHAT,
  doneMeanwhile,
  isLetThrough,
  isTold,
  LOUD_CHARS,
  onlyWishes,
  putBefore,
  ranItself,
} from '../context/told.ts';
import { holdsAnyTime } from '../lasting/working-manner.ts';
import { wayOf } from '../lasting/working-ways.ts';
import type { OpenObjection } from '../open-objection.ts';
import { tellsFinding } from '../words/finding.ts';
import { type Manner, mannerOf, seeksAdvice } from '../words/manner.ts';
import { asksWork, castsRole, isLoud, pauses, takesBack } from '../words/objection.ts';
import { isOfService, pasted, plainWords } from '../words/own-words.ts';
import { asksFact, asksForYes, isHypothetical, isQuestion, onlyAsks } from '../words/question.ts';
import { rejectsIdea } from '../words/reminder-cues.ts';
import { errorAmong, shownError } from '../words/shown-error.ts';
import { plainSpelling } from '../words/spelling.ts';
import { standsForLater } from '../words/user-rule.ts';
import { isBacked } from './backed.ts';
import { soundsCertain } from './certain.ts';
import { type Fault, faultOf, goesOn } from './fault.ts';
import { soundOf } from './sound.ts';

/** Everything that the verdict on a human's words rests on. */
export interface SpokenFacts {
  /** Strength of the objection, and of the assistant's yielding. */
  objection: number;
  acceptance: number;
  /** A call was refused by the user. */
  rejected: boolean;
  /** The words are the reason given with the refusal. */
  inline: boolean;
  /** The refused call was made in another way afterwards. */
  redone: boolean;
  /** What was refused is a shell command. */
  sameShell: boolean;
  /** What was refused is a plan or a question to the user. */
  planned: boolean;
  /** What was stopped without a word is then told about. */
  told: boolean;
  /** More than the stop speaks for a correction. */
  backed: boolean;
  /** The words begin as a request does. */
  asksWork: boolean;
  /** They begin with what joins a further wish to the last. */
  adds: boolean;
  /** The words only steer the talk: `retry`, `I'll let you know`. */
  chat: boolean;
  /** They tell what the human did meanwhile, and that it went well. */
  news: boolean;
  /** The first file edited afterwards is one that the agent had written. */
  reworked: boolean;
  rule: boolean;
  actedBefore: boolean;
  question: boolean;
  /** Asks what would happen. */
  hypothetical: boolean;
  /** A sentence or two. */
  short: boolean;
  /** States something in some sentences: no report, no yes, no wish. */
  brief: boolean;
  /** The words are mostly pasted: a log, a review, a diff. */
  pasted: boolean;
  /** In capitals, or with several marks. */
  loud: boolean;
  manner: Manner;
  concession: Concession;
  /** The agent calls it a good question. */
  answersQuestion: boolean;
  /** A file was edited, or the refused call made in another way, afterwards. */
  acted: boolean;
  /** The words name what a command held and what the next one holds instead. */
  switched: Switch | null;
  /** Work of the agent's is taken back right after the words. */
  undone: boolean;
  /** The words name the file that was written and the one that is written instead. */
  otherFile: boolean;
  /** A program that the words name is run for the first time right after them. */
  obeyed: boolean;
  /** The call before the words failed. */
  afterFailure: boolean;
  /** Asks what something is or does. */
  asksFact: boolean;
  /** Asks without a hint at what is wrong or at another way. */
  onlyAsks: boolean;
  /** The human stopped the agent to say it. */
  interrupted: boolean;
  fault: Fault;
  /** They tell the one who works what holds at any time. */
  firm: boolean;
  /** A rule that says when to ask, or is to be written down. */
  standing: boolean;
  /** The words open with a no. */
  denies: boolean;
  /** How much the words sound like a correction (log-odds); null where they are pasted or long. */
  sounds: number | null;
  /** They show an error that something printed, after work was handed over. */
  shown: boolean;
  /** Work was handed over since the human last spoke. */
  given: boolean;
  /** They ask for a look, for advice, or for something besides. */
  seeksAdvice: boolean;
  /** They are a reviewer's or a program's finding in work that was handed over, and the agent concedes it. */
  foundOut: boolean;
  /** The agent says in its first words that the human is right. */
  granted: boolean;
  /** Once it has looked, the agent says that things are as they should be. */
  asMeant: boolean;
  /** A few plain words that sound like a correction and like nothing else. */
  certain: boolean;
  /** They tell how work is done here, and state no rule. */
  way: boolean;
  /** The agent notes them for its later sessions. */
  kept: boolean;
  /** The agent takes them for news, and does nothing over. */
  informs: boolean;
  /** They show that a command which the agent had given to the human failed. */
  advised: boolean;
}

/** The facts that the last two rest on. */
export type WordFacts = Omit<SpokenFacts, 'backed' | 'asMeant'>;

const SHORT_CHARS_MAX = 140;
const BRIEF_CHARS_MAX = 260;
/** Says something: neither a yes nor a wish. */
const STATES =
  /^(?!\W*(?:yes|yeah|yep|ok(?:ay)?|sure|right|correct|exactly|agreed|go)\b)(?!.*\bplease\b).{16}/is;

/** What is given to be read may be anybody's. */
const GIVES_TO_READ = /^\s*(?:here(?:'s| is| are)|these are|the logs?|logs?:|fyi)\b/i;

/** The words show an error that something printed: of what was handed over, or one that an edit follows. */
const showsError = ({ text, handover, correction, editedLate }: OpenObjection): boolean =>
  !GIVES_TO_READ.test(text) &&
  !goesOn(text) &&
  ((handover !== undefined && shownError(text) > 0) ||
    (correction !== null && editedLate !== true && errorAmong(text) !== null));

/** What the verdict on a human's words rests on; null where they cannot be about what was done. */
export function spokenFacts(open: OpenObjection, switched: Switch | null): SpokenFacts | null {
  const { text, answer, rejected, commands, after = [] } = open;
  if ((isLetThrough(open) && !grants(answer)) || showsAsked(open)) return null;
  if ((onlyWishes(open) || isOfService(text)) && !admits(answer)) return null;
  const redone = open.redone === true;
  const reworked = isReworked(open);
  const { acceptance, concession } = takenBy(open, reworked);
  const isFinding = pasted(text) || tellsFinding(text);
  const advised = showsAdvisedFailing(open) || showsGivenFailing(text, open.handover?.shown[0] ?? '');
  const shown = advised || showsError(open);
  const facts: WordFacts = {
    objection: open.objection,
    acceptance,
    rejected: rejected !== null,
    inline: open.inline === true,
    redone,
    planned: putBefore(rejected?.nativeTool) !== null,
    told: isTold(open),
    asksWork: asksWork(text),
    adds: ADDS.test(text),
    chat: CHAT.test(text) || pauses(text) || ranItself(open),
    news: doneMeanwhile(text),
    loud: isLoud(text.slice(0, LOUD_CHARS)),
    sameShell: rejected?.tool === 'Bash',
    reworked,
    rule: open.rule,
    actedBefore: open.actedBefore,
    question: isQuestion(open),
    hypothetical: isHypothetical(text),
    short: text.length <= SHORT_CHARS_MAX,
    brief: text.length <= BRIEF_CHARS_MAX && STATES.test(text),
    pasted: pasted(text) || (isFinding && reworked && (givesIn(concession) || !asksWork(text))),
    manner: mannerOfTalk(shown || rejectsIdea(plainSpelling(text)), mannerOf(text, open.said)),
    concession,
    answersQuestion: /^\W{0,4}(?:good|great|fair) question\b/i.test(answer),
    acted: redone || (open.editedLate !== true && (reworked || open.correction !== null)),
    switched,
    undone: open.undone === true || (reworked && takesBack(text)),
    otherFile: isOtherFile(open),
    obeyed: (open.rule || acceptance >= YIELDS) && obeysNow(text, commands, after),
    afterFailure: open.afterFailure === true,
    asksFact: asksFact(text),
    onlyAsks: onlyAsks(text),
    interrupted: open.interrupted === true,
    fault: faultOf(open),
    firm: isFirm(open),
    standing: open.rule && standsForLater(text),
    denies: DENIES_FIRST.test(text),
    sounds: soundOf(open),
    shown,
    given: open.given === true,
    seeksAdvice: seeksAdvice(text) && !rejectsIdea(plainSpelling(text)),
    foundOut: isFinding && givesIn(concession) && open.given === true,
    certain: soundsCertain(open),
    way: !open.rule && wayOf(open, plainWords(text).trim())?.fact === false,
    kept: isKept(open),
    advised,
    informs: isInformed(answer) && rejected === null && !reworked && switched === null,
    granted: grants(answer) && !asksForYes(text),
  };
  if (!isLinked(open) && !(reworked && isFinding) && !mayCorrect(facts)) return null;
  return {
    ...facts,
    backed: isBacked(facts, open),
    asMeant: !reworked && !givesIn(concession) && isAsMeant(open),
  };
}

/** To look whether somebody has a point is worth as much as to see one. */
const LOOKS = 1.6;
/** As much as a plain admission is worth. */
const OWNED_UP = 2.6;

/**
 * How the agent takes the words: a no to what was asked owns up to it, so does a word on what a human only shows of its
 * work, which it then mends; a yes alone concedes nothing.
 */
function takenBy(
  { text, answer, late, given, correction }: OpenObjection,
  reworked: boolean,
): Pick<SpokenFacts, 'acceptance' | 'concession'> {
  const score = acceptanceScore(answer);
  // What is said once the work is done (`Done.`) neither yields nor declines.
  const least = late === true ? 0 : -Infinity;
  if (onlyConfirms(text, answer))
    return { acceptance: Math.max(Math.min(score, 0), least), concession: 'none' };
  const isShown = reworked && given === true && pasted(text);
  if (ownsUp(plainWords(text), answer) || (isShown && saysWrongStill(answer)))
    return { acceptance: OWNED_UP, concession: 'admits' };
  if (correction === null && !reworked && looksFirst(answer) && !admits(answer))
    return { acceptance: Math.min(score, LOOKS), concession: 'agrees' };
  return { acceptance: Math.max(score, least), concession: concessionOf(answer) };
}

/** An error that is shown, or what says that the offer will not do, is no mere answer to it. */
const mannerOfTalk = (objects: boolean, manner: Manner): Manner =>
  objects && manner === 'answers' ? 'plain' : manner;

/** Opens with a no, and more than that. */
const DENIES_FIRST = anyOf(
  [
    /no|nope|nah|wrong|(?:that|this|it)(?:'s| is|s)? (?:just |simply |still )?not/,
    /not (?:that|this|the|what|it|like|good|working|right|here|there|those|these)/,
  ],
  {
    before: /^\W*/,
    after: /\b(?!,? (?:problem|worries|need|thanks|thank|idea|rush|hurry|more|further|other))[\s,.!:-]*\S/,
    flags: 'i',
  },
);

const FIRM_CHARS_MAX = 400;
const QUOTES = /"[^"\n]*"|\u201c[^\u201d\n]*\u201d|\u00ab[^\u00bb\n]*\u00bb/g;

/** A few words of the human's own, once something was done, tell what holds at any time. */
const isFirm = ({ text, rejected, last }: OpenObjection): boolean =>
  last !== null &&
  text.length <= FIRM_CHARS_MAX &&
  putBefore(rejected?.nativeTool) === null &&
  !pasted(text) &&
  !castsRole(text) &&
  !GIVES_TO_READ.test(text) &&
  shownError(text) === 0 &&
  holdsAnyTime(plainWords(text).replace(QUOTES, ' … '));

/** An answer that takes the words in. */
const YIELDS = 0.8;
/** So clearly that it speaks for a correction alone. */
const CLEARLY_YIELDS = 2.2;

/** True where the words can be about what was done: they say so, or what followed does. */
const mayCorrect = (facts: WordFacts): boolean =>
  facts.firm ||
  facts.fault.score > 0 ||
  facts.told ||
  facts.shown ||
  facts.certain ||
  facts.way ||
  facts.kept ||
  facts.switched !== null ||
  facts.otherFile ||
  facts.undone ||
  (facts.reworked && facts.acceptance >= YIELDS) ||
  (facts.interrupted && (facts.objection > 0 || facts.acceptance >= YIELDS)) ||
  facts.acceptance >= CLEARLY_YIELDS ||
  facts.concession === 'admits';

/** A refusal is only evidence where its words, or those right after it, object, or another way is taken. */
export function isLinked(open: OpenObjection): boolean {
  return open.inline === true || open.objection >= 0.5 || open.rule || open.redone === true;
}
