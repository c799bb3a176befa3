/**
 * Reads the usual lines (one block of an assistant, one successful result) without parsing the whole of them:
 * the content is cut out and parsed, the few other fields that matter are found by search. Whatever does not look
 * exactly as expected is left to the parser. Keys cannot be faked by text: inside a JSON string every quote is escaped.
 */
import { object } from '../../transcripts/json.ts';

/** What the decoder looks at in such a line. */
export interface FastLine {
  role: 'assistant' | 'user';
  uuid: string;
  sessionId: string;
  timestamp: string | null;
  cwd: string | null;
  version: string | null;
  agentId: string | null;
  isSidechain: boolean;
  model: string | null;
  /** The blocks of the content. */
  content: Record<string, unknown>[];
  timedOut: boolean;
  background: boolean;
}

/** A line up to this is taken as one string; of a longer one the middle of its text is left out. */
const SHORT_BYTES = 8 * 1024;
const HEAD_BYTES = 4 * 1024;
const RESULT_TAIL_BYTES = 2 * 1024;
const LINE_TAIL_BYTES = 640;
const CONTENT_REACH = 2048;
const RESULT_KEYS_REACH = 160;

const RESULT_END = ']},"uuid":"';
const RESULT_END_BYTES = Buffer.from(RESULT_END);
const ASSISTANT_END = '],"stop_reason":';
const FAILED = '"is_error":true';
const FAILED_BYTES = Buffer.from(FAILED);
const SPACE = 0x20;

/**
 * What could be read; `skip` where the line holds only thinking; null where it has to be parsed.
 * @param whole the line's text where that has been decoded already
 */
export function fastLine(bytes: Buffer, whole: string | null = null): FastLine | 'skip' | null {
  const source = whole ?? (bytes.length <= SHORT_BYTES ? bytes.toString('utf8') : shortened(bytes));
  if (source === null) return null;
  const message = source.indexOf('"message":{');
  const start = message < 0 ? -1 : source.indexOf('"content":[{', message);
  if (start < 0 || start - message > CONTENT_REACH) return null;
  const from = start + 10;
  const role = source.indexOf('"role":"', message);
  if (role < 0 || role > start) return null;
  if (source.startsWith('assistant"', role + 8)) return assistantLine(source, message, from);
  return source.startsWith('user"', role + 8) ? resultLine(source, message, from) : null;
}

function assistantLine(source: string, message: number, from: number): FastLine | 'skip' | null {
  const end = source.indexOf(ASSISTANT_END, from) + 1;
  if (end === 0 || source.includes('"isApiErrorMessage":true')) return null;
  if (
    source.startsWith('[{"type":"thinking"', from) &&
    !/"type":"(?:text|tool_use)"/.test(source.slice(from, end))
  )
    return 'skip';
  const line = envelope(source, message, end, 'assistant');
  if (line === null || !parseContent(line, source.slice(from, end))) return null;
  const model = source.indexOf('"model":"', message);
  if (model > 0 && model < from) line.model = stringAt(source, model + 9);
  return line;
}

function resultLine(source: string, message: number, from: number): FastLine | null {
  const result = source.indexOf('"tool_result"', from);
  if (result < 0 || result > from + RESULT_KEYS_REACH) return null;
  const end = source.indexOf(RESULT_END, from) + 1;
  if (end === 0) return null;
  const content = source.slice(from, end);
  if (content.includes(FAILED)) return null;
  const line = envelope(source, message, end, 'user');
  if (line === null || !parseContent(line, content) || line.content.length !== 1) return null;
  const background = source.indexOf('"backgroundTaskId":"', end);
  line.background = background > 0 && !source.includes('"backgroundedByUser":true');
  line.timedOut = source.indexOf('"timedOutAfterMs":', end) > 0;
  return line;
}

