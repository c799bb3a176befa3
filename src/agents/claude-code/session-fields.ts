/** Finds fields in parts of a line that were read a character a byte. */
import { fromLatin1, latin1 } from '../../transcripts/bytes.ts';

/** What every record repeats of its session; the same object as long as nothing changes. */
export interface SessionFields {
  sessionId: string;
  cwd: string | null;
}

const CWD = '"cwd":"';
const SESSION_ID = '"sessionId":"';
const ADJACENT = /^"cwd":"((?:[^"\\]|\\.)*)","sessionId":"([^"\\]*)"/;

let lastSource = '';
let last: SessionFields | null = null;

/** The session's fields, of the first or the last record in a text; null where it names no session. */
export function sessionFields(text: string, isLast: boolean): SessionFields | null {
  const at = isLast ? text.lastIndexOf(CWD) : text.indexOf(CWD);
  if (at >= 0 && last !== null && text.startsWith(lastSource, at)) return last;
  const found = at < 0 ? null : ADJACENT.exec(text.slice(at));
  if (found === null) return scattered(text, isLast);
  // A part of a text keeps the whole of it in memory: what is remembered is copied.
  lastSource = copied(found[0]);
  last = { sessionId: copied(found[2]!), cwd: stringAt(lastSource, CWD.length) };
  return last;
}

function scattered(text: string, isLast: boolean): SessionFields | null {
  const sessionId = field(text, SESSION_ID, isLast);
  return sessionId === null ? null : { sessionId, cwd: field(text, CWD, isLast) };
}

function field(text: string, sought: string, isLast: boolean): string | null {
  const at = isLast ? text.lastIndexOf(sought) : text.indexOf(sought);
  return at < 0 ? null : stringAt(text, at + sought.length);
}

/** Where a fork says of a call that it has copied whose it is: at the line's end. */
const COPIED_FROM = ',"requestSessionId":"';
const COPIED_FROM_BYTES = Buffer.from(COPIED_FROM);
const TAIL_BYTES = 256;

/** The session whose call a fork has copied, where its record says so. */
export function forkedFrom(bytes: Buffer): string | null {
  const start = Math.max(0, bytes.length - TAIL_BYTES);
  if (bytes.indexOf(COPIED_FROM_BYTES, start) < 0) return null;
  const tail = latin1(bytes, start, bytes.length);
  return stringAt(tail, tail.lastIndexOf(COPIED_FROM) + COPIED_FROM.length);
}

const copied = (text: string): string => ` ${text}`.slice(1);

/** The string behind a field's name and opening quote, or null where the field does not occur. */
export function within(text: string, sought: string): string | null {
  const at = text.indexOf(sought);
  return at < 0 ? null : stringAt(text, at + sought.length);
}

/** The string that begins behind a quote; null where it does not end. */
export function stringAt(text: string, start: number): string | null {
  let end = text.indexOf('"', start);
  if (end < 0) return null;
  const raw = text.slice(start, end);
  if (!raw.includes('\\')) return fromLatin1(raw);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  try {
    return end < 0 ? null : (JSON.parse(fromLatin1(text.slice(start - 1, end + 1))) as string);
  } catch {
    return null;
  }
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}
