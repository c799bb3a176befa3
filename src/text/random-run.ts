/** Shorter runs are ids of calls, messages and sessions. */
export const LONG_CHARS = 28;
const LONG = new RegExp(`[A-Za-z0-9]{${LONG_CHARS}}`);
const HEX_MIN = 32;
/** Letters and digits that were drawn at random change between small, capital and digit at every second step. */
const CHANGES_PER_CHAR = 0.28;
/** The words of a long name change nearly as often, but hold one number at most. */
const NUMBERS_MIN = 2;

/**
 * Whether letters and digits were drawn at random, as in a token, whoever issued it. Hashes were not: hexadecimal
 * digits count only behind a prefix such as `sk_`.
 */
export function isRandomRun(run: string, before: string): boolean {
  if (!LONG.test(run)) return false;
  const changes = run.match(/[a-z]+|[A-Z]+|\d+/g)!.length;
  if (changes < run.length * CHANGES_PER_CHAR || run.split(/\d+/).length <= NUMBERS_MIN) return false;
  return /[g-z]/i.test(run) || (run.length >= HEX_MIN && /[a-z]_$/i.test(before));
}
