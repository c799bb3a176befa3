import type { DetectorState } from '../detector-state.ts';
import type { SeenCall } from '../failure-state.ts';
import { pairCalls } from '../failures/correction/pairing.ts';
import { withParts } from '../failures/seen-call.ts';
import { isFilter, isScaffold } from '../shell/shell.ts';
import { undoesWork } from './context/switched.ts';
import type { OpenObjection, Said } from './open-objection.ts';

/** What is noted of an objection while its answer is awaited, and when enough of that was heard. */

const ANSWER_CALLS = 6;
/** An agent reads so much at most before it edits what it was told of. */
const EDIT_CALLS = 25;
/** So much of an answer is enough. */
export const ANSWER_CHARS = 200;
/** Nothing was said to the words nor done after them. */
export const isUntouched = ({ answer, callsAfter }: OpenObjection): boolean =>
  answer === '' && callsAfter === 0;

/** They hold nothing against the work. */
const holdsNothing = ({ objection, rule, complaint = 0 }: OpenObjection): boolean =>
  objection < 0.5 && !rule && complaint === 0;

/** A picture, a file or a command of the client's alone. */
const NO_WORDS = /^\s*(?:\[[^\]\n]*\]|[@/]\S+(?!\S)|\s)*$/;

/** True where a line of the human's was followed by further ones before anything was done or said: what is answered then is an answer to those. */
export const isSpokenOver = (open: OpenObjection, last: OpenObjection): boolean =>
  open !== last &&
  isUntouched(open) &&
  holdsNothing(open) &&
  !open.text.trim().includes('\n') &&
  !NO_WORDS.test(last.text);

const SAID_AGAIN_CHARS_MIN = 40;

/** True where words that nothing was done about nor said to are said again whole, with more: the client was stopped for that. */
export function isSaidAgain(open: OpenObjection, { text }: Pick<Said, 'text'>): boolean {
  const words = open.text.trim();
  if (!isUntouched(open) || words.length < SAID_AGAIN_CHARS_MIN) return false;
  return words.split('\n').every((line) => text.includes(line.trim()));
}

/** True where words that hold nothing against the work were followed by work and no word: what is said in the next turn is no answer to them. */
export const isPassedOver = (open: OpenObjection): boolean =>
  open.answer === '' &&
  open.callsAfter > 0 &&
  holdsNothing(open) &&
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

const LATER_MAX = 6;
const TEXT_CHARS_MAX = 900;
const SUBJECT =
  /\bgit\b[^\n|;&]{0,80}? commit\b[^\n]*?(?:\s-\w*m|\s--message)[ =]?(?:"\$\(cat <<-?\s*\\?['"]?\w+['"]?\s*\n\s*([^\n]+)|"([^"\n]+)|'([^'\n]+))/;

/** Keeps what the agent says: the first texts, and the last. */
export function noteLater(open: OpenObjection, text: string): void {
  open.later ??= [];
  if (open.later.length >= LATER_MAX) open.later.pop();
  open.later.push({ text: text.slice(0, TEXT_CHARS_MAX), edited: open.correction !== null });
}

/** Keeps the subject of a commit that is made once something was edited. */
export function noteCommit(open: OpenObjection, command: string): void {
  if (open.correction === null || open.commit !== undefined || !command.includes(' commit ')) return;
  const match = SUBJECT.exec(command);
  const subject = match?.[1] ?? match?.[2] ?? match?.[3];
  if (subject !== undefined) open.commit = subject.trim();
}
