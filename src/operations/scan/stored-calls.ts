import type { CallRecord } from '../../model/findings.ts';
import type { CallIndex } from '../../store/call-index-port.ts';

/** Every transaction writes pages all over the index again: those of small files go together. */
const CALLS_AT_ONCE = 4000;
/** Of what was called: a text has up to 8 KB. */
const CHARS_AT_ONCE = 4_000_000;

/** Stores calls in the index of past calls, those of several files in one transaction. */
export class StoredCalls {
  readonly #index: Pick<CallIndex, 'add'>;
  #waiting: CallRecord[] = [];
  #chars = 0;

  constructor(index: Pick<CallIndex, 'add'>) {
    this.#index = index;
  }

  add(calls: CallRecord[]): void {
    this.#waiting.push(...calls);
    for (const { text } of calls) this.#chars += text.length;
    if (this.#waiting.length >= CALLS_AT_ONCE || this.#chars >= CHARS_AT_ONCE) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const calls = this.#waiting;
    this.#waiting = [];
    this.#chars = 0;
    this.#index.add(calls);
  }
}
