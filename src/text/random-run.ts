/** Shorter runs are ids of calls, messages and sessions. */
export const LONG_CHARS = 28;
const LONG = new RegExp(`[A-Za-z0-9]{${LONG_CHARS}}`);
const HEX_MIN = 32;
/** Letters and digits that were drawn at random change between small, capital and digit at every second step. */
const CHANGES_PER_CHAR = 0.28;
/** The words of a long name change nearly as often, but hold one number at most. */
const NUMBERS_MIN = 2;

/** Words of a name in code take more of it than they take of what is random. */
const WORDS_SHARE = 0.6;
/** Ids that an agent's log is full of. */
const LOGGED = /(?:^|[^A-Za-z])(?:msg|rs|fc|ctc|cmp|ws|resp|call|item|req|run)_$/;

/** Whether capitalised words make up most of letters and digits: `TestParsesV2OfTheFormat`. */
export function isWords(run: string): boolean {
  return (run.match(/[A-Z][a-z]{2,}/g)?.join('').length ?? 0) > run.length * WORDS_SHARE;
}

/**
 * Whether letters and digits were drawn at random, as in a token, whoever issued it. Hashes were not: hexadecimal
 * digits count only behind a prefix such as `sk_`.
 * @param before what stands before the run; empty where it names a file
 */
export function isRandomRun(run: string, before: string): boolean {
  if (!LONG.test(run) || isWords(run)) return false;
  const changes = run.match(/[a-z]+|[A-Z]+|\d+/g)!.length;
  if (changes < run.length * CHANGES_PER_CHAR || run.split(/\d+/).length <= NUMBERS_MIN) return false;
  if (/[g-z]/i.test(run)) return !/^0x[\da-f]+$/i.test(run);
  return run.length >= HEX_MIN && /[a-z]_$/i.test(before) && !LOGGED.test(before);
}

/** Base64 with its signs, `+/` or `-_`: shorter runs are names. */
export const SIGNED_CHARS = 36;
/** Names of files and branches change less, between words and numbers. */
const SIGNED_CHANGES_PER_CHAR = 0.4;

/** Whether a run of base64 was drawn at random as a whole, whatever its signs part. */
export function isSignedRandom(run: string): boolean {
  // Most runs are paths: that a comparison tells of many, and the signs of the rest.
  if (run.length < SIGNED_CHARS || run.split(/[^A-Za-z0-9]/).length > run.length / 7) return false;
  const parts = run.match(/[a-z]+|[A-Z]+|\d+/g) ?? [];
  const count = (kind: RegExp) => parts.filter((part) => kind.test(part)).length;
  return (
    parts.length > run.length * SIGNED_CHANGES_PER_CHAR &&
    Math.min(count(/[a-z]/), count(/[A-Z]/), 2 * count(/\d/)) > run.length / 10
  );
}
