/**
 * Reads the usual lines (one block of an assistant, one successful result) without parsing the whole of them:
 * the content is cut out and parsed, the few other fields that matter are found by search. Whatever does not look
 * exactly as expected is left to the parser. Keys cannot be faked by text: inside a JSON string every quote is escaped.
 */
import { type Json, list, object } from '../../transcripts/json.ts';
import { shortContent } from './shorten.ts';

const MESSAGE = Buffer.from('"message":{');
const CONTENT = Buffer.from('"content":[{');
const ASSISTANT = Buffer.from('"role":"assistant"');
const ASSISTANT_END = Buffer.from('],"stop_reason":');
const RESULT = Buffer.from('"tool_result"');
const RESULT_END = Buffer.from(']},"uuid":"');
const FAILED = Buffer.from('"is_error":true');

const HEAD_BYTES_MAX = 2048;
const BEHIND_BYTES = 320;
const TAIL_BYTES = 640;
const RESULT_KEYS_REACH = 160;

/** The line's value with the fields that the decoder looks at, or null where it has to be parsed. */
export function fastMessage(bytes: Buffer): Json | null {
  const message = bytes.indexOf(MESSAGE);
  if (message < 0 || message > HEAD_BYTES_MAX) return null;
  const start = bytes.indexOf(CONTENT, message);
  if (start < 0 || start > message + HEAD_BYTES_MAX) return null;
  const from = start + CONTENT.length - 2;
  const role = bytes.indexOf(ASSISTANT, message);
  return role > 0 && role < start ? assistantLine(bytes, from) : resultLine(bytes, from);
}

function assistantLine(bytes: Buffer, from: number): Json | null {
  const end = bytes.indexOf(ASSISTANT_END, from);
  if (end < 0) return null;
  const around = new Around(bytes, from, end + 1);
  const content = parsedList(bytes.toString('utf8', from, end + 1));
  if (content === null || around.has('"isApiErrorMessage":true')) return null;
  const value = envelope(around, 'assistant');
  if (value === null) return null;
  value['message'] = { role: 'assistant', model: around.field('model'), content };
  return value;
}

function resultLine(bytes: Buffer, from: number): Json | null {
  const result = bytes.indexOf(RESULT, from);
  if (result < 0 || result > from + RESULT_KEYS_REACH) return null;
  const end = bytes.indexOf(RESULT_END, from);
  const failed = bytes.indexOf(FAILED, from);
  if (end < 0 || (failed >= 0 && failed < end)) return null;
  const content = parsedList(shortContent(bytes, from, end + 1));
  if (content === null || content.length !== 1) return null;
  const around = new Around(bytes, from, end + 1);
  const value = envelope(around, 'user');
  if (value === null) return null;
  value['message'] = { role: 'user', content };
  const detail: Json = {};
  const timedOut = around.number('timedOutAfterMs');
  if (timedOut !== null) detail['timedOutAfterMs'] = timedOut;
  if (around.has('"backgroundTaskId":"')) detail['backgroundTaskId'] = 'x';
  if (around.has('"backgroundedByUser":true')) detail['backgroundedByUser'] = true;
  value['toolUseResult'] = detail;
  return value;
}

function envelope(around: Around, type: string): Json | null {
  const uuid = around.field('uuid');
  const sessionId = around.field('sessionId');
  if (uuid === null || sessionId === null) return null;
  return {
    type,
    uuid,
    sessionId,
    timestamp: around.field('timestamp'),
    cwd: around.field('cwd'),
    version: around.field('version'),
    isSidechain: around.has('"isSidechain":true'),
    agentId: around.field('agentId'),
    isMeta: around.has('"isMeta":true'),
  };
}

function parsedList(source: string): unknown[] | null {
  try {
    const content = list(JSON.parse(source));
    return content.every((block) => object(block) !== null) ? content : null;
  } catch {
    return null;
  }
}

/** What stands before the content, right behind it, and at the end of the line. */
class Around {
  readonly #before: string;
  readonly #behind: string;
  readonly #tail: string;

  constructor(bytes: Buffer, from: number, end: number) {
    this.#before = bytes.toString('utf8', 0, from);
    const rest = bytes.length - end;
    this.#behind = bytes.toString(
      'utf8',
      end,
      end + (rest <= BEHIND_BYTES + TAIL_BYTES ? rest : BEHIND_BYTES),
    );
    this.#tail = rest <= BEHIND_BYTES + TAIL_BYTES ? '' : bytes.toString('utf8', bytes.length - TAIL_BYTES);
  }

  has(needle: string): boolean {
    return this.#before.includes(needle) || this.#behind.includes(needle) || this.#tail.includes(needle);
  }

  /** A string field. */
  field(name: string): string | null {
    const needle = `"${name}":"`;
    return (
      valueAt(this.#before, this.#before.indexOf(needle), needle) ??
      valueAt(this.#behind, this.#behind.indexOf(needle), needle) ??
      valueAt(this.#tail, this.#tail.lastIndexOf(needle), needle)
    );
  }

  number(name: string): number | null {
    for (const part of [this.#behind, this.#tail]) {
      const at = part.lastIndexOf(`"${name}":`);
      if (at < 0) continue;
      const digits = /^\d+/.exec(part.slice(at + name.length + 3, at + name.length + 23));
      if (digits !== null) return Number(digits[0]);
    }
    return null;
  }
}

function valueAt(source: string, at: number, needle: string): string | null {
  if (at < 0) return null;
  const start = at + needle.length;
  let end = source.indexOf('"', start);
  if (end < 0) return null;
  const raw = source.slice(start, end);
  if (!raw.includes('\\')) return raw;
  while (end > 0 && source[end - 1] === '\\') end = source.indexOf('"', end + 1);
  try {
    return end < 0 ? null : (JSON.parse(source.slice(start - 1, end + 1)) as string);
  } catch {
    return null;
  }
}
