import { anyOf } from '../../../text/any-of.ts';
import { headOf, tailOf } from '../../../text/ends.ts';
import { TEST_MESSAGE } from '../../../text/salient.ts';

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
  /** Lines that may be its message, the more telling first. */
  tells: readonly RegExp[];
  /** With every test told of as it runs, its message stands above the head. */
  above?: true;
  /** Only such lines are its message: what else stands there is its source, or was logged. */
  only?: true;
  /** Says that the output is such a runner's. */
  frame?: RegExp;
}

const ASSERTS = /\b(?:want|got|expected|unexpected|should|fail\w*|must|missing|not|mismatch|error|panic)\b/i;
const LOGS = /\b(?:INFO|DEBUG|TRACE|WARN(?:ING)?|level=\w+)\b/;
/** A test's own log of what went well. */
export const WELL =
  /\b(?:success\w*|passed|complete[ds]?|verified|correctly|as expected)\b(?!.*\b(?:not|fail\w*|but|got|want)\b)/i;
const RAISED = /^\s*(?:[\w.]+\.)?\w*(?:Error|Exception|Failure|Failed)\b/;

const RUNNERS: readonly Runner[] = [
  {
    head: /^[^\S\n]*--- FAIL: \S/,
    edge: /^\s*(?:=== |--- )|^(?:FAIL|PASS|ok)\b|^exit status \d/,
    tells: [
      /^\s+[\w.-]+\.\w+:\d+: (?=.*\b(?:want|got|expected|should|must|not|fail\w*|error)\b)/i,
      /^panic: \S/,
      TEST_MESSAGE,
    ],
    above: true,
  },
  {
    head: /^[^\S\n]*● .+ › \S|^ {2}● \S/,
    edge: /^\s*● |^(?:Test Suites|Tests): /,
    tells: [/^\s+\S/],
  },
  {
    head: /^ *(?:❯ |× )?FAIL +\S+\.\w+ > \S/,
    edge: /^ *FAIL +\S|^[⎯─]{8,}/,
    tells: [/^\S/],
  },
  {
    head: /^_{3,} \S.* _{3,}$/,
    edge: /^-{3,} Captured |^_{3,} |^={3,} /,
    tells: [/^E {2,}\S/],
    only: true,
  },
  {
    head: /^---- \S+ stdout ----$/,
    edge: /^---- |^failures:|^test result:/,
    tells: [/\bpanicked at /, /^Error: /],
    only: true,
  },
  {
    head: /^ *FAILED +\S*\\\S+ > \S/,
    edge: /^ *FAILED +\S|^ *Tests: +\d|^ *[─-]{10,}/,
    tells: [/^\s*Failed asserting/, RAISED, /^\s*Expected\b/],
    only: true,
  },
  {
    head: /^\S.{0,300} > \S.{0,300} FAILED$/,
    edge: /^\S/,
    tells: [RAISED],
    only: true,
  },
  {
    head: /^[^\S\n]+Failed \S+ \[[^\]]+\]$/,
    edge: /^\s*Stack Trace:|^Failed! /,
    tells: [/^\s*Expected: /, /^\s*(?!Error Message:)\S/],
    only: true,
  },
  {
    head: /^ {0,4}\d+\) \S/,
    edge: /^ {0,4}\d+\) \S|^\s*# \.\/|^Finished in |^FAILURES!|^\s+(?:at \S+ \(|stacktrace:)/,
    tells: [
      /^\s*(?:expected|left): /,
      /^\s*Failed asserting/,
      RAISED,
      /^\s*Assertion with/,
      /^\s*Failure\/Error: /,
    ],
    only: true,
    frame:
      /\b\d+ failing\b|\b\d+ (?:examples?|tests?|doctests?), \d+ failures?\b|^FAILURES!|^Tests: \d+, .*Failures: \d/m,
  },
];
const HEADS = anyOf(
  RUNNERS.map(({ head }) => new RegExp(head.source)),
  { flags: 'm' },
);

