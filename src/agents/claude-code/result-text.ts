/** Reads the text of a successful result without parsing the whole of it: of a long one both ends are looked at. */
import { latin1, utf8 } from '../../transcripts/bytes.ts';
import { parsedJson, text as textOf } from '../../transcripts/json.ts';

/** A result whose text was taken out of its line without parsing it. */
export interface ResultText {
  callId: string;
  /** Whether the log says that it succeeded; false where it says nothing. */
  saysSo: boolean;
  text: string;
  /** Bytes of the text that were left out. */
  leftOut: number;
}

/** How much of a text is read: of a longer one its head and its tail. */
interface Window {
  whole: number;
  head: number;
  tail: number;
}

/** A shell's output may show that its command failed. */
const SHELL: Window = { whole: 8 * 1024, head: 4 * 1024, tail: 2 * 1024 };
/** Of other successes the first words are enough. */
const OTHER: Window = { whole: 640, head: 320, tail: 0 };

/** What a result begins with is looked for in this many bytes. */
export const OPENING_BYTES = 148;
const LESSON = Buffer.from('lesson');
const DETECTED = Buffer.from(' DETECTED]');
/** Between two blocks of a message; inside a string at most at its end. */
const NEXT_BLOCK = Buffer.from('},{"');
const SPACE = 0x20;
const OPENS =
  /\[\{(?:"tool_use_id":"([\w-]{1,64})","type":"tool_result"|"type":"tool_result"(?:,"tool_use_id":"([\w-]{1,64})")?),"content":(\[\{"type":"text","text":)?"/y;
const SUCCEEDED = ',"is_error":false';
const OWNER = /,"tool_use_id":"([\w-]{1,64})"$/;

/** Where the text of the one result of a message lies, and whose it is. */
interface Place {
  callId: string;
  saysSo: boolean;
  start: number;
  stop: number;
}

/**
 * The one result that the content of a message from `from` to `end` consists of; null for a failure, for a text that
 * may hold an injection of ours, and for any other shape. Cuts are made at spaces, which no escape and no multi-byte
 * character contains.
 * @param head the line's beginning, a character a byte, at least {@link OPENING_BYTES} of the content included
 */
export function resultText(
  bytes: Buffer,
  head: string,
  from: number,
  end: number,
  isShell: (callId: string) => boolean,
): ResultText | null {
  const place = placeOf(bytes, head, from, end);
  if (place === null) return null;
  const { callId, saysSo, start, stop } = place;
  const inner = bytes.subarray(start, stop);
  if (mayBeOurs(inner)) return null;
  const window = isShell(callId) ? SHELL : OTHER;
  if (stop - start > window.whole) {
    if (inner.indexOf(NEXT_BLOCK) >= 0) return null;
    const cut = bytes.lastIndexOf(SPACE, start + window.head);
    const resume = window.tail === 0 ? stop : bytes.indexOf(SPACE, stop - window.tail);
    if (cut > start + window.head / 2 && resume > 0 && resume <= stop - window.tail / 2) {
      const first = unescaped(`${utf8(bytes, start - 1, cut)}"`);
      const last = resume === stop ? '' : unescaped(`"${utf8(bytes, resume, stop + 1)}`);
      if (first === null || last === null) return null;
      const leftOut = resume - cut;
      return { callId, saysSo, text: `${first} ~ [${leftOut} bytes left out] ~${last}`, leftOut };
    }
  }
  const text = unescaped(utf8(bytes, start - 1, stop + 1));
  return text === null ? null : { callId, saysSo, text, leftOut: 0 };
}

function placeOf(bytes: Buffer, head: string, from: number, end: number): Place | null {
  OPENS.lastIndex = from;
  const opened = OPENS.exec(head);
  if (opened === null) return null;
  const start = from + opened[0].length;
  let callId = opened[1] ?? opened[2];
  // Behind the text: `"`, the end of its list, what the result says of itself, `}]`.
  let at = end - 2;
  if (callId === undefined) {
    const owner = OWNER.exec(latin1(bytes, Math.max(at - 90, start), at));
    if (owner === null) return null;
    callId = owner[1]!;
    at -= owner[0].length;
  }
  const saysSo = bytes[at - 1] === LETTER_E && latin1(bytes, at - SUCCEEDED.length, at) === SUCCEEDED;
  if (saysSo) at -= SUCCEEDED.length;
  if (opened[3] !== undefined) {
    if (bytes[at - 1] !== BRACKET || bytes[at - 2] !== BRACE) return null;
    at -= 2;
  }
  const stop = at - 1;
  return stop < start || bytes[stop] !== QUOTE || bytes[end - 1] !== BRACKET || bytes[end - 2] !== BRACE
    ? null
    : { callId, saysSo, start, stop };
}

const QUOTE = 0x22;
const BRACE = 0x7d;
const BRACKET = 0x5d;
const LETTER_E = 0x65;

const mayBeOurs = (text: Buffer): boolean => text.indexOf(LESSON) >= 0 || text.indexOf(DETECTED) >= 0;

/** What a string in JSON says; null where it is not one string. */
const unescaped = (source: string): string | null => textOf(parsedJson(source));
