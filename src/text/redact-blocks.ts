/** Private keys in PEM, OpenSSH, PGP, PuTTY and OpenVPN form, whole or cut at either end. */
import { REDACTED } from './redact-marker.ts';

/** The line that a block begins or ends with. */
const EDGE =
  /-----(?:BEGIN|END) (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|PuTTY-User-Key-File-\d:|Private-MAC: [a-f0-9]+|---- (?:BEGIN|END) SSH2 ENCRYPTED PRIVATE KEY ----/g;
const ENDS = /END|MAC/;
/** Every block has one of these. */
const HINTS = ['PRIVATE KEY', 'PuTTY', 'Static key', 'Private-MAC'];

/** Replaces every private key, also one whose beginning or end was cut off. */
export function redactKeyBlocks(text: string): string {
  if (!HINTS.some((hint) => text.includes(hint))) return text;
  let out = '';
  let copied = 0;
  let open = -1;
  let bodyAt = 0;
  const take = (from: number, to: number): void => {
    out += text.slice(copied, from) + REDACTED;
    copied = to;
    open = -1;
  };
  for (const { 0: edge, index } of text.matchAll(EDGE)) {
    if (ENDS.test(edge)) take(open < 0 ? bodyStart(text, index, copied) : open, index + edge.length);
    else if (open < 0) {
      open = index;
      bodyAt = index + edge.length;
    }
  }
  if (open >= 0) take(open, bodyEnd(text, bodyAt));
  return out + text.slice(copied);
}

const BODY = /[A-Za-z0-9+/=\s\\:,-]*/y;

function bodyEnd(text: string, from: number): number {
  BODY.lastIndex = from;
  return from + BODY.exec(text)![0].length;
}

function bodyStart(text: string, from: number, floor: number): number {
  let at = from;
  while (at > floor && /[A-Za-z0-9+/=\r\n\\]/.test(text[at - 1]!)) at -= 1;
  return at;
}
