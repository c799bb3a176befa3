import { clip, contentText } from '../../transcripts/content.ts';
import type { Denial, EventBase } from '../../transcripts/events.ts';
import { humanText, injectionCount, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, list, number, object, parsedJson, text } from '../../transcripts/json.ts';
import type { Emit, LineReader, Sample } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { ObjectLines } from '../shared/object-lines.ts';
import { elapsed, OpenCalls } from '../shared/open-calls.ts';
import { Prompts } from '../shared/prompts.ts';
import { Recent } from '../shared/recent.ts';
import { copilotSpec } from './spec.ts';

const TYPES = /^(?:session|user|assistant|tool|hook|system|subagent|skill|abort|permission|partition)\b/;

/** Copilot CLI: `session-state/<id>/events.jsonl`; the same events from JetBrains' plugin (`jb/<id>/partition-*.jsonl`) and VS Code. */
export const copilotReader: LineReader = {
  agent: 'copilot',
  kind: 'lines',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        typeof value['type'] === 'string' &&
        value['type'].includes('.') &&
        TYPES.test(value['type']) &&
        object(value['data']) !== null,
    ),
  decoder: (emit) => new CopilotDecoder(emit),
};

export class CopilotDecoder extends ObjectLines {
  readonly #emit: Emit;
  readonly #seen = new Recent();
  readonly #called = new Recent();
  readonly #open = new OpenCalls<{ timestamp: string | null; asks: boolean }>();
  #sessionId: string | null = null;
  #cwd: string | null = null;
  readonly #prompts: Prompts;

  constructor(emit: Emit) {
    super();
    this.#emit = emit;
    this.#prompts = new Prompts(emit);
  }

  override value(value: Json, line: number): void {
    const data = object(value['data']);
    if (data === null) return;
    const uuid = text(value['id']);
    if (uuid !== null && !this.#seen.add(uuid)) return;
    const thread = text(value['agentId']) ?? text(data['parentToolCallId']);
    const base: EventBase = {
      line,
      uuid,
      timestamp: text(value['timestamp']),
      ...(thread === null ? {} : { thread }),
    };
    switch (text(value['type'])) {
      case 'session.start':
      case 'session.resume':
        this.#session(data, base);
        return;
      case 'partition.created':
        this.#session({ sessionId: data['conversationId'] }, base);
        return;
      case 'session.model_change':
        this.#emit({ kind: 'session', ...base, model: text(data['newModel']) ?? '' });
        return;
      case 'session.context_changed':
        this.#cwd = text(data['cwd']) ?? this.#cwd;
        if (this.#cwd !== null) this.#emit({ kind: 'session', ...base, cwd: this.#cwd });
        return;
      case 'session.compaction_complete':
        if (data['success'] !== false) this.#emit({ kind: 'compaction', ...base });
        return;
      case 'subagent.started':
        if (this.#sessionId !== null)
          this.#emit({
            kind: 'session',
            ...base,
            sessionId: this.#sessionId,
            isSubagent: true,
            ...(this.#cwd === null ? {} : { cwd: this.#cwd }),
          });
        return;
      case 'user.message':
        this.#user(data, base);
        return;
      case 'abort':
        if (/^user/.test(text(data['reason']) ?? '')) this.#prompts.stop();
        return;
      case 'assistant.message':
        this.#assistant(data, base);
        return;
      case 'tool.user_requested':
        // The human's own command: its start is passed over as a call that was told, and its end as one of no call.
        this.#called.add(callKey(text(data['toolCallId']) ?? '', base));
        return;
      case 'tool.execution_start':
        this.#call(data['toolCallId'], data['toolName'], data['arguments'], base);
        return;
      case 'tool.execution_complete':
        this.#result(data, base);
        return;
      default:
        return;
    }
  }

  #session(data: Json, base: EventBase): void {
    const context = object(data['context']);
    this.#sessionId = text(data['sessionId']) ?? this.#sessionId;
    this.#cwd = text(context?.['cwd']) ?? text(data['cwd']) ?? this.#cwd;
    const model = text(data['selectedModel']) ?? text(data['model']);
    this.#emit({
      kind: 'session',
      ...base,
      isSubagent: false,
      ...(this.#sessionId === null ? {} : { sessionId: this.#sessionId }),
      ...(this.#cwd === null ? {} : { cwd: this.#cwd }),
      ...(model === null ? {} : { model }),
    });
  }

  #user(data: Json, base: EventBase): void {
    const human = humanText(contentText(data['content']));
    const source = text(data['source']);
    const fromAgent =
      data['isAutopilotContinuation'] === true ||
      // The human's own command.
      data['agentMode'] === 'shell' ||
      /^(?:agent|skill|hook|system|autopilot|jit-instruction|thinking-exhausted|schedule)\b/.test(
        source ?? '',
      );
    const shown = injectionCount(contentText(data['transformedContent']));
    if (shown > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shown });
    if (human === null || fromAgent || base.thread !== undefined) return;
    this.#prompts.add(base, human, data['delivery'] === 'queued' ? 'queued' : 'prompt');
  }

  #assistant(data: Json, base: EventBase): void {
    const words = contentText(data['content']) || (text(data['text']) ?? '');
    if (words.trim() !== '')
      this.#emit({ kind: 'assistant', ...base, text: words, model: text(data['model']) });
    for (const each of list(data['toolRequests'])) {
      const request = object(each);
      if (request !== null) this.#call(request['toolCallId'], request['name'], request['arguments'], base);
    }
  }

  #call(id: unknown, name: unknown, input: unknown, base: EventBase): void {
    const callId = text(id);
    if (callId === null || !this.#called.add(callKey(callId, base))) return;
    const named = canonicalCall(
      name,
      typeof input === 'string' ? (parsedJson(input) ?? input) : input,
      this.#cwd,
      copilotSpec.tools,
    );
    this.#open.set(callId, { timestamp: base.timestamp, asks: ASKS.test(text(name) ?? '') });
    this.#emit({ kind: 'call', ...base, callId, ...named, cwd: this.#cwd });
  }

  #result(data: Json, base: EventBase): void {
    const callId = text(data['toolCallId']);
    if (callId === null || data['isUserRequested'] === true) return;
    const call = this.#open.take(callId);
    const error = object(data['error']);
    const result = object(data['result']);
    const whole = text(error?.['message']) ?? resultText(result ?? data['result']);
    const end = shellEnd(whole);
    const exitCode = number(object(data['shellExecution'])?.['exitCode']) ?? end.exitCode;
    const failed = data['success'] === false || (exitCode !== null && exitCode !== 0) || UNREAD.test(whole);
    this.#emit({
      kind: 'result',
      ...base,
      callId,
      isError: failed ? true : data['success'] === true ? false : undefined,
      exitCode,
      text: clip(withoutOurs(end.printed)),
      chars: whole.length,
      denial: denialOf(text(error?.['code']), whole),
      feedback: feedbackOf(whole),
      timedOut:
        (end.waited && call?.asks !== true) || (failed && /timed out after/i.test(whole.slice(0, 300))),
      durationMs: elapsed(call?.timestamp, base.timestamp),
      ...(end.left === undefined ? {} : { shell: end.left, unended: true as const }),
    });
    const shown = injectionCount(whole);
    if (shown > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shown });
  }
}

