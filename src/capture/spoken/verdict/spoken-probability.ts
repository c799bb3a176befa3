import { sigmoid } from '../../failures/verdict/verdict.ts';
import { givesIn } from '../context/acceptance.ts';
import type { Manner } from '../words/manner.ts';
import type { SpokenFacts } from './spoken-facts.ts';
import { ruleLogit } from './spoken-verdict.ts';

/** Further than that the rules are not to be believed: they were written from messages like those that they judge. */
const RULES_MIN = -5.8;
const RULES_MAX = 4.6;

/**
 * Log-odds that each fact adds to the rules': chosen on one half of some labelled sets of real users' messages that rules
 * and model were made without (`docs/eval/users-words-sets.md`), so that no more of the others were flagged than by the rules alone.
 */
const ADDED = {
  /** Much of what blind readers called junk stood just above the bar without it. */
  bias: -0.1,
  /** For each unit of the model of words, where it speaks for a correction: polite ones sound like none. */
  sounds: 0.3,
  /** For each unit by which the answer goes on as if nothing had been said. */
  unmoved: 0.2,
  question: 0.4,
  reworked: 1,
  shown: 2,
  /** An edit follows them. */
  shownMended: 2,
  /** What failed is what the agent had told the human to run. */
  advised: 2.6,
  asksWork: -0.9,
  /** Ideas, wishes to wait and polite noes: of these the sets hold too few to say what they are worth. */
  undecided: -1,
  /** In a talk before anything was handed over, and in words that ask for a look or advice, a fault is one of what there is. */
  talk: -1.5,
  advice: -2.5,
  foundOut: 1.2,
  /** `You're right`, to a few words of the human's own, speaks for them also where they are put as a question. */
  granted: 0.6,
  /** Nothing was wrong. */
  asMeant: -2.4,
  /** What was said let the agent go on. */
  informs: -3,
  /** What no rule knows, and the model of words is sure of. */
  certain: 3,
};

/** Objections so clear are none of a talk. */
const CLEAR = 2.5;

/** Nobody was stopped, nothing was handed over, and nothing comes of what is said. */
const isTalk = (facts: SpokenFacts): boolean =>
  !facts.certain &&
  !facts.advised &&
  !facts.acted &&
  (facts.concession === 'none' || (facts.concession === 'agrees' && facts.question)) &&
  !facts.given &&
  !facts.rule &&
  !facts.firm &&
  !facts.afterFailure &&
  !facts.denies &&
  facts.switched === null &&
  !(facts.loud && facts.objection > 0) &&
  facts.objection < CLEAR;

/** The words ask for advice, and the agent neither edits nor takes anything back; to agree with them is nothing else. */
const isAdvice = ({
  seeksAdvice,
  acted,
  concession,
  rule,
  objection,
  fault,
  granted,
}: SpokenFacts): boolean =>
  seeksAdvice &&
  !acted &&
  !rule &&
  (concession === 'none' ||
    concession === 'agrees' ||
    (granted && concession === 'yields' && objection === 0 && fault.score === 0));

/** What is wanted besides holds nothing against what was done. */
const onlyAdds = ({ adds, objection, fault, rule }: SpokenFacts): boolean =>
  adds && objection < 0.5 && fault.score === 0 && !rule;

const UNDECIDED: ReadonlySet<Manner> = new Set(['muses', 'defers', 'declines']);

/** What the sound of the words and what is edited next add; nothing where they are pasted. */
const soundLogit = ({ sounds, reworked }: SpokenFacts): number =>
  sounds === null ? 0 : ADDED.sounds * Math.max(0, sounds) + (reworked ? ADDED.reworked : 0);

/** Probability (0–1) that a human's words correct the agent. */
export function spokenProbability(facts: SpokenFacts): number {
  const rules = Math.max(RULES_MIN, Math.min(RULES_MAX, ruleLogit(facts)));
  const isRefusal = facts.rejected || facts.told;
  // What is ordered along with blame is to be done in place of what was.
  const blames = facts.objection >= CLEAR || facts.firm || (facts.loud && facts.objection > 0);
  const isUnknown = facts.certain && facts.objection < CLEAR && facts.fault.score === 0;
  return sigmoid(
    ADDED.bias +
      rules +
      soundLogit(facts) +
      (facts.advised || facts.firm ? 0 : ADDED.unmoved * Math.min(0, facts.acceptance)) +
      (facts.question && !isRefusal ? ADDED.question : 0) +
      (facts.shown ? ADDED.shown + (facts.acted ? ADDED.shownMended : 0) : 0) +
      (facts.advised ? ADDED.advised : 0) +
      (facts.foundOut ? ADDED.foundOut : 0) +
      (facts.asMeant ? ADDED.asMeant : 0) +
      (facts.informs && !facts.rule && !facts.firm && !givesIn(facts.concession) ? ADDED.informs : 0) +
      (isUnknown ? ADDED.certain : 0) +
      (facts.granted && facts.brief && !facts.pasted && !facts.asksWork && !facts.hypothetical
        ? ADDED.granted
        : 0) +
      ((facts.asksWork || onlyAdds(facts)) && !isRefusal && facts.switched === null && !blames
        ? ADDED.asksWork
        : 0) +
      (UNDECIDED.has(facts.manner) ? ADDED.undecided : 0) +
      (isTalk(facts) && !isRefusal && !facts.interrupted ? ADDED.talk : 0) +
      (isAdvice(facts) && !facts.inline ? ADDED.advice : 0),
  );
}
