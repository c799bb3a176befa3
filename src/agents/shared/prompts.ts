import { CURATOR_MARK } from '../../model/constants.ts';
import type { EventBase } from '../../transcripts/events.ts';
import type { Emit } from '../../transcripts/reader.ts';

/** What a human writes in a session. One that our own curator begins is told to be its. */
export class Prompts {
  readonly #emit: Emit;
  #begun = false;
  #stopped = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  add(base: EventBase, words: string, via: 'prompt' | 'queued' = 'prompt'): void {
    this.begin(base, words);
    this.#emit({
      kind: 'user',
      ...base,
      text: words,
      via,
      ...(this.#stopped ? { interrupted: true as const } : {}),
    });
    this.#stopped = false;
  }

  /** The human has stopped the agent: what comes next says why. */
  stop(): void {
    this.#stopped = true;
  }

  /** Of a prompt that is not handed on only who began the session counts. */
  begin(base: EventBase, words: string): void {
    if (!this.#begun && words.startsWith(CURATOR_MARK))
      this.#emit({ kind: 'session', ...base, isOwnCurator: true });
    this.#begun = true;
  }
}
