/** Values by key: those of one key stand together. */
export interface Postings {
  starts: Int32Array;
  values: Int32Array;
}

/** The values of one key: a view, no copy. */
export const postingsOf = ({ starts, values }: Postings, key: number): Int32Array =>
  values.subarray(starts[key], starts[key + 1]);

/** A list of keys and values that grows, in eight bytes each. Keys are whole numbers from 0 on. */
export class NumberPairs {
  #keys = new Int32Array(1024);
  #values = new Int32Array(1024);
  #length = 0;

  add(key: number, value: number): void {
    if (this.#length === this.#keys.length) {
      this.#keys = longer(this.#keys);
      this.#values = longer(this.#values);
    }
    this.#keys[this.#length] = key;
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The values of each of so many keys together, in the order in which they came. */
  sorted(keys: number): Postings {
    const starts = new Int32Array(keys + 1);
    for (let at = 0; at < this.#length; at += 1) starts[(this.#keys[at] as number) + 1]! += 1;
    for (let key = 0; key < keys; key += 1) starts[key + 1]! += starts[key] as number;
    const values = new Int32Array(this.#length);
    const next = starts.slice();
    for (let at = 0; at < this.#length; at += 1) {
      const key = this.#keys[at] as number;
      values[next[key] as number] = this.#values[at] as number;
      next[key]! += 1;
    }
    return { starts, values };
  }
}

function longer(array: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(array.length * 2);
  grown.set(array);
  return grown;
}
