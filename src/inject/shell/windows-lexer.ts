/** A word of PowerShell or cmd. */
export interface WindowsWord {
  value: string;
  quoted: boolean;
}

/** What stands between two commands that are joined by nothing else. */
const NEXT = '; ';
export const PIPE = ' | ';

/** A command and what joins it to the one before. */
export interface WindowsStage {
  words: WindowsWord[];
  joint: string;
  /** After a call operator: `& 'C:\\Program Files\\…\\git.exe' push`. */
  called?: true;
  /** Function in whose body it stands: it runs where that is called. */
  body?: string;
}

const STAGES_MAX = 400;

class Collector {
  readonly stages: WindowsStage[] = [];
  private words: WindowsWord[] = [];
  private joint = NEXT;
  private called = false;
  private value = '';
  private quoted = false;
  /** A word is open, if it is empty. */
  inWord = false;
  private braces = 0;
  /** Function whose head has been read, and functions whose bodies are open. */
  private defining: string | null = null;
  private readonly bodies: { name: string; depth: number }[] = [];

  /** What stands for itself: white space ends a word, anything else belongs to one. */
  take(char: string): void {
    if (/\s/.test(char)) this.endWord();
    else this.add(char);
  }

  add(text: string): void {
    this.inWord = true;
    this.value += text;
  }

  quote(): void {
    this.inWord = true;
    this.quoted = true;
  }

  get atStart(): boolean {
    return !this.inWord && this.words.length === 0;
  }

  get first(): string {
    return this.words[0]?.value.toLowerCase() ?? '';
  }

  endWord(): void {
    if (this.inWord) this.words.push({ value: this.value, quoted: this.quoted });
    this.value = '';
    this.quoted = false;
    this.inWord = false;
  }

  endStage(joint = NEXT): void {
    this.endWord();
    const body = this.bodies.at(-1)?.name;
    if (this.words.length === 2 && /^(?:function|filter)$/.test(this.first)) {
      this.defining = this.words[1]!.value.toLowerCase();
    } else if (this.words.length > 0 && this.stages.length < STAGES_MAX) {
      this.stages.push({
        words: this.words,
        joint: this.joint,
        ...(this.called ? { called: true } : {}),
        ...(body === undefined ? {} : { body }),
      });
    }
    this.called = false;
    this.words = [];
    this.joint = joint;
  }

  call(): void {
    this.called = true;
  }

  brace(opens: boolean): void {
    this.endStage();
    if (opens) {
      this.braces++;
      if (this.defining !== null) this.bodies.push({ name: this.defining, depth: this.braces });
      this.defining = null;
    } else {
      if (this.bodies.at(-1)?.depth === this.braces) this.bodies.pop();
      this.braces = Math.max(0, this.braces - 1);
    }
  }
}

function jointOf(char: string, next: string | undefined): string {
  return '&|'.includes(char) && next === char ? ` ${char + char} ` : char === '|' ? PIPE : NEXT;
}

/** Reads PowerShell: its quotes, escapes, comments, here-strings; blocks and parentheses are flattened. Never throws. */
export function readPowerShell(text: string): WindowsStage[] {
  const out = new Collector();
  let i = 0;
  while (i < text.length) {
    const char = text[i]!;
    const next = text[i + 1];
    if (char === '`') {
      if (next !== '\n' && next !== '\r' && next !== undefined) out.add(next);
      i += 2;
    } else if (char === '<' && next === '#') {
      const close = text.indexOf('#>', i + 2);
      i = close < 0 ? text.length : close + 2;
    } else if (char === '#' && !out.inWord) {
      const line = text.indexOf('\n', i);
      i = line < 0 ? text.length : line;
    } else if (
      char === '@' &&
      (next === "'" || next === '"') &&
      /^[ \t]*\r?\n/.test(text.slice(i + 2, i + 40))
    ) {
      const close = text.indexOf(`\n${next}@`, i + 2);
      out.quote();
      i = close < 0 ? text.length : close + 3;
    } else if (char === "'" || char === '"') {
      i = readQuoted(text, i, char, char === '"' ? '`' : '', out);
    } else if (char === '&' && next !== '&' && out.atStart) {
      out.call();
      i++;
    } else if (char === '{' || char === '}') {
      out.brace(char === '{');
      i++;
    } else if (char === ';' || char === '\n' || char === '(' || char === ')') {
      out.endStage();
      i++;
    } else if (char === '|' || char === '&') {
      out.endStage(jointOf(char, next));
      i += next === char ? 2 : 1;
    } else if (char === '=' && !out.inWord && /^\$/.test(out.first)) {
      out.endStage();
      i++;
    } else {
      out.take(char);
      i++;
    }
  }
  out.endStage();
  return out.stages;
}

function readQuoted(text: string, at: number, quote: string, escapes: string, out: Collector): number {
  let i = at + 1;
  out.quote();
  while (i < text.length) {
    const char = text[i]!;
    if (char === quote) {
      if (text[i + 1] !== quote) return i + 1;
      out.add(quote);
      i += 2;
    } else if (char === escapes && i + 1 < text.length) {
      out.add(text[i + 1]!);
      i += 2;
    } else {
      out.add(char);
      i++;
    }
  }
  return i;
}

/** Reads a command line of cmd.exe or a batch file. Never throws. */
export function readCmd(text: string): WindowsStage[] {
  const out = new Collector();
  let i = 0;
  while (i < text.length) {
    const char = text[i]!;
    if (out.atStart && isRemark(text, i)) {
      const line = text.indexOf('\n', i);
      i = line < 0 ? text.length : line;
    } else if (char === '^') {
      if (text[i + 1] !== '\n' && text[i + 1] !== '\r' && i + 1 < text.length) out.add(text[i + 1]!);
      i += text.startsWith('^\r\n', i) ? 3 : 2;
    } else if (char === '"') {
      const close = text.indexOf('"', i + 1);
      const end = close < 0 ? text.length : close;
      out.quote();
      out.add(text.slice(i + 1, end));
      i = end + 1;
    } else if (
      char === '&' ||
      char === '|' ||
      char === '\n' ||
      (char === '(' && !/^(?:echo|title|set)$/.test(out.first)) ||
      char === ')'
    ) {
      const joint = jointOf(char, text[i + 1]);
      out.endStage(joint);
      i += joint.length > PIPE.length ? 2 : 1;
    } else if (char === '@' && out.atStart) {
      i++;
    } else {
      out.take(char);
      i++;
    }
  }
  out.endStage();
  return out.stages;
}

function isRemark(text: string, at: number): boolean {
  return /^(?:rem(?:[ \t.]|\r?\n|$)|::)/i.test(text.slice(at, at + 5));
}
