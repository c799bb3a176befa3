import { REDACTED } from './redact-marker.ts';

/** Where words are not parted by blanks, one ends at letters of another script. */
const WORD = /(?:(?![\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\p{L}\p{N}_]){5,}/gu;

/** A word of small letters alone is too often one of prose that stood where a secret would. */
const IS_TELLING = /\p{N}|\p{Ll}\p{Lu}/u;

/**
 * The words that redaction took out of a text, also where it left them in another place of it. What was made of the raw
 * text may hold one of them without the words around it that told what it is.
 */
export function wordsTakenOut(raw: string, clean: string): string[] {
  if (raw === clean || !clean.includes(REDACTED)) return [];
  const left = countsOf(clean);
  return [...countsOf(raw)].filter(([word, count]) => count > (left.get(word) ?? 0)).map(([word]) => word);
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(WORD) ?? [])
    if (IS_TELLING.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const BEFORE_CHARS = 16;
/** Less tells no place. */
const BARE_CHARS_MIN = 6;

/**
 * The words of small letters that redaction took out, each behind what stands before it, on one line, with its quotes
 * and without: such a text, made of the raw one without its line breaks or as a shell reads it, no longer shows what
 * told that the word is a secret.
 */
export function placesTakenOut(raw: string, clean: string): [before: string, word: string][] {
  if (raw === clean || !clean.includes(REDACTED)) return [];
  const places: [string, string][] = [];
  for (const { 0: word, index } of raw.matchAll(WORD)) {
    if (IS_TELLING.test(word) || clean.includes(word)) continue;
    const before = raw.slice(Math.max(0, index - BEFORE_CHARS), index).replace(/\s+/g, ' ');
    const bare = before.replace(/["'`\\]/g, '').trimStart();
    places.push([before, word]);
    if (bare.length >= BARE_CHARS_MIN) places.push([bare, word]);
  }
  return places;
}

/** The text with what stands at one of these places replaced by `[REDACTED]`. */
export function withoutPlaces(text: string, places: [before: string, word: string][]): string {
  let out = text;
  for (const [before, word] of places) out = out.replaceAll(before + word, () => before + REDACTED);
  return out;
}

/** So much of a secret tells that it is one, where a text was cut within it. */
const CUT_CHARS_MIN = 8;

/** The text with each of these words, where it stands as a whole word or was cut, replaced by `[REDACTED]`. */
export function withoutWords(text: string, words: ReadonlySet<string>): string {
  const isCut = (word: string) =>
    word.length >= CUT_CHARS_MIN && IS_TELLING.test(word) && [...words].some((each) => each.startsWith(word));
  const clean = text.replace(WORD, (word) => (words.has(word) || isCut(word) ? REDACTED : word));
  return clean === text ? text : clean.replace(BETWEEN, REDACTED);
}

/** What parts two words of one secret, as in a UUID, is of the secret, too. */
const BETWEEN = /\[REDACTED\](?:[^\s"'`=:/@,;[\]]{1,40}\[REDACTED\])+/g;
