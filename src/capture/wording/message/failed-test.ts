import { code } from '../prose.ts';

const LINES_MAX = 4000;
/** How test runners name the test that failed. */
const NAMES = [
  /^\s*--- FAIL: (\S+)/,
  /^FAILED \S+?::(\S+)/,
  /^---- (\S+) stdout ----/,
  /^test (\S+) \.\.\. FAILED/,
  /^ {0,4}\d+\) (?!(?:Failure|Error):$)(?:test )?(?:\S+::)?(\S.{2,60})$/,
  /^(\w+#test_\w+)(?: \[|:$)/,
  /^\S.* > (\S.*) FAILED$/,
  /^\s+Failed (\S+) \[[^\]]+\]$/,
  /^_{3,} (\S+) _{3,}$/,
  /^\s*(?:✕|✗|●|not ok \d+ -) (?!Test suite failed)(.{3,60}?)(?: \(\d+ ?ms\))?$/,
];
const HALF = /^(?:\S+:\d+: )?(?:but )?(got|actual|have|want|expected|wanted|left|right)\b ?[:=]? *(\S.*)$/i;
const OTHER_HALF =
  /^[\s#]*(?:\S+:\d+: )?(?:but )?(?:got|actual|have|want|expected|wanted|left|right)\b ?[:=]? *\S/i;

/** What stands before a line of a test's output: blanks, and TAP's mark of a remark. */
const SIGN = /^[\s#]+/;

/** Rust's comparisons, whose sides stand below. */
const COMPARES = /^assertion `left .{1,4} right` failed/;
const SIDE = /^\s*(?:left|right): /;

/** The failing test that a message belongs to: the last one named before it, else the first; or null. */
function failedTest(error: string, message: string): string | null {
  const lines = error.split('\n', LINES_MAX);
  const at = lines.findIndex((line) => message !== '' && line.includes(message.slice(0, 60)));
  const named = lines.flatMap((line, index) => {
    const name = nameIn(line.slice(0, 300));
    return name ? [{ index, name }] : [];
  });
  return (named.findLast(({ index }) => index <= at) ?? named[0])?.name ?? null;
}

function nameIn(line: string): string | null {
  for (const pattern of NAMES) {
    const name = pattern.exec(line)?.[1];
    if (name) return name;
  }
  return null;
}

/** An expectation whole: `got: 1` with the `want: 2` of the line beside it. */
export function expectation(error: string, message: string): string {
  const half = HALF.exec(message);
  if (!half && !COMPARES.test(message)) return message;
  const lines = error.split('\n', LINES_MAX).map((line) => line.slice(0, 300));
  const at = lines.findIndex((line) => line.includes(message.slice(0, 60)));
  if (at < 0) return message;
  if (!half) {
    const sides = lines.slice(at + 1, at + 4).filter((line) => SIDE.test(line));
    return [message, ...sides.map((line) => line.trim())].join(', ');
  }
  const isOther = (line: string | undefined) =>
    line !== undefined && OTHER_HALF.test(line) && HALF.exec(line.replace(SIGN, ''))?.[1] !== half[1];
  const other = [lines[at + 1], lines[at + 2], lines[at - 1]].find(isOther);
  return other ? `${message}, ${other.replace(SIGN, '')}` : message;
}

/** How the failing test that a message belongs to is called by itself; null where the error names none. */
export function testName(error: string, message: string): string | null {
  const name = failedTest(error, message);
  return name === null || /REDACTED/.test(name) ? null : name.slice(name.lastIndexOf('/') + 1);
}

/** Summaries of a failing test, the fuller first; empty where the error names none. */
export function testSummaries(error: string, message: string, said: string): string[] {
  const name = failedTest(error, message);
  if (name === null || /REDACTED/.test(name)) return [];
  const short = name.slice(name.lastIndexOf('/') + 1);
  const bare = said.replace(/^[\w.+-]+\.\w{1,5}: (?:Error: )?/, '');
  if (/^--- |^FAIL|^(?:✕|✗|●)/.test(message)) return [`${code(name)} fails`, `${code(short)} fails`];
  return [`${code(name)} fails: ${bare}`, `${code(short)} fails: ${bare}`, `${short}: ${bare}`];
}
