import { concessionOf } from './acceptance.ts';
import type { OpenObjection } from './failure-state.ts';
import { asksFact, mannerOf } from './manner.ts';
import { pasted, pauses } from './objection.ts';
import type { SpokenFacts } from './spoken-verdict.ts';
import { isOtherFile, obeysNow, type Switch } from './switched.ts';

/** Tools that put a plan or a question before the user: saying no to them is part of the talk. */
const PLANNING =
  /^(?:ExitPlanMode|exit_plan_mode|EnterPlanMode|AskUserQuestion|update_plan|request_user_input)$/;

/** Words after a refusal that only steer the talk. */
const CHAT =
  /^(?:ok(?:ay)?[, ]+)?(?:retry|try again|continue|go on|proceed|resume|(?:i(?:'ll| will| am|'m)|let me) (?:going to |gonna )?(?:let you know|tell you|do (?:it|that|this)|run (?:it|that|this)|check|be back)|the user wants to clarify)\b/i;

const SHORT_CHARS_MAX = 140;

/** Asks for what would be, not about what was done. */
const HYPOTHETICAL = /\bwhat (?:happens|would happen|if)\b[^.!]*\?\s*$/i;

/** What the verdict on a human's words rests on; `acceptance` is the score of the agent's answer to them. */
export function spokenFacts(open: OpenObjection, acceptance: number, switched: Switch | null): SpokenFacts {
  const { text, answer, rejected, commands, after = [] } = open;
  const redone = open.redone === true;
  const reworked = open.reworked === true;
  return {
    objection: open.objection,
    acceptance,
    rejected: rejected !== null,
    inline: open.inline === true,
    redone,
    planned: rejected !== null && PLANNING.test(rejected.nativeTool),
    chat: CHAT.test(text) || pauses(text),
    sameShell: rejected?.tool === 'Bash',
    reworked,
    rule: open.rule,
    actedBefore: open.actedBefore,
    question: /[?？]\s*$/.test(text),
    hypothetical: HYPOTHETICAL.test(text.slice(0, 600)),
    short: text.length <= SHORT_CHARS_MAX,
    pasted: pasted(text),
    manner: mannerOf(text, open.said),
    concession: concessionOf(answer),
    answersQuestion: /^\W{0,4}(?:good|great|fair) question\b/i.test(answer),
    acted: open.correction !== null || redone || reworked,
    switched,
    undone: open.undone === true,
    otherFile: isOtherFile(open),
    obeyed: (open.rule || acceptance >= 0.8) && obeysNow(text, commands, after),
    afterFailure: open.afterFailure === true,
    asksFact: asksFact(text),
    interrupted: open.interrupted === true,
  };
}

/** True where the words can be about what was done: they object, or their refusal or what followed says so. */
export function mayCorrect(open: OpenObjection, acceptance: number, switched: Switch | null): boolean {
  const isBrokenWork = open.reworked === true && pasted(open.text);
  return (
    isLinked(open) ||
    isBrokenWork ||
    switched !== null ||
    isOtherFile(open) ||
    open.undone === true ||
    (open.interrupted === true && (open.objection > 0 || acceptance >= 0.8)) ||
    acceptance >= 2.2
  );
}

/** A refusal is only evidence where its words, or those right after it, object, or another way is taken. */
export function isLinked(open: OpenObjection): boolean {
  return open.inline === true || open.objection >= 0.5 || open.rule || open.redone === true;
}
