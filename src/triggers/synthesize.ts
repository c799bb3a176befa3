import { normaliseError } from '../text/fingerprint.ts';

/** A simple command as the synthesiser sees it. */
export interface CommandWords {
  program: string;
  /** Subcommand, or empty. */
  sub: string;
  args: string[];
}

export interface SynthesisInput {
  tool: string;
  /** The simple commands that failed, first try first; empty for tools that are not a shell. */
  failing: CommandWords[];
  /** The simple command that worked instead, where one was seen and differs. */
  corrected: CommandWords | null;
  /** Salient line of the error. */
  salient: string;
  /** The error says that the program does not exist here. */
  missingProgram: boolean;
}

export interface SynthesisedTrigger {
  toolNames: string[];
  commandPatterns: string[];
  pathPatterns: string[];
  errorPatterns: string[];
}

const TOKEN_MAX = 60;
const ERROR_SOURCE_MAX = 300;

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A word that may stand in a pattern: no data, no path of one machine, nothing that changes with every run. */
function usable(word: string): boolean {
  return (
    word.length >= 2 &&
    word.length <= TOKEN_MAX &&
    /^[\w@%+:.,=~^*/\\-]+$/.test(word) &&
    !/^[\d.:,]+\w?$/.test(word) &&
    /[A-Za-z]{2}|^-\w$/.test(word) &&
    !/^[0-9a-f]{7,}$/i.test(word) &&
    !/(?:^|[/\\])(?:home|Users|tmp|private|var)[/\\]/.test(word) &&
    (word.match(/\//g)?.length ?? 0) <= 2
  );
}

/** The word with boundaries that hold on both sides of it, whatever it starts and ends with. */
function bounded(word: string): string {
  const open = /^\w/.test(word) ? '\\b' : '(?:^|\\s)';
  const close = /\w$/.test(word) ? '\\b' : '';
  return `${open}${escapeRegex(word)}${close}`;
}

/** Program, and subcommand where it has one: `\bgit\s+(?:-C\s+\S+\s+)?gc\b`. */
function headOf(command: CommandWords): string {
  const program = `\\b${escapeRegex(command.program)}`;
  if (command.sub === '') return `${program}\\b`;
  const options = command.program === 'git' ? '(?:-C\\s+\\S+\\s+)?' : '';
  return `${program}\\s+${options}${escapeRegex(command.sub)}\\b`;
}

/** Words that the error puts in quotes or names after a colon, most specific first. */
function quotedIn(salient: string): string[] {
  const words: string[] = [];
  for (const match of salient.matchAll(/[`'"‘“]([^`'"’”\s]{2,60})[`'"’”]/g)) words.push(match[1]!);
  for (const match of salient.matchAll(
    /(?:flag|option|command|subcommand|argument|field|switch|parameter|target|script|module|defined|--)s?:? (-{0,2}[\w.:@/-]{2,60})/gi,
  ))
    words.push(match[1]!);
  for (const match of salient.matchAll(/(?<=\s)(-{1,2}[A-Za-z][\w-]{0,40})/g)) words.push(match[1]!);
  const dashed = /(?:illegal|invalid|unknown) option -- '?(\w)/.exec(salient);
  if (dashed) words.push(`-${dashed[1]}`);
  return words;
}

/** How a word of the error stands in the command: as it is, as a flag, or as the name of `--flag=value`. */
function inCommand(word: string, args: string[]): string | null {
  const bare = word.replace(/^-+/, '').replace(/[=:,.]+$/, '');
  if (bare === '') return null;
  for (const arg of args) {
    if (arg === word || arg === bare) return arg;
    const name = arg.split('=')[0]!;
    if (name === word || name.replace(/^-+/, '') === bare) return name;
  }
  if (/^-\w$/.test(word)) return args.find((arg) => /^-\w{2,6}$/.test(arg) && arg.includes(word[1]!)) ?? null;
  const part = args.find((arg) => arg.split(/[,:]/).includes(bare));
  return part ? bare : null;
}

function distinguishing(failing: CommandWords, corrected: CommandWords): { gone: string[]; added: string[] } {
  const flagName = (arg: string) => (arg.startsWith('-') ? arg.split('=')[0]! : arg);
  const before = failing.args.map(flagName);
  const after = corrected.args.map(flagName);
  const rank = (word: string) => (word.startsWith('--') ? 0 : word.startsWith('-') ? 1 : 2);
  const pick = (words: string[], others: string[]) =>
    [...new Set(words.filter((word) => !others.includes(word) && usable(word)))].sort(
      (a, b) => rank(a) - rank(b),
    );
  return { gone: pick(before, after), added: pick(after, before).filter((word) => word.startsWith('-')) };
}

function matches(source: string, text: string): boolean {
  try {
    return new RegExp(source).test(text);
  } catch {
    return false;
  }
}

/** Text of a simple command as the matcher will see it, near enough to try a pattern on. */
const textOf = (command: CommandWords): string => [command.program, ...command.args].join(' ');

/** Candidates from the most to the least specific. */
function* proposals(input: SynthesisInput): Generator<string> {
  const first = input.failing[0]!;
  const head = headOf(first);
  const rest = first.args.filter((arg) => arg !== first.sub);
  for (const word of quotedIn(input.salient)) {
    const found = inCommand(word, rest);
    if (found && usable(found)) yield `${head}.*${bounded(found)}`;
    else if (word === first.sub) yield head;
  }
  if (input.corrected) {
    const { gone, added } = distinguishing(first, input.corrected);
    const sameHead = first.program === input.corrected.program && first.sub === input.corrected.sub;
    if (gone[0]) yield `${head}.*${bounded(gone[0])}`;
    if (sameHead && added[0]) {
      const flag = rest.find((arg) => arg.startsWith('-') && usable(arg.split('=')[0]!));
      yield `${head}${flag ? `.*${bounded(flag.split('=')[0]!)}` : ''}(?!.*${escapeRegex(added[0])})`;
    }
    if (!sameHead) {
      const flag = rest.find((arg) => usable(arg));
      if (flag) yield `${head}.*${bounded(flag)}`;
      if (first.sub) yield head;
    }
  } else {
    const flags = rest
      .filter((arg) => arg.startsWith('-'))
      .map((arg) => arg.split('=')[0]!)
      .filter(usable);
    if (flags[0]) yield `${head}.*${bounded(flags[0])}`;
  }
}

/** True where a pattern is one word and nothing else: it would fire on everything. */
function bareWord(source: string): boolean {
  return !/\\s\+|\.\*/.test(source);
}

function commandPattern(input: SynthesisInput): string | null {
  const first = input.failing[0];
  if (!first || !/^[\w.+-]{1,40}$/.test(first.program)) return null;
  for (const source of proposals(input)) {
    if (bareWord(source) || source.length > 300) continue;
    if (!matches(source, textOf(first))) continue;
    if (input.corrected && matches(source, textOf(input.corrected))) continue;
    return source;
  }
  return null;
}

const PLACEHOLDERS: Record<string, string> = {
  url: '\\S+',
  addr: '\\S+',
  id: '\\S+',
  date: '.{6,40}',
  time: '\\S+',
  path: '\\S+',
  hex: '\\S+',
  n: '\\S+',
  q: '.{1,200}',
};

/**
 * A pattern for the error: its normalised salient line, with what varies left open. Null where the line is
 * too short or too general to tell one error from another.
 */
export function errorPattern(salient: string): string | null {
  const normal = normaliseError(salient).slice(0, 120);
  const literal = normal.replace(/<\w+>/g, ' ');
  const words = literal.match(/[\p{L}]{3,}/gu) ?? [];
  if (words.length < 2 || literal.replace(/[^\p{L}]/gu, '').length < 10) return null;
  const pieces = normal.replace(/^(?:<\w+>[\s:]*)+/, '').split(/(<\w+>|'|\s+)/);
  let source = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    const holder = /^<(\w+)>$/.exec(piece);
    if (holder) source += source.endsWith('\\S+') ? '' : (PLACEHOLDERS[holder[1]!] ?? '\\S+');
    else if (piece === "'") source += '[\'"`‘’“”]?';
    else if (/^\s+$/.test(piece)) source += '\\s+';
    else source += escapeRegex(piece);
    if (source.length > ERROR_SOURCE_MAX) break;
  }
  source = source.replace(/(?:\\s\+|\\S\+|\.\{\d+,\d+\}|\['"`‘’“”\]\?)+$/, '');
  return source.length >= 10 ? source : null;
}

/**
 * Makes a trigger from failing calls: command patterns that match them and not the corrected call, and
 * error patterns where the error is specific. Safe by construction: literals, `\s+`, one `.*`, and at
 * most one trailing negative lookahead, which the compiler turns into match and unless.
 */
export function synthesizeTrigger(input: SynthesisInput): SynthesisedTrigger {
  const command = input.tool === 'Bash' && !input.missingProgram ? commandPattern(input) : null;
  const error = errorPattern(input.salient);
  return {
    toolNames: [input.tool],
    commandPatterns: command ? [command] : [],
    pathPatterns: [],
    errorPatterns: error ? [error] : [],
  };
}
