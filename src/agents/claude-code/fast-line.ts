/**
 * Reads the usual lines (one block of an assistant, one successful result) without parsing the whole of them:
 * the content is cut out, the few other fields that matter are found by search. Whatever does not look exactly as
 * expected is left to the parser. Keys cannot be faked by text: inside a JSON string every quote is escaped.
 */
import { latin1, utf8 } from '../../transcripts/bytes.ts';
import { type Json, object } from '../../transcripts/json.ts';
import { isBefore, type LineHead } from './line-kind.ts';
import { OPENING_BYTES, type ResultText, resultText } from './result-text.ts';
import { type SessionFields, sessionFields, stringAt, within } from './session-fields.ts';
import { NESTED_COPY } from './shorten.ts';

/** What the decoder looks at in such a line. */
export interface FastLine {
  session: SessionFields;
  uuid: string;
  timestamp: string;
  /** For a line of a subagent's own file, whether it says so; for one inside another's progress, false. */
  isSidechain: boolean;
  /** The subagent, where the line names one. */
  agentId: string | null;
  model: string | null;
  /** What an assistant said and called; null for a result. */
  blocks: Json[] | null;
  result: ResultText | null;
  timedOut: boolean;
  background: boolean;
}

const CONTENT = '"content":[{';
const CONTENT_BYTES = Buffer.from(CONTENT);
const CONTENT_REACH = 2048;
const TAIL_BYTES = 2048;
const ID_BYTES = 110;
const SESSION_BYTES = 700;

const RESULT_END = Buffer.from(']},"uuid":"');
const ASSISTANT_END = Buffer.from('],"stop_reason":');
const THINKING = '{"type":"thinking"';
const TEXT_BLOCK = Buffer.from('"type":"text"');
const TOOL_BLOCK = Buffer.from('"type":"tool_use"');
const BACKGROUND = Buffer.from('"backgroundTaskId":"');
const BY_USER = Buffer.from('"backgroundedByUser":true');
const TIMED_OUT = Buffer.from('"timedOutAfterMs":');
const API_ERROR = Buffer.from('"isApiErrorMessage":true');
const UUID = Buffer.from('"uuid":"');
const SIDECHAIN = '"isSidechain":';
const AGENT_ID = '"agentId":"';
const TASK_STARTED = 'Command running in background';

/** A line cut where the content of its message begins. */
interface Around {
  bytes: Buffer;
  /** The line's beginning, at least up to the content, a character a byte. */
  head: string;
  message: number;
  /** Where the content begins. */
  from: number;
}

/**
 * What could be read; `skip` where the line holds only thinking; null where it has to be parsed.
 * @param isShell whether a call that was seen runs in a shell
 */
export function fastLine(
  bytes: Buffer,
  head: LineHead,
  isShell: (callId: string) => boolean,
): FastLine | 'skip' | null {
  const isNested = head.kind === 'nested';
  const message = isNested ? innerMessage(head) : head.message;
  if (message < 0) return null;
  const around = cutAt(bytes, head.text, message);
  if (around === null) return null;
  const role = around.head.indexOf('"role":"', message);
  if (role < 0 || role > around.from) return null;
  if (around.head.startsWith('assistant"', role + 8)) return assistantLine(around, isNested);
  return around.head.startsWith('user"', role + 8) ? resultLine(around, isNested, isShell) : null;
}

/** The message of a subagent stands in the message of the progress that tells of it. */
function innerMessage({ text, message }: LineHead): number {
  return message < 0 ? -1 : text.indexOf('"message":{', message + 11);
}

function cutAt(bytes: Buffer, head: string, message: number): Around | null {
  const near = head.indexOf(CONTENT, message);
  const start = near >= 0 ? near : bytes.indexOf(CONTENT_BYTES, message);
  if (start < 0 || start - message > CONTENT_REACH) return null;
  const from = start + CONTENT.length - 2;
  return { bytes, head: reaching(bytes, head, from + THINKING.length + 1), message, from };
}

function reaching(bytes: Buffer, head: string, reach: number): string {
  return head.length >= Math.min(reach, bytes.length) ? head : latin1(bytes, 0, reach);
}

