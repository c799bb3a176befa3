import type { Episode } from '../model/episode.ts';
import { compare } from '../text/compare.ts';

interface Packed {
  line: number;
  id: string;
  block: Buffer;
  start: number;
  end: number;
}

/**
 * Small pieces among short-lived text would keep the memory around them from being given back: they are put into
 * blocks, each twice as large as the one before.
 */
const BLOCK_BYTES_MIN = 16 * 1024;
const BLOCK_BYTES_MAX = 512 * 1024;

/**
 * Episodes as the bytes of their JSON, in the order of their failing results. What is found in a huge transcript waits
 * like this until it is stored: as objects it takes several times as much.
 */
export class PackedEpisodes implements Iterable<Episode> {
  readonly #items: Packed[] = [];
  #block: Buffer | null = null;
  #used = 0;

  get length(): number {
    return this.#items.length;
  }

  add(episodes: Iterable<Episode>): void {
    for (const episode of episodes) {
      const json = JSON.stringify(episode);
      const block = this.#blockFor(3 * json.length);
      const start = this.#used;
      this.#used += block.write(json, start);
      this.#items.push({ line: episode.failure.line, id: episode.id, block, start, end: this.#used });
    }
  }

  #blockFor(bytes: number): Buffer {
    if (this.#block === null || this.#block.length - this.#used < bytes) {
      const size = Math.min(2 * (this.#block?.length ?? BLOCK_BYTES_MIN / 2), BLOCK_BYTES_MAX);
      this.#block = Buffer.allocUnsafeSlow(Math.max(size, bytes));
      this.#used = 0;
    }
    return this.#block;
  }

  /** Takes over what another list holds. */
  append(other: PackedEpisodes): void {
    for (const item of other.#items) this.#items.push(item);
  }

  sort(): void {
    this.#items.sort((a, b) => a.line - b.line || compare(a.id, b.id));
  }

  /** The bytes of each episode's JSON. */
  *packed(): Generator<Buffer, void, undefined> {
    for (const { block, start, end } of this.#items) yield block.subarray(start, end);
  }

  *[Symbol.iterator](): Generator<Episode, void, undefined> {
    for (const { block, start, end } of this.#items)
      yield JSON.parse(block.toString('utf8', start, end)) as Episode;
  }
}
