/** Private keys in PEM, OpenSSH, PGP, PuTTY and OpenVPN form, whole or cut at either end. */
import { REDACTED } from './redact-marker.ts';

/** The line that a block begins or ends with. */
const edge = (word: string, ofPutty: string): RegExp =>
  new RegExp(
    `-----${word} (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|${ofPutty}|---- ${word} SSH2 ENCRYPTED PRIVATE KEY ----`,
    'g',
  );
const BEGIN = edge('BEGIN', 'PuTTY-User-Key-File-\\d:');
const END = edge('END', 'Private-MAC: [a-f0-9]+');
/** Every block has one of these. */
const HINTS = ['PRIVATE KEY', 'PuTTY', 'Static key'];

/** Replaces every private key, also one whose beginning or end was cut off. */
export function redactKeyBlocks(text: string): string {
  if (!HINTS.some((hint) => text.includes(hint))) return text;
  const ends = [...text.matchAll(END)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  let out = '';
  let copied = 0;
  let next = 0;
  for (const begin of text.matchAll(BEGIN)) {
    if (begin.index < copied) continue;
    while (next < ends.length && ends[next]!.start < begin.index) {
      const tail = ends[next]!;
      const from = bodyStart(text, tail.start, copied);
      out += text.slice(copied, from) + REDACTED;
      copied = tail.end;
      next += 1;
    }
    const closing = ends[next];
    const end = closing ? closing.end : bodyEnd(text, begin.index + begin[0].length);
    if (closing) next += 1;
    out += text.slice(copied, begin.index) + REDACTED;
    copied = end;
  }
  for (; next < ends.length; next += 1) {
    const tail = ends[next]!;
    if (tail.start < copied) continue;
    out += text.slice(copied, bodyStart(text, tail.start, copied)) + REDACTED;
    copied = tail.end;
  }
  return out + text.slice(copied);
}

const BODY = /[A-Za-z0-9+/=\s\\:,-]/;

function bodyEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && BODY.test(text[at]!)) at += 1;
  return at;
}

function bodyStart(text: string, from: number, floor: number): number {
  let at = from;
  while (at > floor && /[A-Za-z0-9+/=\r\n\\]/.test(text[at - 1]!)) at -= 1;
  return at;
}
