import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { runsTests } from '../../shell/programs.ts';

/** Calls that choose tests, files, packages or hosts, and meet none: most programs end well then, and a pipe hides the status of the others. */

/** What runners of tests say where nothing was run. */
const NO_TEST = anyOf([
  /testing: warning: no tests to run|ok\s+\S+\s+\S+\s+\[no tests to run\]/,
  /test result: ok\. 0 passed; 0 failed; 0 ignored; 0 measured; [1-9]\d* filtered out[^\n]*/,
  /No test matches the given testcase filter [^\n]*|No tests found for given includes: [^\n]*/,
  /\d+ deselected in [\d.]+s|no tests ran in [\d.]+s/,
  /No test(?: file)?s found, exiting with code 1|Error: No tests found[^\n]{0,40}/,
  /All tests have been excluded\.|No tests (?:were found!!!|executed!|ran\.)/,
  /\s*0 passing \([\d.]+\w*\)|Ran 0 tests in [\d.]+s|0 examples, 0 failures/,
  /(?:ℹ|#) tests 0|\s*Executed 0 tests, with 0 failures[^\n]*|0 scenarios/,
  /(?:ok \| )?0 passed \| 0 failed \| [1-9]\d* filtered out[^\n]*/,
  /\[info\] No tests? (?:were executed|to run for \S+)/,
]);
/** A choice by name leaves the others out, which in itself is no fault. */
const ALL_LEFT_OUT = /\s*Tests:?\s+[1-9]\d* skipped(?:, \d+ total| \(\d+\))/;
const NO_FILE =
  /warning: No Python files found under the given path[^\n]*|No Python files are present to be formatted[^\n]*|0 files inspected, no offenses detected/;
const NO_PACKAGE = /go: warning: "[^"\n]+" matched no packages/;
const NO_HOST = /skipping: no hosts matched/;

/** A line that says that nothing was met. */
export const MET_NOTHING = anyOf([NO_TEST, ALL_LEFT_OUT, NO_FILE, NO_PACKAGE, NO_HOST], {
  before: /^/,
  after: /[^\S\n]*$/,
  flags: 'm',
});

/** What there was none of, by such a line. */
export function noneOf(line: string): string {
  if (NO_FILE.test(line)) return 'file';
  if (NO_PACKAGE.test(line)) return 'package';
  return NO_HOST.test(line) ? 'host' : 'test';
}

const CHOOSES_OTHERWISE = /\b(?:ruff|black|rubocop|go (?:vet|build)|ansible(?:-playbook)?)\s/;
const COMMAND_CHARS = 300;
const NAMES_TESTS = /\s(?:-t|-g|--grep|--testNamePattern|--test-name-pattern)[ =]/;
/** Something was met after all, or there is more to say than that. */
const MET =
  /^\s*--- (?:PASS|FAIL|SKIP)|^=== RUN|^FAIL|^ok\s+\S+\s+(?:[\d.]+s|\(cached\))\s*$|\b[1-9]\d* (?:pass|fail)(?:ed|ing)?\b|^Ran [1-9]|Executed [1-9]|Total [1-9]|\b[1-9]\d* examples?\b|\berror\b|^(?:ok|changed|fatal): \[/m;
const MAY_SAY =
  /no tests|No tests?|0 (?:passed|passing|tests|examples|scenarios|files)|tests 0|deselected|been excluded|skipped|No Python|matched/;
/** None was to run: it is only built, listed or measured. */
const FOR_NONE =
  /-run[ =]['"]?(?:\^?\$|\^*(?:x{2,}|X{2,})|[Nn](?:one|ONE)\b|_|-)|--(?:collect-only|co|no-run|list|list-tests|passWithNoTests|pass-with-no-tests)\b|\s-bench\b/;

/** The signs of it that are looked for in the output of any later call, as patterns of lessons are written. */
export const MET_BESIDES =
  '(?:--- (?:PASS|SKIP)|=== RUN|FAIL|ok\\s+\\S+\\s+\\S+(?:\\n|$)|[1-9]\\d* (?:pass|fail))';

const HEAD_CHARS = 400;
const TAIL_CHARS = 800;

/** The line that says that what a command chose met nothing; empty where something was met, or nothing was wanted. */
export function metNothing(command: string, text: string): string {
  if (!runsTests(command) && !CHOOSES_OTHERWISE.test(command.slice(0, COMMAND_CHARS))) return '';
  if (!MAY_SAY.test(text.slice(0, HEAD_CHARS)) && !MAY_SAY.test(text.slice(-TAIL_CHARS))) return '';
  if (FOR_NONE.test(command) || MET.test(text)) return '';
  const line = MET_NOTHING.exec(text)?.[0].trim() ?? '';
  return ALL_LEFT_OUT.test(line) && !NAMES_TESTS.test(command) ? '' : line;
}

const CHOOSES = /^(?:-run|-k|-t|-g|--filter|--grep|--testNamePattern|--test-name-pattern|-Dtest)$/;
/** What stands between the names of a choice: alternatives, subtests, anchors, `and`. */
const BETWEEN = /[|/^$()[\],#*.+?:\\\s]+|\b(?:and|or|not)\b/;
const NAME_CHARS_MIN = 4;
/** Failing tests as their runners name them: go, pytest and unittest, cargo. */
const FAILING = /^\s*--- FAIL: (\S+)|^FAILED (\w\S*)|^(?:FAIL|ERROR): (\w+) \(|^test (\S+) \.\.\. FAILED/gm;
const FAILING_MAX = 50;

const namesIn = (choice: string): string[] =>
  choice.split(BETWEEN).filter((name) => name.length >= NAME_CHARS_MIN);

function chosenIn({ parts }: SeenCall): string[] {
  return parts.flatMap(({ args }) =>
    args.flatMap((arg, at) => {
      const equals = arg.indexOf('=');
      if (equals > 0 && CHOOSES.test(arg.slice(0, equals))) return namesIn(arg.slice(equals + 1));
      return CHOOSES.test(args[at - 1] ?? '') ? namesIn(arg) : [];
    }),
  );
}

function failingIn(error: string): string[] {
  const found = [...error.matchAll(FAILING)].slice(0, FAILING_MAX);
  return found.flatMap((match) => namesIn(match.slice(1).find((name) => name !== undefined) ?? ''));
}

/** True where a call chooses tests by name, and none that failed: that they pass says nothing of these. */
export function choosesOthers({ call: failed, error }: OpenFailure, call: SeenCall): boolean {
  const chosen = chosenIn(call);
  if (chosen.length === 0) return false;
  const failing = failingIn(error);
  const wanted = failing.length > 0 ? failing : chosenIn(failed);
  return wanted.length > 0 && !chosen.some((name) => wanted.some((each) => each.includes(name)));
}

/** True where a call does not choose what another one chose in vain: again nothing runs, or all tests do. */
export const meetsNothing = ({ call: failed }: OpenFailure, call: SeenCall, output: string): boolean =>
  metNothing(call.command, output) !== '' || (chosenIn(failed).length > 0 && chosenIn(call).length === 0);
