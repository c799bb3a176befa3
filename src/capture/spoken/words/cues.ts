import { PatternFilter } from '../../../text/pattern-filter.ts';

/** Wording, and how much it says. */
export interface Cue {
  weight: number;
  pattern: RegExp;
}

/** How much of what some cues say a text holds. */
export class Cues {
  readonly #cues: readonly Cue[];
  readonly #filter: PatternFilter;

  constructor(cues: readonly Cue[]) {
    this.#cues = cues;
    this.#filter = new PatternFilter(cues.map(({ pattern }) => pattern));
  }

  sum(text: string): number {
    let total = 0;
    for (const index of this.#filter.possible(text)) {
      const { weight, pattern } = this.#cues[index]!;
      if (pattern.test(text)) total += weight;
    }
    return total;
  }
}
