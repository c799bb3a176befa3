/** Failures whose cause is not the agent's: the user's slip, or a fault of code that was there. */
import type { OpenFailure } from '../../failure-state.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { isSameElsewhere } from '../kind/kind-by-correction.ts';
import { missingModulePath } from '../kind/questions.ts';

/** Kinds that tell of the machine: what works on it is worth knowing, whoever had named what does not. */
const OF_MACHINE = new Set<ErrorKind>([
  'command-not-found',
  'missing-module',
  'environment',
  'platform',
  'sandbox',
  'permission',
]);

/** True where it was run once as the user had written it, where it was to be run. */
const isTold = ({ asTold, attempts, kind, call, correction, resettled, files }: OpenFailure): boolean =>
  asTold === true &&
  attempts.length === 1 &&
  files !== 'own' &&
  resettled !== true &&
  kind !== 'wrong-directory' &&
  (correction === null || !(OF_MACHINE.has(kind) || isSameElsewhere(call, correction)));

/** Kinds by which a program speaks of a thing that it was asked for. */
const OF_THINGS = new Set<ErrorKind>([
  'usage',
  'missing-module',
  'git-state',
  'api-misuse',
  'generic',
  'missing-path',
]);

/** True where the user had named what is refused, and nothing else was tried in its place. */
const isGivenName = ({ givenName, kind, attempts, correction }: OpenFailure): boolean =>
  givenName === true && OF_THINGS.has(kind) && attempts.length === 1 && correction === null;

/** True where what was found wrong was there: nothing was called otherwise until it was gone. */
const isOthersFinding = ({ findingOfOthers, nothingWritten, correction, edits }: OpenFailure): boolean =>
  findingOfOthers === true && (correction === null || (nothingWritten === true && edits.length > 0));

/** Writes a package into the list of what the project needs. */
const ADDS_NEED =
  /\b(?:(?:npm|pnpm|yarn|bun) (?:install|i|add)|(?:cargo|uv|poetry|bundle) add|go get|composer require) /;

/** True where, before anything was written, code that was there asks for a module that its project had not listed. */
function isUnlisted({ kind, salient, nothingWritten, done = [] }: OpenFailure): boolean {
  const module = kind === 'missing-module' && nothingWritten === true ? missingModulePath(salient) : '';
  return (
    module !== '' &&
    done.some(
      (command) => ADDS_NEED.test(command) && wordsOf(command).some((word) => word.startsWith(module)),
    )
  );
}

/** True where the slip is the user's: he had written the command, or had named what is refused. */
export const isUsersSlip = (open: OpenFailure): boolean => isTold(open) || isGivenName(open);

/** True where the fault was there: a finding in files that others wrote, or a module that the project had not listed. */
export const isOfOthers = (open: OpenFailure): boolean => isOthersFinding(open) || isUnlisted(open);
