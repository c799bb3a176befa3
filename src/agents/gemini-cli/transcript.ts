import { contentText } from '../../transcripts/content.ts';
import type { EventBase } from '../../transcripts/events.ts';
import { humanText } from '../../transcripts/human-text.ts';
import { type Json, list, object, parseObjects, text } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import type { DocumentReader, Emit, LineDecoder, LineReader, Sample } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { Prompts } from '../shared/prompts.ts';
import { Recent } from '../shared/recent.ts';
import { GEMINI_TOOLS } from './hook-io.ts';
import { functionResponse, geminiResult, responseText } from './output.ts';

const FINAL = new Set(['success', 'error', 'cancelled']);

function isHeader(value: Json): boolean {
  return (
    value['sessionId'] !== undefined &&
    (value['projectHash'] !== undefined || value['startTime'] !== undefined) &&
    value['uuid'] === undefined &&
    value['chatMessages'] === undefined
  );
}

function isMessage(value: Json): boolean {
  const type = text(value['type']);
  return (
    value['id'] !== undefined &&
    value['uuid'] === undefined &&
    (type === 'gemini' ||
      (type === 'user' &&
        value['content'] !== undefined &&
        value['message'] === undefined &&
        value['sessionId'] === undefined &&
        value['data'] === undefined))
  );
}

/** Gemini CLI from 0.3x on: one record a line; a record that is written again with more fields wins. */
export const geminiLineReader: LineReader = {
  agent: 'gemini-cli',
  kind: 'lines',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        (isHeader(value) && value['messages'] === undefined) ||
        value['$set'] !== undefined ||
        isMessage(value),
    ),
  decoder: (emit, path) => new GeminiLines(emit, path),
};

/** Gemini CLI before: one JSON document a session. */
export const geminiDocumentReader: DocumentReader = {
  agent: 'gemini-cli',
  kind: 'document',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        Array.isArray(value['messages']) &&
        (isHeader(value) || list(value['messages']).some((each) => isMessage(object(each) ?? {}))),
    ),
  decode(value, emit, source) {
    const session = new GeminiSession(emit);
    const document = object(value) ?? {};
    session.header(document, 1);
    const lines = new LineFinder(source);
    let ordinal = 0;
    for (const each of list(document['messages'])) {
      const message = object(each);
      ordinal += 1;
      if (message !== null)
        session.message(message, lines.of(`"id": ${JSON.stringify(message['id'] ?? '')}`, ordinal));
    }
  },
};

class GeminiLines implements LineDecoder {
  readonly #session: GeminiSession;
  readonly #parent: string | null;

  constructor(emit: Emit, path: string) {
    this.#session = new GeminiSession(emit);
    this.#parent = /\/chats\/([^/]+)\/[^/]+$/.exec(path.replaceAll('\\', '/'))?.[1] ?? null;
  }

  line(bytes: Buffer, line: number): boolean {
    const values = parseObjects(bytes.toString('utf8'));
    if (values === null) return false;
    for (const value of values) {
      const set = object(value['$set']);
      if (set !== null) {
        this.#session.folder(text(list(set['directories'])[0]), line);
        for (const each of list(set['messages'])) this.#session.message(object(each) ?? {}, line);
      } else if (value['type'] === undefined) this.#session.header(value, line, this.#parent);
      else this.#session.message(value, line);
    }
    return true;
  }

  end(): void {}
}

/** Tells each part of a message once, however often its record is written. */
export class GeminiSession {
  readonly #emit: Emit;
  readonly #told = new Recent();
  #model: string | null = null;
  #cwd: string | null = null;
  #isSubagent = false;
  readonly #prompts: Prompts;

  constructor(emit: Emit) {
    this.#emit = emit;
    this.#prompts = new Prompts(emit);
  }

  /** @param parent the session whose folder the file lies in: hooks of a subagent name that one */
  header(value: Json, line: number, parent: string | null = null): void {
    const own = text(value['sessionId']);
    if (own === null) return;
    this.#isSubagent = value['kind'] === 'subagent';
    const sessionId = this.#isSubagent ? (parent ?? own) : ownId(own, text(value['startTime']));
    this.#emit({
      kind: 'session',
      line,
      uuid: null,
      timestamp: text(value['startTime']),
      sessionId,
      isSubagent: this.#isSubagent,
    });
    this.folder(text(list(value['directories'])[0]), line);
  }

  /** The folder of the session, where the file tells it. */
  folder(cwd: string | null, line: number): void {
    if (cwd === null) return;
    this.#cwd = cwd;
    this.#emit({ kind: 'session', line, uuid: null, timestamp: null, cwd });
  }

  message(message: Json, line: number): void {
    const id = text(message['id']);
    const base = { line, uuid: id, timestamp: text(message['timestamp']) };
    if (message['type'] === 'user') {
      this.#user(message, base);
      return;
    }
    if (message['type'] !== 'gemini') return;
    const model = text(message['model']);
    if (model !== null && model !== this.#model) {
      this.#model = model;
      this.#emit({ kind: 'session', ...base, model });
    }
    const words = contentText(message['content']);
    if (words.trim() !== '' && this.#told.add(`${id}:text`))
      this.#emit({ kind: 'assistant', ...base, text: words, model: this.#model });
    for (const each of list(message['toolCalls'])) {
      const call = object(each);
      if (call !== null) this.#call(call, base);
    }
  }

  #user(message: Json, base: EventBase): void {
    const whole = contentText(message['displayContent'] ?? message['content']);
    const workspace =
      /^[ \t]*- \*\*Workspace Directories:\*\*\s*\n\s*- (\/[^\n]{1,1000}|[A-Za-z]:\\[^\n]{1,1000})$/m.exec(
        contentText(message['content']),
      );
    if (workspace && workspace[1] !== this.#cwd) {
      this.#cwd = workspace[1]!.trim();
      this.#emit({ kind: 'session', ...base, cwd: this.#cwd });
    }
    const human = humanText(whole);
    if (human === null || !this.#told.add(`${base.uuid}:user`)) return;
    if (this.#isSubagent) this.#prompts.begin(base, human);
    else this.#prompts.add(base, human);
  }

  #call(call: Json, base: EventBase): void {
    const callId = text(call['id']);
    if (callId === null) return;
    const named = canonicalCall(call['name'], object(call['args']) ?? {}, this.#cwd, GEMINI_TOOLS);
    const cwd = text(named.input['dir_path']) ?? text(named.input['cwd']) ?? this.#cwd;
    if (this.#told.add(`${callId}:call`)) this.#emit({ kind: 'call', ...base, callId, ...named, cwd });
    const status = text(call['status']);
    const answered = functionResponse(call['result'], callId);
    if (answered === null && !FINAL.has(status ?? '')) return;
    if (!this.#told.add(`${callId}:result`)) return;
    const shown =
      answered === null
        ? { body: text(call['resultDisplay']) ?? '', failed: status === 'error' }
        : responseText(object(answered['response']));
    const { injections, ...result } = geminiResult(named.tool === 'Bash', status, shown, null, null);
    this.#emit({
      kind: 'result',
      ...base,
      timestamp: text(call['timestamp']) ?? base.timestamp,
      callId,
      ...result,
    });
    if (injections > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: injections });
  }
}

/** The server behind the editors calls every session by its own name: the start tells them apart. */
function ownId(named: string, start: string | null): string {
  return named === SERVER && start !== null ? `${named}-${start}` : named;
}

const SERVER = 'a2a-server';
