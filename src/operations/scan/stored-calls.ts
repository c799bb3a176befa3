import type { CallRecord } from '../../model/findings.ts';
import type { CallIndex } from '../../store/call-index-port.ts';

/** Every transaction writes pages all over the index again: those of small files go together. */
const CALLS_AT_ONCE = 4000;

/** Stores calls in the index of past calls, those of several files in one transaction. */
export class StoredCalls {
  readonly #index: Pick<CallIndex, 'add'>;
  #waiting: CallRecord[] = [];

  constructor(index: Pick<CallIndex, 'add'>) {
    this.#index = index;
  }

  add(calls: CallRecord[]): void {
    this.#waiting.push(...calls);
    if (this.#waiting.length >= CALLS_AT_ONCE) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#index.add(this.#waiting);
    this.#waiting = [];
  }
}
