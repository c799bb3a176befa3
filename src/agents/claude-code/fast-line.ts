/**
 * Reads the usual lines (one block of an assistant, one successful result) without parsing the whole of them:
 * the content is cut out and parsed, the few other fields that matter are found by search. Whatever does not look
 * exactly as expected is left to the parser. Keys cannot be faked by text: inside a JSON string every quote is escaped.
 */
import { object } from '../../transcripts/json.ts';
import { type LineHead, lineHead } from './line-kind.ts';

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
  /** Bytes of a result's text that were left out. */
  leftOut: number;
}

/** Of a longer line the middle of its result's text is left out. */
const SHORT_BYTES = 8 * 1024;
const HEAD_BYTES = 4 * 1024;
const RESULT_TAIL_BYTES = 2 * 1024;
const LINE_TAIL_BYTES = 640;
const CONTENT_REACH = 2048;
const RESULT_KEYS_REACH = 160;

const CONTENT = Buffer.from('"content":[{');
const RESULT_END = Buffer.from(']},"uuid":"');
const ASSISTANT_END = Buffer.from('],"stop_reason":');
const FAILED = Buffer.from('"is_error":true');
const API_ERROR = Buffer.from('"isApiErrorMessage":true');
const META = Buffer.from('"isMeta":true');
const SIDECHAIN = Buffer.from('"isSidechain":true');
const THINKING = '[{"type":"thinking"';
const TEXT_BLOCK = Buffer.from('"type":"text"');
const TOOL_BLOCK = Buffer.from('"type":"tool_use"');
const BACKGROUND = Buffer.from('"backgroundTaskId":"');
const BY_USER = Buffer.from('"backgroundedByUser":true');
const TIMED_OUT = Buffer.from('"timedOutAfterMs":');
const UUID = Buffer.from('"uuid":"');
const TIMESTAMP = Buffer.from('"timestamp":"');
const SPACE = 0x20;
const QUOTE = 0x22;

/** What could be read; `skip` where the line holds only thinking; null where it has to be parsed. */
export function fastLine(bytes: Buffer, head: LineHead = lineHead(bytes)): FastLine | 'skip' | null {
  const { message, before } = head;
  const start = message < 0 ? -1 : bytes.indexOf(CONTENT, message);
  if (start < 0 || start - message > CONTENT_REACH) return null;
  const from = start + 10;
  const opening = bytes.toString('utf8', message, from + THINKING.length);
  const role = opening.indexOf('"role":"');
  if (role < 0 || role > start - message) return null;
  const around: Around = { bytes, before, opening, from };
  if (opening.startsWith('assistant"', role + 8)) return assistantLine(around);
  if (!opening.startsWith('user"', role + 8)) return null;
  if (bytes.length <= SHORT_BYTES) return resultLine(around);
  const short = shortened(bytes);
  if (short === null) return null;
  const line = resultLine({ ...around, bytes: short.bytes });
  if (line !== null) line.leftOut = short.leftOut;
  return line;
}

/** A line cut where its content begins. */
interface Around {
  bytes: Buffer;
  /** Text before the message. */
  before: string;
  /** The message up to its content, and what that begins with. */
  opening: string;
  /** Where the content begins. */
  from: number;
}

function assistantLine(around: Around): FastLine | 'skip' | null {
  const { bytes, opening, from } = around;
  const end = bytes.indexOf(ASSISTANT_END, from) + 1;
  if (end === 0 || bytes.indexOf(API_ERROR) >= 0) return null;
  if (
    opening.endsWith(THINKING) &&
    !isWithin(bytes.indexOf(TEXT_BLOCK, from), end) &&
    !isWithin(bytes.indexOf(TOOL_BLOCK, from), end)
  )
    return 'skip';
  const line = envelope(around, end, 'assistant');
  if (line === null || !parseContent(line, bytes.toString('utf8', from, end))) return null;
  const model = opening.indexOf('"model":"');
  if (model >= 0 && model < opening.length - THINKING.length)
    line.model = known('model', stringAt(opening, model + 9));
  return line;
}

function resultLine(around: Around): FastLine | null {
  const { bytes, from } = around;
  if (!bytes.toString('latin1', from, from + RESULT_KEYS_REACH).includes('"tool_result"')) return null;
  const end = bytes.indexOf(RESULT_END, from) + 1;
  if (end === 0 || isWithin(bytes.indexOf(FAILED, from), end)) return null;
  const line = envelope(around, end, 'user');
  if (line === null || !parseContent(line, bytes.toString('utf8', from, end)) || line.content.length !== 1)
    return null;
  line.background = bytes.indexOf(BACKGROUND, end) > 0 && bytes.indexOf(BY_USER) < 0;
  line.timedOut = bytes.indexOf(TIMED_OUT, end) > 0;
  return line;
}

const isWithin = (at: number, end: number): boolean => at >= 0 && at < end;

/** Fields around the message: the record's own follow it, the session's stand before it or at the end of the line. */
function envelope(around: Around, end: number, role: FastLine['role']): FastLine | null {
  const { bytes, before } = around;
  const { uuid, timestamp } = identity(around, end);
  const sessionId = sessionField(around, 'sessionId', end);
  if (uuid === null || sessionId === null || bytes.indexOf(META) >= 0) return null;
  const sidechain = before.indexOf('"isSidechain":');
  const isSidechain =
    sidechain >= 0 ? before.startsWith('true', sidechain + 14) : bytes.indexOf(SIDECHAIN) >= 0;
  return {
    role,
    uuid,
    sessionId,
    timestamp,
    cwd: sessionField(around, 'cwd', end),
    version: sessionField(around, 'version', end),
    agentId: isSidechain ? sessionField(around, 'agentId', end) : null,
    isSidechain,
    model: null,
    content: [],
    timedOut: false,
    background: false,
    leftOut: 0,
  };
}

