import { STUTTERS } from '../../text/known-messages.ts';
import { code } from './prose.ts';

/** Findings of linters: which rule was broken, and what it asks for. */

/** The name of the rule that a linter's finding ends in: `errcheck`, `no-unused-vars`, `E501`, `SC2086`; or null. */
export function lintRule(line: string): string | null {
  const text = line.slice(-240);
  return (
    /\(([a-z][\w-]{2,30})\)\s*$/.exec(text)?.[1] ??
    /\s(@?[\w-]+(?:\/[\w-]+)+|[a-z]+(?:-[a-z]+)+)\s*$/.exec(text)?.[1] ??
    /\b([A-Z]{1,4}\d{3,4})\b/.exec(text)?.[1] ??
    /\[([a-z][\w-]{2,40})\]\s*$/.exec(text)?.[1] ??
    null
  );
}

/** What the finding says, without its place and the rule's name. */
export function lintFinding(line: string): string {
  return line
    .replace(/^(?:\[[\w:.-]+\] )?\S*?[\w.+-]+\.\w{1,5}(?::\d+(?::\d+)?|\(\d+,\d+\)):? ?/, '')
    .replace(/\s*(?:\([a-z][\w-]{2,30}\)|\[[a-z][\w-]{2,40}\])\s*$/, '')
    .replace(/^(?:error|warning): */i, '')
    .replace(/^[A-Z]{1,5}\d{3,4} (?=\S)/, '')
    .replace(/^Function name: (\w+), .*\b(Maintainability) Index: (\d+)/, '$2 $3 of $1')
    .trim();
}

/** Rule and, where the linter is many in one, the check that it names first: `revive unused-parameter`. */
export function lintCheck(line: string): string | null {
  const rule = lintRule(line);
  if (rule === null) return null;
  const check = /^([a-z][\w-]+|[A-Z]{1,3}\d{3,4}): /.exec(lintFinding(line))?.[1];
  return check ? `${rule} ${check}` : rule;
}

const FINDING = /\.\w{1,5}(?::\d+|\(\d+,\d+\))/;

/** The findings in a linter's output, one line each. */
export function findingsOf(error: string): string[] {
  return error
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => FINDING.test(line) && lintRule(line) !== null);
}

/** The finding that was mended: the first in a file that was edited; the given one where that cannot be told. */
export function mendedFinding(line: string, error: string, edited: readonly string[]): string {
  const isMended = (finding: string) => edited.some((name) => name !== '' && finding.includes(name));
  if (edited.length === 0 || isMended(line)) return line;
  return findingsOf(error).find(isMended) ?? line;
}

/** What widely used linters mean by their rules, as an order. */
const MEANINGS: Record<string, string> = {
  errcheck:
    'Check every error that a call returns, also in tests; `_ =` counts as unchecked where the linter says so',
  exhaustive: 'List every value of the type in the `switch`, also those that only reach `default`',
  nilerr:
    'Return the error where `err != nil`; where nil is meant, say so with `//nolint:nilerr` and the reason',
  nilnil: 'Return a sentinel error, or a found flag, instead of nil for both the value and the error',
  goconst: 'Make a constant of a string that occurs three times or more, and use it everywhere',
  ireturn:
    'Return the concrete type from a function, and let the caller take it as an interface; where it makes one of several, say so with `//nolint:ireturn` and the reason',
  embeddedstructfieldcheck: 'Put an empty line between the embedded and the other fields of a struct',
  nolintlint:
    'Remove a `//nolint` directive that suppresses nothing; name the linter and the reason in the others',
  noctx: 'Use the variant that takes a context: `exec.CommandContext`, `http.NewRequestWithContext`',
  paralleltest: 'Call `t.Parallel()` first in the test and in each of its subtests',
  tparallel: 'Call `t.Parallel()` in the subtests as well as in the test, or in neither',
  thelper: 'Call `t.Helper()` first in a helper that takes `t`',
  usetesting: 'Use `t.TempDir()`, `t.Context()`, `t.Setenv()` and `t.Chdir()` in tests',
  wrapcheck: 'Wrap an error of another package before returning it: `fmt.Errorf("doing x: %w", err)`',
  err113: 'Define errors as package variables and wrap them with `%w` instead of making them in place',
  errorlint: 'Compare errors with `errors.Is` and `errors.As`, and wrap them with `%w`',
  forcetypeassert: 'Take both results of a type assertion and check the second',
  unparam: 'Remove a parameter or a result that always has the same value or is never used',
  unused: 'Remove what nothing uses any more, in the same change',
  G104: 'Check every error that a call returns',
  G204: 'Start programs with fixed names, and with arguments that are checked',
  G301: 'Make folders with permissions of 0750 or less',
  G302: 'Open files with permissions of 0600 or less',
  G304: 'Clean and check a path that comes from outside before opening it',
  G306: 'Write files with permissions of 0600 or less',
  G401: 'Use SHA-256 or better instead of MD5 and SHA-1',
  prealloc: 'Give a slice its capacity where the length is known: `make([]T, 0, n)`',
  perfsprint: 'Use `strconv` or concatenation instead of `fmt.Sprintf` for a single value',
  maintidx: 'Split the function: it is too long and too branched for the limit',
  cyclop: 'Split the function: it has more branches than the limit allows',
  gocyclo: 'Split the function: it has more branches than the limit allows',
  gocognit: 'Split the function: it is nested more deeply than the limit allows',
  funlen: 'Split the function: it is longer than the limit allows',
  nestif: 'Return early instead of nesting `if`s',
  dupl: 'Take the duplicated code into one function',
  lll: 'Break lines that are longer than the limit',
  'no-unused-vars': 'Remove what is not used, or begin its name with `_` where the rule allows it',
  'no-explicit-any': 'Give the real type, or `unknown` and a check, instead of `any`',
  'exhaustive-deps': 'List everything that the hook reads in its dependencies',
  'no-floating-promises': 'Await a promise, or mark it with `void`',
  F401: 'Remove the import that nothing uses',
  F841: 'Remove the variable that nothing reads',
  E501: 'Break lines that are longer than the limit',
  SC2086: 'Put variables into double quotes: `"$x"`',
  SC2155: 'Declare a variable and assign it in two steps: `local x; x=$(…)`',
  SC2164: 'Write `cd x || exit`: the script goes on where it is when `cd` fails',
  F821: 'Import or define a name before it is used',
  E402: 'Put imports at the top of the file',
  E722: 'Name the exceptions that are caught',
  B904: 'Raise with its cause inside of `except`: `raise X from err`',
  I001: 'Sort the imports as the linter does (`ruff check --select I --fix`)',
  SA1019: 'Use what stands in the place of a deprecated function or field',
  ST1005: 'Begin the text of an error with a small letter, and end it without a full stop',
  'prefer-const': 'Write `const` for a variable that is never assigned again',
  'no-misused-promises':
    'Give no async function where a plain one is expected: await inside, or mark it with `void`',
  'no-unescaped-entities': 'Escape quotes and angle brackets in the text of JSX',
};

