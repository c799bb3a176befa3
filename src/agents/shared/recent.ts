const GENERATION = 30_000;

/** Remembers at least the last thirty thousand strings, in bounded memory. */
export class Recent {
  #young = new Set<string>();
  #old = new Set<string>();

  /** True the first time a string is seen. */
  add(value: string): boolean {
    if (this.#young.has(value) || this.#old.has(value)) return false;
    this.#young.add(value);
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    return true;
  }
}
