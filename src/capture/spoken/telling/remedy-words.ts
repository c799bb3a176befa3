import { whole } from '../../wording/prose.ts';
import { isOrder } from './imperatives.ts';

/** Sentences that remedies of a human's words are made of. Pure. */

const LISTED = /^\(?\d{1,2}[.)]\s+/;
const OPENS = /^(?:(?:oh|ok(?:ay)?|so|and|but|no|nope|well|hm+|please|pls)\b[\s,.!:-]*)+(?=[a-z'])/i;

/** What the human orders, as it was said; other words with who says them. */
export function asOrder(told: string): string {
  const words = whole(told.replace(LISTED, ''), 400).replace(/\s*[;,]$/, '');
  const plain = words.replace(OPENS, '');
  const [first = ''] = /^[A-Za-z']+/.exec(plain) ?? [];
  return isOrder(first) || /^(?:do not|don't|dont|never|always)\b/i.test(plain)
    ? `${plain[0]!.toUpperCase()}${plain.slice(1)}`
    : `As the user says: ${words}`;
}

/** A `yes` says nothing by itself. */
const SAYS_MIN = 8;

/** What the agent concedes is to be kept in mind, with the words that it concedes where they state something. */
export function conceding(own: string, conceded: string): string {
  const said = whole(conceded, 300);
  if (/[?…]$/.test(own) || own.length < SAYS_MIN) return `Mind what the agent admits: ${said}`;
  return `As the user says: ${own}${/[.!]$/.test(own) ? '' : '.'} The agent admits: ${said}`;
}
