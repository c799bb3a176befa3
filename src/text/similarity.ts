import { hash32, hash64 } from './hash.ts';

/** Hash functions of a signature, and how they are banded: 16 bands of 4 meet at a Jaccard of about 0.5. */
const SIGNATURE_LENGTH = 64;
const BAND_COUNT = 16;
const ROWS_PER_BAND = SIGNATURE_LENGTH / BAND_COUNT;

const WORD = /[\p{L}\p{N}_]+/gu;
const WORDS_MAX = 2000;

/** Odd multipliers and offsets from a fixed xorshift sequence, so that signatures never change between processes. */
const PERMUTATIONS = (() => {
  let state = 0x2545f491;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return Array.from({ length: SIGNATURE_LENGTH }, () => ({ offset: next(), factor: next() | 1 }));
})();

/** Lower-cased words of two characters or more (single characters only where they are not Latin letters or digits). */
export function wordSet(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (word.length < 2 && word.charCodeAt(0) < 0x80) continue;
    words.add(word);
    if (words.size >= WORDS_MAX) break;
  }
  return words;
}

/** Shared words ÷ all words, 0–1; two empty sets are not alike. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

/** MinHash signature (Broder 1997) of 64 unsigned 32-bit values; all ones for an empty set. */
export function minHash(words: Iterable<string>): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_LENGTH).fill(0xffffffff);
  for (const word of words) {
    const base = hash32(word);
    for (let index = 0; index < SIGNATURE_LENGTH; index++) {
      const { offset, factor } = PERMUTATIONS[index]!;
      let value = Math.imul(base ^ offset, factor);
      value ^= value >>> 15;
      value = Math.imul(value, 0x2c1b3c6d) >>> 0;
      if (value < signature[index]!) signature[index] = value;
    }
  }
  return signature;
}

/** One key per band of the signature: two texts that share any are worth comparing. Empty for an empty set. */
export function bands(signature: Uint32Array): string[] {
  if (signature.every((value) => value === 0xffffffff)) return [];
  return Array.from({ length: BAND_COUNT }, (_, band) => {
    const rows = signature.subarray(band * ROWS_PER_BAND, (band + 1) * ROWS_PER_BAND);
    return `${band.toString(16)}:${hash64(rows.join(' '))}`;
  });
}

/** Whether two signatures have a band in common, without its keys. Those of empty sets have none. */
export function sharesBand(a: Uint32Array, b: Uint32Array): boolean {
  for (let start = 0; start < SIGNATURE_LENGTH; start += ROWS_PER_BAND) {
    let row = start;
    while (row < start + ROWS_PER_BAND && a[row] === b[row]) row += 1;
    if (row === start + ROWS_PER_BAND) return a.some((value) => value !== 0xffffffff);
  }
  return false;
}

/** Estimate of the Jaccard similarity from two signatures: share of equal values. */
export function estimateJaccard(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  for (let index = 0; index < SIGNATURE_LENGTH; index++) if (a[index] === b[index]) equal++;
  return equal / SIGNATURE_LENGTH;
}

/** How many letters, or items, two texts or lists share from their beginning, and from their end without those. */
export function commonEnds(
  a: string | readonly string[],
  b: string | readonly string[],
): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return { start, end };
}
