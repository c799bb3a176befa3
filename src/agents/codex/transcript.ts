import { CURATOR_MARK } from '../../model/constants.ts';
import { clip } from '../../transcripts/content.ts';
import { humanText, injectionCount, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, list, number, object, parseObjects, text } from '../../transcripts/json.ts';
import type { Emit, LineDecoder, LineReader, Sample } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { elapsed, OpenCalls } from '../shared/open-calls.ts';
import { isIdle } from './idle-line.ts';
import { type CodexOutput, messageText, readOutput, scriptExitCode } from './output.ts';
import { patchFields } from './patch.ts';
import { scriptCommands, scriptPatch } from './script.ts';
import { codexSpec } from './spec.ts';
import { duration, parsedArguments, shellPatch } from './values.ts';

const ITEM_TYPES = new Set([
  'message',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'reasoning',
]);
const LINE_TYPES = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
]);

/** Codex CLI rollouts: `sessions/YYYY/MM/DD/rollout-*.jsonl`, 0.5x to 0.169. */
export const codexReader: LineReader = {
  agent: 'codex',
  kind: 'lines',
  recognises(sample: Sample): boolean {
    return (
      sample.values.some(
        (value) =>
          (LINE_TYPES.has(text(value['type']) ?? '') && object(value['payload']) !== null) ||
          (value['payload'] === undefined &&
            value['id'] !== undefined &&
            value['timestamp'] !== undefined &&
            value['instructions'] !== undefined) ||
          ((value['type'] === 'function_call' || value['type'] === 'function_call_output') &&
            value['call_id'] !== undefined),
      ) || /"type":"(?:session_meta|response_item)","payload":\{/.test(sample.head)
    );
  },
  decoder: (emit) => new CodexDecoder(emit),
};

interface OpenCall {
  nativeTool: string;
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

interface Base {
  line: number;
  uuid: string | null;
  timestamp: string | null;
}

class CodexDecoder implements LineDecoder {
  readonly #emit: Emit;
  readonly #open = new OpenCalls<OpenCall>();
  /** Script calls in flight: nested commands belong to the latest. */
  #script: OpenCall | null = null;
  /** Process id → command, for `write_stdin`. */
  readonly #running = new OpenCalls<string>();
  #cwd: string | null = null;
  #sessionTold = false;
  #isSubagent = false;
  #lastUser: string | null = null;
  #prompted = false;
  #ended = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  line(bytes: Buffer, line: number): boolean {
    if (bytes[bytes.length - 1] === 0x7d && isIdle(bytes)) return true;
    const values = parseObjects(bytes.toString('utf8'));
    if (values === null) return false;
    for (const value of values) this.#value(value, line);
    return true;
  }

  end(): void {}

  #value(value: Json, line: number): void {
    const payload = object(value['payload']) ?? (ITEM_TYPES.has(text(value['type']) ?? '') ? value : null);
    const base: Base = { line, uuid: null, timestamp: text(value['timestamp']) };
    if (payload === null) {
      if (value['id'] !== undefined && value['instructions'] !== undefined) this.#meta(value, base);
      return;
    }
    switch (payload === value ? 'response_item' : text(value['type'])) {
      case 'session_meta':
        this.#meta(payload, base);
        return;
      case 'turn_context':
        this.#turn(payload, base);
        return;
      case 'response_item':
        this.#item(payload, {
          ...base,
          uuid: text(payload['type']) === 'message' ? text(payload['id']) : null,
        });
        return;
      case 'event_msg':
        this.#event(payload, base);
        return;
      case 'compacted':
        this.#emit({ kind: 'compaction', ...base });
        return;
      default:
        return;
    }
  }

  /** A resumed or forked session repeats the heads of its ancestors: the first one names this file's session. */
  #meta(meta: Json, base: Base): void {
    const sessionId = text(meta['session_id']) ?? text(meta['id']);
    if (sessionId === null || this.#sessionTold) return;
    this.#sessionTold = true;
    this.#cwd = text(meta['cwd']) ?? this.#cwd;
    this.#isSubagent =
      meta['parent_thread_id'] !== undefined ||
      meta['thread_source'] === 'subagent' ||
      object(meta['source'])?.['subagent'] !== undefined;
    const version = text(meta['cli_version']);
    this.#emit({
      kind: 'session',
      ...base,
      sessionId,
      isSubagent: this.#isSubagent,
      ...(this.#cwd === null ? {} : { cwd: this.#cwd }),
      ...(version === null ? {} : { agentVersion: version }),
    });
  }

  #turn(turn: Json, base: Base): void {
    const model = text(turn['model']);
    this.#cwd = text(turn['cwd']) ?? this.#cwd;
    this.#emit({
      kind: 'session',
      ...base,
      ...(model === null ? {} : { model }),
      ...(this.#cwd === null ? {} : { cwd: this.#cwd }),
    });
  }

  #item(item: Json, base: Base): void {
    switch (text(item['type'])) {
      case 'message':
        this.#message(item, base);
        return;
      case 'function_call':
        this.#call(text(item['call_id']), item['name'], parsedArguments(item['arguments']), base);
        return;
      case 'custom_tool_call':
        this.#call(text(item['call_id']), item['name'], parsedArguments(item['input']), base);
        return;
      case 'local_shell_call':
        this.#call(
          text(item['call_id']) ?? text(item['id']),
          'local_shell',
          object(item['action']) ?? {},
          base,
        );
        return;
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        this.#output(text(item['call_id']), item['output'], base);
        return;
      default:
        return;
    }
  }

  #message(item: Json, base: Base): void {
    const whole = messageText(item['content']);
    if (item['role'] === 'assistant') {
      if (whole.trim() !== '') this.#emit({ kind: 'assistant', ...base, text: whole, model: null });
      return;
    }
    const shown = injectionCount(whole);
    if (shown > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shown });
    if (item['role'] !== 'user') return;
    const passthrough = object(item['internal_chat_message_metadata_passthrough']);
    const kinds = list(passthrough?.['content_item_kinds']);
    if (kinds.length > 0 && !kinds.includes('user.text')) return;
    this.#user(whole, base);
  }

  #user(whole: string, base: Base): void {
    if (!this.#prompted) {
      const human = humanText(whole);
      if (human === null) return;
      this.#prompted = true;
      if (human.startsWith(CURATOR_MARK)) this.#emit({ kind: 'session', ...base, isOwnCurator: true });
    }
    const human = humanText(whole);
    if (human === null || this.#isSubagent) return;
    const via = human === this.#lastUser ? 'echo' : 'prompt';
    this.#lastUser = human;
    this.#emit({ kind: 'user', ...base, text: human, via });
  }

  #call(callId: string | null, name: unknown, input: unknown, base: Base): void {
    if (callId === null) return;
    const native = canonicalCall(name, {}, this.#cwd, {}).nativeTool;
    const fields = object(input) ?? {};
    if (native === 'exec' && typeof input === 'string') {
      this.#scriptCall(callId, input, base);
      return;
    }
    if (native === 'apply_patch') {
      const patch =
        typeof input === 'string' ? input : (text(fields['input']) ?? text(fields['patch']) ?? '');
      this.#tell(callId, native, 'Edit', patchFields(patch), null, base);
      return;
    }
    const call = canonicalCall(
      name,
      typeof input === 'string' ? { command: input } : fields,
      this.#cwd,
      codexSpec.tools,
    );
    if (native === 'write_stdin') {
      const started = this.#running.get(String(fields['session_id'] ?? ''));
      if (started !== undefined) call.input['command'] = started;
    }
    const patch = call.tool === 'Bash' ? shellPatch(text(call.input['command'])) : null;
    if (patch !== null) {
      this.#tell(callId, native, 'Edit', patchFields(patch), null, base);
      return;
    }
    this.#tell(callId, native, call.tool, call.input, text(call.input['command']), base);
  }

  #scriptCall(callId: string, source: string, base: Base): void {
    const commands = scriptCommands(source);
    const patch = scriptPatch(source);
    const tool = commands.length > 0 ? 'Bash' : patch !== null ? 'Edit' : 'exec';
    const input =
      tool === 'Bash'
        ? { command: commands.join('\n'), script: source }
        : patch !== null
          ? patchFields(patch)
          : { script: source };
    this.#tell(callId, 'exec', tool, input, commands.length === 1 ? commands[0]! : null, base);
    const call = this.#open.get(callId);
    if (call) {
      call.isScript = true;
      this.#script = call;
    }
  }

  #tell(
    callId: string,
    nativeTool: string,
    tool: string,
    input: Record<string, unknown>,
    command: string | null,
    base: Base,
  ): void {
    this.#open.set(callId, {
      nativeTool,
      command,
      timestamp: base.timestamp,
      isScript: false,
      nested: 0,
      end: null,
    });
    const workdir = text(input['workdir']) ?? text(input['cwd']);
    this.#emit({ kind: 'call', ...base, callId, nativeTool, tool, input, cwd: workdir ?? this.#cwd });
  }

  #output(callId: string | null, raw: unknown, base: Base): void {
    if (callId === null) return;
    const call = this.#open.take(callId);
    const output = readOutput(raw);
    if (output.runningSession !== null && call?.command)
      this.#running.set(output.runningSession, call.command);
    let exitCode = output.exitCode ?? call?.end?.exitCode ?? null;
    let isError = output.isError ?? (call?.end ? call.end.failed : undefined);
    if (call?.isScript && output.denial === null) {
      if (call.nested > 0 && isError !== true) isError = false;
      else if (exitCode === null && /^Script completed/.test(output.body)) {
        exitCode = scriptExitCode(output.body);
        isError = exitCode === null ? undefined : exitCode !== 0;
      }
    }
    this.#result(
      callId,
      base,
      { ...output, exitCode, isError },
      call?.end?.durationMs ?? output.durationMs ?? elapsed(call?.timestamp, base.timestamp),
    );
  }

  #result(callId: string, base: Base, output: CodexOutput, durationMs: number | null): void {
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
    });
  }

  #event(event: Json, base: Base): void {
    switch (text(event['type'])) {
      case 'user_message':
        this.#user(text(event['message']) ?? '', base);
        return;
      case 'task_complete':
        this.#ended = true;
        return;
      case 'task_started':
        this.#ended = false;
        return;
      case 'exec_command_end':
        this.#commandEnd(text(event['call_id']), event, base);
        return;
      case 'patch_apply_end':
        this.#patchEnd(text(event['call_id']), event, event['success'] === false, base);
        return;
      case 'item_completed':
        this.#completed(object(event['item']), base);
        return;
      case 'context_compacted':
        this.#emit({ kind: 'compaction', ...base });
        return;
      default:
        return;
    }
  }

  #completed(item: Json | null, base: Base): void {
    if (item === null) return;
    const id = text(item['id']);
    if (item['type'] === 'CommandExecution') {
      this.#commandEnd(id, item, base);
      return;
    }
    if (item['type'] === 'FileChange') {
      this.#patchEnd(id, item, item['status'] === 'failed', base);
      return;
    }
    if (item['type'] === 'UserMessage') {
      this.#user(messageText(item['content']), base);
      return;
    }
  }

  /** The end of a command: adds the exit code to a call that is logged itself, else is a call inside a script. */
  #commandEnd(id: string | null, item: Json, base: Base): void {
    if (id === null) return;
    const exitCode = number(item['exit_code']);
    const failed = item['status'] === 'failed' || (exitCode !== null && exitCode !== 0);
    const end: End = { exitCode, failed, durationMs: duration(item['duration']) };
    const open = this.#open.get(id);
    if (open) open.end = end;
    // A process that is killed when the session ends did not fail.
    if (open || !id.startsWith('exec-') || (this.#ended && exitCode === 137)) return;
    const call = canonicalCall('exec_command', { command: item['command'] }, this.#cwd, codexSpec.tools);
    const cwd = text(item['cwd'])?.replace(/^file:\/\//, '') ?? this.#cwd;
    this.#emit({ kind: 'call', ...base, callId: id, ...call, cwd });
    this.#nestedResult(id, base, text(item['aggregated_output']) ?? '', end);
  }

  #patchEnd(id: string | null, item: Json, failed: boolean, base: Base): void {
    if (id === null) return;
    const open = this.#open.get(id);
    if (open) open.end = { exitCode: null, failed, durationMs: null };
    if (open || !id.startsWith('exec-')) return;
    const paths = Object.keys(object(item['changes']) ?? {});
    const input = { paths, ...(paths[0] === undefined ? {} : { file_path: paths[0] }) };
    this.#emit({
      kind: 'call',
      ...base,
      callId: id,
      nativeTool: 'apply_patch',
      tool: 'Edit',
      input,
      cwd: this.#cwd,
    });
    const body = [text(item['stdout']), text(item['stderr'])].filter(Boolean).join('\n');
    this.#nestedResult(id, base, body, { exitCode: null, failed, durationMs: null });
  }

  #nestedResult(id: string, base: Base, body: string, end: End): void {
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
