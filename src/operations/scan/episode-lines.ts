import type { Episode } from '../../model/episode.ts';
import type { Listed } from '../../model/findings.ts';

const NEWLINE = 10;

/** Episodes as a worker sends them, a line of JSON each. They are parsed when somebody asks for them. */
export class EpisodeLines implements Listed<Episode> {
  readonly #blocks: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Takes whole lines, each with its newline. */
  add(block: Buffer): void {
    this.#blocks.push(block);
    for (let at = block.indexOf(NEWLINE); at >= 0; at = block.indexOf(NEWLINE, at + 1)) this.#length += 1;
  }

  *[Symbol.iterator](): Generator<Episode, void, undefined> {
    for (const block of this.#blocks) {
      let start = 0;
      for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
        yield JSON.parse(block.toString('utf8', start, end)) as Episode;
        start = end + 1;
      }
    }
  }
}
