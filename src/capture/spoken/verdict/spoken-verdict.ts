import { givesIn } from '../context/acceptance.ts';
import type { SpokenFacts } from './spoken-facts.ts';

/** Log-odds by the rules alone that a human's words correct the agent: what they say, to what, and what came of them. */
export function ruleLogit(input: SpokenFacts): number {
  const reason = isReason(input);
  const fault = faultWeight(input);
  let x = -3.1 + 1.05 * Math.min(input.objection, 4) + acceptedWeight(input);
  x += stopWeight(input);
  x += loudWeight(input);
  x += lastingWeight(input);
  x += concededWeight(input);
  if (!input.question) x += switchWeight(input) + followWeight(input);
  if (input.afterFailure && input.objection >= 1) x += 0.9;
  if (!input.actedBefore && !input.advised) x -= givesIn(input.concession) || input.rejected ? 1.5 : 4;
  if (input.question && input.acceptance < 1 && !input.redone && !reason) x -= 0.8;
  if (input.acceptance >= 2.4 && !input.pasted) x += input.objection >= 0.8 || !input.question ? 0.8 : 0.4;
  if (input.reworked && input.acceptance >= 1) x += input.pasted ? 2.2 : input.objection >= 0.8 ? 0.5 : 0;
  if (input.pasted && !input.reworked) x -= 0.6;
  if (input.objection < 0.5 && fault <= 0 && !speaksOtherwise(input)) x -= 0.6;
  x += fault;
  if (!reason) x += mannerWeight(input);
  return x;
}

/** The words are the reason that is given with a refusal of a call. */
const isReason = ({ rejected, planned, inline }: SpokenFacts): boolean => rejected && !planned && inline;

/** How the agent takes the words; that it does not give in says little where something else speaks for them. */
function acceptedWeight(input: SpokenFacts): number {
  const told = input.objection >= 2.5 && !input.question && !input.asksWork && input.manner !== 'answers';
  const isStopped = input.rejected || input.interrupted;
  const isFree =
    input.rule ||
    input.advised ||
    input.firm ||
    input.kept ||
    isReason(input) ||
    input.switched !== null ||
    (isStopped && !input.question);
  const least = isFree ? 0 : told ? -0.3 : -1.5;
  return Math.min(Math.max(input.acceptance, least), 3.6);
}

/** The human stopped the agent, to say it or before saying it. */
function stopWeight(input: SpokenFacts): number {
  if (input.rejected) return isReason(input) ? reasonWeight(input) : refusalWeight(input);
  if (input.told) return (input.asksWork ? 1.6 : STOPPED) - unbacked(input);
  return input.interrupted && !input.question && !input.chat && !input.pasted ? 1.3 : 0;
}

function loudWeight({ loud, chat, rejected, interrupted, objection }: SpokenFacts): number {
  if (!loud || chat) return 0;
  return rejected || interrupted ? 0.8 : objection >= LOUD_MIN ? LOUD : 0;
}

/** A rule, or how work is done here. */
function lastingWeight({ rule, standing, acceptance, way, firm, kept }: SpokenFacts): number {
  if (firm) return FIRM;
  if (!rule) return kept ? STANDING : way ? WAY : 0;
  return (standing ? STANDING : 1.9) + (acceptance >= PROMISED_MIN ? PROMISED : 0);
}

/** Something else than an objection speaks for a correction. */
const speaksOtherwise = ({ switched, otherFile, told, standing, way, firm, kept }: SpokenFacts): boolean =>
  switched !== null || otherFile || told || standing || way || firm || kept;

/** Upset, and says what is wrong. */
const LOUD = 1.2;
const LOUD_MIN = 1.5;
/** The agent says that it will keep to a rule. */
const PROMISED = 0.8;
const PROMISED_MIN = 1.2;
/** The human stopped the agent to say it. */
const STOPPED = 3.2;
/** What follows a stop is as often no correction, where nothing else speaks for one. */
const UNBACKED = 1.4;
const unbacked = ({ backed }: SpokenFacts): number => (backed ? 0 : UNBACKED);
const STANDING = 3.2;
/** A rule for any time is worth keeping, whatever the agent had done before. */
const FIRM = 4.2;
/** Like one, in free words. */
const WAY = 2.4;

/** The human hands over what the call would have got. */
const HANDED = -0.5;

const DENIED = 1;

/** A statement that the agent concedes, or that denies what it had just said. */
function concededWeight(input: SpokenFacts): number {
  if (input.manner !== 'plain' && input.manner !== 'answers') return 0;
  const denied = input.denies && input.manner === 'plain' && input.objection >= 1 ? DENIED : 0;
  const isStated = !input.question && !input.asksWork && input.brief;
  if (!isStated) return denied;
  return denied + (input.concession === 'admits' ? 0.8 : input.concession === 'yields' ? 0.4 : 0);
}

/** The agent had just handed something over when it was blamed. */
const BLAMED = 0.7;
/** The same file is written again right after the words. */
const MENDED = 0.6;
export const BLAME_MIN = 1.7;
/** Told of work that is then mended, it answers no offer to do more. */
const CLEAR_FAULT = 2;

