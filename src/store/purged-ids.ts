import { sha256 } from '../platform/sha256.ts';

/**
 * The ids of what was purged, and of some only the hash: an id of a session or a project names it. Earlier versions kept
 * it as it was.
 */
export class PurgedIds {
  readonly #ids: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  has(id: string): boolean {
    if (this.isEmpty || id === '') return false;
    let known = this.#known.get(id);
    if (known === undefined) {
      known = this.#ids.has(id) || this.#ids.has(hashedId(id));
      this.#known.set(id, known);
    }
    return known;
  }
}

/** What is kept of an id that was purged. */
export const hashedId = (id: string): string => sha256(`purged\n${id}`);
