import { errorPattern } from './error-pattern.ts';
import { escapeRegex } from './escape-regex.ts';
import { missingProgram } from './named-words.ts';
import { proposals } from './proposals.ts';
import { viewedLine } from './shell-proposals.ts';

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
  /** The fault is not in the command but in code, or in where it ran: only the error is worth a pattern. */
  faultElsewhere?: boolean;
}

export interface SynthesisedTrigger {
  toolNames: string[];
  commandPatterns: string[];
  pathPatterns: string[];
  errorPatterns: string[];
}

/** Says whether past calls speak for a pattern; the next proposal is tried where they do not. */
type Accept = (commandPattern: string) => boolean;

const PROPOSALS_MAX = 24;

/** True where a pattern is one word and nothing else: it would fire on everything. */
function bareWord(source: string): boolean {
  return !/\\s[+*]|[.\]]\*|\w=$/.test(source);
}

/** Texts that the pattern is run on: the simple commands as the hook sees them, and the raw line for other tools. */
function textsOf(line: string): string[] {
  return viewedLine(line).commands.flatMap((command) => [command.text, ...(command.alt ?? [])]);
}

/** Patterns that match the failing calls and not the corrected one, from the most to the least telling. */
function* fittingPatterns(input: SynthesisInput): Generator<string> {
  const first = input.failing[0];
  if (!first || !/^[\w.+-]{1,40}$/.test(first.program)) return;
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
    yield source;
  }
}

/** `Get-ChildItem`: no word that another command would hold by chance. */
const CMDLET = /^[A-Z][a-z]+-[A-Z]\w+$/;

/** For a program that does not exist here: any call of it as a command of its own. */
function* missingPattern(input: SynthesisInput): Generator<string> {
  const name = missingProgram(input.salient);
  if (name === null) return;
  const used = viewedLine(input.failingLine).commands.find((command) => command.program === name);
  const [word = ''] = used?.args ?? [];
  const source = /^[a-z][\w-]*$/.test(word)
    ? `^${escapeRegex(name)}\\s+${escapeRegex(word)}\\b`
    : `^${escapeRegex(name)}${CMDLET.test(name) ? '(?:\\s|$)' : '\\s+\\S'}`;
  const pattern = regex(source)!;
  if (!used || !pattern.test(used.text)) return;
  if (!input.correctedLine || !textsOf(input.correctedLine).some((text) => pattern.test(text)))
    return yield source;
  // Called by its path it is there: what runs, in the hook's view, is the same.
  const bare = `(?:^|[;&|(\\n])\\s*${source.slice(1)}`;
  if (regex(bare)!.test(input.failingLine) && !regex(bare)!.test(input.correctedLine)) yield `raw:${bare}`;
}

/** What was made so far of an input that is asked for again and again, and the rest. */
interface Fitting {
  made: string[];
  rest: Generator<string>;
}

const fitting = new WeakMap<SynthesisInput, Fitting>();

/** The first of the patterns that past calls speak for. */
function accepted(input: SynthesisInput, accept: Accept): string | undefined {
  let known = fitting.get(input);
  if (known === undefined) {
    known = { made: [], rest: patternsOf(input) };
    fitting.set(input, known);
  }
  const found = known.made.find(accept);
  if (found !== undefined) return found;
  for (let next = known.rest.next(); !next.done; next = known.rest.next()) {
    known.made.push(next.value);
    if (accept(next.value)) return next.value;
  }
  return undefined;
}

function patternsOf(input: SynthesisInput): Generator<string> {
  return input.missingProgram ? missingPattern(input) : fittingPatterns(input);
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
 * error patterns where the error is specific. Safe by construction: literals, `\s+`, `.*`, and at most
 * one negative lookahead, which the compiler turns into match and unless.
 */
export function synthesizeTrigger(input: SynthesisInput): SynthesisedTrigger {
  const error = errorPattern(
    input.salient,
    { failing: input.failingLine, corrected: input.correctedLine },
    input.error,
  );
  return {
    toolNames: [input.tool],
    commandPatterns: synthesizeCommand(input),
    pathPatterns: [],
    errorPatterns: error ? [error] : [],
  };
}

/**
 * The command patterns alone: at most one.
 * @param accept back-test over past calls; without it the first pattern that tells the calls apart is taken
 */
export function synthesizeCommand(input: SynthesisInput, accept?: Accept): string[] {
  if (input.tool !== 'Bash' || input.faultElsewhere) return [];
  const command = accept ? accepted(input, accept) : patternsOf(input).next().value;
  return command === undefined ? [] : [command];
}