/** `"uuid":"<36>","timestamp":"<24>"` behind the content, as most versions write it; else wherever they stand. */
function identity({ bytes, before }: Around, end: number): { uuid: string | null; timestamp: string | null } {
  const at = bytes.indexOf(UUID, end);
  if (at >= 0) {
    const found = IDENTITY.exec(bytes.toString('latin1', at, at + IDENTITY_BYTES));
    if (found !== null) return { uuid: found[1]!, timestamp: found[2]! };
  }
  return {
    uuid: after(bytes, UUID, end) ?? within(before, '"uuid":"'),
    timestamp: after(bytes, TIMESTAMP, end) ?? within(before, '"timestamp":"'),
  };
}

const IDENTITY = /^"uuid":"([\w-]{36})","timestamp":"([\w:.-]{20,30})"/;
const IDENTITY_BYTES = 100;

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

type SessionField = 'sessionId' | 'cwd' | 'version' | 'agentId' | 'model';

const NEEDLES: Record<SessionField, { text: string; bytes: Buffer }> = {
  sessionId: needle('sessionId'),
  cwd: needle('cwd'),
  version: needle('version'),
  agentId: needle('agentId'),
  model: needle('model'),
};

function needle(name: string): { text: string; bytes: Buffer } {
  const text = `"${name}":"`;
  return { text, bytes: Buffer.from(text) };
}

function sessionField({ bytes, before }: Around, name: SessionField, end: number): string | null {
  const { text, bytes: sought } = NEEDLES[name];
  const early = within(before, text);
  if (early !== null) return known(name, early);
  const at = bytes.lastIndexOf(sought);
  return at < end ? null : known(name, valueAt(bytes, at + sought.length));
}

const lastKnown: Record<SessionField, string> = {
  sessionId: '',
  cwd: '',
  version: '',
  agentId: '',
  model: '',
};

/**
 * The same string for the same value: these fields are the same on nearly every line. What is new is copied,
 * since a part of a string keeps the whole of it in memory.
 */
function known(name: SessionField, value: string | null): string | null {
  if (value === null || value === lastKnown[name]) return value === null ? null : lastKnown[name];
  lastKnown[name] = ` ${value}`.slice(1);
  return lastKnown[name];
}

function within(text: string, sought: string): string | null {
  const at = text.indexOf(sought);
  return at < 0 ? null : stringAt(text, at + sought.length);
}

function after(bytes: Buffer, sought: Buffer, from: number): string | null {
  const at = bytes.indexOf(sought, from);
  return at < 0 ? null : valueAt(bytes, at + sought.length);
}

/** The string that begins behind a quote; one with escapes is parsed. */
function valueAt(bytes: Buffer, start: number): string | null {
  const end = bytes.indexOf(QUOTE, start);
  if (end < 0) return null;
  const raw = bytes.toString('utf8', start, end);
  return raw.includes('\\') ? stringAt(bytes.toString('utf8', start - 1), 1) : raw;
}

function stringAt(source: string, start: number): string | null {
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

/**
 * A long line without the middle of its result's text and without the result's copy in another shape; null for a
 * failure or anything else. Cuts are made at spaces, which no escape and no multi-byte character contains.
 */
function shortened(bytes: Buffer): { bytes: Buffer; leftOut: number } | null {
  const end = bytes.indexOf(RESULT_END);
  if (end < 0 || isWithin(bytes.indexOf(FAILED), end)) return null;
  const stop = Math.min(end + LINE_TAIL_BYTES, bytes.length);
  const tail = Math.max(stop, bytes.length - LINE_TAIL_BYTES);
  const rest = bytes.subarray(tail);
  if (end <= SHORT_BYTES) return { bytes: Buffer.concat([bytes.subarray(0, stop), rest]), leftOut: 0 };
  const head = bytes.lastIndexOf(SPACE, HEAD_BYTES);
  const resume = bytes.indexOf(SPACE, end - RESULT_TAIL_BYTES);
  if (head < HEAD_BYTES / 2 || resume < 0 || resume > end - RESULT_TAIL_BYTES / 2) return null;
  // The cut must lie within texts: one opens near the line's beginning, one closes right before the end.
  if (
    !OPENS.test(bytes.toString('latin1', 0, OPENING_REACH)) ||
    !CLOSES.test(bytes.toString('latin1', end - CLOSING_REACH, end))
  )
    return null;
  const leftOut = resume - head;
  // In ASCII, so that the text needs no more than a byte for a character.
  const mark = Buffer.from(` ~ [${leftOut} bytes left out] ~`, 'latin1');
  return {
    bytes: Buffer.concat([bytes.subarray(0, head), mark, bytes.subarray(resume, stop), rest]),
    leftOut,
  };
}

const OPENING_REACH = 1600;
const CLOSING_REACH = 100;
const OPENS = /"content":\[\{[^{}[\]]{0,160}"content":(?:\[\{"type":"text","text":)?"/;
const CLOSES = /[^\\]"(?:\}\])?(?:,"is_error":false)?(?:,"tool_use_id":"[\w-]{1,64}")?\}$/;
