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
/** `"$("$(…)")"`; deeper ones are text. */
const NESTING_MAX = 8;

class Collector {
  readonly stages: WindowsStage[] = [];
  /** What is executed inside of texts: commands of their own, whatever the text is joined to. */
  readonly inner: WindowsStage[] = [];
  readonly depth: number;
  private words: WindowsWord[] = [];
  private joint = NEXT;
  private called = false;
  private value = '';
  private quoted = false;
  /** A word is open, if it is empty. */
  inWord = false;
  /** Open lists of texts. */
  lists = 0;
  private braces = 0;
  /** Function whose head has been read, and functions whose bodies are open. */
  private defining: string | null = null;
  private readonly bodies: { name: string; depth: number }[] = [];

  /** @param around what the text stands in of which this is executed */
  constructor(around?: Collector) {
    this.depth = around === undefined ? 0 : around.depth + 1;
    if (around?.body !== undefined) this.bodies.push({ name: around.body, depth: -1 });
  }

  /** The function in whose body it is. */
  private get body(): string | undefined {
    return this.bodies.at(-1)?.name;
  }

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
    const { body } = this;
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

/** Takes what stands at a place, and answers the place behind it. */
type Step = (text: string, at: number, out: Collector) => number;

function readStages(text: string, step: Step): WindowsStage[] {
  const out = new Collector();
  for (let at = 0; at < text.length; ) at = step(text, at, out);
  out.endStage();
  return [...out.stages, ...out.inner].slice(0, STAGES_MAX);
}

/** Where the next of these begins; the end of the text where none comes. */
function upTo(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
}

/** Reads PowerShell: its quotes, escapes, comments, here-strings; blocks and parentheses are flattened. Never throws. */
export const readPowerShell = (text: string): WindowsStage[] => readStages(text, powerShellStep);

/** Reads a command line of cmd.exe or a batch file. Never throws. */
export const readCmd = (text: string): WindowsStage[] => readStages(text, cmdStep);

function powerShellStep(text: string, at: number, out: Collector): number {
  const char = text[at]!;
  const next = text[at + 1];
  if (char === '`') {
    if (next !== '\n' && next !== '\r' && next !== undefined) out.add(next);
    return at + (text.startsWith('`\r\n', at) ? 3 : 2);
  }
  if (char === '<' && next === '#') return upTo(text, '#>', at + 2) + 2;
  if (char === '#' && !out.inWord) return upTo(text, '\n', at);
  if (char === '@' && (next === "'" || next === '"') && /^[ \t]*\r?\n/.test(text.slice(at + 2, at + 40))) {
    out.quote();
    const end = upTo(text, `\n${next}@`, at + 2);
    if (next === '"') readHereString(text.slice(at + 2, end), out);
    return end + 3;
  }
  if (char === "'" || char === '"') return readQuoted(text, at, char, char === '"' ? '`' : '', out);
  if (char === '|' || (char === '&' && (next === '&' || !out.atStart))) {
    out.endStage(jointOf(char, next));
    return at + (next === char ? 2 : 1);
  }
  // A list of texts is an argument; of anything else, what stands in it is executed.
  if (char === '@' && next === '(' && /^\s{0,20}["']/.test(text.slice(at + 2, at + 24))) {
    out.lists++;
    return at + 2;
  }
  if (char === ')' && out.lists > 0) {
    out.lists--;
    return at + 1;
  }
  if (char === '&') out.call();
  else if (char === '{' || char === '}') out.brace(char === '{');
  else if (';\n()'.includes(char) || (char === '=' && !out.inWord && out.first.startsWith('$')))
    out.endStage();
  else out.take(char);
  return at + 1;
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
    } else if (escapes !== '' && isExecuted(text, i, out)) {
      const end = readInner(text, i, out);
      out.add(text.slice(i, end));
      i = end;
    } else {
      out.add(char);
      i++;
    }
  }
  return i;
}

function isExecuted(text: string, at: number, out: Collector): boolean {
  return text.startsWith('$(', at) && out.depth < NESTING_MAX;
}

function readHereString(text: string, out: Collector): void {
  for (let i = 0; i < text.length; ) {
    if (text[i] === '`') i += 2;
    else i = isExecuted(text, i, out) ? readInner(text, i, out) : i + 1;
  }
}

/** Reads what `$(…)` executes in a text, and answers the place behind it. */
function readInner(text: string, at: number, out: Collector): number {
  const inner = new Collector(out);
  let open = 0;
  let i = at + 1;
  while (i < text.length) {
    const char = text[i]!;
    if (char === '(') open++;
    else if (char === ')' && --open === 0) break;
    i = powerShellStep(text, i, inner);
  }
  inner.endStage();
  out.inner.push(...inner.stages, ...inner.inner);
  return i + 1;
}

function cmdStep(text: string, at: number, out: Collector): number {
  const char = text[at]!;
  const next = text[at + 1];
  if (out.atStart && isRemark(text, at)) return upTo(text, '\n', at);
  if (char === '^') {
    if (next !== '\n' && next !== '\r' && next !== undefined) out.add(next);
    return at + (text.startsWith('^\r\n', at) ? 3 : 2);
  }
  if (char === '"') {
    const end = upTo(text, '"', at + 1);
    out.quote();
    out.add(text.slice(at + 1, end));
    return end + 1;
  }
  if ('&|\n)'.includes(char) || (char === '(' && !/^(?:echo|title|set)$/.test(out.first))) {
    const joint = jointOf(char, next);
    out.endStage(joint);
    return at + (joint.length > PIPE.length ? 2 : 1);
  }
  if (char !== '@' || !out.atStart) out.take(char);
  return at + 1;
}

function isRemark(text: string, at: number): boolean {
  return /^(?:rem(?:[ \t.]|\r?\n|$)|::)/i.test(text.slice(at, at + 5));
}
