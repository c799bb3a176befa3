import { isData, maskSql } from './data.ts';

const VARIABLES_MAX = 200;
const VALUE_CHARS_MAX = 2000;
/** Of one command, with the values put in. */
const FILLED_CHARS_MAX = 8192;
const LIST_CHARS_MAX = 2000;
const WORD_CHARS_MAX = 1000;
const PARAMETERS_MAX = 9;
const VARIABLE = /(?<!\\)\$(?:\{(\w{1,60})(?::?[-=]([^{}$]{0,100}))?\}|(\w{1,60}))/g;
/** Values of a loop that are tried. */
const TURNS_MAX = 8;
const LOOPS_MAX = 8;
/** Turns that are tried in one command line. */
const TRIES_MAX = 200;
/** Variables of a command line, as far as it assigns them plain text. */
export class Variables {
  private values = new Map<string, string>();
  /** Values that the variable of a loop has later on. */
  private turns = new Map<string, readonly string[]>();
  private tries = 0;
  /** Words that one variable stands for, as they are written. */
  private lists = new Map<string, string>();

  /** Whether one variable stands for several words. */
  get haveLists(): boolean {
    return this.lists.size > 0;
  }

  /**
   * @param assignment `name=value`, quotes taken off
   * @param written the same with its quotes
   */
  assign(assignment: string, written: string): void {
    const equals = assignment.indexOf('=');
    if (this.values.size + this.lists.size >= VARIABLES_MAX) return;
    const adds = assignment[equals - 1] === '+';
    const name = assignment.slice(0, adds ? equals - 1 : equals);
    const value = assignment.slice(equals + 1);
    const open = written.indexOf('(');
    if (value.startsWith('(') && written.endsWith(')')) {
      this.spell(name, `${adds ? `${this.lists.get(name) ?? ''} ` : ''}${written.slice(open + 1, -1)}`);
      return;
    }
    const filled = this.text(value);
    const whole = adds ? `${this.values.get(name) ?? ''}${filled}` : filled;
    if (whole.length <= VALUE_CHARS_MAX) this.values.set(name, whole);
    if (/\s/.test(whole.trim()) && !/[;|&`<>'"\\]/.test(whole)) this.spell(name, whole);
  }

  /** `set -- a b`. */
  setParameters(written: string): void {
    this.spell('@', written);
  }

  private spell(name: string, written: string): void {
    if (written.length <= LIST_CHARS_MAX) this.lists.set(name, written);
  }

  /** `for name in a b`: each in turn. */
  loop(name: string, values: readonly string[]): void {
    const plain = values.filter((value) => value.length <= VALUE_CHARS_MAX && !/[$(]/.test(value));
    if (plain.length > 0 && this.values.size < VARIABLES_MAX) this.values.set(name, plain[0]!);
    if (plain.length > 1 && this.turns.size < LOOPS_MAX) this.turns.set(name, plain.slice(1, TURNS_MAX));
  }

  /** `shift`. */
  shift(): void {
    const words = this.lists.get('@');
    if (words !== undefined) this.lists.set('@', words.replace(/^\s*\S+\s*/, ''));
  }

  /** A text with the values put in as they are. */
  text(text: string): string {
    return this.filled([text], null, false, text.length)?.[0] ?? text;
  }

  /**
   * The words of a command with the values put in, once for each turn of a loop; empty where that changes nothing.
   * @param sql statements among them are what is executed
   */
  fill(words: readonly string[], sql: boolean): string[][] {
    if (!hasDollar(words)) return [];
    const filled = this.filled(words, null, sql);
    if (filled === null) return [];
    const all = [filled];
    for (const [name, values] of this.turns) {
      if (!words.some((word) => word.includes(name))) continue;
      for (const value of values)
        if (this.tries++ < TRIES_MAX) all.push(this.filled(words, { name, value }, sql) ?? []);
    }
    return all.filter((each) => each.length > 0);
  }

  private filled(
    words: readonly string[],
    turn: { name: string; value: string } | null,
    sql: boolean,
    charsMax = WORD_CHARS_MAX,
  ): string[] | null {
    let changed = false;
    let left = FILLED_CHARS_MAX;
    const filled = words.map((word, index) =>
      word.slice(0, charsMax).replace(VARIABLE, (whole, braced?: string, usual?: string, bare?: string) => {
        const name = braced ?? bare ?? '';
        const value = turn?.name === name ? turn.value : (this.values.get(name) ?? usual);
        const data = index > 0 && value !== undefined && isData(value);
        if (value === undefined || (data && !sql) || value.length > left) return whole;
        left -= value.length;
        changed = true;
        return data ? `"${maskSql(value)}"` : value;
      }),
    );
    return changed ? filled : null;
  }

  /**
   * A command with the words put in that variables stand for, as it is written; null where there are none.
   * @param written gives the command
   */
  spread(values: readonly string[], written: () => string): string | null {
    if (!hasDollar(values)) return null;
    let changed = false;
    // A word that stands for several: `"${args[@]}"`, `"$@"`, `$opts`.
    const spread =
      /(?<=^|[\s;({])(?:"?\$(?:\{(\w{1,60})\[[@*]\]\}|\{?([@*])\}?)"?|\$(?:\{(\w{1,60})\}|(\w{1,60})))(?=$|[\s;)}])/g;
    const text = written().replace(
      spread,
      (whole, list?: string, parameters?: string, braced?: string, bare?: string) => {
        const words = this.lists.get(list ?? (parameters === undefined ? (braced ?? bare ?? '') : '@'));
        if (words === undefined) return whole;
        changed = true;
        return words;
      },
    );
    return changed ? text : null;
  }

  /**
   * Runs the body of a function with the words that it was called with.
   * @param name what `$0` is, in a command line that a shell is given
   */
  called(args: readonly string[], written: string, body: () => void, name = ''): void {
    const { values, lists } = this;
    this.values = new Map(values);
    this.lists = new Map(lists);
    for (const [index, arg] of args.slice(0, PARAMETERS_MAX).entries())
      if (arg.length <= VALUE_CHARS_MAX && !/[$(]/.test(arg)) this.values.set(String(index + 1), arg);
    if (name !== '') this.values.set('0', name);
    this.spell('@', written);
    body();
    this.values = values;
    this.lists = lists;
  }

  /** Runs something in which no variable is known. */
  forgotten(run: () => void): void {
    const { values, lists, turns } = this;
    this.values = new Map();
    this.lists = new Map();
    this.turns = new Map();
    run();
    this.values = values;
    this.lists = lists;
    this.turns = turns;
  }
}

function hasDollar(words: readonly string[]): boolean {
  for (const word of words) if (word.includes('$')) return true;
  return false;
}
