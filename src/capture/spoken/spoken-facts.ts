import { anyOf } from '../../text/any-of.ts';
import { concessionOf, grants } from './acceptance.ts';
import { admits } from './admission.ts';
import { showsAdvisedFailing, showsAsked, showsGivenFailing } from './advised.ts';
import { isAsMeant } from './as-meant.ts';
import { isBacked } from './backed.ts';
import { soundsCertain } from './certain.ts';
import { faultOf, goesOn } from './fault.ts';
import { tellsFinding } from './finding.ts';
import { isKept } from './kept.ts';
import { type Manner, mannerOf, seeksAdvice } from './manner.ts';
import { asksWork, castsRole, isLoud, pauses, takesBack } from './objection.ts';
import type { OpenObjection } from './open-objection.ts';
import { pasted, plainWords } from './own-words.ts';
import { onlyConfirms, ownsUp } from './owned-up.ts';
import { asksFact, asksForYes, isHypothetical, isQuestion, onlyAsks } from './question.ts';
import { rejectsIdea } from './reminder-cues.ts';
import { errorAmong, shownError } from './shown-error.ts';
import { soundOf } from './sound.ts';
import { plainSpelling } from './spelling.ts';
import type { SpokenFacts } from './spoken-verdict.ts';
import { isOtherFile, isReworked, obeysNow, type Switch } from './switched.ts';
import { ADDS, CHAT, isLetThrough, isTold, LOUD_CHARS, onlyWishes, putBefore, ranItself } from './told.ts';
import { standsForLater } from './user-rule.ts';
import { holdsAnyTime } from './working-manner.ts';
import { wayOf } from './working-ways.ts';

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

/** What the client says where the model's service refuses: nothing of it is the agent's work. */
const OF_SERVICE = /\bAPI Error: [45]\d\d \{"type":"error"/;
const SERVICE_CHARS = 2000;

/** What a reviewer or a program has found, pasted or in its words. */
const readsAsFinding = (text: string): boolean => pasted(text) || tellsFinding(text);

/**
 * What the verdict on a human's words rests on; null where they cannot be about what was done.
 * @param acceptance score of the agent's answer to them
 */
export function spokenFacts(
  open: OpenObjection,
  acceptance: number,
  switched: Switch | null,
): SpokenFacts | null {
  const { text, answer, rejected, commands, after = [] } = open;
  if ((isLetThrough(open) && !grants(answer)) || showsAsked(open)) return null;
  if ((onlyWishes(open) || OF_SERVICE.test(text.slice(0, SERVICE_CHARS))) && !admits(answer)) return null;
  const fault = faultOf(open);
  const told = isTold(open);
  const certain = soundsCertain(open);
  const advised = showsAdvisedFailing(open) || showsGivenFailing(text, open.handover?.shown[0] ?? '');
  const shown = advised || showsError(open);
  const way = !open.rule && wayOf(open, plainWords(text).trim())?.fact === false;
  const firm = isFirm(open);
  const kept = isKept(open);
  if (!firm && !mayCorrect(open, { acceptance, switched, fault, told, shown, certain, way, kept }))
    return null;
  const redone = open.redone === true;
  const reworked = isReworked(open);
  const concession = onlyConfirms(text, answer)
    ? 'none'
    : ownsUp(plainWords(text), answer)
      ? 'admits'
      : concessionOf(answer);
  const isConceded = concession === 'yields' || concession === 'admits';
  const isFinding = readsAsFinding(text);
  const facts: Omit<SpokenFacts, 'backed' | 'asMeant'> = {
    objection: open.objection,
    acceptance,
    rejected: rejected !== null,
    inline: open.inline === true,
    redone,
    planned: putBefore(rejected?.nativeTool) !== null,
    told,
    asksWork: asksWork(text),
    adds: ADDS.test(text),
    chat: CHAT.test(text) || pauses(text) || ranItself(open),
    loud: isLoud(text.slice(0, LOUD_CHARS)),
    sameShell: rejected?.tool === 'Bash',
    reworked,
    rule: open.rule,
    actedBefore: open.actedBefore,
    question: isQuestion(open),
    hypothetical: isHypothetical(text),
    short: text.length <= SHORT_CHARS_MAX,
    brief: text.length <= BRIEF_CHARS_MAX && STATES.test(text),
    pasted: pasted(text) || (isFinding && reworked && (isConceded || !asksWork(text))),
    manner: mannerOfTalk(shown || rejectsIdea(plainSpelling(text)), mannerOf(text, open.said)),
    concession,
    answersQuestion: /^\W{0,4}(?:good|great|fair) question\b/i.test(answer),
    acted: redone || (open.editedLate !== true && (reworked || open.correction !== null)),
    switched,
    undone: open.undone === true || (reworked && takesBack(text)),
    otherFile: isOtherFile(open),
    obeyed: (open.rule || acceptance >= 0.8) && obeysNow(text, commands, after),
    afterFailure: open.afterFailure === true,
    asksFact: asksFact(text),
    onlyAsks: onlyAsks(text),
    interrupted: open.interrupted === true,
    fault,
    firm,
    standing: open.rule && standsForLater(text),
    denies: DENIES_FIRST.test(text),
    sounds: soundOf(open),
    shown,
    given: open.given === true,
    seeksAdvice: seeksAdvice(text) && !rejectsIdea(plainSpelling(text)),
    foundOut: isFinding && isConceded && open.given === true,
    certain,
    way,
    kept,
    advised,
    granted: grants(answer) && !asksForYes(text),
  };
  return { ...facts, backed: isBacked(facts, open), asMeant: !reworked && !isConceded && isAsMeant(open) };
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

/** True where the words can be about what was done: they object, or their refusal or what followed says so. */
function mayCorrect(
  open: OpenObjection,
  {
    acceptance,
    switched,
    fault,
    told,
    shown,
    certain,
    way,
    kept,
  }: Pick<SpokenFacts, 'acceptance' | 'switched' | 'fault' | 'told' | 'shown' | 'certain' | 'way' | 'kept'>,
): boolean {
  const isBrokenWork = isReworked(open) && readsAsFinding(open.text);
  return (
    isLinked(open) ||
    isBrokenWork ||
    fault.score > 0 ||
    told ||
    shown ||
    certain ||
    way ||
    kept ||
    (isReworked(open) && acceptance >= YIELDS) ||
    switched !== null ||
    isOtherFile(open) ||
    open.undone === true ||
    (open.interrupted === true && (open.objection > 0 || acceptance >= YIELDS)) ||
    acceptance >= 2.2 ||
    admits(open.answer)
  );
}

/** A refusal is only evidence where its words, or those right after it, object, or another way is taken. */
export function isLinked(open: OpenObjection): boolean {
  return open.inline === true || open.objection >= 0.5 || open.rule || open.redone === true;
}
