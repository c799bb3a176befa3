import { isWordCode } from './tokens.ts';

/** Characters that are no part of a token, and whose lower case would be, or depends on what stands around them. */
const FOLDED_IN = /[\u0130\u212a\u03a3]/g;

/** A text in which `holdsWord` finds the tokens of this one. */
export function searchable(text: string): string {
  return text.replace(FOLDED_IN, ' ').toLowerCase();
}

/** Whether a token stands in a text that `searchable` made. */
export function holdsWord(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const end = at + token.length;
    if (at > 0 && isWordCode(text.charCodeAt(at - 1))) continue;
    if (end === text.length || !isWordCode(text.charCodeAt(end))) return true;
  }
  return false;
}

function countIn(text: Buffer, run: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length)) count += 1;
  return count;
}

/** The first of the texts, which tell how common a word is. */
const SAMPLE_BYTES = 16_384;

/**
 * Many texts as one: to find the few that hold some words takes a fraction of what it takes to list the words of each.
 * As bytes, which are searched in a fraction of the time that a string takes.
 */
export class JoinedTexts {
  readonly #texts: readonly string[];
  readonly #joined: Buffer;
  readonly #starts: Uint32Array;

  /** @param texts as `searchable` makes them */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
    const joined = texts.join('\n');
    this.#joined = Buffer.from(joined, 'utf8');
    const isAscii = this.#joined.length === joined.length;
    this.#starts = new Uint32Array(texts.length + 1);
    let start = 0;
    for (const [index, text] of texts.entries()) {
      this.#starts[index] = start;
      start += (isAscii ? text.length : Buffer.byteLength(text, 'utf8')) + 1;
    }
    this.#starts[texts.length] = start;
  }

  /** Which of the texts hold one of the lists as a whole, in order; null requires nothing. */
  *holding(lists: readonly (readonly string[])[] | null): Generator<number, void> {
    const [first, ...others] = lists ?? [];
    if (lists === null) yield* this.#texts.keys();
    else if (first !== undefined && others.length === 0) yield* this.#holdingAll(first);
    else yield* new Set(lists.flatMap((list) => [...this.#holdingAll(list)]).sort((a, b) => a - b));
  }

  /**
   * Which of the texts hold a run of characters, which may be a part of a word or go over several, in order; all of
   * them where the run has half a character.
   */
  holdingRun(run: string): number[] {
    if (!run.isWellFormed()) return [...this.#texts.keys()];
    const bytes = Buffer.from(run, 'utf8');
    const found: number[] = [];
    let next = 0;
    for (let at = this.#joined.indexOf(bytes); at >= 0 && next < this.#texts.length; ) {
      const index = this.#textAt(at, next);
      found.push(index);
      next = index + 1;
      at = this.#joined.indexOf(bytes, this.#starts[next]);
    }
    return found;
  }

  *#holdingAll(list: readonly string[]): Generator<number, void> {
    const [rarest, ...others] = this.#byRarity(list);
    if (rarest === undefined) return;
    const bytes = Buffer.from(rarest, 'latin1');
    let next = 0;
    for (let at = this.#wordAt(bytes, 0); at >= 0; ) {
      const index = this.#textAt(at, next);
      const text = this.#texts[index] as string;
      if (others.every((token) => holdsWord(text, token))) yield index;
      next = index + 1;
      at = this.#wordAt(bytes, this.#starts[next] as number);
    }
  }

  /** Where a token stands, from a place on; -1 where it does not. */
  #wordAt(token: Buffer, from: number): number {
    const joined = this.#joined;
    for (let at = joined.indexOf(token, from); at >= 0; at = joined.indexOf(token, at + 1)) {
      const end = at + token.length;
      if (at > 0 && isWordCode(joined[at - 1] as number)) continue;
      if (end === joined.length || !isWordCode(joined[end] as number)) return at;
    }
    return -1;
  }

  /** The rarest first: of those that are equally rare, the longest. */
  #byRarity(list: readonly string[]): string[] {
    if (list.length < 2) return [...list];
    const sample = this.#joined.subarray(0, SAMPLE_BYTES);
    const counted = list.map((token) => ({ token, count: countIn(sample, Buffer.from(token, 'latin1')) }));
    counted.sort((a, b) => a.count - b.count || b.token.length - a.token.length);
    return counted.map(({ token }) => token);
  }

  /** Which text a place is in, of those from one on. */
  #textAt(place: number, from: number): number {
    let low = from;
    let high = this.#texts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
