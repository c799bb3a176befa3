import { shellView } from '../inject/shell-view.ts';
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
  /** Whole command lines, as they were run. */
  failingLine: string;
  correctedLine: string | null;
  /** Salient line of the error. */
  salient: string;
  /** The whole error, for the flags that it advises. */
  error: string;
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
const LINE_MAX = 8192;
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
  return `${program}\\s+${options}${command.sub.split(' ').map(escapeRegex).join('\\s+')}\\b`;
}

/** Words that the error puts in quotes or names after a colon, most specific first. */
function quotedIn(salient: string): string[] {
  const words: string[] = [];
  for (const match of salient.matchAll(/[`'"‘“]([^`'"’”\s]{2,60})[`'"’”]/g)) words.push(match[1]!);
  for (const match of salient.matchAll(NAMED)) words.push(match[1]!.replace(/[.,;:]+$/, ''));
  for (const match of salient.matchAll(/(?<=[\s:'"`(])(-{1,2}[A-Za-z][\w-]{0,40})/g)) words.push(match[1]!);
  const dashed = /(?:illegal|invalid|unknown) option -- '?(\w)/.exec(salient);
  if (dashed) words.push(`-${dashed[1]}`);
  const glob = /no matches found: (\S+)/.exec(salient);
  if (glob) words.push(glob[1]!);
  return [...new Set(words)];
}

const NAMED =
  /(?:flags?|options?|commands?|subcommands?|arguments?|fields?|switch|parameters?|targets?|scripts?|modules?|packages?|defined|variable|shorthand):? (-{0,2}[\w.:@/*-]{2,60})/gi;

/** How a word of the error stands in the command: as it is, as a flag, as the name of `--flag=value`, or in a list. */
function inCommand(word: string, args: string[]): string | null {
  const bare = word.replace(/^-+/, '').replace(/[=:,.]+$/, '');
  if (bare === '') return null;
  for (const arg of args) {
    if (arg === word || arg === bare) return arg;
    const name = arg.split('=')[0]!;
    if (arg.startsWith('-') && (name === word || name.replace(/^-+/, '') === bare)) return name;
  }
  if (/^-\w$/.test(word)) return args.find((arg) => /^-\w{2,6}$/.test(arg) && arg.includes(word[1]!)) ?? null;
  return args.some((arg) => arg.split(/[,:]/).includes(bare)) ? bare : null;
}

/** The part of a glob that others of its kind share: `--include=*.go` becomes `--include=*`. */
function globStem(word: string): string {
  const star = word.search(/[*?[]/);
  return star > 2 && word.startsWith('-') ? word.slice(0, star + 1) : word;
}

const flagName = (arg: string) => (arg.startsWith('-') ? arg.split('=')[0]! : arg);

/** Words that only one of the two commands has; long flags first. */
function onlyIn(one: CommandWords, other: CommandWords): string[] {
  const others = new Set(other.args.map(flagName));
  const rank = (word: string) =>
    word.startsWith('--') ? 0 : word.startsWith('-') ? 1 : /[/.]/.test(word) ? 3 : 2;
  const words = one.args
    .map(flagName)
    .filter((word) => !others.has(word) && usable(word) && !one.sub.split(' ').includes(word));
  return [...new Set(words)].sort((a, b) => rank(a) - rank(b));
}

/** Patterns for what the shell itself refuses: they hold for every program. */
function* shellProposals(input: SynthesisInput): Generator<string> {
  const glob = /no matches found: (\S+)/.exec(input.salient)?.[1];
  if (glob) {
    for (const command of shellView(input.failingLine.slice(0, LINE_MAX)).commands) {
      if (!command.text.includes(glob) || !/^[\w.+-]+$/.test(command.program)) continue;
      yield `\\b${escapeRegex(command.program)}\\b.*${bounded(globStem(glob))}`;
    }
  }
  if (/(?:^|\s)=+\S* not found/.test(input.salient)) {
    yield '\\becho\\s+=';
    yield '\\bprintf\\s+=';
  }
}

/** Candidates from the most to the least telling. */
function* proposals(input: SynthesisInput): Generator<string> {
  const first = input.failing[0]!;
  const head = headOf(first);
  const subs = first.sub.split(' ');
  const rest = first.args.filter((arg) => !subs.includes(arg));
  const ownFlag = rest.map(flagName).find((arg) => /^--\w/.test(arg) && usable(arg));
  for (const word of quotedIn(input.salient)) {
    const found = inCommand(word, rest);
    if (found && usable(globStem(found))) yield `${head}.*${bounded(globStem(found))}`;
    else if (first.sub !== '' && subs.includes(word)) yield head;
  }
  yield* shellProposals(input);
  if (!input.corrected) return;
  const sameHead = first.program === input.corrected.program && first.sub === input.corrected.sub;
  const advised = onlyIn(input.corrected, first).filter(
    (word) => word.startsWith('-') && input.error.includes(word),
  );
  if (sameHead && advised[0]) yield `${head}(?!.*${escapeRegex(advised[0])})`;
  const gone = onlyIn(first, input.corrected);
  for (const word of gone.slice(0, 4)) {
    if (word.startsWith('-') || !/[/.]/.test(word)) yield `${head}.*${bounded(word)}`;
  }
  if (!sameHead && first.sub !== '') yield ownFlag ? `${head}.*${bounded(ownFlag)}` : head;
  for (const word of gone.slice(0, 4)) yield `${head}.*${bounded(word)}`;
}

/** True where a pattern is one word and nothing else: it would fire on everything. */
function bareWord(source: string): boolean {
  return !/\\s\+|\.\*/.test(source);
}

/** Texts that the pattern is run on: the simple commands as the hook sees them, and the raw line for other tools. */
function textsOf(line: string): string[] {
  return shellView(line.slice(0, LINE_MAX)).commands.map((command) => command.text);
}

function commandPattern(input: SynthesisInput): string | null {
  const first = input.failing[0];
  if (!first || !/^[\w.+-]{1,40}$/.test(first.program)) return null;
  const failing = textsOf(input.failingLine);
  const corrected = input.correctedLine ? textsOf(input.correctedLine) : [];
  for (const source of proposals(input)) {
    if (bareWord(source) || source.length > 300) continue;
    const pattern = regex(source);
    if (!pattern || !pattern.test(input.failingLine) || !failing.some((text) => pattern.test(text))) continue;
    if (corrected.some((text) => pattern.test(text))) continue;
    if (input.correctedLine && pattern.test(input.correctedLine)) continue;
    return source;
  }
  return null;
}

/** For a program that does not exist here: any call of it as a command of its own. */
function missingPattern(input: SynthesisInput): string | null {
  const program = /command not found: ([\w.+-]+)|([\w.+-]+): (?:command )?not found/.exec(input.salient);
  const name = program?.[1] ?? program?.[2];
  if (!name || !/[A-Za-z]/.test(name)) return null;
  const used = shellView(input.failingLine.slice(0, LINE_MAX)).commands.find(
    (command) => command.program === name,
  );
  const words = used?.args.find((arg) => /^-{0,2}[a-z][\w-]*$/.test(arg));
  const source =
    words && /^[a-z]/.test(words)
      ? `^${escapeRegex(name)}\\s+${escapeRegex(words)}\\b`
      : `^${escapeRegex(name)}\\s+\\S`;
  const pattern = regex(source)!;
  if (!used || !pattern.test(used.text)) return null;
  return input.correctedLine && textsOf(input.correctedLine).some((text) => pattern.test(text))
    ? null
    : source;
}

function regex(source: string): RegExp | null {
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
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
  const command =
    input.tool === 'Bash' ? (input.missingProgram ? missingPattern(input) : commandPattern(input)) : null;
  const error = errorPattern(input.salient);
  return {
    toolNames: [input.tool],
    commandPatterns: command ? [command] : [],
    pathPatterns: [],
    errorPatterns: error ? [error] : [],
  };
}
