import { collectGarbage } from '../../platform/collect-garbage.ts';
import type { CallText } from '../../store/call-index-port.ts';
import { NumberPairs, type Postings, postingsOf } from '../../text/number-pairs.ts';

/** What a fragment of a pattern may be part of. */
const WORD = /[a-z0-9_]+/g;
/** Longer runs are no words: keys, data. Texts that hold one are always looked at. */
const WORD_CHARS_MAX = 80;
/** Characters of a word that are looked up together. */
const GRAM = 3;
/** Fewer texts than this are looked at each, rather than narrowed further. */
const FEW_TEXTS = 24;
/** Of so many texts the words are found, before what that leaves behind is freed. */
const TEXTS_PER_COLLECTION = 5000;

/**
 * Which past texts hold which words, in any case, by the text or by its view: where pattern after pattern is looked for
 * in the whole history, each meets only the texts that it can match. Plain numbers, a few bytes for each word of a text.
 */
export class CallWords {
  readonly #words: string[] = [];
  readonly #texts: Postings;
  /** Words by the characters that they hold. */
  readonly #grams: Postings;
  readonly #gramIds = new Map<string, number>();
  /** Ids of texts that are always looked at. */
  readonly #always: number[] = [];

  constructor(texts: Iterable<Pick<CallText, 'id' | 'text' | 'view'>>) {
    const ids = new Map<string, number>();
    const held = new NumberPairs();
    let seen = 0;
    /** Of each word the last text that held it. */
    const latest: number[] = [];
    for (const { id, text, view } of texts) {
      seen += 1;
      if (seen % TEXTS_PER_COLLECTION === 0) collectGarbage();
      let isOdd = false;
      for (const source of [text, view ?? ''])
        for (const word of source.toLowerCase().match(WORD) ?? []) {
          if (word.length > WORD_CHARS_MAX) isOdd = true;
          if (word.length > WORD_CHARS_MAX || word.length < GRAM) continue;
          const known = this.#idOf(word, ids);
          if (latest[known] === seen) continue;
          latest[known] = seen;
          held.add(known, id);
        }
      if (isOdd) this.#always.push(id);
    }
    this.#texts = held.sorted(this.#words.length);
    this.#grams = this.#gramsOfWords();
  }

  #idOf(word: string, ids: Map<string, number>): number {
    let id = ids.get(word);
    if (id === undefined) {
      id = this.#words.length;
      const own = copied(word);
      ids.set(own, id);
      this.#words.push(own);
    }
    return id;
  }

  #gramsOfWords(): Postings {
    const grams = new NumberPairs();
    for (const [at, word] of this.#words.entries())
      for (const gram of gramsOf(word)) {
        let id = this.#gramIds.get(gram);
        if (id === undefined) {
          id = this.#gramIds.size;
          this.#gramIds.set(gram, id);
        }
        grams.add(id, at);
      }
    return grams.sorted(this.#gramIds.size);
  }

  /**
   * Ids of the texts that may hold every fragment of one of the lists, ascending.
   * @param lists runs of at least three word characters, in lower case
   */
  idsWith(lists: readonly (readonly string[])[]): number[] {
    const found = new Set(this.#always);
    for (const list of lists) for (const id of this.#holdingAll(list)) found.add(id);
    return [...found].sort((a, b) => a - b);
  }

  #holdingAll(fragments: readonly string[]): Set<number> {
    const held = fragments.map((fragment) => {
      const words = this.#wordsWith(fragment);
      return { words, size: words.reduce((sum, word) => sum + postingsOf(this.#texts, word).length, 0) };
    });
    const [rarest, ...others] = held.sort((a, b) => a.size - b.size);
    let ids = this.#textsOf(rarest?.words ?? []);
    for (const { words } of others) {
      if (ids.size < FEW_TEXTS) break;
      const also = this.#textsOf(words);
      ids = new Set([...ids].filter((id) => also.has(id)));
    }
    return ids;
  }

  #textsOf(words: readonly number[]): Set<number> {
    const ids = new Set<number>();
    for (const word of words) for (const id of postingsOf(this.#texts, word)) ids.add(id);
    return ids;
  }

  /** Words that the fragment is part of. */
  #wordsWith(fragment: string): number[] {
    let fewest: Int32Array | null = null;
    for (const gram of gramsOf(fragment)) {
      const id = this.#gramIds.get(gram);
      if (id === undefined) return [];
      const words = postingsOf(this.#grams, id);
      if (fewest === null || words.length < fewest.length) fewest = words;
    }
    return [...(fewest ?? [])].filter((word) => (this.#words[word] as string).includes(fragment));
  }
}

/** A word that does not hold on to the text that it was found in. */
const copied = (word: string): string => Buffer.from(word, 'latin1').toString('latin1');

function gramsOf(word: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= word.length; at += 1) grams.add(word.slice(at, at + GRAM));
  return grams;
}
