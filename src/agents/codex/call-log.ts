import { clip, contentText } from '../../transcripts/content.ts';
import type { EventBase } from '../../transcripts/events.ts';
import { withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, number, object, text } from '../../transcripts/json.ts';
import type { Emit } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { elapsed, OpenCalls } from '../shared/open-calls.ts';
import { codexCall } from './calls.ts';
import type { EndLine } from './end-line.ts';
import { type CodexOutput, readOutput, scriptExitCode } from './output.ts';
import { codexSpec } from './spec.ts';

interface OpenCall {
  command: string | null;
  timestamp: string | null;
  isScript: boolean;
  /** Commands of a code-mode script that were logged as calls of their own. */
  nested: number;
  end: End | null;
}

interface End {
  exitCode: number | null;
  failed: boolean;
  durationMs: number | null;
}

/** What the id of a call inside a script begins with; it is logged at its end only. */
const NESTED_ID = 'exec-';

/** Brings together what the log tells of a call in several places: the call, the end of its process, its output. */
export class CallLog {
  readonly #emit: Emit;
  readonly #open = new OpenCalls<OpenCall>();
  /** Script calls in flight: nested commands belong to the latest. */
  #script: OpenCall | null = null;
  /** Process id → command, for `write_stdin`. */
  readonly #running = new OpenCalls<string>();
  /** Working directory of calls that name none. */
  cwd: string | null = null;
  /** The user has given the turn full access: no sandbox holds its calls. */
  isUnconfined = false;
  /** Whether the agent has ended its turn: processes that go on are killed then. */
  isIdle = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  call(callId: string | null, name: unknown, logged: unknown, base: EventBase): void {
    if (callId === null) return;
    const call = codexCall(name, logged, this.cwd, (process) => this.#running.get(process));
    const { nativeTool, tool, input, command, isScript } = call;
    const open = { command, timestamp: base.timestamp, isScript, nested: 0, end: null };
    this.#open.set(callId, open);
    if (isScript) this.#script = open;
    const workdir = text(input['workdir']) ?? text(input['working_directory']) ?? text(input['cwd']);
    this.#emit({
      kind: 'call',
      ...base,
      callId,
      nativeTool,
      tool,
      input,
      cwd: workdir ?? this.cwd,
      ...(this.isUnconfined ? { unconfined: true } : {}),
    });
  }

  output(callId: string | null, raw: unknown, base: EventBase): void {
    if (callId === null) return;
    const call = this.#open.take(callId);
    const output = readOutput(raw);
    if (output.runningSession !== null && call?.command)
      this.#running.set(output.runningSession, call.command);
    let exitCode = output.exitCode ?? call?.end?.exitCode ?? null;
    let isError = output.isError ?? (call?.end ? call.end.failed : undefined);
    let isToldApart = false;
    if (call?.isScript && output.denial === null) {
      if (call.nested > 0 && isError !== true) {
        isError = false;
        isToldApart = true;
      } else if (exitCode === null && /^Script completed/.test(output.body)) {
        exitCode = scriptExitCode(output.body);
        isError = exitCode === null ? undefined : exitCode !== 0;
      }
    }
    this.#result(
      callId,
      base,
      { ...output, exitCode, isError },
      call?.end?.durationMs ?? output.durationMs ?? elapsed(call?.timestamp, base.timestamp),
      isToldApart,
    );
  }

  /** @param isToldApart what the call ran was told as calls of their own, which count instead of it */
  #result(
    callId: string,
    base: EventBase,
    output: CodexOutput,
    durationMs: number | null,
    isToldApart = false,
  ): void {
    const { runningSession } = output;
    const goesOn = runningSession !== null && output.exitCode === null;
    this.#emit({
      kind: 'result',
      ...base,
      callId,
      isError: output.isError,
      exitCode: output.exitCode,
      text: clip(withoutOurs(output.body)),
      chars: output.body.length,
      denial: output.denial,
      feedback: null,
      timedOut: output.timedOut,
      durationMs,
      ...(runningSession === null ? {} : { shell: runningSession }),
      ...(goesOn || isToldApart ? { unended: true as const } : {}),
    });
  }

  /** The end of a command or patch that is logged as a call itself; false for one inside a script, of which more is told. */
  ended({ callId, isPatch, fields }: EndLine): boolean {
    if (callId.startsWith(NESTED_ID)) return false;
    const open = this.#open.get(callId);
    if (open) open.end = isPatch ? patchEnded(fields['success'] === false) : commandEnded(fields);
    return true;
  }

  /** The end of a command: adds the exit code to a call that is logged itself, else is a call inside a script. */
  commandEnd(id: string | null, item: Json, base: EventBase): void {
    if (id === null) return;
    const end = commandEnded(item);
    const open = this.#open.get(id);
    if (open) open.end = end;
    // A process that is killed when the session ends did not fail.
    if (open || !id.startsWith(NESTED_ID) || (this.isIdle && end.exitCode === 137)) return;
    const call = canonicalCall('exec_command', { command: item['command'] }, this.cwd, codexSpec.tools);
    const cwd = pathOf(text(item['cwd'])) ?? this.cwd;
    this.#emit({ kind: 'call', ...base, callId: id, ...call, cwd });
    this.#nestedResult(id, base, text(item['aggregated_output']) ?? '', end);
  }

  patchEnd(id: string | null, item: Json, failed: boolean, base: EventBase): void {
    if (id === null) return;
    const open = this.#open.get(id);
    if (open) open.end = patchEnded(failed);
    if (open || !id.startsWith(NESTED_ID)) return;
    const paths = Object.keys(object(item['changes']) ?? {});
    const input = { paths, ...(paths[0] === undefined ? {} : { file_path: paths[0] }) };
    this.#emit({
      kind: 'call',
      ...base,
      callId: id,
      nativeTool: 'apply_patch',
      tool: 'Edit',
      input,
      cwd: this.cwd,
    });
    const body = [text(item['stdout']), text(item['stderr'])].filter(Boolean).join('\n');
    this.#nestedResult(id, base, body, patchEnded(failed));
  }

  /** The end of a call of a server's tool, whose output does not say that it failed. */
  serverEnd(id: string | null, item: Json, base: EventBase): void {
    if (id === null) return;
    const { server, tool, arguments: input } = object(item['invocation']) ?? item;
    const result = object(item['result']);
    const given = object(result?.['Ok']) ?? result;
    const failed =
      item['status'] === 'failed' || result?.['Err'] !== undefined || given?.['isError'] === true;
    const end: End = { exitCode: null, failed, durationMs: duration(item['duration']) };
    const open = this.#open.get(id);
    if (open) open.end = end;
    if (open || !id.startsWith(NESTED_ID)) return;
    const call = canonicalCall(`mcp__${server}__${tool}`, input, this.cwd, codexSpec.tools);
    this.#emit({ kind: 'call', ...base, callId: id, ...call, cwd: this.cwd });
    const body =
      text(result?.['Err']) ?? text(object(item['error'])?.['message']) ?? contentText(given?.['content']);
    this.#nestedResult(id, base, body, end);
  }

  #nestedResult(id: string, base: EventBase, body: string, end: End): void {
    if (this.#script) this.#script.nested += 1;
    const output = {
      body,
      isError: end.failed,
      exitCode: end.exitCode,
      denial: null,
      runningSession: null,
      timedOut: false,
      durationMs: null,
    };
    this.#result(id, base, output, end.durationMs);
  }
}

/** The path of a `file://` address; any other text as it is. */
function pathOf(address: string | null): string | null {
  if (!address?.startsWith('file://')) return address;
  const path = address.slice('file://'.length).replace(/^\/(?=[A-Za-z]:)/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function commandEnded(item: Json): End {
  const exitCode = number(item['exit_code']);
  const failed = item['status'] === 'failed' || (exitCode !== null && exitCode !== 0);
  return { exitCode, failed, durationMs: duration(item['duration']) };
}

const patchEnded = (failed: boolean): End => ({ exitCode: null, failed, durationMs: null });

/** Milliseconds from `{secs, nanos}`; null where there are none. */
function duration(value: unknown): number | null {
  const parts = object(value);
  const seconds = number(parts?.['secs']);
  return seconds === null ? null : Math.round(seconds * 1000 + (number(parts?.['nanos']) ?? 0) / 1e6);
}
