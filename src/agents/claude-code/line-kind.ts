import { latin1 } from '../../transcripts/bytes.ts';

/**
 * Decides from the first bytes of a line, and by byte search, whether it can hold anything that is captured.
 * Most bytes of a transcript are snapshots, progress and copies of file contents, which are never parsed.
 */
const HEAD_BYTES = 640;
/** Nearly all messages begin within these, and what their lines are tells itself before. */
const SHORT_HEAD_BYTES = 480;
/** `{"type":"` and the longest type that is looked for. */
const TYPE_BYTES = 48;
/** A message that begins behind this is not looked for: the line is parsed. */
const MESSAGE_REACH = 8 * 1024;
/** How the client begins what it says of a message. Whoever rewrites a file may order its keys in another way. */
const RECORD = '{"parentUuid":';
const OPENING = '"message":{';
const MESSAGE = Buffer.from(OPENING);
const AGENT_PROGRESS = Buffer.from('"type":"agent_progress"');
const NESTED = '"type":"progress","data":{"message":{';

type LineKind = 'message' | 'nested' | 'queue' | 'attachment' | 'compaction' | 'skip' | 'unknown';

const SIDE_TYPES: Record<string, LineKind> = {
  user: 'message',
  assistant: 'message',
  'queue-operation': 'queue',
};

/** A line's kind, and what was looked up for it. */
export interface LineHead {
  kind: LineKind;
  /** Where the message begins, or -1. */
  message: number;
  /** The line's beginning, a character a byte: at least up to where the message begins. */
  text: string;
}

/**
 * What a line is; `unknown` must be parsed to find out, `skip` holds nothing. Nothing is looked up in a line whose keys
 * do not begin as the client's do.
 */
export function lineHead(bytes: Buffer): LineHead {
  return quickHead(bytes) ?? wholeHead(bytes);
}

/** The same from fewer bytes, for the lines of which there are most; null for all others. */
function quickHead(bytes: Buffer): LineHead | null {
  if (bytes[bytes.length - 1] !== BRACE) return null;
  if (bytes[2] === LETTER_T) {
    const text = latin1(bytes, 0, TYPE_BYTES);
    return kindOfType(text) === 'skip' ? { kind: 'skip', message: -1, text } : null;
  }
  const text = latin1(bytes, 0, SHORT_HEAD_BYTES);
  if (!text.startsWith(RECORD)) return null;
  const message = text.indexOf(OPENING);
  if (message < 0) return null;
  const kind = kindOf(bytes, text, message);
  return kind === 'message' ? { kind, message, text } : null;
}

const BRACE = 0x7d;
const LETTER_T = 0x74;

function wholeHead(bytes: Buffer): LineHead {
  let text = latin1(bytes, 0, HEAD_BYTES);
  if (!text.startsWith(RECORD)) {
    const isWhole = bytes[bytes.length - 1] === BRACE;
    return { kind: (isWhole && kindOfType(text)) || 'unknown', message: -1, text };
  }
  let message = text.indexOf(OPENING);
  if (message < 0 && bytes.length > HEAD_BYTES) {
    const found = bytes.indexOf(MESSAGE, HEAD_BYTES - OPENING.length);
    if (found >= 0 && found <= MESSAGE_REACH) {
      message = found;
      text = latin1(bytes, 0, found + HEAD_BYTES);
    }
  }
  const kind = bytes[bytes.length - 1] === BRACE ? kindOf(bytes, text, message) : 'unknown';
  return { kind, message, text };
}

function kindOf(bytes: Buffer, text: string, message: number): LineKind {
  const end = message < 0 ? HEAD_BYTES : message;
  if (message >= 0 && text.startsWith('"type":"user",', message - 14)) return 'message';
  if (message >= 0 && text.startsWith(NESTED, message + OPENING.length - NESTED.length)) return 'nested';
  if (isBefore(text.indexOf('"attachment":{'), end)) return 'attachment';
  const data = text.indexOf('"data":{"');
  if (isBefore(data, end)) {
    return text.startsWith('"data":{"type":"', data) && bytes.indexOf(AGENT_PROGRESS) < 0 ? 'skip' : 'nested';
  }
  if (message >= 0) return 'message';
  if (text.includes('"subtype":"')) {
    return text.includes('"subtype":"compact_boundary"') || !text.includes('"type":"system"')
      ? 'compaction'
      : 'skip';
  }
  return 'unknown';
}

/** The kind of a line that begins with its type; null for any other, and where the type does not end. */
function kindOfType(text: string): LineKind | null {
  if (!text.startsWith('{"type":"')) return null;
  const type = text.slice(9, text.indexOf('"', 9));
  const known = SIDE_TYPES[type];
  if (known !== undefined) return known;
  return type === 'system' || type === 'attachment' || type === 'progress' ? 'unknown' : 'skip';
}

/** True for a place that was found, and before the end. */
export const isBefore = (at: number, end: number): boolean => at >= 0 && at < end;
