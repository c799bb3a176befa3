import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { toDotPath } from 'zod/v4/core';
import { plainIssue } from '../../model/plain-issue.ts';
import {
  type CliShape,
  type Flag,
  type FlagType,
  flagsOf,
  type Operation,
} from '../../operations/operation.ts';
import { AppError, messageOf } from '../../platform/errors.ts';
import { readNamedText } from '../../platform/read-named.ts';
import { HELP_WIDTH } from './help.ts';
import { oneLine, screenOf } from './terminal.ts';

interface Parsed {
  input: Record<string, unknown>;
  json: boolean;
  /** Help text, where that was asked for. */
  help: string | null;
}

/** Arguments of one command → the operation's input, not validated yet. Throws USAGE. */
export function parseArguments(operation: Operation, argv: string[]): Parsed {
  const shape = operation.cli;
  const { width } = screenOf(process.env, process.stdout);
  const command = buildCommand(operation, Math.min(width, HELP_WIDTH));
  refuseForgottenValue(shape, command, argv);
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text), writeErr: () => {} });
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.help') {
      return { input: {}, json: false, help };
    }
    if (error.code === 'commander.excessArguments') {
      const extra = oneLine(command.args[shape.args?.length ?? 0] ?? '');
      throw usage(shape, `${shape.command.join(' ')} does not take '${extra}'`);
    }
    throw usage(shape, error.message.replace(/^error: /, ''), error.code === 'commander.missingArgument');
  }
  return { ...collect(operation, command), help: null };
}

/** `--html --json` has forgotten the file; `--html=--json` means one of that name. */
function refuseForgottenValue(shape: CliShape, command: Command, argv: string[]): void {
  const known = new Map(command.options.map((option) => [option.long, option]));
  for (let at = 0; at < argv.length && argv[at] !== '--'; at += 1) {
    const option = known.get(argv[at]);
    if (option?.required !== true) continue;
    at += 1;
    if (known.has(argv[at] ?? '') || argv[at] === '--help')
      throw usage(shape, `option '${option.flags}' argument missing`);
  }
}

/** The reference text of a command. */
export function helpOf(operation: Operation): string {
  return buildCommand(operation).helpInformation();
}

function buildCommand(operation: Operation, width = HELP_WIDTH): Command {
  const shape = operation.cli;
  const command = new Command(`lessons ${shape.command.join(' ')}`);
  command
    .description(operation.docs)
    .exitOverride()
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'Show this help.')
    .configureHelp({ helpWidth: width, minWidthToWrap: 20, sortOptions: false });
  for (const arg of shape.args ?? []) {
    const name = arg.variadic === true ? `${arg.label}...` : arg.label;
    command.argument(arg.required === true ? `<${name}>` : `[${name}]`);
  }
  const needed = neededFields(operation);
  const isArg = (field: string) => shape.args?.some((arg) => arg.field === field) === true;
  const flags = flagsOf(operation);
  for (const flag of flags) command.addOption(toOption(flag, needed.has(flag.field) && !isArg(flag.field)));
  if (!flags.some(({ flag }) => flag === '--json'))
    command.option(
      '--json',
      shape.lines === undefined
        ? 'Print one JSON document and nothing else.'
        : 'As without it: one JSON object a line.',
    );
  return command;
}

const LABELS: Record<FlagType, string> = {
  string: 'TEXT',
  number: 'N',
  boolean: '',
  list: 'TEXT',
  csv: 'A,B',
  json: 'JSON',
  'json-file': 'FILE|-',
};

/** Fields without which the operation takes no input. */
function neededFields({ input, cli }: Operation): ReadonlySet<unknown> {
  const { error } = input.safeParse({ ...cli.given });
  const missing = error?.issues.filter(({ path }) => path.length === 1) ?? [];
  return new Set(missing.map(({ path }) => path[0]));
}

