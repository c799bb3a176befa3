import { holdsNames } from '../inject/match.ts';
import { isExcepted, matches } from '../inject/pattern.ts';
import { joinedLines } from '../text/joined-lines.ts';
import { rememberedOf } from '../text/remembered.ts';
import { compilePattern } from './compile-pattern.ts';
import { errorPattern } from './error-pattern.ts';
import { escapeRegex } from './escape-regex.ts';
import { type Finding, findingPattern } from './finding-pattern.ts';
import { lineProposals } from './line-proposals.ts';
import { missingProgram } from './named-words.ts';
import { hasExceptions, namesOf, WORD_START } from './pattern-words.ts';
import { proposals } from './proposals.ts';
import { COMMAND_START, LED_START, runNames } from './run-names.ts';
import { viewedLine } from './shell-proposals.ts';

/** A simple command as the synthesiser sees it. */
export interface CommandWords {
  program: string;
  /** Subcommand, or empty. */
  sub: string;
  args: string[];
}

/** What a trigger is made of. */
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
  /** Both as they were printed, where that was in another language. */
  printed?: { error: string; salient: string };
  /** Where a linter named a rule. */
  finding?: Finding;
  /** A pattern of what stands in outputs where the same error is none. */
  unless?: string;
  /** The error says that the program does not exist here. */
  missingProgram: boolean;
  /** The fault is not in the command but in code, or in where it ran: only the error is worth a pattern. */
  faultElsewhere?: boolean;
}

/** A trigger as proposed; empty lists where nothing may be said. */
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

/** The simple commands of a line as the hook sees them, each in all its forms. */
const formsOf = (line: string): string[][] =>
  viewedLine(line).commands.map((command) => [command.text, ...(command.alt ?? [])]);

/** The same in one list. */
const textsOf = (line: string): string[] => formsOf(line).flat();

/** An engine comes to an end of what is shorter, whatever stands in it: patterns that are proposed have a few gaps. */
const SHORT_LINE_MAX = 256;

type Hits = (forms: readonly string[]) => boolean;

/** The pattern as the hook runs it; null where it is not one. */
function compiledHits(source: string): Hits | null {
  const compiled = compilePattern(source, 'command');
  if (!compiled.ok) return null;
  const { pattern } = compiled;
  return (forms) =>
    forms.some((form) => matches(pattern, form)) && !forms.some((form) => isExcepted(pattern, form));
}

/** A pattern without exceptions as it stands, which takes a fraction of the time; null where it is not one. */
function plainHits(source: string): Hits | null {
  const pattern = regex(source.replace(/^raw:/, ''));
  return pattern && ((forms) => forms.some((form) => pattern.test(form)));
}

/** Runs a pattern on forms of a line, exceptions included; null where it is not one. */
function hitsOf(source: string): ((forms: readonly string[], line: string) => boolean) | null {
  const short = hasExceptions(source) ? compiledHits(source) : plainHits(source);
  if (short === null) return null;
  return (forms, line) =>
    line.length > SHORT_LINE_MAX ? (compiledHits(source)?.(forms) ?? false) : short(forms);
}

/** Runs a pattern on a line as the hook does; null where it is not one. */
function trialOf(source: string): ((line: string) => boolean) | null {
  const hits = hitsOf(source);
  if (hits === null) return null;
  if (!source.startsWith('raw:')) return (line) => formsOf(line).some((forms) => hits(forms, line));
  const runs = runNames(source.slice('raw:'.length));
  return (line) =>
    hits([line], line) && (runs === undefined || textsOf(line).some((text) => holdsNames(text, runs)));
}

/** Whether a command pattern meets a whole command line, as the hook sees it. */
export const meetsLine = (source: string, line: string): boolean => trialOf(source)?.(line) ?? false;

