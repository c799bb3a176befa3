import type { OpenFailure } from '../failure-state.ts';
import { NONE_RAN } from '../failures/no-tests.ts';
import { code } from './prose.ts';
import { calleeOf, type Shape } from './summary-shapes.ts';

/** Runs of tests whose choice met none. */

/** What a call chose tests by, as it stands there. */
const CHOICE =
  /\s((?:-run|-k|-t|-g|-R|--only|--grep|--filter|--tests|--testNamePattern|-Dtest)(?:=|\s+)(?:"[^"\n]*"|'[^'\n]*'|[^\s;|&]+))/;
const PATH = /^(?!-).*(?:\/|\.\w{1,4}$)/;
/** A test by its name, which may be a guess. */
const GUESSED_NAME = /\s(?:-run|-k|-t|-g|--grep|--testNamePattern|-Dtest)(?:=|\s)|\bcargo (?:\+\S+ )?test\s/;

/** True where what worked has an option more. */
function addsOption({ culprit, correction, correctionPart }: OpenFailure): boolean {
  const optionsOf = (args: readonly string[] = []) =>
    args.filter((arg) => arg.startsWith('-')).map((arg) => arg.split('=')[0]!);
  const before = optionsOf(culprit?.args);
  return optionsOf(correction?.parts[correctionPart]?.args).some((option) => !before.includes(option));
}

export const NO_TESTS: Shape[] = [
  {
    pattern: NONE_RAN,
    kind: 'usage',
    say: (_m, account) => {
      const choice =
        CHOICE.exec(account.open.call.command)?.[1] ?? account.part?.args.find((arg) => PATH.test(arg));
      const who = calleeOf(account);
      return choice ? `${who}: ${code(choice)} meets no test` : `${who} meets no test`;
    },
    slip: (_m, { open }) => GUESSED_NAME.test(open.call.command) && !addsOption(open),
  },
];
