/** Finds what a failing test says of itself, where its runner prints what all tests and the code under them said. Pure. */

const LINES_MAX = 4000;
const LINE_CHARS_MAX = 400;
const BLOCK_LINES = 60;
/** What of a long output is kept around the message. */
const BEGINNING = 1000;
const AROUND = 900;
const END = 1100;

interface Runner {
  /** Names the failing test. */
  head: RegExp;
  /** Ends what is told of it, or begins it where it stands above the head. */
  edge: RegExp;
  /** A line that may be its message. */
  message: RegExp;
  /** With every test told of as it runs, its message stands above the head. */
  above?: true;
}

const RUNNERS: readonly Runner[] = [
  {
    head: /^\s*--- FAIL: \S/,
    edge: /^\s*(?:=== |--- )|^(?:FAIL|PASS|ok)\b|^exit status \d/,
    message: /^\s+[\w.-]+\.\w+:\d+: \S|^panic: \S/,
    above: true,
  },
  {
    head: /^\s*● .+ › \S/,
    edge: /^\s*● |^(?:Test Suites|Tests): /,
    message: /^\s+\S/,
  },
  {
    head: /^ *(?:❯ |× )?FAIL +\S+\.\w+ > \S/,
    edge: /^ *FAIL +\S|^[⎯─]{8,}/,
    message: /^\S/,
  },
];

const ASSERTS = /\b(?:want|got|expected|unexpected|should|fail\w*|must|missing|not|mismatch|error|panic)\b/i;
const LOGS = /\b(?:INFO|DEBUG|TRACE|WARN(?:ING)?|level=\w+)\b/;
/** A test's own log of what went well. */
export const WELL =
  /\b(?:success\w*|passed|complete[ds]?|verified|correctly|as expected)\b(?!.*\b(?:not|fail\w*|but|got|want)\b)/i;
const PLACED = /^\s*[\w.-]+\.\w+:\d+: \S/;
const FAILED_PACKAGE = /^FAIL\s+\S+\s+[\d.]+s/;
/** What is left of a panic where the beginning of an output was cut off. */
const FRAME = / \+0x[0-9a-f]+$/;
const PANICS = /^panic\(/;
const ROUTINE = /^goroutine \d+ /;
const FUNCTION = /^(?!runtime\.|testing\.|panic\()(?:\S*\/)?([\w.*()]+)\((?:\.{3}|\{|0x|\)).*$/;

const HEADS = /^\s*--- FAIL: \S|^\s*● .+ › \S|FAIL +\S+\.\w+ > \S/m;

interface Block {
  head: string;
  lines: string[];
}

/** What is told of each failing test. */
function blocksOf(lines: readonly string[], { head, edge, above }: Runner): Block[] {
  return lines.flatMap((line, at) => {
    if (!head.test(line)) return [];
    const after = lines.slice(at + 1, at + 1 + BLOCK_LINES);
    const end = after.findIndex((each) => edge.test(each) || head.test(each));
    const told = end < 0 ? after : after.slice(0, end);
    if (told.length > 0 || !above) return [{ head: line, lines: told }];
    const before = lines.slice(Math.max(0, at - BLOCK_LINES), at);
    return [{ head: line, lines: before.slice(before.findLastIndex((each) => edge.test(each)) + 1) }];
  });
}

/**
 * The line that a failing test is told by, where the one that was found belongs to no failing test: what a test that
 * passes logs, or the code under it.
 * @param found the line that complains first
 * @returns one line; empty where the found one is as good as any
 */
export function testMessage(error: string, found: string): string {
  if (PLACED.test(found) && ASSERTS.test(found) && !WELL.test(found)) return '';
  const lines = error.split('\n', LINES_MAX).map((line) => line.slice(0, LINE_CHARS_MAX).trimEnd());
  const start = found.slice(0, 60);
  for (const runner of HEADS.test(error) ? RUNNERS : []) {
    const blocks = blocksOf(lines, runner);
    if (blocks.length === 0) continue;
    const isIn = (block: Block) => [block.head, ...block.lines].some((line) => line.includes(start));
    if (start !== '' && blocks.some(isIn)) return '';
    for (const block of blocks) {
      const told = block.lines.filter((line) => runner.message.test(line) && !LOGS.test(line));
      const line = told.find((each) => ASSERTS.test(each) && !WELL.test(each)) ?? told.at(-1);
      if (line) return line.endsWith(':') ? joined(line, block.lines) : line.trim();
    }
    return blocks[0]!.head.trim();
  }
  if ([FRAME, PANICS, ROUTINE, FAILED_PACKAGE].some((bare) => bare.test(found))) return panicIn(lines);
  if (!PLACED.test(found) || !WELL.test(found)) return '';
  return lines.find((line) => FAILED_PACKAGE.test(line)) ?? '';
}

/** Where code panicked, by the first frame of its own; empty where no frame tells. */
function panicIn(lines: readonly string[]): string {
  const at = lines.findIndex((line) => PANICS.test(line));
  const frame = at < 0 ? undefined : lines.slice(at).find((line) => FUNCTION.test(line));
  return frame ? `panic in ${FUNCTION.exec(frame)![1]}` : '';
}

/** A line that only opens what the next one says. */
const joined = (line: string, lines: readonly string[]): string =>
  `${line.trim()} ${lines[lines.indexOf(line) + 1]?.trim() ?? ''}`.trim();

/** A long output with its beginning, its end and what stands around its message. */
export function withMessage(error: string, message: string): string {
  const at = error.indexOf(message);
  const from = Math.max(BEGINNING, at - AROUND / 2);
  if (at < BEGINNING || from + AROUND > error.length - END)
    return `${error.slice(0, BEGINNING)}\n…\n${error.slice(-END - AROUND)}`;
  return `${error.slice(0, BEGINNING)}\n…\n${error.slice(from, from + AROUND)}\n…\n${error.slice(-END)}`;
}
