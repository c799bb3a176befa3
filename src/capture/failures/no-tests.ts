import { anyOf } from '../../text/any-of.ts';
import { runsTests } from '../shell/programs.ts';

/** Runs of tests whose choice meets none: most runners end well then, and a pipe hides the status of the others. */

/** What runners say where nothing was run. */
export const NONE_RAN = anyOf(
  [
    /testing: warning: no tests to run|ok\s+\S+\s+\S+\s+\[no tests to run\]/,
    /test result: ok\. 0 passed; 0 failed; 0 ignored; 0 measured; [1-9]\d* filtered out[^\n]*/,
    /No test matches the given testcase filter [^\n]*|No tests found for given includes: [^\n]*/,
    /\d+ deselected in [\d.]+s|no tests ran in [\d.]+s/,
    /No test(?: file)?s found, exiting with code 1|Error: No tests found[^\n]{0,40}/,
    /All tests have been excluded\.|No tests (?:were found!!!|executed!|ran\.)/,
    /\s*0 passing \([\d.]+\w*\)|Ran 0 tests in [\d.]+s|0 examples, 0 failures/,
  ],
  { before: /^/, after: /[^\S\n]*$/, flags: 'm' },
);
const RAN =
  /^\s*--- (?:PASS|FAIL|SKIP)|^=== RUN|^FAIL|^ok\s+\S+\s+(?:[\d.]+s|\(cached\))\s*$|\b[1-9]\d* (?:pass|fail)(?:ed|ing)?\b|^Ran [1-9]|\b[1-9]\d* examples?\b|\berror\b/m;
const MAY_SAY = /no tests|No test|0 (?:passed|passing|tests|examples)|deselected|been excluded/;
/** None was to run: it is only built, listed or measured. */
const FOR_NONE =
  /-run[ =]['"]?(?:\^?\$|\^*(?:x{2,}|X{2,})|[Nn](?:one|ONE)\b|_|-)|--(?:collect-only|co|no-run|list|list-tests|passWithNoTests|pass-with-no-tests)\b|\s-bench\b/;

const HEAD_CHARS = 400;
const TAIL_CHARS = 800;

/** The line that says that a choice of tests met none; empty where some ran, or none was wanted. */
export function noneRan(command: string, text: string): string {
  if (
    !runsTests(command) ||
    !(MAY_SAY.test(text.slice(0, HEAD_CHARS)) || MAY_SAY.test(text.slice(-TAIL_CHARS)))
  )
    return '';
  return FOR_NONE.test(command) || RAN.test(text) ? '' : (NONE_RAN.exec(text)?.[0].trim() ?? '');
}
