import { headOf } from '../../text/ends.ts';
import type { DetectorState, OpenObjection, SeenCall } from '../failure-state.ts';
import { pairCalls } from '../failures/correction/pairing.ts';
import { withParts } from '../failures/seen-call.ts';
import { isFilter, isScaffold } from '../shell/shell.ts';
import { complaintScore } from './complaint.ts';
import { handoverOf, hasAdvised, hasBegun, hasGiven, hasReported, lastWritten } from './handover.ts';
import { mentionsLoss } from './loss.ts';
import { speaksOfOwnWords } from './manner.ts';
import { objectionScore } from './objection.ts';
import { ownWords, plainWords } from './own-words.ts';
import { contrastsSaid } from './said-contrast.ts';
import { shownError } from './shown-error.ts';
import { BLAME_MIN } from './spoken-verdict.ts';
import { undoesWork } from './switched.ts';
import { ranItself } from './told.ts';
import { statesRule } from './user-rule.ts';

/** Words of a human or of the agent, and where they stand. */
export interface Words {
  line: number;
  uuid: string | null;
  timestamp: string | null;
  text: string;
}

/** A human's words, and the call that they refuse. */
export interface Said extends Words {
  /** The human stopped the agent to say it. */
  interrupted?: boolean;
  rejected: { call: SeenCall; line: number; uuid: string | null } | null;
}

/** Commands before a message that it can be about. */
export const RECENT_COMMANDS = 8;
const TEXT_MAX = 2000;
const CONTRAST_CHARS = 400;
/** As good as a plain no to what the agent had said. */
const CONTRAST = 2.4;
const BARE_CHARS_MAX = 32;
/** So much of what the agent said last stands before the words. */
const SAID_CHARS = 300;
const LOSS_LINES = 60;
const ANSWER_CALLS = 6;
/** An agent reads so much at most before it edits what it was told of. */
const EDIT_CALLS = 25;
/** So much of an answer is enough. */
export const ANSWER_CHARS = 200;

/** Opens the wait for the assistant's answer to a message, with what is known before it. */
export function openObjection(state: DetectorState, said: Said): OpenObjection {
  const { rejected } = said;
  const words = ownWords(said.text);
  const plain = plainWords(said.text);
  // What its own terminal printed, or the human's own slip of the pen, objects to nothing.
  const ran = ranItself({ text: said.text, rejected: rejected?.call ?? null });
  const contrast = contrastsSaid(plain.trim().slice(0, CONTRAST_CHARS), state.lastAnswer) ? CONTRAST : 0;
  const objection = ran || speaksOfOwnWords(plain) ? 0 : objectionScore(plain) + contrast;
  const isGiven = hasGiven(state);
  const isAdvised = !isGiven && (hasAdvised(state) || hasReported(state));
  // A few words (`still the same`) tell of whatever was done last.
  const isBare = state.actions > 0 && words.trim().length <= BARE_CHARS_MAX;
  const wrote = lastWritten(state);
  const complaint = isGiven || isAdvised || isBare ? complaintScore(words) : 0;
  return {
    line: said.line,
    uuid: said.uuid,
    timestamp: said.timestamp,
    text: headOf(said.text, TEXT_MAX),
    objection,
    rule: !ran && statesRule(plain),
    answer: '',
    answered: false,
    callsAfter: 0,
    rejected: rejected?.call ?? null,
    rejectedLine: rejected?.line ?? null,
    rejectedUuid: rejected?.uuid ?? null,
    inline: rejected?.line === said.line,
    last: state.lastCall,
    commands: state.recentCommands.slice(-RECENT_COMMANDS),
    destroyed:
      state.lastDestructive !== null &&
      said.line - state.lastDestructive < LOSS_LINES &&
      mentionsLoss(said.text),
    actedBefore: state.actions > 0 || state.lastAnswer !== '',
    correction: null,
    said: state.lastAnswer.slice(-SAID_CHARS),
    // Stopped before it had begun: the words are those of the message before, put otherwise.
    interrupted: said.interrupted === true && hasBegun(state),
    complaint,
    ...(complaint > 0 ||
    isGiven ||
    (isAdvised && shownError(said.text) > 0) ||
    (state.lastAnswer !== '' && objection >= BLAME_MIN)
      ? { handover: handoverOf(state) }
      : {}),
    ...(isGiven ? { given: true } : {}),
    ...(wrote === undefined ? {} : { wrote }),
    ...(state.answeredAt === state.actions ? { spokeLast: true } : {}),
    afterFailure: state.open.some((failure) => failure.call.callId === state.lastCall?.callId),
  };
}

