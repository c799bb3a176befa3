import { CURATOR_MARK, INJECTION_META_OPEN } from '../../model/constants.ts';
import { clip, contentText, RESULT_CHARS_MAX } from '../../transcripts/content.ts';
import { humanText, injectionCount, withoutOurs } from '../../transcripts/human-text.ts';
import { type Json, list, number, object, parseObjects, text } from '../../transcripts/json.ts';
import type { Emit, LineDecoder, LineReader, Sample } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { elapsed, OpenCalls } from '../shared/open-calls.ts';
import { Recent } from '../shared/recent.ts';
import { refusalOf } from './denial.ts';
import { type FastLine, fastLine } from './fast-line.ts';
import { type LineKind, lineHead } from './line-kind.ts';
import { PromptQueue } from './queue.ts';
import { nestedSource, shortSource } from './shorten.ts';
import { claudeCodeSpec } from './spec.ts';

const SIDE_LINES = new Set([
  'file-history-snapshot',
  'last-prompt',
  'permission-mode',
  'mode',
  'queue-operation',
  'ai-title',
  'summary',
  'bridge-session',
]);
const META_OPEN = Buffer.from(INJECTION_META_OPEN);
/** Of a success only the beginning and the end are looked at. */
const SUCCESS_CHARS_MAX = 6 * 1024;
/** Below this, parsing the whole line is as fast as looking for what matters. */
const CUT_BYTES_MIN = 1024;

