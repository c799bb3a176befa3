import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { remembered } from '../../../text/remembered.ts';
import { SCRIPT_PROGRAMS } from '../../shell/programs.ts';
import type { ErrorKind } from './error-kind.ts';
import type { KindInput } from './kinds.ts';

const COMPILE = anyOf(
  [
    /error TS\d+|error\[E\d+\]|\[setup failed\]|build failed|cannot find symbol/,
    /undefined: |declared and not used|imported and not used|imported but|is not used|redeclared/,
    /no new variables|undeclared name|mismatched types|cannot use .{1,80} as/,
    /not enough arguments in call|too many arguments in call|has no field or method|missing return/,
    /does not implement|unknown field|undefined reference|ld: (?:symbol|library|warning)/,
    /fatal error: .{1,80} (?:file )?not found|expected .{1,40}, found|syntax error: |error (?:CS|C|LNK)\d{4}: /,
    /(?<![a-z])error: expected|is not assignable to|may only specify known properties/,
    /Property '.{1,60}' does not exist|has no exported member|cannot borrow|could not compile/,
    /compilation (?:failed|error)|BUILD FAILURE|^e: (?:file:\/\/)?\S+\.kts?:|unresolved reference/,
    /use of undeclared|no member named|invalid operation: |assignment mismatch|IndentationError/,
    /SyntaxError|Parse error|Unexpected token|Transform failed|Failed to compile|Module parse failed/,
    /illegal character|invalid syntax|^[^\S\n]*error • .{1,300} • \S+:\d+:\d+ • /,
  ],
  { flags: 'im' },
);
const LINT = anyOf([
  /\((?:errcheck|goconst|staticcheck|gosec|revive|govet|unused|wrapcheck|gocritic|ineffassign|nilerr|nilnesserr|[a-z]+lint|SA\d+|S\d{4}|ST\d{4})\)/,
  /eslint|no-unused-vars|✖ \d+ problems?|\bruff|flake8|pylint|mypy|\bpyright|clippy|rubocop/,
  /shellcheck|SC\d{4}|golangci|biome|oxlint|[A-Z]{1,4}\d{3,4}:? |markdownlint|MD\d{3}|\d issues?:/,
  /stylelint|ktlint|checkstyle|phpstan|hadolint/,
  /\blint\/[a-z0-9]+\/\w+|errors were emitted while running checks/,
]);
/** A linter names the rule behind its finding. */
const RULE_AT_END = /[([][a-z][\w-]{2,40}[)\]]\s*$/m;
const FORMAT = anyOf(
  [
    /would reformat|not (?:properly )?formatted|gofmt|gofumpt|goimports|prettier|Code style issues/,
    /formatting (?:issues|differs)|cargo fmt|rustfmt|Diff in |\bblack\b|isort/,
    /files were modified by this hook|terraform fmt|files? need(?:s)? formatting/,
    /line is \d+ characters|trailing whitespace|lll\)|formatter|format violations/,
    /Unexpected (?:indentation|spacing|blank line)|ktlintFormat/,
  ],
  { flags: 'i' },
);
/** What Gradle says of any task that fails. */
const BUILD_FRAME = /^(?:FAILURE: )?build failed(?: with an exception\.| in \d.*)?$/gim;
const TESTS_FAILED = /\bThere were failing tests\b|^\d+ tests? completed, \d+ failed/m;
const MENDED_BY_HOOK = /files were modified by this hook/;
const TEST = anyOf(
  [
    /--- FAIL: |^FAIL\b|\bFAIL\t|^FAILED(?! to\b)(?: |\()|assert/,
    /(?<!\bport )\b\d+ (?:failed|failing)\b|test result: FAILED|not ok \d|✕|panicked at|Expected: /,
    /expected .{1,60}(?:got|to (?:be|equal|contain|have))|want .{1,60}got|got .{1,60}want|=== RUN/,
    /Test Suites:|failures?:|There (?:was|were) \d+ failure|error: test failed|pytest|vitest|jest/,
  ],
  { flags: 'im' },
);
/** Zig's build tells of tests that ran among its steps. */
const TEST_COUNT = /^[^\w\n]*run test \d+\/\d+ passed, \d+ failed/m;
export const TEST_COMMAND =
  /\b(?:test|tests|check|spec|pytest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox|e2e|playwright|cypress|bats|unittest|verify)\b/;
/** Data that is given to a program may lie in a folder of tests. */
const FOLDERS = /(?<![\w.-])[\w.-]+\//g;
/** Names of files on a command line. */
const FILE_NAMES = /(?<![\w-])[\w-]{1,100}\.\w{1,5}(?=["'\s]|$)/g;

/** True where a text speaks of failing otherwise than by the name of a file that the command gives. */
function speaksOfFailing(text: string, command: string): boolean {
  if (!/\bfail/i.test(text)) return false;
  const names = (command.slice(0, 600).match(FILE_NAMES) ?? []).filter((name) => /\bfail/i.test(name));
  return /\bfail/i.test(names.reduce((rest, name) => rest.replaceAll(name, ''), text));
}

/** A finding below the name of its file, by its place in it: `  19:36  error  Unexpected any  no-explicit-any`. */
const FINDING = /^\d+[:,]\d+:?\s+(?:(?:error|warning|info|notice)\b|[✖✗×⚠])/i;

/** True where a line is a linter's finding: its words speak of code, whatever the command was called with. */
export const isFinding = (line: string): boolean => FINDING.test(line);

export const COMPILE_POSITION =
  /^(?:vet: |\[ERROR\] )?(?:\.{0,2}\/)?[\w@./\\+-]+\.\w{1,5}(?:[:(]\d+[:,]\d+\)?:? |:\d+: error: |:\[\d+,\d+\] )/m;
export const SCRIPT_ERROR = anyOf([
  /Traceback|\wError: |\(\w+(?:Error|Exception)\)(?:\n|$)|\wException: |jq: (?:error|\d+ compile)/,
  /parse error|awk: |near "|no such (?:table|column)|syntax error|SyntaxError|at \S+:\d+/,
  /undefined (?:method|variable|local)|execution error|ERROR: +(?:column|relation|syntax)|ERROR \d{4} \(\w{5}\)/,
]);
/** A program written to a temporary place, to be run once. */
const OWN_SCRIPT = /\/tmp\/|\$TMP|mktemp|<<-?\s*['"]?\w+/;

const compiles = remembered(2, filtered(COMPILE));

/** The kind of an error that code has: it does not compile, breaks a rule or a test; null for others. */
export function codeKind(input: KindInput, text: string): ErrorKind | null {
  const { command } = input;
  if (
    FORMAT.test(text) &&
    !compiles(text.replace(BUILD_FRAME, '')) &&
    !LINT.test(text.replace(/\(gofmt\)|\(goimports\)|\(gofumpt\)|\(gci\)|golangci|ktlint\w*/g, ''))
  ) {
    if (/fmt|format|prettier|lint|check|black|isort/i.test(command) || MENDED_BY_HOOK.test(text))
      return 'format';
  }
  if (
    /\blint\b|eslint|golangci|ruff|flake8|clippy|biome|shellcheck|vet\b|mypy|pyright|pylint|rubocop|ktlint|detekt|checkstyle|swiftlint/.test(
      command,
    ) &&
    (LINT.test(text) || COMPILE_POSITION.test(text))
  ) {
    const isCompiler =
      !(LINT.test(text) || RULE_AT_END.test(text)) ||
      /undefined: |could not import|typecheck|error TS|:\d+: syntax error: /.test(text);
    return compiles(text) && isCompiler ? 'compile' : 'lint';
  }
  if (
    SCRIPT_PROGRAMS.test(input.program) &&
    !TEST_COMMAND.test(command.slice(0, 200)) &&
    SCRIPT_ERROR.test(text)
  )
    return 'script-error';
  if (
    /^panic: |^goroutine \d/m.test(text.slice(0, 2000)) &&
    /\bgo run\b/.test(command) &&
    OWN_SCRIPT.test(command)
  )
    return 'script-error';
  if (TEST_COUNT.test(text)) return 'test';
  const isTests = TESTS_FAILED.test(text) && !compiles(text.replace(BUILD_FRAME, ''));
  if (!isTests && compiles(text)) return 'compile';
  if (TEST.test(text) && TEST_COMMAND.test(command)) return 'test';
  if (LINT.test(text) && /\d+:\d+/.test(text)) return 'lint';
  if (COMPILE_POSITION.test(text)) return 'compile';
  if (TEST.test(text) || (TEST_COMMAND.test(command.replace(FOLDERS, '')) && speaksOfFailing(text, command)))
    return 'test';
  return null;
}
