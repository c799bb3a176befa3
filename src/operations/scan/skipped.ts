import { counted } from '../../model/counted.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../operation.ts';

const NAMED = 'scan.skippedNamed';
const KEY_CHARS = 16;

interface SkippedOptions {
  /** Reads everything again, or only tries: all is named. */
  all: boolean;
  /** The scan looks everywhere: what it did not meet is there no more. */
  everywhere: boolean;
  /** What the user named on the command line, as absolute paths: he waits for an answer about it. */
  asked: readonly string[];
}

/** Names what a scan skips: each file once, and in later scans only how many there are. */
export class Skipped {
  readonly #context: Context;
  readonly #options: SkippedOptions;
  readonly #named: ReadonlySet<string>;
  readonly #met = new Set<string>();
  #again = 0;

  private constructor(context: Context, named: ReadonlySet<string>, options: SkippedOptions) {
    this.#context = context;
    this.#named = named;
    this.#options = options;
  }

  /** With what earlier scans have named. */
  static async of(context: Context, store: Store, options: SkippedOptions): Promise<Skipped> {
    const stored = await store.getState(NAMED);
    return new Skipped(context, new Set(stored === null ? [] : stored.split(' ')), options);
  }

  /** A file or folder is left out. */
  note(path: string, reason: string): void {
    // Their hashes alone are kept: a path may be purged.
    const key = sha256(`${path}\n${reason}`).slice(0, KEY_CHARS);
    this.#met.add(key);
    if (this.#named.has(key) && !this.#options.all && !this.#options.asked.includes(path)) this.#again += 1;
    else this.#context.warn(`skipped ${path}: ${reason}`);
  }

  /** Says how many were not named again, and remembers all that were met. */
  async end(store: Store | null): Promise<void> {
    if (this.#again > 0)
      this.#context.warn(
        `skipped ${counted(this.#again, 'file')} as before: \`lessons scan --dry-run\` names ${this.#again === 1 ? 'it' : 'them'}`,
      );
    if (store === null) return;
    const kept = this.#options.everywhere ? this.#met : new Set([...this.#named, ...this.#met]);
    if (kept.size !== this.#named.size || [...kept].some((key) => !this.#named.has(key)))
      await store.setState(NAMED, kept.size === 0 ? null : [...kept].join(' '));
  }
}