/** Work that was handed over as done, and has a fault. */
function faultWeight({ fault, manner, question, objection, reworked }: SpokenFacts): number {
  const isOfWork = manner === 'answers' && reworked && fault.score >= CLEAR_FAULT;
  if (manner !== 'plain' && !isOfWork) return 0;
  if (fault.score === 0) return fault.handed && !question && objection >= BLAME_MIN ? BLAMED : 0;
  const context = (fault.related ? 0.7 : 0) + (fault.claimed ? 0.7 : 0) + (fault.repeated ? 0.6 : 0);
  const mended = reworked ? MENDED : 0;
  return 1.05 * Math.min(fault.score, 3) + context + mended - (question && objection < 1.2 ? 1.2 : 0);
}

/** What is done right after the words: work taken back, a rule obeyed, the same file written again. */
function followWeight(input: SpokenFacts): number {
  let weight = input.undone ? 1.6 : 0;
  if (input.obeyed) weight += input.rule ? 1.2 : input.acceptance >= 0.8 ? 0.6 : 0;
  const isObjection = input.short && input.acceptance < 1 && input.objection >= 1.2;
  if (input.rule ? input.undone || input.reworked : input.reworked && isObjection) weight += 1.2;
  return weight;
}

/** What is done in another way from then on was corrected; one thing after the other is not. */
function switchWeight({ switched, rule, rejected, afterFailure, otherFile }: SpokenFacts): number {
  if (otherFile) return 2.6;
  if (switched === null) return 0;
  if (switched.by === 'command')
    return afterFailure ? 2.2 : rejected ? 1.6 : switched.denies || rule ? 1.2 : 0;
  if (!switched.denies && !rule && !rejected) return 0.6;
  return switched.denies || switched.by === 'program' ? 3.2 : 2.2;
}

/** Wishes, questions and answers need the agent to take something back; that it sees a point proves nothing. */
function mannerWeight(input: SpokenFacts): number {
  const isTakenBack = givesIn(input.concession);
  if (input.manner === 'declines' || input.manner === 'muses' || input.manner === 'defers')
    return isTakenBack && input.acted ? 0 : -3;
  if (input.hypothetical && !input.acted) return -2.5;
  const answers = input.manner === 'answers';
  const isCall = input.rejected && !input.planned;
  const blames = input.objection >= (answers ? 1.2 : 4);
  if (input.manner !== 'plain' && !input.rule && !input.firm && !isCall && !blames)
    return isTakenBack ? (input.manner === 'answers-list' && !input.acted ? -1.5 : 0) : answers ? -1 : -2.5;
  const isAnswered = input.concession === 'none' && !input.acted && input.acceptance < 1;
  if (!input.question || input.redone || input.pasted || (input.objection >= 3 && !isAnswered)) return 0;
  if (input.objection >= 0.5) return input.concession === 'none' && !input.acted ? -1 : 0;
  return input.concession === 'admits' ? 0.9 : isTakenBack ? 0 : -2;
}

/** Refused only to have something besides in it. */
const ADDITION = 1.6;

/** The user refuses what the agent was about to do, and says why: nearly always a correction. */
function reasonWeight(input: SpokenFacts): number {
  if (input.news && input.objection < 0.5) return 0;
  if (input.chat) return 2;
  if (input.manner === 'defers') return 0;
  if (input.adds && input.objection < 0.5 && !input.rule) return ADDITION;
  // A question, after which the same command is given again, was only asked.
  const asked = input.question && input.redone && input.sameShell;
  const answered = input.question && input.objection < 0.5 && input.answersQuestion && !input.redone;
  const isUnmoved = !input.redone && input.concession === 'none' && input.acceptance < 1;
  const open = input.question && input.objection < 0.5 && input.onlyAsks && isUnmoved;
  const wonders = input.asksFact && !input.redone && input.concession === 'none';
  // What the user's own terminal printed leaves open what is to be done about the call.
  const shows = input.pasted && input.objection < 0.5 && !input.redone;
  return (input.objection >= 1.2 ? 3.1 : 4.2) - (asked || answered || open || wonders || shows ? 2 : 0);
}

/** A refusal without a reason, or of a plan: the words that follow have to object. */
function refusalWeight(input: SpokenFacts): number {
  if ((input.chat || input.news) && input.objection < 0.5) return HANDED;
  let weight = input.told
    ? (input.asksWork ? 2.4 : 3.2) - unbacked(input)
    : input.objection >= 1.2
      ? 2.4
      : input.redone
        ? 3.1
        : 1.5;
  if (input.question && !input.redone)
    weight = input.acceptance >= 1.5 ? 2.4 : input.objection >= 1.2 ? 1.6 : 0.8;
  return (
    weight +
    (input.redone ? 1.2 : 0) -
    (input.planned ? (input.objection >= 1.2 && !input.question ? 1.2 : 2.5) : 0)
  );
}
