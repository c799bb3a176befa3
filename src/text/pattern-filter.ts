import { BEYOND_ASCII, BEYOND_LETTER, hintsOf, isFoldedAway, isLetterBeyond } from './pattern-hints.ts';

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

/**
 * Hints of patterns, by the place of the three characters that each is found by, in as little memory as will do: between
 * two looks it is out of the processor's caches, and to fetch it takes longer than to search it.
 */
interface HintIndex {
  /** A bit for each place: whether a hint is found by it. */
  marks: Int32Array;
  /** For each place, its first hint. */
  starts: Uint16Array;
  /** The pattern of each hint; the hints of a place stand side by side. */
  patterns: Uint16Array;
  places: Uint16Array;
  /** Characters of each up to the end of those that it is found by. */
  before: Uint16Array;
  /** Where the characters of each begin; the end of the last stands behind them. */
  texts: Uint32Array;
  /** Folded characters of all. */
  codes: Uint8Array;
  /** Patterns that any text can match, those that need a character beyond ASCII, and those that need a letter there. */
  always: number[];
  beyond: number[];
  letter: number[];
}

/**
 * Tells by one pass over a text which of many patterns can match it at all. Most texts hold no word of most patterns,
 * and even a pattern that fails at once costs more than its share of the pass.
 */
export class PatternFilter {
  readonly #patterns: readonly RegExp[];
  /** Made at the first look. */
  #index: HintIndex | null = null;
  /** For each pattern, the last look that found a hint of it. */
  readonly #lookOf: Int32Array;
  #look = 0;

  constructor(patterns: readonly RegExp[]) {
    this.#patterns = patterns;
    this.#lookOf = new Int32Array(patterns.length);
  }

  /** Places, in their order, of the patterns that can match the text. */
  possible(text: string): readonly number[] {
    this.#index ??= indexOf(this.#patterns);
    const index = this.#index;
    const { marks } = index;
    const found: number[] = [];
    this.#look += 1;
    let isBeyond = false;
    let isLetter = false;
    let place = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ASCII) {
        isBeyond = true;
        isLetter ||= isLetterBeyond(code);
        if (isFoldedAway(code)) return this.#patterns.map((_, pattern) => pattern);
      }
      place = placeAfter(place, code < ASCII ? FOLDED[code]! : 0);
      if (((marks[place >> 5]! >>> (place & 31)) & 1) !== 0) this.#taken(index, place, text, at + 1, found);
    }
    if (isBeyond) this.#add(index.beyond, found);
    if (isLetter) this.#add(index.letter, found);
    if (found.length === 0) return index.always;
    return index.always.concat(found).sort((a, b) => a - b);
  }

  /** @param end behind the characters that the hints are found by */
  #taken(index: HintIndex, place: number, text: string, end: number, found: number[]): void {
    const { starts, patterns, places, before, texts, codes } = index;
    for (let hint = starts[place]!; hint < places.length && places[hint] === place; hint += 1) {
      const pattern = patterns[hint]!;
      if (this.#lookOf[pattern] === this.#look) continue;
      if (!standsAt(text, end - before[hint]!, codes, texts[hint]!, texts[hint + 1]!)) continue;
      this.#lookOf[pattern] = this.#look;
      found.push(pattern);
    }
  }

  #add(patterns: readonly number[], found: number[]): void {
    for (const pattern of patterns) {
      if (this.#lookOf[pattern] === this.#look) continue;
      this.#lookOf[pattern] = this.#look;
      found.push(pattern);
    }
  }
}

/**
 * The test of a long pattern behind a look for the words that it needs: of many alternatives each is tried at each
 * character, of letters beyond ASCII at many times the cost.
 */
export function filtered(pattern: RegExp): (text: string) => boolean {
  const filter = new PatternFilter([pattern]);
  return (text) => filter.possible(text).length > 0 && pattern.test(text);
}

/** Whether folded characters stand in a text. Nothing is read beyond it, which takes several times as long. */
function standsAt(text: string, start: number, codes: Uint8Array, from: number, to: number): boolean {
  if (start < 0 || start + to - from > text.length) return false;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(start + at - from);
    if (code >= ASCII || FOLDED[code] !== codes[at]) return false;
  }
  return true;
}

function indexOf(patterns: readonly RegExp[]): HintIndex {
  const hints: { codes: number[]; before: number; place: number; pattern: number }[] = [];
  const [always, beyond, letter]: [number[], number[], number[]] = [[], [], []];
  for (const [pattern, each] of patterns.entries()) {
    const own = hintsOf(each);
    if (own === null) always.push(pattern);
    for (const text of own ?? []) {
      if (text === BEYOND_ASCII) beyond.push(pattern);
      else if (text === BEYOND_LETTER) letter.push(pattern);
      else {
        const codes = Array.from(text, (char) => char.charCodeAt(0));
        const before = rarest(text) + 3;
        hints.push({ codes, before, place: codes.slice(before - 3, before).reduce(placeAfter, 0), pattern });
      }
    }
  }
  hints.sort((a, b) => a.place - b.place);
  const marks = new Int32Array(PLACES >> 5);
  const starts = new Uint16Array(PLACES);
  for (const [at, { place }] of hints.entries()) {
    if (((marks[place >> 5]! >>> (place & 31)) & 1) === 0) starts[place] = at;
    marks[place >> 5]! |= 1 << (place & 31);
  }
  const texts = new Uint32Array(hints.length + 1);
  for (const [at, { codes }] of hints.entries()) texts[at + 1] = texts[at]! + codes.length;
  return {
    marks,
    starts,
    patterns: Uint16Array.from(hints, ({ pattern }) => pattern),
    places: Uint16Array.from(hints, ({ place }) => place),
    before: Uint16Array.from(hints, ({ before }) => before),
    texts,
    codes: Uint8Array.from(hints.flatMap(({ codes }) => codes)),
    always,
    beyond,
    letter,
  };
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