/** Given with success in place of a file that is too long for one answer. */
const UNREAD = /^File too large to read at once \([\d.]+ \w+\)\. /;

/** What a shell tool says last, as each version words it: `ID` and `sessionId` before 0.0.40, `shellId` since. */
const ENDED =
  /\n?<(?:shellId: \S+ completed|command with (?:id|sessionId|shellId): \S+ exited|exited) with exit code (-?\d+)>\s*$/;
const LEFT =
  /<command started in (?:detached )?background with (?:ID|sessionId|shellId): ([\w-]+)>\s*$|<(?:waiting for )?command with (?:id|sessionId|shellId): ([\w-]+) (?:to [\w ]{1,20}timed out|is still running|moved to background|is running in the background)\b[^\n]*>\s*$/;
/** Tools that speak to a shell which another call has started. */
const ASKS = /^(?:read|write|stop)_/;
const WAITED = / (?:timed out|is still running) after \d/;

interface ShellEnd {
  exitCode: number | null;
  /** The shell whose command goes on. */
  left: string | undefined;
  /** The tool has waited for it as long as it does. */
  waited: boolean;
  printed: string;
}

function shellEnd(whole: string): ShellEnd {
  const tail = whole.slice(-600);
  const told = ENDED.exec(tail);
  if (told !== null) {
    const isOwn = !told[0].includes('<exited');
    const printed = isOwn ? whole.slice(0, whole.length - told[0].length) : whole;
    return { exitCode: Number(told[1]), left: undefined, waited: false, printed };
  }
  const left = LEFT.exec(tail);
  const waited = left !== null && WAITED.test(left[0]);
  return { exitCode: null, left: left?.[1] ?? left?.[2], waited, printed: whole };
}

const callKey = (callId: string, { thread }: EventBase): string => `${thread ?? ''}:${callId}`;

/** What the model was given: a text, or parts of one, which JetBrains' plugin calls by another name. */
function resultText(result: unknown): string {
  const fields = object(result);
  if (fields === null) return contentText(result);
  const parts = list(fields['result']).map((part) => ({ text: object(part)?.['value'] }));
  return contentText(fields['content']) || contentText(parts);
}

/** Said in place of a result where the user stops the agent in a call. */
const STOPPED = /^Operation (?:was )?(?:aborted|cancell?ed) by (?:the )?user\b/;

function denialOf(code: string | null, message: string): Denial {
  if (/^Denied by \w+ hook/.test(message)) return 'hook';
  if (code === 'rejected' || /^The user rejected this tool call/.test(message)) return 'user-rejected';
  if (code === 'aborted' || code === 'cancelled' || STOPPED.test(message)) return 'interrupted';
  return code === 'denied' ? 'permission' : null;
}

function feedbackOf(message: string): string | null {
  const found =
    /^The user rejected this tool call\.[\s\S]{0,80}?(?:feedback|said|reason):\s*([\s\S]{1,4000})$/i.exec(
      message,
    );
  return found ? found[1]!.trim() : null;
}
