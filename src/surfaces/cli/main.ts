import type { OwnedContext } from '../../operations/context.ts';
import type { OperationEntry } from '../../operations/entry.ts';
import { operationEntries } from '../../operations/index.ts';
import type { Operation, Screen } from '../../operations/operation.ts';
import { shownOn } from '../../platform/called-as.ts';
import { AppError, asAppError, EXIT } from '../../platform/errors.ts';
import { printable } from '../../platform/printable.ts';
import { VERSION } from '../../platform/version.ts';
import { furtherHelp, groupHelp, overview, protocolHelp } from './help.ts';
import { inChunks, jsonPieces, withoutControls } from './json-pieces.ts';
import { findRoute, unknownCommand } from './route.ts';
import {
  clearProgress,
  endQuietlyOnClosedPipe,
  isDumb,
  oneLine,
  print,
  progress,
  screenOf,
  warn,
} from './terminal.ts';

/** Screens that take the place of an operation's text on a terminal, by the operation's name; each returns an exit code. */
type Screens = Record<string, (context: OwnedContext, input: unknown) => Promise<number>>;

/** Runs one command; returns the exit code. Every error becomes one line on standard error. */
export async function runCli(argv: string[], screens: Screens): Promise<number> {
  endQuietlyOnClosedPipe();
  process.on('uncaughtException', (error) => process.exit(fail(error, false)));
  process.on('unhandledRejection', (error) => process.exit(fail(error, false)));
  const json = argv.includes('--json');
  try {
    return await dispatch(argv, operationEntries, screens);
  } catch (error) {
    return fail(error, json);
  }
}

const VERSION_WORDS = new Set(['--version', '-V', '-v', 'version']);

async function dispatch(
  argv: string[],
  entries: readonly OperationEntry[],
  screens: Screens,
): Promise<number> {
  const [first, second] = argv.filter((each) => each !== '--json');
  if (first !== undefined && VERSION_WORDS.has(first)) {
    await print(argv.includes('--json') ? `${JSON.stringify({ version: VERSION })}\n` : `${VERSION}\n`);
    return EXIT.ok;
  }
  if (first === 'help' && second !== undefined)
    return dispatch([...argv.slice(argv.indexOf('help') + 1), '--help'], entries, screens);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    await print(overview(entries, VERSION));
    return EXIT.ok;
  }
  const route = findRoute(argv, entries);
  if (route === null) {
    const help = argv.some((each) => each === '--help' || each === '-h')
      ? (groupHelp(first, entries) ?? protocolHelp(first))
      : null;
    if (help === null) throw unknownCommand(argv, entries);
    await print(help);
    return EXIT.ok;
  }
  return runOperation(await route.entry.load(), route.rest, screens, furtherHelp(route.typed, entries));
}

/** @param further what stands behind its help */
async function runOperation(
  operation: Operation,
  argv: string[],
  screens: Screens,
  further: string,
): Promise<number> {
  const { parseArguments, validateInput } = await import('./parse.ts');
  const parsed = parseArguments(operation, argv);
  if (parsed.help !== null) {
    await print(parsed.help + further);
    return EXIT.ok;
  }
  const input = validateInput(operation, parsed.input);
  const { makeContext } = await import('../../operations/context.ts');
  const context: OwnedContext = makeContext({ warn, progress });
  try {
    const screen = screens[operation.name];
    if (screen !== undefined && !parsed.json && hasScreen()) return await screen(context, input);
    const output: unknown = await operation.run(context, input);
    clearProgress();
    const pieces = textOf(operation, output, input, parsed.json, screenOf(process.env, process.stdout));
    for (const piece of inChunks(pieces)) await print(piece).catch(operation.readOnly ? rethrow : reportLost);
    return operation.cli.exitCode?.(output) ?? EXIT.ok;
  } finally {
    clearProgress();
    await context.close();
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** What has changed something and cannot say so: it is not to be tried again. */
function reportLost(error: AppError): never {
  throw new AppError(error.code, error.message, {
    hint: 'The command has ended: only its report is lost.',
    cause: error,
  });
}

function hasScreen(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && !isDumb(process.env);
}

/** The output as it is printed: JSON lines, one JSON document, or text for a human; in pieces. */
function* textOf(
  operation: Operation,
  output: unknown,
  input: Record<string, unknown>,
  json: boolean,
  screen: Screen,
): Generator<string> {
  const shape = operation.cli;
  if (shape.lines !== undefined) {
    for (const value of shape.lines(output)) yield `${withoutControls(JSON.stringify(value))}\n`;
  } else if (json || shape.render === undefined) {
    const value: unknown = (shape.json === undefined ? output : shape.json(output)) ?? null;
    for (const piece of jsonPieces(value)) yield withoutControls(piece);
    yield '\n';
  } else {
    const rendered = shape.render(output, input, screen);
    const text = printable(shownOn(process.stdout, rendered), screen.color);
    yield text === '' || text.endsWith('\n') ? text : `${text}\n`;
  }
}

/** Says what went wrong in one line, and what to do in a second; with `--json` the same as a document. */
function fail(error: unknown, json: boolean): number {
  const told = asAppError(error);
  const { code, hint, exitCode } = told;
  const message = oneLine(told.message);
  clearProgress();
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message, hint } })}\n`);
  const stop = hint === null || /[.!?…]$/.test(message) ? '' : '.';
  const what = hint === null ? '' : ` ${oneLine(hint)}`;
  process.stderr.write(`lessons: ${shownOn(process.stderr, `${message}${stop}${what}`)}\n`);
  if (process.env['LESSONS_DEBUG'] === '1' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return exitCode;
}
