/** Credentials whose characters do not stand side by side: split by escapes, or wrapped in base64. */
import { REDACTED } from './redact-marker.ts';

const ESCAPE = String.fromCharCode(27);
/** Colours and cursor moves, as bytes or as they are written in code and JSON. */
const TERMINAL = new RegExp(`(?:${ESCAPE}|\\\\u001b|\\\\x1b|\\\\033|\\\\e)\\[[0-9;?]{0,16}[A-Za-z]`, 'gi');
/** A line that a shell goes on with, also where it was put on one line since. */
const CONTINUATION = /(?<=[^\s\\])\\(?:\r?\n| )(?=\S)/g;
/** Quotes that a shell takes for nothing inside a word. */
const EMPTY_QUOTES = /(?<=[\w.+/=~%-])["']{2}(?=[\w+/=~%.-])/g;

const MARKS = [
  ESCAPE,
  '\\ ',
  '\\\n',
  '\\\r\n',
  "''",
  '""',
  `"'`,
  `'"`,
  '\\u001b[',
  '\\x1b[',
  '\\033[',
  '\\e[',
];

/** The text as a terminal or a shell puts it together; the same text where nothing is split. */
export function joinSplit(text: string): string {
  if (!MARKS.some((mark) => text.includes(mark))) return text;
  return text.replace(TERMINAL, '').replace(CONTINUATION, '').replace(EMPTY_QUOTES, '');
}

const ENCODED = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,65536}={0,2}(?![A-Za-z0-9+/=])/g;
const PRINTABLE = /^[\t\r\n\x20-\x7e]+$/;
/** What random letters decode to is told from text by its first bytes. */
const PROBE_CHARS = 16;

/** Takes base64 out whose content holds a credential by the rules given. */
export function redactEncoded(text: string, redact: (content: string) => string): string {
  return text.replace(ENCODED, (found) => {
    if (!PRINTABLE.test(decode(found.slice(0, PROBE_CHARS)))) return found;
    const content = decode(found);
    return PRINTABLE.test(content) && redact(content) !== content ? REDACTED : found;
  });
}

function decode(encoded: string): string {
  const plain = encoded.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)));
  } catch {
    return '';
  }
}
