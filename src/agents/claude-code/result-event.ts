import { clip, contentText, RESULT_CHARS_MAX } from '../../transcripts/content.ts';
import type { EventBase, ResultEvent } from '../../transcripts/events.ts';
import { humanText, injectionCount, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, object, text } from '../../transcripts/json.ts';
import { withoutSpans } from '../../transcripts/spans.ts';
import { elapsed } from '../shared/open-calls.ts';
import { type AskedShell, printedIn } from './background.ts';
import { type Refusal, refusalOf } from './denial.ts';
import type { FastLine } from './fast-line.ts';
import type { ResultText } from './result-text.ts';
import { type ShellReport, shellLeftTo, shellReport } from './shell-report.ts';

/** Of a success only the beginning and the end are looked at; of one that no shell printed, the beginning. */
const SHELL_CHARS_MAX = 6 * 1024;
const OTHER_CHARS_MAX = 640;
const NO_REFUSAL = { denial: null, feedback: null };

/** A call whose result is awaited. */
export interface OpenCall {
  timestamp: string | null;
  background: boolean;
  isShell: boolean;
  /** Asks how a shell in the background is doing. */
  asksShell: boolean;
  /** What a shell is to run. */
  command: string | null;
  /** The command in the background whose output the call reads. */
  reads: AskedShell | null;
}

/** What a record tells of a result. */
export interface ResultFacts {
  callId: string;
  isError: boolean | undefined;
  whole: string;
  /** Bytes of the text that were left out of `whole`. */
  leftOut: number;
  refusal: Refusal;
  /** The record says that a time limit ended the wait, or that the call goes on in the background. */
  timedOut: boolean;
  background: boolean;
}

/** What was found by search of a line's only result, which is a success. */
export function foundFacts({ timedOut, background }: FastLine, result: ResultText): ResultFacts {
  return {
    callId: result.callId,
    isError: result.saysSo ? false : undefined,
    whole: result.text,
    leftOut: result.leftOut,
    refusal: NO_REFUSAL,
    timedOut,
    background,
  };
}

/** What a parsed record tells of one of its results; null where that belongs to no call. */
export function parsedFacts(part: Json, value: Json): ResultFacts | null {
  const callId = text(part['tool_use_id']);
  if (callId === null) return null;
  const whole = contentText(part['content']);
  const isError = typeof part['is_error'] === 'boolean' ? part['is_error'] : undefined;
  const detail = object(value['toolUseResult']);
  return {
    callId,
    isError,
    whole,
    leftOut: 0,
    refusal: refusalOf(whole, isError, value),
    timedOut: detail?.['timedOutAfterMs'] !== undefined,
    background: detail?.['backgroundTaskId'] !== undefined && detail['backgroundedByUser'] !== true,
  };
}

/** The event of a result, and how many injections of ours its text shows. */
export function resultEvent(
  facts: ResultFacts,
  call: OpenCall | undefined,
  base: EventBase,
): { event: ResultEvent; injections: number } {
  const { refusal } = facts;
  const asked = call?.asksShell === true ? shellReport(facts.whole) : outputRead(facts, call);
  const report = asked === 'unended' ? null : asked;
  const goesOn = report !== null && call?.reads?.exitCode === null;
  // That the file could be read says nothing of the command.
  const isError = goesOn ? undefined : facts.isError;
  const whole = report?.text ?? facts.whole;
  const mayBeOurs = whole.includes('lesson') || whole.includes(' DETECTED]');
  const plain = withoutNotes(whole);
  const exit = /^(?:Error: )?Exit code (-?\d+)\b/.exec(whole);
  const event: ResultEvent = {
    kind: 'result',
    line: base.line,
    uuid: base.uuid,
    timestamp: base.timestamp,
    callId: facts.callId,
    isError,
    exitCode: report ? report.exitCode : exit ? Number(exit[1]) : null,
    text: shownText(mayBeOurs ? withoutOurs(plain) : plain, isError, call),
    chars: whole.length + facts.leftOut,
    denial: refusal.denial,
    feedback: refusal.feedback === null ? null : humanText(refusal.feedback),
    timedOut:
      (call?.background !== true && movedAway(facts)) ||
      (isError === true && /Command timed out after/.test(whole.slice(0, 4000) + whole.slice(-400))),
    durationMs: elapsed(call?.timestamp, base.timestamp),
  };
  if (base.thread !== undefined) event.thread = base.thread;
  if (asked === 'unended' || goesOn) event.unended = true;
  const shell = call?.isShell === true ? shellLeftTo(whole) : null;
  if (shell !== null) event.shell = shell;
  return { event, injections: mayBeOurs ? injectionCount(whole) : 0 };
}

/** What a command in the background has printed, as the call has read it. */
function outputRead({ isError, whole }: ResultFacts, call: OpenCall | undefined): ShellReport | null {
  const reads = call?.reads ?? null;
  return reads === null || isError === true ? null : { exitCode: reads.exitCode, text: printedIn(whole) };
}

function shownText(whole: string, isError: boolean | undefined, call: OpenCall | undefined): string {
  if (isError === true) return clip(whole, RESULT_CHARS_MAX);
  return call?.isShell === true ? clip(whole, SHELL_CHARS_MAX) : whole.slice(0, OTHER_CHARS_MAX);
}

function movedAway({ timedOut, background, whole }: ResultFacts): boolean {
  return (
    timedOut ||
    /^Command did not complete within its .{1,20} timeout and was moved to the background/.test(whole) ||
    (background && whole.startsWith('Command running in background'))
  );
}

const REMINDER_OPEN = '<system-reminder>';
const REMINDER_CLOSE = '</system-reminder>';

/** Behind whatever a server's tool says, where the client had not shown its schema to the model. */
const SCHEMA_NOTE = "\n\nThis tool's input schema was not in your prompt when you called it. ";

/** Clients append reminders and notes to results; they are not the tool's words. */
function withoutNotes(value: string): string {
  const note = value.indexOf(SCHEMA_NOTE);
  return withoutSpans(note < 0 ? value : value.slice(0, note), REMINDER_OPEN, REMINDER_CLOSE, 'keep');
}
