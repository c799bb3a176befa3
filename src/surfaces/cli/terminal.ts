import type { Screen } from '../../operations/operation.ts';
import { shownOn } from '../../platform/called-as.ts';
import { systemFailure } from '../../platform/errors.ts';
import type { Env } from '../../platform/paths.ts';
import { printable } from '../../platform/printable.ts';

/** A pipe that its reader has closed (`| head`) ends the program quietly; other errors reach whoever wrote. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
    });
  }
}

/** A terminal that can move no cursor, and prints what would. */
export function isDumb(env: Env): boolean {
  return env['TERM'] === 'dumb';
}

/** Colour only on a terminal whose user has not declined it. */
export function screenOf(env: Env, stream: NodeJS.WriteStream): Screen {
  const declined = (env['NO_COLOR'] ?? '') !== '' || isDumb(env);
  return {
    color: stream.isTTY === true && !declined,
    width: stream.isTTY === true && stream.columns > 0 ? stream.columns : 80,
  };
}

/** Writes to standard output and waits until it is handed over. Throws IO. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) =>
      error ? reject(systemFailure('cannot write to standard output', error)) : resolve(),
    );
  });
}

const LINE_CHARS_MAX = 1000;

/** A text of any origin as one line of bearable length. */
export function oneLine(text: string): string {
  const line = printable(text, false)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  return line.length <= LINE_CHARS_MAX ? line : `${line.slice(0, LINE_CHARS_MAX)}…`;
}

/** A line for the human, on standard error. */
export function warn(line: string): void {
  clearProgress();
  process.stderr.write(`lessons: ${oneLine(shownOn(process.stderr, line))}\n`);
}

let progressShown = false;

/** One line that replaces itself; only where standard error is a terminal that can, and nobody's CI. */
export function progress(line: string): void {
  if (process.stderr.isTTY !== true || isSet(process.env['CI']) || isDumb(process.env)) return;
  const width = Math.max(20, (process.stderr.columns || 80) - 1);
  process.stderr.write(`\r\u001b[K${oneLine(line).slice(0, width)}`);
  progressShown = true;
}

/** Takes the line of progress off the terminal, where one stands. */
export function clearProgress(): void {
  if (!progressShown) return;
  process.stderr.write('\r\u001b[K');
  progressShown = false;
}

const isSet = (value: string | undefined) =>
  value !== undefined && value !== '' && value !== 'false' && value !== '0';
