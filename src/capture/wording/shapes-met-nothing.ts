import type { OpenFailure } from '../failure-state.ts';
import { MET_NOTHING, noneOf } from '../failures/met-nothing.ts';
import { code } from './prose.ts';
import { calleeOf, type Shape } from './summary-shapes.ts';

/** Calls that chose tests, files, packages or hosts, and met none. */

/** What a call chose by, as it stands there. */
const CHOICE =
  /\s((?:-run|-k|-t|-g|-R|--only|--grep|--filter|--tests|--testNamePattern|--test-name-pattern|--limit|-Dtest)(?:=|\s+)(?:"[^"\n]*"|'[^'\n]*'|[^\s;|&]+))/;
const PATH = /^(?!-).*(?:\/|\.\w{1,4}$)/;
/** A test by its name, which may be a guess. */
const GUESSED_NAME =
  /\s(?:-run|-k|-t|-g|--grep|--testNamePattern|--test-name-pattern|-Dtest)(?:=|\s)|\bcargo (?:\+\S+ )?test\s/;

/** True where what worked has an option more. */
function addsOption({ culprit, correction, correctionPart }: OpenFailure): boolean {
  const optionsOf = (args: readonly string[] = []) =>
    args.filter((arg) => arg.startsWith('-')).map((arg) => arg.split('=')[0]!);
  const before = optionsOf(culprit?.args);
  return optionsOf(correction?.parts[correctionPart]?.args).some((option) => !before.includes(option));
}

export const MET_NONE: Shape[] = [
  {
    pattern: MET_NOTHING,
    kind: 'usage',
    say: (m, account) => {
      const choice =
        CHOICE.exec(account.open.call.command)?.[1] ?? account.part?.args.find((arg) => PATH.test(arg));
      const who = calleeOf(account);
      const none = `meets no ${noneOf(m[0])}`;
      return choice ? `${who}: ${code(choice)} ${none}` : `${who} ${none}`;
    },
    slip: (_m, { open }) => GUESSED_NAME.test(open.call.command) && !addsOption(open),
  },
];
