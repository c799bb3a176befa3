import { contentText } from '../../transcripts/content.ts';
import type { EventBase } from '../../transcripts/events.ts';
import { humanText, injectionCount } from '../../transcripts/human-text.ts';
import { type Json, list, mayHoldSeveral, object, text } from '../../transcripts/json.ts';
import type { Emit, LineReader, Sample } from '../../transcripts/reader.ts';
import { ObjectLines } from '../shared/object-lines.ts';
import { Prompts } from '../shared/prompts.ts';
import { CallLog } from './call-log.ts';
import { endLine } from './end-line.ts';
import { isIdle } from './idle-line.ts';

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

const ENVIRONMENT_CWD =
  /^<environment_context>\s*(?:<cwd>([^<\n]{1,1000})<\/cwd>|Current working directory: ([^\n]{1,1000}))/;

/** Codex CLI rollouts: `sessions/YYYY/MM/DD/rollout-*.jsonl`, 0.5x to 0.171. */
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

/** Codex' rollouts, a record a line: `session_meta`, `turn_context`, `response_item`, `event_msg`, `compacted`. */
export class CodexDecoder extends ObjectLines {
  readonly #emit: Emit;
  readonly #calls: CallLog;
  #sessionTold = false;
  #isSubagent = false;
  #lastUser: string | null = null;
  readonly #prompts: Prompts;

  constructor(emit: Emit) {
    super();
    this.#emit = emit;
    this.#calls = new CallLog(emit);
    this.#prompts = new Prompts(emit);
  }

  override line(bytes: Buffer, line: number): boolean {
    if (bytes[bytes.length - 1] === 0x7d && !mayHoldSeveral(bytes)) {
      if (isIdle(bytes)) return true;
      const end = endLine(bytes);
      if (end !== null && this.#calls.ended(end)) return true;
    }
    return super.line(bytes, line);
  }

  override value(value: Json, line: number): void {
    const payload = object(value['payload']) ?? (ITEM_TYPES.has(text(value['type']) ?? '') ? value : null);
    const base: EventBase = { line, uuid: null, timestamp: text(value['timestamp']) };
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
  #meta(meta: Json, base: EventBase): void {
    const sessionId = text(meta['session_id']) ?? text(meta['id']);
    if (sessionId === null || this.#sessionTold) return;
    this.#sessionTold = true;
    this.#calls.cwd = text(meta['cwd']) ?? this.#calls.cwd;
    this.#isSubagent =
      meta['parent_thread_id'] !== undefined ||
      meta['thread_source'] === 'subagent' ||
      object(meta['source'])?.['subagent'] !== undefined;
    this.#emit({
      kind: 'session',
      ...base,
      sessionId,
      isSubagent: this.#isSubagent,
      ...(this.#calls.cwd === null ? {} : { cwd: this.#calls.cwd }),
    });
  }

  #turn(turn: Json, base: EventBase): void {
    const model = text(turn['model']);
    this.#calls.cwd = text(turn['cwd']) ?? this.#calls.cwd;
    const policy = object(turn['sandbox_policy']);
    this.#calls.isUnconfined = (text(policy?.['type']) ?? text(policy?.['mode'])) === 'danger-full-access';
    this.#emit({
      kind: 'session',
      ...base,
      ...(model === null ? {} : { model }),
      ...(this.#calls.cwd === null ? {} : { cwd: this.#calls.cwd }),
    });
  }

  #item(item: Json, base: EventBase): void {
    switch (text(item['type'])) {
      case 'message':
        this.#message(item, base);
        return;
      case 'function_call':
        this.#calls.call(text(item['call_id']), toolName(item), item['arguments'], base);
        return;
      case 'custom_tool_call':
        this.#calls.call(text(item['call_id']), item['name'], item['input'], base);
        return;
      case 'local_shell_call':
        this.#calls.call(
          text(item['call_id']) ?? text(item['id']),
          'local_shell',
          object(item['action']) ?? {},
          base,
        );
        return;
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        this.#calls.output(text(item['call_id']), item['output'], base);
        return;
      default:
        return;
    }
  }

  #message(item: Json, base: EventBase): void {
    const whole = contentText(item['content']);
    if (item['role'] === 'assistant') {
      if (whole.trim() !== '') this.#emit({ kind: 'assistant', ...base, text: whole, model: null });
      return;
    }
    const shown = injectionCount(whole);
    if (shown > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shown });
    if (item['role'] !== 'user') return;
    if (this.#calls.cwd === null) this.#environment(whole, base);
    const passthrough = object(item['internal_chat_message_metadata_passthrough']);
    const kinds = list(passthrough?.['content_item_kinds']);
    if (kinds.length > 0 && !kinds.includes('user.text')) return;
    this.#user(whole, base);
  }

  /** Early versions tell the folder only in what they say of the environment. */
  #environment(whole: string, base: EventBase): void {
    const cwd = ENVIRONMENT_CWD.exec(whole)?.slice(1).find(Boolean)?.trim();
    if (cwd === undefined) return;
    this.#calls.cwd = cwd;
    this.#emit({ kind: 'session', ...base, cwd });
  }

  #user(whole: string, base: EventBase): void {
    const human = humanText(whole);
    if (human === null) return;
    this.#prompts.begin(base, human);
    if (this.#isSubagent) return;
    if (human === this.#lastUser) this.#emit({ kind: 'user', ...base, text: human, via: 'echo' });
    else this.#prompts.add(base, human);
    this.#lastUser = human;
  }

  #event(event: Json, base: EventBase): void {
    switch (text(event['type'])) {
      case 'user_message':
        this.#user(text(event['message']) ?? '', base);
        return;
      case 'turn_aborted':
        if (event['reason'] === 'interrupted') this.#prompts.stop();
        return;
      case 'task_complete':
        this.#calls.isIdle = true;
        return;
      case 'task_started':
        this.#calls.isIdle = false;
        return;
      case 'exec_command_end':
        this.#calls.commandEnd(text(event['call_id']), event, base);
        return;
      case 'patch_apply_end':
        this.#calls.patchEnd(text(event['call_id']), event, event['success'] === false, base);
        return;
      case 'mcp_tool_call_end':
        this.#calls.serverEnd(text(event['call_id']), event, base);
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

  #completed(item: Json | null, base: EventBase): void {
    if (item === null) return;
    const id = text(item['id']);
    if (item['type'] === 'CommandExecution') {
      this.#calls.commandEnd(id, item, base);
      return;
    }
    if (item['type'] === 'FileChange') {
      this.#calls.patchEnd(id, item, item['status'] === 'failed', base);
      return;
    }
    if (item['type'] === 'McpToolCall') {
      this.#calls.serverEnd(id, item, base);
      return;
    }
    if (item['type'] === 'UserMessage') {
      this.#user(contentText(item['content']), base);
      return;
    }
  }
}

/** A server's tool is called by its own name, beside which the server's stands. */
function toolName({ name, namespace }: Json): unknown {
  const isServer = typeof namespace === 'string' && namespace.startsWith('mcp__');
  return isServer ? `${namespace.replace(/_+$/, '')}__${String(name)}` : name;
}
