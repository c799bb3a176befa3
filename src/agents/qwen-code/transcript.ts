import { contentText } from '../../transcripts/content.ts';
import type { EventBase } from '../../transcripts/events.ts';
import { humanText, injectionCount } from '../../transcripts/human-text.ts';
import { type Json, list, object, text } from '../../transcripts/json.ts';
import type { Emit, LineReader, Sample } from '../../transcripts/reader.ts';
import { GEMINI_TOOLS } from '../gemini-cli/hook-io.ts';
import { geminiResult, responseText } from '../gemini-cli/output.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { ObjectLines } from '../shared/object-lines.ts';
import { elapsed, OpenCalls } from '../shared/open-calls.ts';
import { Prompts } from '../shared/prompts.ts';
import { Recent } from '../shared/recent.ts';

/** Qwen Code, 0.15 to 0.24: `projects/<slug>/chats/<session>.jsonl`. */
export const qwenCodeReader: LineReader = {
  agent: 'qwen-code',
  kind: 'lines',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        value['uuid'] !== undefined &&
        value['sessionId'] !== undefined &&
        (Array.isArray(object(value['message'])?.['parts']) ||
          (value['type'] === 'system' && object(value['systemPayload']) !== null)),
    ),
  decoder: (emit) => new QwenDecoder(emit),
};

class QwenDecoder extends ObjectLines {
  readonly #emit: Emit;
  readonly #seen = new Recent();
  readonly #open = new OpenCalls<{ tool: string; timestamp: string | null }>();
  /** Calls without an id, in their order. */
  readonly #unnumbered: { callId: string; name: unknown }[] = [];
  #told = '';
  readonly #prompts: Prompts;

  constructor(emit: Emit) {
    super();
    this.#emit = emit;
    this.#prompts = new Prompts(emit);
  }

  protected override value(value: Json, line: number): void {
    const uuid = text(value['uuid']);
    const base: EventBase = { line, uuid, timestamp: text(value['timestamp']) };
    if (value['type'] === 'system') {
      if (value['subtype'] === 'chat_compression') this.#emit({ kind: 'compaction', ...base });
      return;
    }
    if (uuid !== null && !this.#seen.add(uuid)) return;
    this.#session(value, base);
    const parts = list(object(value['message'])?.['parts']);
    if (value['type'] === 'user') {
      if (isHuman(value)) this.#user(value, parts, base);
      return;
    }
    for (const [n, each] of parts.entries()) {
      const part = object(each);
      if (part === null) continue;
      const call = object(part['functionCall']);
      const response = object(part['functionResponse']);
      const words = text(part['text']);
      if (call !== null) this.#call(call, value, base, `${base.uuid ?? base.line}:${n}`);
      else if (response !== null) this.#result(response, value, base);
      else if (
        words !== null &&
        words.trim() !== '' &&
        value['type'] === 'assistant' &&
        part['thought'] !== true
      ) {
        this.#emit({ kind: 'assistant', ...base, text: words, model: text(value['model']) });
      }
    }
  }

  #user(value: Json, parts: unknown[], base: EventBase): void {
    const shown = injectionCount(contentText(parts));
    if (shown > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shown });
    const typed = text(object(value['systemPayload'])?.['displayText']);
    const human = typed === null ? firstWords(parts) : humanText(typed);
    if (human === null) return;
    this.#prompts.add(base, human, value['subtype'] === MID_TURN ? 'queued' : 'prompt');
  }

  /** @param ownId for a model that gives its calls none */
  #call(call: Json, value: Json, base: EventBase, ownId: string): void {
    const given = text(call['id']);
    const callId = given ?? ownId;
    if (given === null) this.#unnumbered.push({ callId, name: call['name'] });
    if (this.#unnumbered.length > UNNUMBERED_MAX) this.#unnumbered.shift();
    const cwd = text(value['cwd']);
    const { name, args } = meantCall(call);
    const named = canonicalCall(name, args, cwd, GEMINI_TOOLS);
    this.#open.set(callId, { tool: named.tool, timestamp: base.timestamp });
    const madeIn = text(object(value['forkedFrom'])?.['sessionId']);
    this.#emit({ kind: 'call', ...base, callId, ...named, cwd, ...(madeIn === null ? {} : { madeIn }) });
  }

  #result(response: Json, value: Json, base: EventBase): void {
    const outcome = object(value['toolCallResult']);
    const callId = this.#callOf(text(response['id']) ?? text(outcome?.['callId']), response['name']);
    if (callId === null) return;
    const call = this.#open.take(callId);
    const isShell = (call?.tool ?? GEMINI_TOOLS[text(response['name']) ?? '']) === 'Bash';
    const { injections, ...result } = geminiResult(
      isShell,
      text(outcome?.['status']),
      responseText(object(response['response'])),
      text(outcome?.['errorType']),
      elapsed(call?.timestamp, base.timestamp),
    );
    this.#emit({ kind: 'result', ...base, callId, ...result });
    if (injections > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: injections });
  }

  /** The call of a result; what the model gave no id has one of the client's in its result alone. */
  #callOf(id: string | null, name: unknown): string | null {
    if (id !== null && this.#open.get(id) !== undefined) return id;
    const at = this.#unnumbered.findIndex((each) => each.name === name);
    return at < 0 ? id : this.#unnumbered.splice(at, 1)[0]!.callId;
  }

  #session(value: Json, base: EventBase): void {
    const sessionId = text(value['sessionId']);
    const cwd = text(value['cwd']);
    const model = text(value['model']);
    const [, , known = ''] = this.#told.split('\0');
    const next = [sessionId ?? '', cwd ?? '', model ?? known].join('\0');
    if (sessionId === null || next === this.#told) return;
    this.#told = next;
    this.#emit({
      kind: 'session',
      ...base,
      sessionId,
      isSubagent: value['isSidechain'] === true,
      ...(cwd === null ? {} : { cwd }),
      ...(model === null ? {} : { model }),
    });
  }
}

const UNNUMBERED_MAX = 64;

/** What is typed while the agent is at work. */
const MID_TURN = 'mid_turn_user_message';

/** False for what the client says in the user's name, and for the task that a subagent is given. */
function isHuman({ isSidechain, provenance, subtype }: Json): boolean {
  if (isSidechain === true) return false;
  if (typeof provenance === 'string') return provenance === 'real_user';
  // Before records said whose words they hold: notifications and timers had a type of their own.
  return subtype === undefined || subtype === MID_TURN;
}

/** The human's words stand first, but for reminders of the client; what hooks said follows them. */
function firstWords(parts: unknown[]): string | null {
  for (const part of parts) {
    const words = humanText(text(object(part)?.['text']) ?? '');
    if (words !== null) return words;
  }
  return null;
}

/** A tool that is not offered by itself is called through another one. */
function meantCall(call: Json): { name: unknown; args: Json } {
  const args = object(call['args']) ?? {};
  const isThrough = call['name'] === 'tool_call' && typeof args['name'] === 'string';
  return isThrough
    ? { name: args['name'], args: object(args['arguments']) ?? {} }
    : { name: call['name'], args };
}
