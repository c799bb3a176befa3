import { shellView } from '../inject/shell-view.ts';
import { errorPattern } from './error-pattern.ts';
import { escapeRegex } from './escape-regex.ts';

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
  /** The fault is in code, not in the command: only the error is worth a pattern. */
  faultInCode?: boolean;
}

export interface SynthesisedTrigger {
  toolNames: string[];
  commandPatterns: string[];
  pathPatterns: string[];
  errorPatterns: string[];
}

/** Says whether past calls speak for a pattern; the next proposal is tried where they do not. */
export type Accept = (commandPattern: string) => boolean;

const PROPOSALS_MAX = 10;
const TOKEN_MAX = 60;
const LINE_MAX = 8192;

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

/** Program, and subcommand where it has one: `\bgit\s+gc\b`, or `\bgit\b.*\sgc\b` where options stand between them. */
function headOf(command: CommandWords): string {
  const program = `\\b${escapeRegex(command.program)}`;
  if (command.sub === '') return `${program}\\b`;
  const words = command.sub.split(' ');
  const direct = words.every((word, index) => command.args[index] === word);
  return `${program}${direct ? '\\s+' : '\\b.*\\s'}${words.map(escapeRegex).join('\\s+')}\\b`;
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
  const run = /command not found: ([\w./-]+)/.exec(salient);
  if (run) words.push(`\`${run[1]}`);
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
  const variable = /read-only variable: (\w+)/.exec(input.salient)?.[1];
  if (variable) yield `raw:(?:^|[;&|(]|\\s)${escapeRegex(variable)}=`;
  if (/(?:^|\s)=+\S* not found/.test(input.salient)) {
    // What is echoed is data to the shell view.
    yield 'raw:\\becho\\s+=';
    yield 'raw:\\bprintf\\s+=';
  }
}

/** `NAME=value` before the command, with the corrected command's own flag spared: `GOOS=windows go test`. */
function* settingProposals(input: SynthesisInput, head: string): Generator<string> {
  const { program } = input.failing[0]!;
  for (const setting of settingsOf(input.failingLine, program)) {
    if (!/^[A-Z][A-Z0-9_]*=[\w.-]{1,40}$/.test(setting)) continue;
    const pattern = `\\b${escapeRegex(setting)}\\b.*${head}`;
    yield pattern;
    for (const flag of flagsOnlyIn(input)) yield `${pattern}(?!.*\\s${escapeRegex(flag)})`;
  }
}

function flagsOnlyIn(input: SynthesisInput): string[] {
  if (!input.corrected) return [];
  return onlyIn(input.corrected, input.failing[0]!)
    .filter((word) => /^--?\w/.test(word))
    .slice(0, 2);
}

function settingsOf(line: string, program: string): string[] {
  const command = shellView(line.slice(0, LINE_MAX)).commands.find((each) => each.program === program);
  for (const spelling of command?.alt ?? []) {
    const before = /^((?:[A-Za-z_]\w*=\S*\s+)+)/.exec(spelling)?.[1];
    if (before) return before.trim().split(/\s+/);
  }
  return [];
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
  yield* settingProposals(input, head);
  if (!input.corrected) {
    yield* rawProposals(input, head);
    yield* specific(head, rest);
    return;
  }
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
  yield* rawProposals(input, head);
  for (const word of gone.slice(0, 4)) yield `${head}.*${bounded(word)}`;
  yield* specific(head, rest);
}

/** Where the error quotes a part of a quoted argument: the mask hides it, so the raw text is looked at. */
function* rawProposals(input: SynthesisInput, head: string): Generator<string> {
  for (const word of quotedIn(input.salient)) {
    const telling = word.length >= 5 || /[^\w\s]/.test(word);
    if (!telling || word.length < 2 || !input.failingLine.includes(word)) continue;
    if (input.correctedLine?.includes(word)) continue;
    yield `raw:${head}.*${escapeRegex(word)}`;
  }
}