/** What the checks of linters mean that are many in one: `revive`, `gocritic`, `perfsprint`. */
const CHECKS: Record<string, string> = {
  'redefines-builtin-id':
    'Do not name a variable, parameter or function after a built-in one (`max`, `clear`, `len`)',
  'unused-parameter': 'Remove a parameter that is not used, or name it `_`',
  'unused-receiver': 'Leave out the name of a receiver that is not used',
  'var-naming': "Write names as the language's style wants them (`ID`, `URL`; no underscores)",
  'indent-error-flow': 'Leave out the `else` behind a block that returns',
  'context-as-argument': 'Take the context as the first parameter',
  'hex-format': 'Use `hex.EncodeToString` instead of `fmt.Sprintf("%x", …)`',
  'error-format': 'Use `errors.New` instead of `fmt.Errorf` where nothing is formatted',
  appendAssign: 'Assign the result of `append` to the slice that it appends to',
  ifElseChain: 'Write a `switch` instead of a chain of `if` and `else if`',
  singleCaseSwitch: 'Write an `if` instead of a `switch` with one case',
  exitAfterDefer: 'Do not exit where a `defer` is waiting: it will not run',
};
const meaningOf = (rule: string): string | undefined =>
  Object.hasOwn(MEANINGS, rule) ? MEANINGS[rule] : undefined;

/** What the check means that the finding begins with; undefined where it is not known. */
function checkOf(rule: string, finding: string): string | undefined {
  if (finding.includes(STUTTERS)) return 'Do not begin an exported name with the name of its package';
  const check = /^([A-Za-z][\w-]+): /.exec(finding)?.[1] ?? '';
  const numbered = rule === 'gosec' ? /\bG\d{3}\b/.exec(finding)?.[0] : undefined;
  return numbered ? meaningOf(numbered) : Object.hasOwn(CHECKS, check) ? CHECKS[check] : undefined;
}

const ASSERTION = /\.\((?!type\))[*\w[\].]+\)/;

/**
 * What to do so that the rule holds: its meaning where it is known, else the finding's own words.
 * @param source the line of code that it is about; empty where the linter shows none
 */
export function lintMeaning(rule: string, finding: string, source: string): string {
  // It names the call whose error is dropped; of a type assertion it has no name to tell.
  if (rule === 'errcheck' && !/ of `/.test(finding) && ASSERTION.test(source))
    return `${MEANINGS['forcetypeassert']} (${code(rule)}).`;
  const known = checkOf(rule, finding) ?? meaningOf(rule) ?? meaningOf(rule.slice(rule.lastIndexOf('/') + 1));
  if (known) return `${known} (${code(rule)}).`;
  const said = finding.replace(/^[a-z][\w-]+: /, '').replace(/[.,;:]+$/, '');
  return `Avoid what ${code(rule)} refuses${said ? `: ${said}` : ''}.`;
}