function toOption(flag: Flag, needed: boolean): Option {
  const label = flag.label ?? LABELS[flag.type];
  const flags = flag.type === 'boolean' ? flag.flag : `${flag.flag} <${label}>`;
  const option = new Option(flags, needed ? `${flag.help} Needed.` : flag.help);
  if (flag.type === 'number') option.argParser(toNumber);
  if (flag.type === 'list') option.argParser<string[]>((value, before) => [...(before ?? []), value]);
  if (flag.type === 'csv') {
    option.argParser<string[]>((value, before) => [
      ...(before ?? []),
      ...value
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ]);
  }
  return option;
}

function toNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It is no number.');
  return number;
}

function collect(operation: Operation, command: Command): { input: Record<string, unknown>; json: boolean } {
  const { args = [], given } = operation.cli;
  const input: Record<string, unknown> = { ...given };
  args.forEach((arg, index) => {
    const value: unknown = command.processedArgs[index];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
    input[arg.field] = value;
  });
  const options = command.opts<Record<string, unknown>>();
  for (const flag of flagsOf(operation)) {
    const value = options[optionName(flag.flag)];
    if (value === undefined) continue;
    const before = input[flag.field];
    const read = readValue(flag, value);
    input[flag.field] = Array.isArray(before) && Array.isArray(read) ? [...before, ...read] : read;
  }
  return { input, json: options['json'] === true };
}

/** `--from-json` → `fromJson`, as commander names it. */
function optionName(flag: string): string {
  return new Option(flag).attributeName();
}

function readValue(flag: Flag, value: unknown): unknown {
  if (flag.type === 'json') return parseJson(String(value), flag.flag);
  if (flag.type === 'json-file')
    return parseJson(readText(String(value)), String(value) === '-' ? 'standard input' : String(value));
  return value;
}

function parseJson(text: string, where: string): unknown {
  if (text.trim() === '') {
    throw new AppError('INVALID_JSON', `${where} is empty`, { hint: 'A JSON document is expected there.' });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = oneLine(messageOf(error)).slice(0, 120);
    throw new AppError('INVALID_JSON', `${where} is not valid JSON: ${reason}`, {
      hint: 'Mend it; nothing was changed.',
      cause: error,
    });
  }
}

function readText(path: string): string {
  if (path === '') throw new AppError('USAGE', 'the path of a file is empty');
  return readNamedText(path);
}

/** Checks the input against the operation's schema and names the flag that is wrong. Throws USAGE. */
export function validateInput(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const parsed = operation.input.safeParse(input, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const shape = operation.cli;
  const issue = parsed.error.issues[0]!;
  const field = String(issue.path[0] ?? '');
  const flag = flagsOf(operation).find((each) => each.field === field);
  const arg = shape.args?.find((each) => each.field === field);
  const name = arg?.label ?? flag?.flag ?? field;
  const isList = flag?.type === 'list' || flag?.type === 'csv' || arg?.variadic === true;
  const inside = issue.path.length > 1 && !isList ? ` ${toDotPath(issue.path.slice(1))}` : '';
  if (flag?.type === 'json' || flag?.type === 'json-file') {
    throw new AppError('INVALID_INPUT', `${name}${inside}: ${issue.message}`);
  }
  if (input[field] === undefined) throw usage(shape, `${name} is needed`, arg !== undefined);
  throw usage(shape, `${name}${inside}: ${issue.message}`);
}

/** To a shell the rest of a line is a comment, from a `#` on that no quote stands before. */
const UNQUOTED = 'Write 12 for #12: a shell takes that for a comment. ';

/** @param isLost whether an argument is not there: it may have been a lesson's number, as lists show it */
function usage(shape: CliShape, message: string, isLost = false): AppError {
  const unquoted = isLost && shape.args?.[0]?.label === 'REF' ? UNQUOTED : '';
  return new AppError('USAGE', message.replace(/\s*\n\s*/g, ' '), {
    hint: `${unquoted}See \`lessons ${shape.command.join(' ')} --help\`.`,
  });
}
