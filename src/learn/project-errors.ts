import type { CompiledLesson } from '../model/compiled.ts';
import { JoinedTexts, searchable } from '../text/words-in.ts';
import { requiredOf } from '../triggers/lesson-index.ts';
import { longestPlainRun } from '../triggers/plain-run.ts';

/** The distinct errors of a project, those included that are still to come. */
export class ProjectErrors {
  readonly #errors: readonly string[];
  #joined: JoinedTexts | null = null;

  constructor(errors: Iterable<string>) {
    this.#errors = [...new Set(errors)];
  }

  /**
   * Those that one of the patterns could match. Most patterns need not be compiled for this, and are of errors that
   * never come again.
   * @param lesson what they are compiled to
   */
  possible(patterns: readonly string[], lesson: () => CompiledLesson): string[] {
    this.#joined ??= new JoinedTexts(this.#errors.map(searchable));
    const joined = this.#joined;
    const runs = patterns.map((pattern) => searchable(longestPlainRun(pattern) ?? ''));
    const found = runs.includes('')
      ? joined.holding(requiredOf(lesson().error))
      : new Set(runs.flatMap((run) => joined.holdingRun(run)));
    return [...found].map((index) => this.#errors[index] as string);
  }
}
