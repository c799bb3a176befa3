import type { OpenFailure } from '../../failure-state.ts';
import { MET_NOTHING, noneOf } from '../../failures/causes/met-nothing.ts';
import { code } from '../prose.ts';
import { calleeOf, type Shape } from './shape.ts';

/** Calls that chose tests, files, packages or hosts, and met none. */

/** What a call chose by, as it stands there. */
const CHOICE =
  /\s((?:-run|-k|-t|-g|-R|--only|--grep|--filter|--tests|--testNamePattern|--test-name-pattern|--limit|-Dtest)(?:=|\s+)(?:"[^"\n]*"|'[^'\n]*'|[^\s;|&]+))/;
const PATH = /^(?!-).*(?:\/|\.\w{1,4}$)/;
/** A test by its name, which may be a guess. */
const GUESSED_NAME =
  /\s(?:-run|-k|-t|-g|--grep|--testNamePattern|--test-name-pattern|-Dtest)(?:=|\s)|\bcargo (?:\+\S+ )?test\s/;

/** The options that what worked has more, with their values. */
function addedOptions({ culprit, correction, correctionPart }: OpenFailure): string[] {
  const optionsOf = (args: readonly string[] = []) =>
    args.flatMap((arg, at) =>
      arg.startsWith('-') ? [{ name: arg.split('=')[0]!, arg, next: args[at + 1] ?? '' }] : [],
    );
  const before = optionsOf(culprit?.args).map(({ name }) => name);
  return optionsOf(correction?.parts[correctionPart]?.args)
    .filter(({ name }) => !before.includes(name))
    .map(({ name, arg, next }) => (TAKES_VALUE.test(arg) && /^\w/.test(next) ? `${name} ${next}` : arg));
}

/** Without such an option a test is not built, or left out. */
const BRINGS_IN = /^(?:--?tags|--features|--all-features|--include-ignored|--ignored|--workspace)(?:[= ]|$)/;
const TAKES_VALUE = /^(?:--?tags|--features)$/;

export const MET_NONE: Shape[] = [
  {
    pattern: MET_NOTHING,
    kind: 'usage',
    say: (m, account) => {
      const choice =
        CHOICE.exec(account.open.call.command)?.[1] ?? account.part?.args.find((arg) => PATH.test(arg));
      const who = calleeOf(account);
      const lacked = addedOptions(account.open).find((option) => BRINGS_IN.test(option));
      const none = `meets no ${noneOf(m[0])}${lacked ? ` without ${code(lacked)}` : ''}`;
      return choice ? `${who}: ${code(choice)} ${none}` : `${who} ${none}`;
    },
    slip: (_m, { open }) => GUESSED_NAME.test(open.call.command) && addedOptions(open).length === 0,
  },
];