/** Fields around the message: the record's own follow it, the session's stand before it or at the end of the line. */
function envelope(source: string, message: number, end: number, role: FastLine['role']): FastLine | null {
  const uuid = after(source, '"uuid":"', end) ?? before(source, '"uuid":"', message);
  const sessionId = before(source, '"sessionId":"', message) ?? last(source, '"sessionId":"', end);
  if (uuid === null || sessionId === null) return null;
  if (source.includes('"isMeta":true')) return null;
  const sidechain = source.indexOf('"isSidechain":');
  const isSidechain = sidechain >= 0 && source.startsWith('true', sidechain + 14);
  return {
    role,
    uuid,
    sessionId,
    timestamp: after(source, '"timestamp":"', end) ?? before(source, '"timestamp":"', message),
    cwd: before(source, '"cwd":"', message) ?? last(source, '"cwd":"', end),
    version: before(source, '"version":"', message) ?? last(source, '"version":"', end),
    agentId: isSidechain
      ? (before(source, '"agentId":"', message) ?? last(source, '"agentId":"', end))
      : null,
    isSidechain,
    model: null,
    content: [],
    timedOut: false,
    background: false,
  };
}

function parseContent(line: FastLine, source: string): boolean {
  try {
    const content: unknown = JSON.parse(source);
    if (!Array.isArray(content) || !content.every((block) => object(block) !== null)) return false;
    line.content = content as Record<string, unknown>[];
    return true;
  } catch {
    return false;
  }
}

function before(source: string, needle: string, limit: number): string | null {
  const at = source.indexOf(needle);
  return at < 0 || at > limit ? null : stringAt(source, at + needle.length);
}

function after(source: string, needle: string, from: number): string | null {
  const at = source.indexOf(needle, from);
  return at < 0 ? null : stringAt(source, at + needle.length);
}

function last(source: string, needle: string, from: number): string | null {
  const at = source.lastIndexOf(needle);
  return at < from ? null : stringAt(source, at + needle.length);
}

/** A part of a string keeps the whole of it in memory; a copy does not. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1);
}

/** The string that begins behind a quote; one with escapes is parsed. */
function stringAt(source: string, start: number): string | null {
  let end = source.indexOf('"', start);
  if (end < 0) return null;
  const raw = source.slice(start, end);
  if (!raw.includes('\\')) return ownCopy(raw);
  while (end > 0 && source[end - 1] === '\\') end = source.indexOf('"', end + 1);
  try {
    return end < 0 ? null : (JSON.parse(source.slice(start - 1, end + 1)) as string);
  } catch {
    return null;
  }
}

/**
 * A long line without the middle of its result's text and without the result's copy in another shape; null for a
 * failure or anything else. Cuts are made at spaces, which no escape and no multi-byte character contains.
 */
function shortened(bytes: Buffer): string | null {
  const end = bytes.indexOf(RESULT_END_BYTES);
  if (end < 0) return null;
  const failed = bytes.indexOf(FAILED_BYTES);
  if (failed >= 0 && failed < end) return null;
  const stop = Math.min(end + LINE_TAIL_BYTES, bytes.length);
  const tail = Math.max(stop, bytes.length - LINE_TAIL_BYTES);
  const rest = tail > stop ? bytes.toString('utf8', tail) : '';
  if (end <= SHORT_BYTES) return bytes.toString('utf8', 0, stop) + rest;
  const head = bytes.lastIndexOf(SPACE, HEAD_BYTES);
  const resume = bytes.indexOf(SPACE, end - RESULT_TAIL_BYTES);
  if (head < HEAD_BYTES / 2 || resume < 0 || resume > end - RESULT_TAIL_BYTES / 2) return null;
  // The cut must lie within texts: one opens near the line's beginning, one closes right before the end.
  const opening = bytes.toString('utf8', 0, head);
  if (
    !OPENS.test(opening.slice(0, OPENING_REACH)) ||
    !CLOSES.test(bytes.toString('latin1', end - CLOSING_REACH, end))
  )
    return null;
  return `${opening} … [${resume - head} bytes left out] …${bytes.toString('utf8', resume, stop)}${rest}`;
}

const OPENING_REACH = 1600;
const CLOSING_REACH = 100;
const OPENS = /"content":\[\{[^{}[\]]{0,160}"content":(?:\[\{"type":"text","text":)?"/;
const CLOSES = /[^\\]"(?:\}\])?(?:,"is_error":false)?(?:,"tool_use_id":"[\w-]{1,64}")?\}$/;
