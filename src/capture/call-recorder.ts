import { isOpen } from '../model/call-identity.ts';
import { INJECTION_HEADER } from '../model/constants.ts';
import type { AgentId } from '../model/episode.ts';
import type { CallRecord } from '../model/findings.ts';
import { headOf } from '../text/ends.ts';
import { lineFingerprint, salientLine } from '../text/fingerprint.ts';
import { redact } from '../text/redact.ts';
import type { CallEvent, ResultEvent } from '../transcripts/events.ts';
import { chiefArgument } from './chief-argument.ts';
import { errorKind } from './failures/kind/kinds.ts';
import { stripFrame } from './failures/result/bare-output.ts';
import { judgeResult } from './failures/result/judge-result.ts';
import { LeftCalls } from './left-calls.ts';
import { cutCommand } from './shell/cut-command.ts';
import { mainPart, shellParts } from './shell/shell.ts';

const TEXT_CHARS_MAX = 8192;
const OPEN_MAX = 1024;
const TEXTS = ['script', 'prompt', 'description'];

/** Turns calls and their results into the records that back-tests and replay walk. */
export class CallRecorder {
  readonly #agent: AgentId;
  readonly #open = new Map<string, CallEvent>();
  readonly #left = new LeftCalls();
  readonly records: CallRecord[] = [];

  constructor(agent: AgentId) {
    this.#agent = agent;
  }

  call(event: CallEvent): void {
    if (this.#open.size >= OPEN_MAX) {
      const oldest = this.#open.keys().next();
      if (!oldest.done) this.#open.delete(oldest.value);
    }
    this.#open.set(event.callId, event);
  }

  /** True where a call is on record whose result has not come. */
  expects(callId: string): boolean {
    return this.#open.has(callId);
  }

  /** @returns whether the result was recorded, and whether it failed */
  result(
    event: ResultEvent,
    sessionId: string,
    project: string,
    thread: string | null,
  ): { known: boolean; failed: boolean } {
    const given = this.#open.get(event.callId) ?? null;
    this.#open.delete(event.callId);
    if (given === null) return { known: false, failed: false };
    const left = this.#left.askedBy(given);
    const tellsEnd = left !== null && !event.unended;
    const call = tellsEnd ? { ...given, tool: left.tool, input: left.input } : given;
    const failed = event.isError === true || (event.exitCode !== null && event.exitCode !== 0);
    const denied = event.denial !== null || event.text.startsWith(INJECTION_HEADER);
    const hidden = !failed && !denied && isHiddenMistake(call, event);
    const error =
      (failed && !denied) || hidden
        ? redact(headOf(stripFrame(event.text), TEXT_CHARS_MAX)).slice(0, TEXT_CHARS_MAX)
        : null;
    const salient = error === null ? '' : salientLine(error);
    const record: CallRecord = {
      agent: this.#agent,
      sessionId: call.madeIn ?? sessionId,
      project,
      uuid: event.uuid ?? '',
      callId: event.callId,
      timestamp: call.timestamp ?? event.timestamp,
      tool: call.tool,
      text: cutCommand(redact(cutCommand(textOf(call), 2 * TEXT_CHARS_MAX)), TEXT_CHARS_MAX),
      // What goes on has not worked yet: its end comes with a later call, and counts.
      ok: !(failed || denied || hidden || event.unended || event.shell !== undefined),
      fingerprint: salient === '' ? null : lineFingerprint(call.tool, salient),
      kind: error === null ? null : kindOf(call, event, error, salient),
      error,
      bytes: event.chars,
      seconds: event.durationMs === null ? null : event.durationMs / 1000,
      thread,
    };
    if (tellsEnd && !isOpen(record) && !this.#left.take(left.callId) && record.ok) record.ok = false;
    if (event.shell !== undefined && isOpen(record) && !denied) this.#left.add(event.shell, call, record);
    this.records.push(record);
    return { known: true, failed: failed || denied };
  }

  /** A command that was left to the background has ended well, which no call had asked for yet. */
  ended(callId: string): void {
    const record = this.#left.ended(callId);
    if (record === null) return;
    const settled = { ...record, ok: true };
    const at = this.records.lastIndexOf(record);
    // What was handed over already is told once more, as a copy that says more.
    if (at >= 0) this.records[at] = settled;
    else this.records.push(settled);
  }
}

/** Kinds that an output shows beyond doubt, whatever the log says of the call. */
export const EVIDENT_KINDS = new Set<string>([
  'usage',
  'command-not-found',
  'shell-syntax',
  'platform',
  'missing-module',
  'wrong-directory',
]);

/** A mistake behind a pipe or in an agent's log without exit codes: a pattern that meets it meets no good call. */
function isHiddenMistake(call: CallEvent, event: ResultEvent): boolean {
  if (call.tool !== 'Bash') return false;
  const command = commandOf(call);
  const judged = judgeResult(call, event, () => shellParts(command));
  if (judged.state !== 'hidden' || judged.timedOut) return false;
  return EVIDENT_KINDS.has(kindOf(call, event, judged.error, salientLine(judged.error)));
}

function kindOf(call: CallEvent, event: ResultEvent, error: string, salient: string): string {
  const command = commandOf(call);
  const main = command === '' ? null : mainPart(shellParts(command));
  return errorKind({
    tool: call.tool,
    line: salient,
    text: error,
    program: main?.program ?? '',
    sub: main?.sub ?? '',
    command,
    timedOut: event.timedOut,
    exitCode: event.exitCode,
  });
}

function commandOf(call: CallEvent): string {
  return call.tool === 'Bash' && typeof call.input['command'] === 'string'
    ? cutCommand(call.input['command'], TEXT_CHARS_MAX)
    : '';
}

/** What a call is shown as and, of a shell, matched by: its command, else what it is about. */
export function textOf(call: Pick<CallEvent, 'tool' | 'input'>): string {
  if (call.tool === 'Bash') return typeof call.input['command'] === 'string' ? call.input['command'] : '';
  return chiefArgument(call.input, TEXTS);
}