function assistantLine(around: Around, isNested: boolean): FastLine | 'skip' | null {
  const { bytes, head, from, message } = around;
  const end = bytes.indexOf(ASSISTANT_END, from) + 1;
  if (end === 0) return null;
  if (
    !isNested &&
    head.startsWith(THINKING, from + 1) &&
    !isBefore(bytes.indexOf(TEXT_BLOCK, from), end) &&
    !isBefore(bytes.indexOf(TOOL_BLOCK, from), end)
  )
    return 'skip';
  const copies = isNested ? bytes.indexOf(NESTED_COPY, end) : bytes.length;
  if (copies < 0 || (!isNested && copies - end > TAIL_BYTES)) return null;
  const reach = Math.min(copies, end + TAIL_BYTES);
  if (isBefore(bytes.indexOf(API_ERROR, end), reach)) return null;
  const own = bytes.indexOf(UUID, end);
  if (!isBefore(own, reach)) return null;
  const behind = latin1(bytes, own, own + ID_BYTES);
  const blocks = blocksOf(utf8(bytes, from, end));
  const line = blocks && envelope(around, end, behind, isNested);
  if (!line) return null;
  line.blocks = blocks;
  const model = head.indexOf('"model":"', message);
  if (model >= 0 && model < from) line.model = stringAt(head, model + 9);
  return line;
}

function resultLine(
  around: Around,
  isNested: boolean,
  isShell: (callId: string) => boolean,
): FastLine | null {
  const { bytes, from } = around;
  const end = bytes.indexOf(RESULT_END, from) + 1;
  if (end === 0) return null;
  const head = reaching(bytes, around.head, from + OPENING_BYTES);
  const found = resultText(bytes, head, from, end, isShell);
  if (found === null) return null;
  const copies = isNested ? bytes.indexOf(NESTED_COPY, end) : bytes.length;
  const line = copies < 0 ? null : envelope(around, end, latin1(bytes, end, end + ID_BYTES), isNested);
  if (line === null) return null;
  const tells = (field: Buffer) => isBefore(bytes.indexOf(field, end), copies);
  line.result = found;
  line.timedOut = tells(TIMED_OUT);
  line.background = found.text.startsWith(TASK_STARTED) && tells(BACKGROUND) && !tells(BY_USER);
  return line;
}

/** Fields around the message: the record's own follow it, the session's stand before it or at the end of the line. */
function envelope(around: Around, end: number, behind: string, isNested: boolean): FastLine | null {
  const { bytes, head, message } = around;
  const before = head.slice(0, message);
  const uuid = within(behind, '"uuid":"');
  const timestamp = (isNested ? innerTimestamp(before) : null) ?? within(behind, '"timestamp":"');
  const sidechain = before.indexOf(SIDECHAIN);
  if (uuid === null || timestamp === null || sidechain < 0) return null;
  let session = sessionFields(before, false);
  const tail =
    session === null || isNested
      ? latin1(bytes, Math.max(end, bytes.length - SESSION_BYTES), bytes.length)
      : '';
  session ??= sessionFields(tail, true);
  if (session === null) return null;
  const isSidechain = !isNested && before.startsWith('true', sidechain + SIDECHAIN.length);
  return {
    session,
    uuid,
    timestamp,
    isSidechain,
    agentId: isNested ? ownerOf(tail) : isSidechain ? within(before, AGENT_ID) : null,
    model: null,
    blocks: null,
    result: null,
    timedOut: false,
    background: false,
  };
}

function innerTimestamp(before: string): string | null {
  return within(before.slice(before.indexOf('"data":{')), '"timestamp":"');
}

/** The subagent that a progress tells of: named behind the copies of its message. */
function ownerOf(tail: string): string {
  const agent = tail.lastIndexOf(AGENT_ID);
  const named = agent < 0 ? null : stringAt(tail, agent + AGENT_ID.length);
  return named ?? within(tail, '"parentToolUseID":"') ?? 'sidechain';
}

function blocksOf(source: string): Json[] | null {
  try {
    const content: unknown = JSON.parse(source);
    return Array.isArray(content) && content.every((block) => object(block) !== null)
      ? (content as Json[])
      : null;
  } catch {
    return null;
  }
}
