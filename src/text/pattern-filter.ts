import { BEYOND_ASCII, BEYOND_LETTER, hintsOf, isLetterBeyond } from './pattern-hints.ts';

const ASCII = 128;
/** Letters in lower case, all other ASCII as it is. */
const FOLDED = Uint8Array.from({ length: ASCII }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);
/** Three characters, of each of which five bits count, are a place in the index. */
const PLACES = 1 << 15;
const placeAfter = (place: number, folded: number): number => ((place << 5) ^ folded) & (PLACES - 1);

/** Letters and the space, the most frequent first: hints are found by what is rare in them. */
const FREQUENT = ' etaoinsrhldcumfpgwybv';

interface Hint {
  codes: number[];
  /** Characters of it up to the end of those that it is found by. */
  before: number;
  pattern: number;
}

/**
 * Tells by one pass over a text which of many patterns can match it at all. Most texts hold no word of most patterns,
 * and even a pattern that fails at once costs more than its share of the pass.
 */
export class PatternFilter {
  readonly #patterns: readonly RegExp[];
  /** For each place, where its hints are, plus one; made at the first look. */
  #buckets: Uint16Array | null = null;
  readonly #hints: Hint[][] = [];
  /** Patterns that any text can match, and those that need a character beyond ASCII. */
  readonly #always: number[] = [];
  readonly #beyond: Hint[] = [];
  /** Those that need a letter beyond it. */
  readonly #letter: Hint[] = [];
  /** For each pattern, the last look that found a hint of it. */
  readonly #lookOf: Int32Array;
  #look = 0;

  constructor(patterns: readonly RegExp[]) {
    this.#patterns = patterns;
    this.#lookOf = new Int32Array(patterns.length);
  }

  /** Places, in their order, of the patterns that can match the text. */
  possible(text: string): readonly number[] {
    this.#buckets ??= this.#indexed();
    const buckets = this.#buckets;
    this.#look += 1;
    let found: number[] | null = null;
    let isBeyond = false;
    let isLetter = false;
    let place = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ASCII) {
        isBeyond = true;
        isLetter ||= isLetterBeyond(code);
      }
      place = placeAfter(place, code < ASCII ? FOLDED[code]! : 0);
      const bucket = buckets[place]!;
      if (bucket !== 0) found = this.#taken(this.#hints[bucket - 1]!, text, at + 1, found);
    }
    if (isBeyond) found = this.#taken(this.#beyond, text, 0, found);
    if (isLetter) found = this.#taken(this.#letter, text, 0, found);
    if (found === null) return this.#always;
    return this.#always.concat(found).sort((a, b) => a - b);
  }

  /** @param end behind the characters that the hints are found by */
  #taken(hints: Hint[], text: string, end: number, found: number[] | null): number[] | null {
    let all = found;
    for (const { codes, before, pattern } of hints) {
      if (this.#lookOf[pattern] === this.#look) continue;
      if (!standsAt(text, end - before, codes)) continue;
      this.#lookOf[pattern] = this.#look;
      all ??= [];
      all.push(pattern);
    }
    return all;
  }

  #indexed(): Uint16Array {
    const buckets = new Uint16Array(PLACES);
    for (const [pattern, each] of this.#patterns.entries()) {
      const hints = hintsOf(each);
      if (hints === null) this.#always.push(pattern);
      for (const text of hints ?? []) {
        if (text === BEYOND_ASCII || text === BEYOND_LETTER) {
          const beyond = text === BEYOND_ASCII ? this.#beyond : this.#letter;
          beyond.push({ codes: [], before: 0, pattern });
          continue;
        }
        const codes = Array.from(text, (char) => char.charCodeAt(0));
        const before = rarest(text) + 3;
        const place = codes.slice(before - 3, before).reduce(placeAfter, 0);
        if (buckets[place] === 0) buckets[place] = this.#hints.push([]);
        this.#hints[buckets[place]! - 1]!.push({ codes, before, pattern });
      }
    }
    return buckets;
  }
}

/** Whether folded characters stand there. Nothing is read beyond the text, which takes several times as long. */
function standsAt(text: string, start: number, codes: readonly number[]): boolean {
  if (start < 0 || start + codes.length > text.length) return false;
  for (let at = 0; at < codes.length; at += 1) {
    const code = text.charCodeAt(start + at);
    if (code >= ASCII || FOLDED[code] !== codes[at]) return false;
  }
  return true;
}

/** Where the three characters begin that are seldom met in other texts. */
function rarest(text: string): number {
  const rarity = (at: number): number => {
    const rank = FREQUENT.indexOf(text[at]!);
    return rank < 0 ? FREQUENT.length : rank;
  };
  let best = 0;
  let most = -1;
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const sum = rarity(at) + rarity(at + 1) + rarity(at + 2);
    if (sum > most) [best, most] = [at, sum];
  }
  return best;
}
