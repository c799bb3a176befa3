/** Physical lines of things in a pretty-printed JSON document, found by searching forward. */
export class LineFinder {
  readonly #source: string;
  readonly #manyLines: boolean;
  #at = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
    const first = source.indexOf('\n');
    this.#manyLines = first >= 0 && source.indexOf('\n', first + 1) >= 0;
  }

  /**
   * The line of the next occurrence of `needle`, whatever the spacing after its colon.
   * @param ordinal answered where the document is written on one line
   */
  of(needle: string, ordinal: number): number {
    if (!this.#manyLines) return ordinal;
    let found = this.#source.indexOf(needle, this.#at);
    if (found < 0) found = this.#source.indexOf(needle.replace('": ', '":'), this.#at);
    if (found < 0) return this.#line;
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
