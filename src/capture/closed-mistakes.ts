import type { Episode } from '../model/episode.ts';
import type { DetectorOptions, DetectorState, Told } from './detector-state.ts';
import { failureEpisode, MIN_CONFIDENCE } from './episode.ts';
import type { OpenFailure } from './failure-state.ts';
import { kindByCorrection } from './failures/kind/kind-by-correction.ts';
import { nameMended } from './failures/open-notes.ts';
import { confidenceOf } from './failures/verdict/failure-facts.ts';
import type { OpenObjection } from './spoken/open-objection.ts';
import { spokenEpisode } from './spoken/spoken-episode.ts';

interface Closed<Open> {
  open: Open;
  told: Told;
}

/** What waits holds its texts. */
const WAITING_MAX = 64;

/**
 * Failures and objections that nothing more can be learnt of, judged and told some at a time and each kind by itself:
 * that takes code and patterns which nothing else runs, and for one alone, between thousands of calls that worked,
 * fetching them into the processor's caches takes as long as running them.
 */
export class ClosedMistakes {
  readonly #options: DetectorOptions;
  readonly #state: DetectorState;
  readonly #emit: (episode: Episode) => void;
  #failures: Closed<OpenFailure>[] = [];
  #objections: Closed<OpenObjection>[] = [];

  constructor(options: DetectorOptions, state: DetectorState, emit: (episode: Episode) => void) {
    this.#options = options;
    this.#state = state;
    this.#emit = emit;
  }

  addFailure(open: OpenFailure): void {
    this.#failures.push({ open, told: this.#told() });
    if (this.#failures.length >= WAITING_MAX) this.#tellFailures();
  }

  addObjection(open: OpenObjection): void {
    this.#objections.push({ open, told: this.#told() });
    if (this.#objections.length >= WAITING_MAX) this.#tellObjections();
  }

  /** Hands over the episodes of all that wait. */
  tell(): void {
    this.#tellFailures();
    this.#tellObjections();
  }

  #tellFailures(): void {
    const least = this.#options.minConfidence ?? MIN_CONFIDENCE;
    for (const { open, told } of this.#failures.splice(0)) {
      open.kind = kindByCorrection(open);
      const confidence = confidenceOf(open);
      if (confidence < least) continue;
      if (open.kind === 'lint') nameMended(open);
      this.#emit(failureEpisode(this.#options, told, open, confidence));
    }
  }

  #tellObjections(): void {
    for (const { open, told } of this.#objections.splice(0)) {
      const episode = spokenEpisode(this.#options, told, open);
      if (episode) this.#emit(episode);
    }
  }

  #told(): Told {
    const { sessionId, cwd, model, isSubagent } = this.#state;
    return { sessionId, cwd, model, isSubagent };
  }
}