/** Claude Code: `projects/<cwd>/<session>.jsonl` and `<session>/subagents/agent-*.jsonl`. */
export const claudeCodeReader: LineReader = {
  agent: 'claude-code',
  kind: 'lines',
  recognises(sample: Sample): boolean {
    return (
      sample.values.some(isClaudeLine) || /"parentUuid":(?:"|null)[\s\S]*"sessionId":"/.test(sample.head)
    );
  },
  decoder: (emit) => new ClaudeDecoder(emit),
};

function isClaudeLine(value: Json): boolean {
  const type = text(value['type']);
  const message = object(value['message']);
  if (message !== null && (type === 'user' || type === 'assistant')) {
    return (
      value['sessionId'] !== undefined && message['parts'] === undefined && message['content'] !== undefined
    );
  }
  return (
    type !== null &&
    SIDE_LINES.has(type) &&
    (value['sessionId'] !== undefined || value['messageId'] !== undefined || value['leafUuid'] !== undefined)
  );
}

interface OpenCall {
  timestamp: string | null;
  background: boolean;
}

/** Exported for the test that compares its two ways of reading. */
export class ClaudeDecoder implements LineDecoder {
  readonly #emit: Emit;
  readonly #fast: boolean;
  readonly #seen = new Recent();
  readonly #open = new OpenCalls<OpenCall>();
  readonly #queue: PromptQueue;
  /** By thread, what was last told about the session. */
  readonly #told = new Map<string, { sessionId: string | null; cwd: string | null; model: string | null }>();
  #ownSidechain: boolean | null = null;
  #prompted = false;

  /** @param fast whether usual lines are read without parsing the whole of them */
  constructor(emit: Emit, fast = true) {
    this.#emit = emit;
    this.#fast = fast;
    this.#queue = new PromptQueue(({ text: words, line, timestamp }) => {
      const human = humanText(words);
      if (human !== null) emit({ kind: 'user', line, uuid: null, timestamp, text: human, via: 'queued' });
    });
  }

  line(bytes: Buffer, line: number): boolean {
    const head = lineHead(bytes);
    const { kind } = head;
    if (kind === 'skip') return true;
    if (kind === 'attachment' && !this.#wantsAttachment(bytes, line)) return true;
    if (kind === 'message' && this.#fast) {
      const found = fastLine(bytes, head);
      if (found === 'skip') return true;
      if (found !== null) {
        this.#value(fastValue(found), line);
        return true;
      }
    }
    const values = parseObjects(sourceOf(bytes, kind)) ?? parseObjects(bytes.toString('utf8'));
    if (values === null) return false;
    for (const value of values) this.#value(value, line);
    return true;
  }

  end(): void {
    this.#queue.end();
  }

  #wantsAttachment(bytes: Buffer, line: number): boolean {
    const head = bytes.toString('latin1', 0, Math.min(720, bytes.length));
    if (head.includes('"type":"queued_command"')) return true;
    if (head.includes('"type":"hook_') && bytes.indexOf(META_OPEN) >= 0) {
      this.#emit({ kind: 'session', line, uuid: null, timestamp: null, injectionsSeen: 1 });
    }
    return false;
  }

  #value(value: Json, line: number): void {
    switch (text(value['type'])) {
      case 'user':
      case 'assistant':
        this.#message(value, line, this.#threadOf(value));
        return;
      case 'progress':
        this.#nested(value, line);
        return;
      case 'queue-operation':
        this.#queue.operation(
          text(value['operation']) ?? '',
          contentText(value['content']),
          line,
          text(value['timestamp']),
        );
        return;
      case 'attachment':
        this.#queued(value, line);
        return;
      case 'system':
        if (text(value['subtype']) === 'compact_boundary')
          this.#compaction(value, line, this.#threadOf(value));
        return;
      default:
        return;
    }
  }

  /** Subagents of older versions are recorded inside the main file. */
  #threadOf(value: Json): string | undefined {
    const sidechain = value['isSidechain'] === true;
    this.#ownSidechain ??= sidechain;
    if (!sidechain || this.#ownSidechain) return undefined;
    return text(value['agentId']) ?? 'sidechain';
  }

  #nested(value: Json, line: number): void {
    const data = object(value['data']);
    const inner = object(data?.['message']);
    if (data === null || inner === null || data['type'] !== 'agent_progress') return;
    const thread = text(data['agentId']) ?? text(value['parentToolUseID']) ?? 'sidechain';
    const session = { sessionId: value['sessionId'], cwd: value['cwd'], version: value['version'] };
    this.#message({ timestamp: value['timestamp'], ...inner, ...session }, line, thread);
  }

  #message(value: Json, line: number, thread: string | undefined): void {
    const message = object(value['message']);
    if (message === null) return;
    const uuid = text(value['uuid']);
    if (uuid !== null && !this.#seen.add(uuid)) return;
    const base = {
      line,
      uuid,
      timestamp: text(value['timestamp']),
      ...(thread === undefined ? {} : { thread }),
    };
    if (message['role'] === 'assistant' || value['type'] === 'assistant') {
      this.#assistant(value, message, base);
      return;
    }
    this.#session(value, null, base);
    if (value['isCompactSummary'] === true) {
      this.#emit({ kind: 'compaction', ...base });
      return;
    }
    const content = message['content'];
    let results = 0;
    for (const block of list(content)) {
      const part = object(block);
      if (part?.['type'] !== 'tool_result') continue;
      results += 1;
      this.#result(part, value, base);
    }
    if (results === 0 && value['isMeta'] !== true) this.#user(value, content, base);
  }

  #assistant(value: Json, message: Json, base: Base): void {
    const model = text(message['model']);
    this.#session(value, model, base);
    if (value['isApiErrorMessage'] === true) return;
    for (const block of list(
      typeof message['content'] === 'string'
        ? [{ type: 'text', text: message['content'] }]
        : message['content'],
    )) {
      const part = object(block);
      if (part?.['type'] === 'text') {
        const words = text(part['text']);
        if (words !== null && words.trim() !== '')
          this.#emit({ kind: 'assistant', ...base, text: words, model });
      } else if (part?.['type'] === 'tool_use') {
        const callId = text(part['id']) ?? `line-${base.line}`;
        const input = object(part['input']);
        const call = canonicalCall(part['name'], input ?? {}, text(value['cwd']), claudeCodeSpec.tools);
        this.#open.set(callId, {
          timestamp: base.timestamp,
          background: input?.['run_in_background'] === true,
        });
        this.#emit({ kind: 'call', ...base, callId, ...call, cwd: text(value['cwd']) });
      }
    }
  }

  #result(part: Json, value: Json, base: Base): void {
    const callId = text(part['tool_use_id']);
    if (callId === null) return;
    const call = this.#open.take(callId);
    const whole = contentText(part['content']);
    const isError = typeof part['is_error'] === 'boolean' ? part['is_error'] : undefined;
    const refusal = refusalOf(whole, isError, value);
    const detail = object(value['toolUseResult']);
    const exit = /^(?:Error: )?Exit code (-?\d+)\b/.exec(whole);
    const moved =
      call?.background !== true &&
      (detail?.['timedOutAfterMs'] !== undefined ||
        /^Command did not complete within its .{1,20} timeout and was moved to the background/.test(whole) ||
        (detail?.['backgroundTaskId'] !== undefined &&
          detail['backgroundedByUser'] !== true &&
          /^Command running in background/.test(whole)));
    const mayBeOurs = whole.includes('lesson') || whole.includes(' DETECTED]');
    const plain = stripReminders(whole);
    const shown = clip(
      mayBeOurs ? withoutOurs(plain) : plain,
      isError === true ? RESULT_CHARS_MAX : SUCCESS_CHARS_MAX,
    );
    this.#emit({
      kind: 'result',
      ...base,
      callId,
      isError,
      exitCode: exit ? Number(exit[1]) : null,
      text: shown,
      chars: whole.length + (number(value['leftOut']) ?? 0),
      denial: refusal.denial,
      feedback: refusal.feedback === null ? null : humanText(refusal.feedback),
      timedOut:
        moved ||
        (isError === true && /Command timed out after/.test(whole.slice(0, 4000) + whole.slice(-400))),
      durationMs: elapsed(call?.timestamp, base.timestamp),
    });
    const shownInjections = mayBeOurs ? injectionCount(whole) : 0;
    if (shownInjections > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: shownInjections });
  }

  #user(value: Json, content: unknown, base: Base): void {
    const origin = object(value['origin']);
    if (
      origin !== null &&
      typeof origin['kind'] === 'string' &&
      origin['kind'] !== 'human' &&
      value['promptSource'] === undefined
    )
      return;
    const whole = contentText(content);
    if (!this.#prompted && base.thread === undefined) {
      this.#prompted = true;
      if (whole.trimStart().startsWith(CURATOR_MARK))
        this.#emit({ kind: 'session', ...base, isOwnCurator: true });
    }
    if (value['isSidechain'] === true || base.thread !== undefined) return;
    if (text(value['sourceToolUseID']) !== null || value['isVisibleInTranscriptOnly'] === true) return;
    const human = humanText(whole);
    if (human !== null && this.#queue.delivered(whole))
      this.#emit({ kind: 'user', ...base, text: human, via: 'prompt' });
  }

  #queued(value: Json, line: number): void {
    const attachment = object(value['attachment']);
    if (attachment?.['type'] !== 'queued_command' || attachment['commandMode'] === 'task-notification')
      return;
    const whole = contentText(attachment['prompt']);
    const human = humanText(whole);
    if (human === null || human.startsWith('/') || !this.#queue.delivered(whole)) return;
    const uuid = text(value['uuid']);
    if (uuid !== null && !this.#seen.add(uuid)) return;
    this.#emit({ kind: 'user', line, uuid, timestamp: text(value['timestamp']), text: human, via: 'queued' });
  }

  #compaction(value: Json, line: number, thread: string | undefined): void {
    const base = { line, uuid: text(value['uuid']), timestamp: text(value['timestamp']) };
    this.#emit({ kind: 'compaction', ...base, ...(thread === undefined ? {} : { thread }) });
  }

  /** Tells session, folder, model and version when one of them changes. */
  #session(value: Json, model: string | null, base: Base): void {
    const sessionId = text(value['sessionId']);
    if (sessionId === null) return;
    const key = base.thread ?? '';
    let told = this.#told.get(key);
    if (told === undefined) {
      told = { sessionId: null, cwd: null, model: null };
      this.#told.set(key, told);
    }
    const mayMove = value['type'] === 'assistant' || told.cwd === null;
    const cwd = (mayMove ? text(value['cwd']) : null) ?? told.cwd;
    const known = model ?? told.model;
    if (told.sessionId === sessionId && told.cwd === cwd && told.model === known) return;
    this.#told.set(key, { sessionId, cwd, model: known });
    const version = text(value['version']);
    this.#emit({
      kind: 'session',
      ...base,
      sessionId,
      isSubagent: base.thread !== undefined || this.#ownSidechain === true,
      ...(cwd === null ? {} : { cwd }),
      ...(known === null ? {} : { model: known }),
      ...(version === null ? {} : { agentVersion: version }),
    });
  }
}

