import { isAsked } from './words/sentences.ts';
import { plainSpelling } from './words/spelling.ts';

/** What stood right before a human's words: what they can be about. */
export type Setting = 'work' | 'talk' | 'asked' | 'stopped' | 'first';

/** Features are hashed to this many weights. */
export const BUCKETS = 1 << 17;

const HEAD_CHARS = 360;
const TAIL_CHARS = 140;
const TOKENS_MAX = 90;
const STEM_CHARS = 5;
const STEM_MIN = 7;
const OPENING_TOKENS = 3;
const RUN_MAX = 3;

/** What is named or shown says little of how it is spoken of. */
const NAMED =
  /```[\s\S]*?(?:```|$)|`[^`\n]{1,200}`|https?:\/\/\S+|(?:[\w.~-]*\/)+[\w.-]+|\b[\w-]+\.(?:[a-z]{1,4}\d?)\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w+/g;
const TOKEN =
  /[\u3040-\u30ff\u3400-\u9fff]+|[\p{L}\p{M}][\p{L}\p{M}'’-]*|\d+|[?？]+|[!！]+|[.。…]{2,}|[.,;:。，、]|§|\n/gu;

/** Kinds of features: each has hashes of its own. */
const WORD = 1;
const PAIR = 2;
const IN_SETTING = 3;
const STEM = 4;
const RUN = 5;
const OPENS = 6;
const SETTING = 7;
const SETTING_SIZE = 8;
const SETTING_OPENS = 9;
const SETTING_ASKS = 10;
const SIZE = 11;
const SETTINGS: Record<Setting, number> = { work: 1, talk: 2, asked: 3, stopped: 4, first: 5 };

const PRIME = 0x01000193;
const START = 0x811c9dc5;

/** FNV-1a (Fowler, Noll, Vo) over a part of a text. */
function hash(text: string, from: number, to: number): number {
  let value = START;
  for (let at = from; at < to; at++) value = Math.imul(value ^ text.charCodeAt(at), PRIME);
  return value;
}

function bucket(kind: number, some: number, other = 0): number {
  let value = Math.imul(Math.imul(kind ^ START, PRIME) ^ some, PRIME);
  value = Math.imul(value ^ (other >>> 7) ^ (other << 9), 0x85ebca6b);
  value ^= value >>> 15;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 13)) & (BUCKETS - 1);
}

function tokensOf(text: string): string[] {
  const whole =
    text.length <= HEAD_CHARS + TAIL_CHARS
      ? text
      : `${text.slice(0, HEAD_CHARS)} \n ${text.slice(-TAIL_CHARS)}`;
  const plain = plainSpelling(whole).replace(NAMED, ' § ').toLowerCase();
  return (plain.match(TOKEN) ?? []).slice(0, TOKENS_MAX);
}

/** Chinese, Japanese and Korean: runs of their characters say more than what stands between spaces. */
const isUnspaced = (token: string): boolean => {
  const first = token.charCodeAt(0);
  return (first >= 0x3040 && first <= 0x9fff) || (first >= 0xac00 && first <= 0xd7af);
};

/**
 * The hashed features of a human's words, each once: words and pairs of them, their stems, runs of characters where a
 * script needs them, how they begin and end, and words with the setting that they were said in.
 */
export function wordFeatures(text: string, setting: Setting): number[] {
  const found = new Set<number>();
  const tokens = tokensOf(text.trim());
  const place = SETTINGS[setting];
  let before = 0;
  for (const [index, token] of tokens.entries()) {
    const word = hash(token, 0, token.length);
    found.add(bucket(WORD, word));
    found.add(bucket(PAIR, before, word));
    found.add(bucket(IN_SETTING, word, place));
    if (index < OPENING_TOKENS) found.add(bucket(OPENS, word));
    if (isUnspaced(token))
      for (let from = 0; from < token.length; from++)
        for (let to = from + 1; to <= Math.min(token.length, from + RUN_MAX); to++)
          found.add(bucket(RUN, hash(token, from, to)));
    else if (token.length >= STEM_MIN) found.add(bucket(STEM, hash(token, 0, STEM_CHARS)));
    before = word;
  }
  found.add(bucket(PAIR, before, 0));
  const size = 31 - Math.clz32(tokens.length + 1);
  const first = tokens[0] ?? '';
  found.add(bucket(SETTING, place));
  found.add(bucket(SETTING_SIZE, place, size));
  found.add(bucket(SETTING_OPENS, hash(first, 0, first.length), place));
  if (isAsked(text)) found.add(bucket(SETTING_ASKS, place));
  found.add(bucket(SIZE, size));
  return [...found];
}