/** Two, then up to four of the command's own words, in their order: for commands that no one word tells apart. */
function* specific(head: string, rest: string[]): Generator<string> {
  const words = [...new Set(rest.map(flagName).map(globStem))].filter(
    (word) => usable(word) && word.length >= 3,
  );
  const telling = [...words].sort((a, b) => weight(b) - weight(a));
  for (const count of [1, 2, 4]) {
    const chosen = new Set(telling.slice(0, count));
    if (chosen.size < count && count > 1 && chosen.size < words.length) continue;
    const inOrder = words.filter((word) => chosen.has(word));
    if (inOrder.length > 0) yield `${head}${inOrder.map((word) => `.*${bounded(word)}`).join('')}`;
  }
}

/** How much a word tells: long flags and paths more than short words. */
function weight(word: string): number {
  return Math.min(word.length, 24) + (word.startsWith('--') ? 8 : 0) + (/[/.]/.test(word) ? 4 : 0);
}

/** True where a pattern is one word and nothing else: it would fire on everything. */
function bareWord(source: string): boolean {
  return !/\\s\+|\.\*|\w=$/.test(source);
}

/** Texts that the pattern is run on: the simple commands as the hook sees them, and the raw line for other tools. */
function textsOf(line: string): string[] {
  return shellView(line.slice(0, LINE_MAX)).commands.flatMap((command) => [
    command.text,
    ...(command.alt ?? []),
  ]);
}

function commandPattern(input: SynthesisInput, accept?: Accept): string | null {
  const first = input.failing[0];
  if (!first || !/^[\w.+-]{1,40}$/.test(first.program)) return null;
  let views: { failing: string[]; corrected: string[] } | null = null;
  const viewed = () => {
    views ??= {
      failing: textsOf(input.failingLine),
      corrected: input.correctedLine ? textsOf(input.correctedLine) : [],
    };
    return views;
  };
  let tried = 0;
  for (const source of proposals(input)) {
    if (tried++ > PROPOSALS_MAX) break;
    if (bareWord(source) || source.length > 300) continue;
    const raw = source.startsWith('raw:');
    const pattern = regex(raw ? source.slice(4) : source);
    if (pattern === null || !pattern.test(input.failingLine)) continue;
    if (input.correctedLine && pattern.test(input.correctedLine)) continue;
    if (!raw && !viewed().failing.some((text) => pattern.test(text))) continue;
    if (!raw && viewed().corrected.some((text) => pattern.test(text))) continue;
    if (accept && !accept(source)) continue;
    return source;
  }
  return null;
}

/** For a program that does not exist here: any call of it as a command of its own. */
function missingPattern(input: SynthesisInput, accept?: Accept): string | null {
  const { salient } = input;
  const found =
    /command not found: ([\w.+-]+)/.exec(salient) ?? /([\w.+-]+): (?:command )?not found/.exec(salient);
  const name = found?.[1];
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
  if (!used || !pattern.test(used.text) || (accept && !accept(source))) return null;
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

/**
 * Makes a trigger from failing calls: command patterns that match them and not the corrected call, and
 * error patterns where the error is specific. Safe by construction: literals, `\s+`, one `.*`, and at
 * most one trailing negative lookahead, which the compiler turns into match and unless.
 * @param accept back-test over past calls; without it the first pattern that tells the calls apart is taken
 */
export function synthesizeTrigger(input: SynthesisInput, accept?: Accept): SynthesisedTrigger {
  const error = errorPattern(input.salient, {
    failing: input.failingLine,
    corrected: input.correctedLine,
  });
  return {
    toolNames: [input.tool],
    commandPatterns: synthesizeCommand(input, accept),
    pathPatterns: [],
    errorPatterns: error ? [error] : [],
  };
}

/** The command patterns alone: at most one. */
export function synthesizeCommand(input: SynthesisInput, accept?: Accept): string[] {
  if (input.tool !== 'Bash' || input.faultInCode) return [];
  const command = input.missingProgram ? missingPattern(input, accept) : commandPattern(input, accept);
  return command === null ? [] : [command];
}

export { errorPattern } from './error-pattern.ts';
export { escapeRegex } from './escape-regex.ts';
