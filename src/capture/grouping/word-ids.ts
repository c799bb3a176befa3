import { isTellingWord } from '../../inject/keywords.ts';
import { isStopWord } from './stop-words.ts';

/** Words as numbers, so that sets of them are compared without making any. */
export class WordIds {
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #telling: boolean[] = [];
  readonly #stop: boolean[] = [];

  /** @param words each once, with blanks between them; their numbers, ascending */
  of(words: string): Int32Array {
    const ids = words === '' ? [] : words.split(' ').map((word) => this.#idOf(word));
    return Int32Array.from(ids).sort();
  }

  #idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.push(word) - 1;
    this.#ids.set(word, id);
    this.#telling.push(isTellingWord(word));
    this.#stop.push(isStopWord(word));
    return id;
  }

  /** Those that tell what a sentence is about. */
  telling(ids: Int32Array): Int32Array {
    return ids.filter((id) => this.#telling[id]);
  }

  /** How many words of the one the other has not, but for those that stand in any sentence. */
  countOnlyIn(ids: Int32Array, others: Int32Array): number {
    let count = 0;
    for (let at = 0, other = 0; at < ids.length; at += 1) {
      const id = ids[at] as number;
      while (other < others.length && (others[other] as number) < id) other += 1;
      if (others[other] !== id && !this.#stop[id]) count += 1;
    }
    return count;
  }

  /** Those words. */
  onlyIn(ids: Int32Array, others: Int32Array): string[] {
    const only = [...ids].filter((id) => !others.includes(id) && !this.#stop[id]);
    return only.map((id) => this.#words[id] as string);
  }
}

/** Shared ÷ all of two ascending lists, 0–1; two empty ones are not alike. */
export function jaccardOf(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 || b.length === 0) return 0;
  let shared = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    const difference = (a[left] as number) - (b[right] as number);
    if (difference === 0) shared += 1;
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return shared / (a.length + b.length - shared);
}