/** Takes the line where a log repeats the words of the last message. */
export function noteEcho(state: DetectorState, text: string, line: number): void {
  const open = state.objections.at(-1);
  if (open?.text === headOf(text, TEXT_MAX)) open.echoLine = line;
}

/** A picture, a file or a command of the client's alone. */
const NO_WORDS = /^\s*(?:\[[^\]\n]*\]|[@/]\S+|\s)*$/;

/** True where a line of the human's was followed by further ones before anything was done or said: what is answered then is an answer to those. */
export const isSpokenOver = (open: OpenObjection, last: OpenObjection): boolean =>
  open !== last &&
  open.answer === '' &&
  open.callsAfter === 0 &&
  open.objection < 0.5 &&
  !open.rule &&
  (open.complaint ?? 0) === 0 &&
  !open.text.trim().includes('\n') &&
  !NO_WORDS.test(last.text);

const SAID_AGAIN_CHARS_MIN = 40;

/** True where words that nothing was done about nor said to are said again whole, with more: the client was stopped for that. */
export function isSaidAgain(open: OpenObjection, { text }: Pick<Said, 'text'>): boolean {
  const words = open.text.trim();
  if (open.answer !== '' || open.callsAfter > 0 || words.length < SAID_AGAIN_CHARS_MIN) return false;
  return words.split('\n').every((line) => text.includes(line.trim()));
}

/** True where words that hold nothing against the work were followed by work and no word: what is said in the next turn is no answer to them. */
export const isPassedOver = (open: OpenObjection): boolean =>
  open.answer === '' &&
  open.callsAfter > 0 &&
  open.objection < 0.5 &&
  !open.rule &&
  (open.complaint ?? 0) === 0 &&
  open.rejected === null &&
  open.interrupted !== true;

/** Notes where a call does what the user had refused, in another way. */
export function noteRedone(open: OpenObjection, call: SeenCall): void {
  if (!open.rejected || !isRedone(open.rejected, call)) return;
  open.redone = true;
  open.correction ??= call;
}

const COMMAND_CHARS_MAX = 400;
const COMMANDS_AFTER = 3;

/** Notes the first commands after the words: what they are about may be done in another way, or undone. */
export function noteCommand(state: DetectorState, open: OpenObjection, command: string): void {
  open.after ??= [];
  if (command === '' || open.after.length >= COMMANDS_AFTER) return;
  const line = command.slice(0, COMMAND_CHARS_MAX);
  open.after.push(line);
  open.undone ||= undoesWork(line, state.written, open.commands);
}

function isRedone(refused: SeenCall, call: SeenCall): boolean {
  if (refused.callId === call.callId || refused.tool !== call.tool) return false;
  const other = withParts(call);
  if (refused.tool !== 'Bash')
    return (
      pairCalls(refused, null, other).score >= 0.55 &&
      JSON.stringify(refused.input) !== JSON.stringify(call.input)
    );
  const work = withParts(refused).parts.filter((part) => !isFilter(part) && !isScaffold(part));
  return (
    refused.command.trim() !== call.command.trim() &&
    work.some((part) => pairCalls(refused, part, other).score >= 0.7)
  );
}

/** True where enough of the answer has been seen; a refused call is followed for longer. */
export const isHeard = (open: OpenObjection): boolean =>
  open.callsAfter >= ANSWER_CALLS ||
  (open.answered && open.answer.length >= ANSWER_CHARS && open.callsAfter >= 2 && !open.rejected);

/** True where nothing more is to be learnt: which file is edited first, after whatever reading, tells what the words were about. */
export const isFollowed = (open: OpenObjection, turnOver: boolean): boolean =>
  isHeard(open)
    ? turnOver || open.correction !== null || open.callsAfter >= EDIT_CALLS
    : turnOver && open.answer !== '';
