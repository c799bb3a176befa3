/** Physical lines of things in a pretty-printed JSON document, found by searching forward. */
export class LineFinder {
  readonly #source: string;
  readonly #manyLines: boolean;
  /** Whether the document has a space behind its colons. */
  readonly #isSpaced: boolean;
  #at = 0;
  #line = 1;
  /** What was sought last and not found: it is not further on either. */
  #absent = '';

  constructor(source: string) {
    this.#source = source;
    const first = source.indexOf('\n');
    this.#manyLines = first >= 0 && source.indexOf('\n', first + 1) >= 0;
    this.#isSpaced = source[source.indexOf('":') + 2] === ' ';
  }

  /**
   * The line of the next occurrence of `needle`, which has a space behind its colon, where it has one.
   * @param ordinal answered where the document is written on one line
   */
  of(needle: string, ordinal: number): number {
    if (!this.#manyLines) return ordinal;
    if (needle === this.#absent) return this.#line;
    const found = this.#source.indexOf(this.#isSpaced ? needle : needle.replace('": ', '":'), this.#at);
    if (found < 0) {
      this.#absent = needle;
      return this.#line;
    }
    for (
      let at = this.#source.indexOf('\n', this.#at);
      at >= 0 && at < found;
      at = this.#source.indexOf('\n', at + 1)
    ) {
      this.#line += 1;
    }
    this.#at = found + 1;
    return this.#line;
  }
}
