import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { metNothing } from './met-nothing.ts';

/** Which tests a command chooses by name. Pure. */

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
