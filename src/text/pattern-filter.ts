import { BEYOND_ASCII, hintsOf } from './pattern-hints.ts';

const WIDTH = 128;
/** Letters in lower case, all other ASCII as it is. */
const FOLDED = Uint8Array.from({ length: WIDTH }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

interface Hint {
  codes: number[];
  pattern: number;
}

/**
 * Tells by one pass over a text which of many patterns can match it at all. Most texts hold no word of most patterns,
 * and even a pattern that fails at once costs more than its share of the pass.
 */
export class PatternFilter {
  readonly #patterns: readonly RegExp[];
  /** For each pair of characters, where its hints are, plus one; made at the first look. */
  #buckets: Uint16Array | null = null;
  readonly #hints: Hint[][] = [];
  /** Patterns that any text can match, and those that need a character beyond ASCII. */
  readonly #always: number[] = [];
  readonly #beyond: Hint[] = [];
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
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= WIDTH) {
        isBeyond = true;
        before = 0;
        continue;
      }
      const folded = FOLDED[code]!;
      const bucket = buckets[before * WIDTH + folded]!;
      if (bucket !== 0) found = this.#taken(this.#hints[bucket - 1]!, text, at + 1, found);
      before = folded;
    }
    if (isBeyond) found = this.#taken(this.#beyond, text, 0, found);
    if (found === null) return this.#always;
    return this.#always.concat(found).sort((a, b) => a - b);
  }

  /** @param from behind the two characters that all of the hints begin with */
  #taken(hints: Hint[], text: string, from: number, found: number[] | null): number[] | null {
    let all = found;
    for (const { codes, pattern } of hints) {
      if (this.#lookOf[pattern] === this.#look) continue;
      let at = 2;
      while (at < codes.length && FOLDED[text.charCodeAt(from + at - 2)] === codes[at]) at += 1;
      if (at < codes.length) continue;
      this.#lookOf[pattern] = this.#look;
      all ??= [];
      all.push(pattern);
    }
    return all;
  }

  #indexed(): Uint16Array {
    const buckets = new Uint16Array(WIDTH * WIDTH);
    for (const [pattern, each] of this.#patterns.entries()) {
      const hints = hintsOf(each);
      if (hints === null) this.#always.push(pattern);
      for (const hint of hints ?? []) {
        if (hint === BEYOND_ASCII) {
          this.#beyond.push({ codes: [], pattern });
          continue;
        }
        const codes = Array.from(hint, (char) => char.charCodeAt(0));
        const pair = codes[0]! * WIDTH + codes[1]!;
        if (buckets[pair] === 0) buckets[pair] = this.#hints.push([]);
        this.#hints[buckets[pair]! - 1]!.push({ codes, pattern });
      }
    }
    return buckets;
  }
}
