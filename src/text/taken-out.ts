import { REDACTED } from './redact-marker.ts';

const WORD = /[\p{L}\p{N}_]{5,}/gu;

/** A word of small letters alone is too often one of prose that stood where a secret would. */
const IS_TELLING = /\p{N}|\p{Ll}\p{Lu}/u;

/**
 * The words that redaction took out of a text. What was made of the raw text may hold one of them without the words
 * around it that told what it is.
 */
export function wordsTakenOut(raw: string, clean: string): string[] {
  if (raw === clean || !clean.includes(REDACTED)) return [];
  return [...new Set(raw.match(WORD) ?? [])].filter((word) => IS_TELLING.test(word) && !clean.includes(word));
}

/** The text with each of these words, wherever it stands as a whole word, replaced by `[REDACTED]`. */
export function withoutWords(text: string, words: ReadonlySet<string>): string {
  return text.replace(WORD, (word) => (words.has(word) ? REDACTED : word));
}