/** A line that was read by search, in the form of one that was parsed. */
function fastValue(found: FastLine): Json {
  const { role, model, content, timedOut, background } = found;
  return {
    type: role,
    uuid: found.uuid,
    sessionId: found.sessionId,
    timestamp: found.timestamp,
    cwd: found.cwd,
    version: found.version,
    agentId: found.agentId,
    isSidechain: found.isSidechain,
    leftOut: found.leftOut,
    message: { role, model, content },
    toolUseResult: {
      ...(timedOut ? { timedOutAfterMs: 1 } : {}),
      ...(background ? { backgroundTaskId: 'x' } : {}),
    },
  };
}

/** What is parsed of a line that was not read by search. */
function sourceOf(bytes: Buffer, kind: LineKind): string {
  if (kind === 'nested') return nestedSource(bytes);
  return kind === 'message' && bytes.length >= CUT_BYTES_MIN ? shortSource(bytes) : bytes.toString('utf8');
}

interface Base {
  line: number;
  uuid: string | null;
  timestamp: string | null;
  thread?: string;
}

const REMINDER_OPEN = '<system-reminder>';
const REMINDER_CLOSE = '</system-reminder>';

/** Clients append reminders to results; they are not the tool's words. */
function stripReminders(value: string): string {
  let out = value;
  for (let at = out.indexOf(REMINDER_OPEN); at >= 0; at = out.indexOf(REMINDER_OPEN, at)) {
    const end = out.indexOf(REMINDER_CLOSE, at);
    if (end < 0) return out;
    out = out.slice(0, at) + out.slice(end + REMINDER_CLOSE.length);
  }
  return out;
}
