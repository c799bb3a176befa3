import { type Shown, TEXT_CHARS_MAX } from './describe.ts';

const JOINED_MAX = 500;
const STAGES_MAX = 200;

/** Commands as they are joined by operators: for patterns that name one. */
export class Joined {
  private readonly pipelineTexts = new Set<string>();
  private readonly listTexts = new Set<string>();

  get pipelines(): string[] {
    return [...this.pipelineTexts];
  }

  get lists(): string[] {
    return [...this.listTexts];
  }

  /** Adds a pipeline, with and without wrappers; returns its text, cut. */
  stages(stages: readonly Shown[]): string {
    const shown = stages.slice(0, STAGES_MAX);
    const text = shown.map((each) => each.text).join(' | ');
    if (shown.length > 1) {
      this.pipeline(text);
      this.pipeline(shown.map((each) => each.innerText).join(' | '));
    }
    return text.slice(0, TEXT_CHARS_MAX);
  }

  pipeline(text: string): void {
    if (this.pipelineTexts.size < JOINED_MAX) this.pipelineTexts.add(text.slice(0, TEXT_CHARS_MAX));
  }

  /**
   * Adds what stands in one list; returns its text, cut.
   * @param texts each with the operator before it
   */
  list(texts: readonly { text: string; operator: string }[]): string {
    let joined = '';
    for (const { text, operator } of texts) {
      if (joined.length < TEXT_CHARS_MAX) joined += joined === '' ? text : joiner(operator) + text;
    }
    joined = joined.slice(0, TEXT_CHARS_MAX);
    if (texts.length > 1 && this.listTexts.size < JOINED_MAX) this.listTexts.add(joined);
    return joined;
  }
}

function joiner(operator: string): string {
  if (operator === '\n') return '\n';
  return operator === ';' || operator === '' ? '; ' : ` ${operator} `;
}
