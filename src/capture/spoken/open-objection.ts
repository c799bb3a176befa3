import { headOf } from '../../text/ends.ts';
import type { DetectorState } from '../detector-state.ts';
import type { SeenCall } from '../failure-state.ts';
import {
  type Handover,
  handoverOf,
  hasAdvised,
  hasBegun,
  hasGiven,
  hasReported,
  lastWritten,
} from './context/handover.ts';
import { ranItself } from './context/told.ts';
import { BLAME_MIN } from './verdict/spoken-verdict.ts';
import { complaintScore } from './words/complaint.ts';
import { mentionsLoss } from './words/loss.ts';
import { speaksOfOwnWords } from './words/manner.ts';
import { objectionScore } from './words/objection.ts';
import { ownWords, plainWords } from './words/own-words.ts';
import { contrastsSaid } from './words/said-contrast.ts';
import { shownError } from './words/shown-error.ts';
import { statesRule } from './words/user-rule.ts';

/** A human's words that wait to be judged by what comes of them. */

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

/** A human's message whose answer is still awaited. */
export interface OpenObjection {
  line: number;
  uuid: string | null;
  timestamp: string | null;
  text: string;
  objection: number;
  rule: boolean;
  answer: string;
  answered: boolean;
  /** Calls came before the first words of the answer. */
  late?: boolean;
  /** Its edit came before the first words of the answer: what these announce is the next thing. */
  workedFirst?: true;
  callsAfter: number;
  rejected: SeenCall | null;
  rejectedLine: number | null;
  rejectedUuid: string | null;
  /** Line where the same words were logged once more. */
  echoLine?: number;
  /** The first file edited afterwards is one that the agent had written. */
  reworked?: boolean;
  /** The reason stands in the refusal itself. */
  inline?: boolean;
  /** What was refused was done in another way afterwards. */
  redone?: boolean;
  /** The call before it had failed. */
  afterFailure?: boolean;
  /** The human stopped the agent to say it. */
  interrupted?: boolean;
  /** A call after it takes back what the agent had done. */
  undone?: boolean;
  /** Shell commands after it, oldest first. */
  after?: string[];
  last: SeenCall | null;
  /** Shell commands before it, newest last. */
  commands: string[];
  destroyed: boolean;
  actedBefore: boolean;
  correction: SeenCall | null;
  /** It came only after much had been read or run. */
  editedLate?: true;
  said: string;
  /** How clearly the words name a fault of what there is. */
  complaint?: number;
  /** What the agent had handed over when they were said. */
  handover?: Handover;
  /** Work had been handed over before them. */
  given?: true;
  /** The file last written for the turn before them. */
  wrote?: string;
  /** The agent had spoken since its last call. */
  spokeLast?: true;
  /** What the agent said after them until the human spoke again, oldest first; the last is its report. */
  later?: Later[];
  /** Subject of the commit that was made of what they led to. */
  commit?: string;
  /** The human's next words show the same error: what was done about it did not help. */
  inVain?: true;
  /** The human's next words, where they say that what was made of these is not what they meant. */
  retold?: string;
}

/** Words of the agent, and whether something had been edited before them since the human spoke. */
export interface Later {
  text: string;
  edited: boolean;
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
