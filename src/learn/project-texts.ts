import type { CompiledLesson } from '../model/compiled.ts';
import { JoinedTexts } from '../text/words-in.ts';
import { requiredOf } from '../triggers/lesson-index.ts';
import type { PreparedText } from './prepared-text.ts';

/**
 * The distinct texts of a project, those included that are still to come: whether a trigger matches a text depends on
 * nothing else.
 */
export class ProjectTexts {
  readonly #commands: Searched;
  readonly #files: Searched;

  /** @param texts in their order */
  constructor(texts: readonly PreparedText[]) {
    this.#commands = new Searched(texts.filter((text) => text.isShell));
    this.#files = new Searched(texts.filter((text) => !text.isShell));
  }

  /** Those that the call patterns of a lesson could match: they hold what the patterns require. Commands in their order. */
  *possible({ command, path }: CompiledLesson): Generator<PreparedText, void> {
    if (command.length + path.length === 0) return;
    const required = requiredOf([...command, ...path]);
    if (command.length > 0) yield* this.#commands.holding(required);
    if (path.length > 0) yield* this.#files.holding(required);
  }
}

class Searched {
  readonly #texts: readonly PreparedText[];
  /** Made when it is first asked for: most projects have no trigger. */
  #joined: JoinedTexts | null = null;

  constructor(texts: readonly PreparedText[]) {
    this.#texts = texts;
  }

  *holding(required: string[][] | null): Generator<PreparedText, void> {
    this.#joined ??= new JoinedTexts(this.#texts.map((text) => text.words));
    for (const index of this.#joined.holding(required)) yield this.#texts[index] as PreparedText;
  }
}
