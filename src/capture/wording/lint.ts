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
  ineffassign: 'Use the value that is assigned (check the error), or leave the assignment out',
  wastedassign: 'Leave out an assignment whose value is never read',
  SA4006: 'Use the value that is assigned (check the error), or leave the assignment out',
  SA9003: 'Put something into the branch, or leave it out',
  S1000: 'Write a plain send or receive instead of a `select` with one case',
  S1008: 'Return the condition itself instead of `true` and `false` by an `if`',
  S1021: 'Declare the variable and give it its value in one line',
  U1000: 'Remove what nothing uses any more, in the same change',
  intrange: 'Count with `for i := range n` where the loop goes from 0 to n',
  copyloopvar: 'Leave out the copy of a loop variable: each round has its own since Go 1.22',
  bodyclose: 'Close the body of every response, also where only its status is read',
  contextcheck: 'Hand on the context that the function was given',
  unconvert: 'Leave out a conversion to the type that the value has',
  usestdlibvars: 'Use the constants of the standard library (`http.MethodGet`, `http.StatusOK`)',
  nakedret: 'Name what is returned in a long function',
  predeclared: 'Do not name anything after a built-in one (`max`, `new`, `len`)',
  misspell: 'Mend the spelling of the word',
  mnd: 'Give a number that means something a name',
  gochecknoglobals: 'Hand a value on instead of keeping it in a package variable',
  musttag: 'Give every field of a struct that is marshalled its tag',
  F541: 'Leave out the `f` of a string without placeholders',
  F811: 'Keep one of two definitions of the same name',
  E711: 'Compare with `None` by `is` and `is not`',
  E712: 'Test the value itself instead of comparing it with `True` or `False`',
  E741: 'Give the variable a name that is told from 1 and 0',
  B006: 'Take `None` as the default, and make the list or dict inside of the function',
  B008: 'Call the function inside of the body, not in the default of a parameter',
  UP006: 'Write `list[…]` and `dict[…]` instead of those of `typing`',
  UP007: 'Write `X | Y` instead of `Union[X, Y]` and `Optional[X]`',
  PLR2004: 'Give a number that means something a name',
  SIM108: 'Write the `if` and `else` that only assign as one expression',
  eqeqeq: 'Compare with `===` and `!==`',
  'no-undef': 'Import or declare a name before it is used',
  'no-empty': 'Put something into the block, or a comment that says why it is empty',
  'no-console': "Use the project's logger instead of `console`",
  'rules-of-hooks': 'Call hooks at the top of a component, not under a condition or in a loop',
  'no-case-declarations': 'Put a `case` that declares something into braces',
  'ban-ts-comment': 'Mend the type, or write `@ts-expect-error` with the reason',
  'no-require-imports': 'Write `import` instead of `require`',
  'no-non-null-assertion': 'Check for null instead of writing `!`',
  SC2034: 'Use the variable, export it, or leave it out',
  SC2046: 'Put `"$(…)"` into double quotes',
  SC2006: 'Write `$(…)` instead of backticks',
  SC2181: 'Test the command itself (`if cmd; then`) instead of `$?`',
  SC2148: 'Begin the script with the line that names its shell',
  SC2162: 'Write `read -r`: without it backslashes are taken out',
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
  'require-error': 'Check an error by `require` (`require.NoError`), so that the test stops there',
  'expected-actual': 'Give what is expected first, and what the code gives second',
  'error-is-as': 'Use `ErrorIs` and `ErrorAs` of testify instead of comparing errors',
  'go-require': 'Call `require` in the goroutine of the test alone: use `assert` in others',
  'unnecessary-stmt': 'Leave out a statement that does nothing',
  'early-return': 'Return early, and leave out the `else`',
  'empty-block': 'Put something into the block, or leave it out',
  'blank-imports': 'Import for its effects alone in `main` or a test, or say why in a comment',
  'superfluous-else': 'Leave out the `else` behind a block that returns, breaks or goes on',
  'increment-decrement': 'Write `x++` instead of `x += 1`',
  elseif: 'Write `else if` instead of an `if` in an `else`',
  assignOp: 'Write `x += y` instead of `x = x + y`',
  unlambda: 'Give the function itself instead of one that only calls it',
};
const meaningOf = (rule: string): string | undefined =>
  Object.hasOwn(MEANINGS, rule) ? MEANINGS[rule] : undefined;

/** What the check means that the finding begins with; undefined where it is not known. */
function checkOf(rule: string, finding: string): string | undefined {
  if (finding.includes(STUTTERS)) return 'Do not begin an exported name with the name of its package';
  const check = /^([A-Za-z][\w-]+): /.exec(finding)?.[1] ?? '';
  const numbered = /^(?:gosec|staticcheck|stylecheck|gosimple)$/.test(rule)
    ? /\b(?:G|SA|ST|S|QF|U)\d{3,4}\b/.exec(finding)?.[0]
    : undefined;
  return (numbered && meaningOf(numbered)) ?? (Object.hasOwn(CHECKS, check) ? CHECKS[check] : undefined);
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
