import type { OpenFailure } from '../../failure-state.ts';

const LINES_MAX = 400;
const EXPECTED_MAX = 8;
const EXPECTED_CHARS_MIN = 12;
/** A line by itself has to be long, or it stands anywhere. */
const LONE_CHARS_MIN = 24;
/** Between two lines of a listing: a line break, indentation, a number; and lines too short to be expected. */
const GAP_MAX = 40;
const SHORT_LINE_MAX = 3;
const NUMBERED = /^[\s\d:|→-]+/;
const TRIES_MAX = 20;
const OUTPUT_MAX = 65_536;

/** Lines of a patch that the file has to hold already: of each `*** Update File` those of its hunks. */
function expectedHunks(input: Record<string, unknown> | undefined): string[][][] {
  const patch = input?.['patch'];
  if (typeof patch !== 'string') return [];
  const files: string[][][] = [];
  for (const line of patch.split('\n', LINES_MAX)) {
    if (line.startsWith('*** ')) files.push([[]]);
    else if (line.startsWith('@@')) files.at(-1)?.push([]);
    else if (/^[ -]/.test(line)) files.at(-1)?.at(-1)?.push(line.slice(1).trim());
  }
  return files.map((hunks) => hunks.filter((lines) => lines.length > 0));
}

/** The lines that a refused patch expected, as the refusal lists them. */
function expectedLines(error: string): string[] {
  const at = error.indexOf('Failed to find expected lines in');
  if (at < 0) return [];
  const lines = error
    .slice(at, at + 4000)
    .split('\n')
    .slice(1, 1 + EXPECTED_MAX)
    .map((line) => line.trim())
    .filter(isLong);
  return lines.join('').length < EXPECTED_CHARS_MIN ? [] : lines;
}

/** True where an output shows these lines one behind the other, whatever stands before each. */
function shows(output: string, [first, ...rest]: string[]): boolean {
  if (first === undefined || (rest.length === 0 && first.length < LONE_CHARS_MIN)) return false;
  let from = output.indexOf(first);
  for (let tries = 0; from >= 0 && tries < TRIES_MAX; tries++) {
    let end = from + first.length;
    const isBehind = (line: string) => {
      const at = output.indexOf(line, end);
      const isNear = at >= 0 && at - end <= GAP_MAX && isGap(output.slice(end, at));
      end = at + line.length;
      return isNear;
    };
    if (rest.every(isBehind)) return true;
    from = output.indexOf(first, from + 1);
  }
  return false;
}

const isGap = (between: string): boolean =>
  between
    .split('\n')
    .slice(1, -1)
    .every((line) => line.replace(NUMBERED, '').trim().length <= SHORT_LINE_MAX);

/** Notes that the lines which a patch was refused for stand in the file after all: it was listed since. */
export function noteStanding(open: OpenFailure, output: string): void {
  if (open.stands || open.kind !== 'edit-mismatch') return;
  const expected = expectedLines(open.error);
  if (expected.length > 0) open.stands = shows(output.slice(0, OUTPUT_MAX), expected);
}

/**
 * True where the lines that a patch was refused for did stand in the file, in a hunk behind another: a listing or the
 * patch that then worked holds them. But not where that one keeps the order: then something else was wrong.
 */
export function isOutOfOrder({ call, correction, error, stands }: OpenFailure): boolean {
  const expected = expectedLines(error);
  if (expected.length === 0) return false;
  const hold = (hunk: string[]) => expected.every((line) => hunk.includes(line));
  const ahead = aheadOf(expectedHunks(call.input), hold) ?? [];
  if (ahead.length === 0) return false;
  const kept = aheadOf(expectedHunks(correction?.input), hold);
  if (kept === null) return stands === true;
  const lines = new Set(kept.flat().filter(isLong));
  return !ahead.every((hunk) => hunk.some((line) => lines.has(line)));
}

/** The hunks of the same file before the one that holds the lines; null where none does. */
function aheadOf(files: string[][][], hold: (hunk: string[]) => boolean): string[][] | null {
  const hunks = files.find((each) => each.some(hold));
  return hunks === undefined ? null : hunks.slice(0, hunks.findIndex(hold));
}

const isLong = (line: string): boolean => line.length > SHORT_LINE_MAX;
