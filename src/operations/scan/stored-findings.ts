import type { FileFindings } from '../../model/findings.ts';
import type { Store } from '../../store/port.ts';
import type { StoredCalls } from './stored-calls.ts';

/** Set while there are findings that no grouping has seen. */
export const UNGROUPED = 'scan.ungrouped';

/** A transaction costs more than what most files have to say; what is lost when a scan is killed is read again. */
const FILES_AT_ONCE = 64;
const EPISODES_AT_ONCE = 100;
const BYTES_AT_ONCE = 32 * 1024 * 1024;

/** Stores what files gave, findings and cursors of several in one transaction. */
export class StoredFindings {
  readonly #store: Store;
  readonly #calls: StoredCalls | null;
  #waiting: FileFindings[] = [];
  #episodes = 0;
  #bytes = 0;

  /** @param calls of the same files: a cursor says that they are stored as well */
  constructor(store: Store, calls: StoredCalls | null) {
    this.#store = store;
    this.#calls = calls;
  }

  /** @param bytes how many of the file were read */
  async add(findings: FileFindings, bytes: number): Promise<void> {
    this.#waiting.push(findings);
    this.#episodes += findings.episodes.length + findings.tags.length;
    this.#bytes += bytes;
    const isMuch =
      this.#waiting.length >= FILES_AT_ONCE ||
      this.#episodes >= EPISODES_AT_ONCE ||
      this.#bytes >= BYTES_AT_ONCE;
    if (isMuch) await this.flush();
  }

  async flush(): Promise<void> {
    this.#calls?.flush();
    if (this.#waiting.length === 0) return;
    const findings = this.#waiting;
    this.#waiting = [];
    this.#episodes = 0;
    this.#bytes = 0;
    await this.#store.transaction(async (inside) => {
      await inside.applyFindings(...findings);
      await inside.setState(UNGROUPED, '1');
    });
  }
}
