const GENERATION = 100_000;

/** Remembers at least the last hundred thousand strings by a hash of 53 bits, in bounded memory. */
export class Recent {
  #young = new Set<number>();
  #old = new Set<number>();

  /** True the first time a string is seen. */
  add(value: string): boolean {
    const key = hashOf(value);
    if (this.#young.has(key) || this.#old.has(key)) return false;
    this.#young.add(key);
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    return true;
  }
}

/** cyrb53 by bryc (public domain). */
function hashOf(value: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