/** A count of failed tests, as any runner ends with. */
const COUNTED = anyOf(
  [
    /\b[1-9]\d* (?:tests? |specs? |assertions? )?(?:failed|failing|failures?|fail)\b/,
    /\bfail(?:ed|ures?)?[:=] ?[1-9]|^[^\w\n]*fail [1-9]\d*$|\bSome tests failed\b|^\[ {2}FAILED {2}\]/,
    /\bfailed [1-9]\d*(?:,|$|(?:\/\d+)? (?:sub)?tests?\b)/,
  ],
  { flags: 'im' },
);
/** What a test held against what, in any runner's words; the more telling first. */
const COMPARED: readonly RegExp[] = [
  /\b\w*Assert\w*\b.{0,40}(?::| failed)|^\s*Failed asserting/,
  /\bexpected:? ?<.{0,80}> but was\b|\bis not (?:equal|identical) to\b|\b(?:to|should) (?:equal|be|contain|have)\b.{1,80}\bbut\b/,
  /^(?:\s*Error: |error: )?(?:Timed out .{0,30}waiting for )?expect\(/,
  /^\s*(?:REQUIRE|CHECK|EXPECT|ASSERT)\w*\(|^\s*Expected equality of these values/,
  /^[\s#]*Expected(?: \w+)?: +\S|^[\s#]*expected:? +\S/,
  /\b(?:values|objects|strings)\b.{0,12} (?:not|be) (?:the same|equal)\b/,
  /^\s*Evaluated: \S|^\s*\S{1,60} [!=]= \S{1,60}$/,
];

const PLACED = /^\s*[\w.-]+\.\w+:\d+: \S/;
const FAILED_PACKAGE = /^FAIL\s+\S+\s+[\d.]+s/;
/** What is left of a panic where the beginning of an output was cut off. */
const FRAME = / \+0x[0-9a-f]+$/;
const PANICS = /^panic\(/;
const ROUTINE = /^goroutine \d+ /;
const CALLED = /^[\w./*()-]+\((?:\{?0x|\.{3}\))/;
const FUNCTION = /^(?!runtime\.|testing\.|panic\()(?:\S*\/)?([\w.*()]+)\((?:\.{3}|\{|0x|\)).*$/;

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

/** The line that tells what was wrong in a block; empty where none does. */
function messageIn({ lines }: Block, { tells }: Runner): string {
  for (const pattern of tells) {
    const line = lines.find((each) => pattern.test(each) && !LOGS.test(each) && !WELL.test(each));
    if (line === undefined) continue;
    if (!line.endsWith(':')) return line.trim();
    const next =
      lines
        .slice(lines.indexOf(line) + 1)
        .find((each) => each.trim() !== '')
        ?.trim() ?? '';
    // Where a thread panicked says less than why, which stands below.
    return pattern.source.includes('panicked') && next !== '' ? next : `${line.trim()} ${next}`.trim();
  }
  return '';
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
    if (runner.frame && !runner.frame.test(error)) continue;
    const blocks = blocksOf(lines, runner);
    if (blocks.length === 0) continue;
    const isKept = (line: string) =>
      line.includes(start) && (!runner.only || runner.tells.some((tell) => tell.test(line)));
    if (start !== '' && blocks.some(({ head, lines: told }) => [head, ...told].some(isKept))) return '';
    const said = blocks.map((block) => messageIn(block, runner)).find((line) => line !== '');
    if (said || !runner.only) return said || blocks[0]!.head.trim();
  }
  if ([FRAME, PANICS, ROUTINE, CALLED, FAILED_PACKAGE].some((bare) => bare.test(found)))
    return panicIn(lines);
  const compared = COUNTED.test(error) ? comparedIn(lines, found) : '';
  if (compared !== '') return compared;
  if (!PLACED.test(found) || !WELL.test(found)) return '';
  return lines.find((line) => FAILED_PACKAGE.test(line)) ?? '';
}

/** pytest found its file, and no test in it. */
const COLLECTS_NONE = /\bcollected 0 items$[\s\S]*?^=+ (no tests ran in [\d.]+s) =+$/m;

/** What pytest says of a file, named in the call, in which it takes nothing for a test; else empty. */
export const nothingCollected = (command: string, error: string): string =>
  /\S\.py\b/.test(command) && error.includes('collected 0 items')
    ? (COLLECTS_NONE.exec(error)?.[1] ?? '')
    : '';

/** Says that something could not be reached, or is a logger's frame: of a run of tests that is a log more often than what failed. */
const UNREACHED =
  /^[┌│└] |refused|timed? ?out|unreachable|not reachable|(?:could not|cannot|failed to) connect|deadline exceeded|\bE(?:CONN\w+|TIMEDOUT|NOTFOUND)\b|no such host|getaddrinfo/i;

/** The line that compares, where the found one only says that something was not reached; empty where there is none. */
function comparedIn(lines: readonly string[], found: string): string {
  if (!UNREACHED.test(found) || COMPARED.some((pattern) => pattern.test(found))) return '';
  for (const pattern of COMPARED) {
    const at = lines.findIndex((line) => pattern.test(line) && !LOGS.test(line));
    if (at < 0) continue;
    const line = lines[at]!.replace(/^[\s#]+/, '');
    const next = lines.slice(at + 1).find((each) => each.trim() !== '');
    return line.endsWith(':') ? `${line} ${next?.trim() ?? ''}`.trim() : line;
  }
  return '';
}

/** Where code panicked, by the first frame of its own; empty where no frame tells. */
function panicIn(lines: readonly string[]): string {
  const at = lines.findIndex((line) => PANICS.test(line));
  const frame = at < 0 ? undefined : lines.slice(at).find((line) => FUNCTION.test(line));
  return frame ? `panic in ${FUNCTION.exec(frame)![1]}` : '';
}

/** A long output with its beginning, its end and what stands around its message. */
export function withMessage(error: string, message: string): string {
  const at = error.indexOf(message);
  const from = Math.max(BEGINNING, at - AROUND / 2);
  if (at < BEGINNING || from + AROUND > error.length - END)
    return `${headOf(error, BEGINNING)}\n…\n${tailOf(error, END + AROUND)}`;
  const middle = tailOf(headOf(error, from + AROUND), AROUND);
  return `${headOf(error, BEGINNING)}\n…\n${middle}\n…\n${tailOf(error, END)}`;
}
