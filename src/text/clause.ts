import { CLAUSE_CHARS_MIN } from '../model/constants.ts';

/** A syllable or a word each, where a Latin letter is a part of one. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** True for a text that is too short to say what went wrong, or what to do. */
export function isShortClause(text: string): boolean {
  return text.length < CLAUSE_CHARS_MIN && text.length + (text.match(DENSE)?.length ?? 0) < CLAUSE_CHARS_MIN;
}
