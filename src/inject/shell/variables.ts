import { isData } from './data.ts';

const VARIABLES_MAX = 200;
const VALUE_CHARS_MAX = 200;
const WORD_CHARS_MAX = 1000;
const VARIABLE = /\$(?:\{(\w{1,60})\}|(\w{1,60}))/g;

/** Variables of a command line, as far as it assigns them plain text. */
export class Variables {
  private values = new Map<string, string>();

  /** @param assignment `name=value`, quotes taken off */
  assign(assignment: string): void {
    const equals = assignment.indexOf('=');
    const value = assignment.slice(equals + 1);
    if (value.length <= VALUE_CHARS_MAX && !/[$(]/.test(value) && this.values.size < VARIABLES_MAX)
      this.values.set(assignment.slice(0, equals), value);
  }

  /** The words of a command with the values put in; null where that changes nothing. */
  fill(words: readonly string[]): string[] | null {
    if (this.values.size === 0) return null;
    let changed = false;
    const filled = words.map((word, index) =>
      word.slice(0, WORD_CHARS_MAX).replace(VARIABLE, (whole, braced?: string, bare?: string) => {
        const value = this.values.get(braced ?? bare ?? '');
        if (value === undefined || (index > 0 && isData(value))) return whole;
        changed = true;
        return value;
      }),
    );
    return changed ? filled : null;
  }

  /** Runs something in which no variable is known. */
  forgotten(run: () => void): void {
    const known = this.values;
    this.values = new Map();
    run();
    this.values = known;
  }
}
