import type { PreparedText } from './prepared-text.ts';

/** How often a text was run so far, and how that went. */
export interface Runs {
  good: number;
  failing: number;
}

/** The calls of a project so far. */
export class PastCalls {
  readonly #byText = new Map<PreparedText, Runs>();
  /** Calls so far. */
  size = 0;
  /** No text behind it was run. */
  furthest = -1;

  add(prepared: PreparedText, ok: boolean): void {
    this.size += 1;
    let runs = this.#byText.get(prepared);
    if (!runs) {
      runs = { good: 0, failing: 0 };
      this.#byText.set(prepared, runs);
      if (prepared.nth > this.furthest) this.furthest = prepared.nth;
    }
    if (ok) runs.good += 1;
    else runs.failing += 1;
  }

  /** Undefined for a text that was not run yet. */
  of(prepared: PreparedText): Runs | undefined {
    return this.#byText.get(prepared);
  }
}