/** As it reads where it is handed to a shell, in quotes of its own. */
const unquoted = (line: string): string =>
  joinedLines(line)
    .replace(/['"]/g, ' ')
    .replace(/(\w)\.(?:exe|cmd|bat)(?=\s|$)/gi, '$1');

/** Where a pattern is not bound to the start of a command, what is no command does not hold it either. */
function isTold(source: string, { failingLine, correctedLine }: SynthesisInput): boolean {
  if (/^(?:raw:|\^)/.test(source)) return true;
  const hits = hitsOf(source);
  const holds = (line: string) => hits?.([line], line) === true;
  return holds(unquoted(failingLine)) && !(correctedLine && holds(joinedLines(correctedLine)));
}

/** A package that is run by its name and version, by its name alone: the hook's view has it so as well. */
function withoutVersion(input: SynthesisInput): SynthesisInput {
  const [first] = input.failing;
  if (!first || first.program.indexOf('@') <= 0) return input;
  const name = first.program.replace(/@.*$/, '');
  const bare = <T extends CommandWords | null>(command: T): T =>
    command && { ...command, program: command.program.replace(/@.*$/, '') };
  const versioned = new RegExp(`(?<=\\s)${escapeRegex(name)}@\\S+`, 'g');
  return {
    ...input,
    failing: input.failing.map(bare),
    corrected: bare(input.corrected),
    failingLine: input.failingLine.replace(versioned, name),
    correctedLine: input.correctedLine?.replace(versioned, name) ?? null,
  };
}

/** Patterns that match the failing calls and not the corrected one, from the most to the least telling. */
function* fittingPatterns(given: SynthesisInput): Generator<string> {
  const input = withoutVersion(given);
  const first = input.failing[0];
  if (first && !/^[\w.+-]{1,40}$/.test(first.program)) return;
  let tried = 0;
  for (const proposed of first && !input.faultElsewhere ? proposals(input) : lineProposals(input)) {
    if (tried++ > PROPOSALS_MAX) break;
    if (bareWord(proposed) || proposed.length > 300 || !isTold(proposed, input)) continue;
    for (const source of atCommands(proposed, input)) {
      const hits = trialOf(source);
      if (!hits?.(input.failingLine) || (input.correctedLine && hits(input.correctedLine))) continue;
      yield source;
      break;
    }
  }
}

/**
 * A pattern of the raw line, first for its program where a command begins and no here-document brings text: a message or
 * a file that speaks of such a command is none.
 */
function atCommands(source: string, { failingLine }: SynthesisInput): string[] {
  if (!source.startsWith('raw:')) return [source];
  const unless = failingLine.includes('<<') ? '' : NO_HERE_DOCUMENT;
  const [led, bound] = [LED_START, COMMAND_START].map((start) =>
    source.replace(`raw:${WORD_START}`, () => `raw:${start}`),
  );
  if (bound === source) return [`${source}${unless}`, source];
  const safe = [`${led}${unless}`, `${bound}${unless}`].find(isProven) ?? `${bound}${unless}`;
  return [safe, `${bound}${unless}`, `${source}${unless}`, source];
}

/** True for a pattern that needs no trial by time. */
function isProven(source: string): boolean {
  const compiled = compilePattern(source, 'command');
  return compiled.ok && compiled.doubtful.length === 0;
}

const NO_HERE_DOCUMENT = '(?!.*<<)';

/** `Get-ChildItem`: no word that another command would hold by chance. */
const CMDLET = /^[A-Z][a-z]+-[A-Z]\w+$/;

/** For a program that does not exist here: any call of it as a command of its own, then those of its subcommand. */
function* missingPattern(input: SynthesisInput): Generator<string> {
  const name = missingProgram(input.salient);
  if (name === null) return;
  const used = viewedLine(input.failingLine).commands.find((command) => command.program === name);
  const [word = ''] = used?.args ?? [];
  const isCmdlet = CMDLET.test(name);
  const any = `${escapeRegex(name)}${isCmdlet ? '(?:\\s|$)' : '\\s+\\S'}`;
  const narrow = /^[a-z][\w-]*$/.test(word) ? [namesOf([name, word])] : [];
  if (isCmdlet) {
    const source = `raw:${COMMAND_START}${namesOf([name])}(?!.*(?:powershell|pwsh|<<))`;
    const hits = trialOf(source);
    if (hits?.(input.failingLine) && !(input.correctedLine && hits(input.correctedLine))) yield source;
  }
  for (const call of [any, ...narrow]) {
    // The hook's view has a program by its name alone, too, where it is called by its path.
    const source = `^${isCmdlet ? '' : `(?!.*[/\\\\]${escapeRegex(name)}(?:\\.exe)?\\s)`}${call}`;
    const pattern = regex(source)!;
    if (!used || !pattern.test(used.text)) continue;
    if (!input.correctedLine || !textsOf(input.correctedLine).some((text) => pattern.test(text))) {
      yield source;
      continue;
    }
    const bare = `${COMMAND_START}${call.replace(escapeRegex(name), () => namesOf([name]))}`;
    if (!regex(bare)!.test(input.failingLine) || regex(bare)!.test(input.correctedLine)) continue;
    yield `raw:${bare}${input.failingLine.includes('<<') ? '' : NO_HERE_DOCUMENT}`;
  }
}

/** What was made so far of an input that is asked for again and again, and the rest. */
interface Fitting {
  made: string[];
  rest: Generator<string>;
}

const fittingOf = rememberedOf((input: SynthesisInput): Fitting => ({ made: [], rest: patternsOf(input) }));

/** The first of the patterns that past calls speak for. */
function accepted(input: SynthesisInput, accept: Accept): string | undefined {
  const { made, rest } = fittingOf(input);
  const found = made.find(accept);
  if (found !== undefined) return found;
  for (let next = rest.next(); !next.done; next = rest.next()) {
    made.push(next.value);
    if (accept(next.value)) return next.value;
  }
  return undefined;
}

function patternsOf(input: SynthesisInput): Generator<string> {
  return input.missingProgram && !input.faultElsewhere ? missingPattern(input) : fittingPatterns(input);
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
 * error patterns where the error is specific. Safe by construction: literals, `\s+`, `.*`, and
 * negative lookaheads, which the compiler turns into match and unless.
 * @param accept as of `synthesizeCommand`
 */
export function synthesizeTrigger(input: SynthesisInput, accept?: Accept): SynthesisedTrigger {
  const { salient, error: text } = input.printed ?? input;
  const error =
    (input.finding && findingPattern(input.finding)) ??
    errorPattern(salient, { failing: input.failingLine, corrected: input.correctedLine }, text);
  return {
    toolNames: [input.tool],
    commandPatterns: synthesizeCommand(input, accept),
    pathPatterns: [],
    errorPatterns: error ? [input.unless ? `${error}(?![\\s\\S]*${input.unless})` : error] : [],
  };
}

/**
 * The command patterns alone: at most one.
 * @param accept back-test over past calls; without it the first pattern that tells the calls apart is taken
 */
export function synthesizeCommand(input: SynthesisInput, accept?: Accept): string[] {
  if (input.tool !== 'Bash') return [];
  const command = accept ? accepted(input, accept) : patternsOf(input).next().value;
  return command === undefined ? [] : [command];
}
