import { INNER_HOST, NO_DOCKER, PLAIN_FOR_TLS } from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { isOtherAddress, startedServer } from '../causes/addresses.ts';
import { meetsOther } from '../causes/git-lock.ts';
import { pathGiven } from '../causes/installed-elsewhere.ts';
import {
  isEmptied,
  isWrongFolder,
  missingWrapper,
  NO_PROGRAM,
  pathOfProgram,
} from '../causes/wrong-folder.ts';
import { askedRights, leavesSandbox } from '../correction/call-settings.ts';
import { isSameName } from '../correction/pairing.ts';
import { preparation } from '../correction/prepared.ts';
import { NEEDS_ROOT } from '../result/own-error.ts';
import type { ErrorKind } from './error-kind.ts';

/** The kind of a failure, once what worked instead is known. */

const COMMAND_CHARS_MAX = 600;

const TRUST = /\bSSL\b|\bTLS\b|\bschannel\b|\bcertificate\b/i;

const OF_TRUST = /ssl|tls|cert|trusted|insecure|^-k$|schannel/i;

const IN_CONTAINER = /\b(?:docker|podman|nerdctl)\b.{0,80}\b(?:exec|run)\b|\bkubectl exec\b|\bsail\b/;

const SANDBOXED = new Set<ErrorKind>(['generic', 'permission', 'network']);

/** True where the very same command worked outside of the sandbox: nothing else was wrong with it. */
const isConfined = ({ kind, call, correction, resettled }: OpenFailure): boolean =>
  resettled === true &&
  SANDBOXED.has(kind) &&
  correction !== null &&
  (askedRights(call, correction) !== undefined || (leavesSandbox(correction) && !leavesSandbox(call)));

const GETS_REFS = /\bgit (?:\S+ )*fetch\b/;

const NO_REF = /did not match any|couldn't find remote ref|unknown revision/;

/** True where git knew a name once it had been fetched. */
const isFetched = (open: OpenFailure): boolean =>
  open.kind === 'git-state' &&
  open.passedUnchanged &&
  NO_REF.test(open.salient) &&
  GETS_REFS.test(preparation(open));

/** A program of a virtual environment. */
const OF_ENVIRONMENT = /(?:^|\/)\.?v?env\/(?:bin|Scripts)\/([\w.-]+)$/;

/** True where a virtual environment lacks a program that was then called in another way: `uv pip`, `python -m pytest`. */
function isNotInEnvironment({ kind, correction, salient }: OpenFailure): boolean {
  const path = kind === 'missing-path' ? (NO_PROGRAM.exec(salient)?.[1] ?? '') : '';
  const name = OF_ENVIRONMENT.exec(path)?.[1];
  return (
    name !== undefined &&
    correction?.tool === 'Bash' &&
    wordsOf(correction.command.slice(0, COMMAND_CHARS_MAX)).includes(name)
  );
}

/** True where what could not be reached is reached from here by another address, by other trust, or from inside of a container alone. */
function isReachedOtherwise(open: OpenFailure): boolean {
  const { kind, salient, call, correction, changed } = open;
  if (changed && correction !== null && PLAIN_FOR_TLS.test(salient)) return true;
  if (kind !== 'network' || !changed || correction?.tool !== 'Bash') return false;
  if (isOtherAddress(open)) return true;
  const added = wordsOf(correction.command.slice(0, COMMAND_CHARS_MAX)).filter(
    (word) => !call.command.includes(word),
  );
  if (TRUST.test(salient) && added.some((word) => OF_TRUST.test(word))) return true;
  return (
    INNER_HOST.test(salient) && IN_CONTAINER.test(correction.command) && !IN_CONTAINER.test(call.command)
  );
}

const STARTS_DOCKER =
  /\bDocker Desktop\b|\bopen (?:-g )?-a Docker\b|\b(?:systemctl|service) (?:start docker|docker start)\b|\b(?:colima|orb|dockerd|rancher|podman machine) start\b|\bdockerd\b/;

/** True where Docker was not running, and was then started. */
const isDockerStarted = ({ error, done = [], correction }: OpenFailure): boolean =>
  NO_DOCKER.test(error) &&
  [...done, correction?.command ?? ''].some((command) => STARTS_DOCKER.test(command));

/** The same command as it worked with other arguments, after a message of no known kind; null where an edit mended it, or another command did. */
function sameCommand({ kind, culprit, correction, correctionPart, edits }: OpenFailure): ShellPart | null {
  const part = correction?.tool === 'Bash' ? correction.parts[correctionPart] : undefined;
  if (kind !== 'generic' || !part || !culprit || edits.length > 0) return null;
  return part.program === culprit.program && part.sub === culprit.sub ? part : null;
}

/** True where a message of no known kind speaks of the option that the same command was then given. */
const isOptionTold = (open: OpenFailure): boolean =>
  sameCommand(open)?.args.some((arg) => {
    const name = /^--([a-z]{4,})(?=$|[=-])/.exec(arg)?.[1];
    return (
      name !== undefined &&
      !open.call.command.includes(`--${name}`) &&
      new RegExp(`\\b${name}\\b`, 'i').test(open.salient)
    );
  }) === true;

const DENIES_OPTION =
  /\b(?:does(?: not|n['’]t)|no longer) (?:support|accept|know|have|take)s? (?:the |an? )?[`'"]?(--[a-z][\w-]{2,})/i;

/** True where a message denies an option that the same command then did without, or the agent does where none was printed: `this version does not support --dense`. */
function isOptionDenied(open: OpenFailure): boolean {
  const option = DENIES_OPTION.exec(open.salient === '' ? open.after : open.salient)?.[1];
  return (
    option !== undefined &&
    open.call.command.includes(option) &&
    sameCommand(open)?.args.includes(option) === false
  );
}

/** What programs of the system say to a user who is not root, whatever they are asked to do. */
const ROOT_ONLY =
  /\b(?:must|has to|have to|needs? to) be (?:run (?:as|by) )?(?:root|superuser)\b|\bonly root can\b|^RTNETLINK answers: Operation not permitted|^setting the network namespace .* failed: Operation not permitted/;

/** True where a command was called without root that does nothing without it. */
const lacksRoot = ({ kind, salient }: OpenFailure): boolean =>
  kind === 'permission' && (NEEDS_ROOT.test(salient) || ROOT_ONLY.test(salient));

/** The question was in order, and its answer is that there is nothing. */
const NOTHING_THERE = /\b(?:no|nothing|none|empty|zero|not found)\b/i;

/** True where a tool's error names an argument whose value was another in the call that worked: "`limit` is above 100". */
function namesChangedArgument({ call, correction, salient }: OpenFailure): boolean {
  if (call.tool === 'Bash' || correction?.nativeTool !== call.nativeTool || NOTHING_THERE.test(salient))
    return false;
  const words = new Set(salient.toLowerCase().split(/\W+/));
  return Object.entries(call.input).some(
    ([name, value]) =>
      name.length > 1 &&
      words.has(name.toLowerCase()) &&
      JSON.stringify(value) !== JSON.stringify(correction.input[name]),
  );
}

/** True where a tool of the same name, of another server, took the very same arguments. */
export const isOtherServer = ({ call, correction }: OpenFailure): boolean =>
  correction !== null &&
  isSameName(call, correction) &&
  JSON.stringify(call.input) === JSON.stringify(correction.input);

/** The first that holds tells the kind. */
const SIGNS: readonly (readonly [ErrorKind, (open: OpenFailure) => boolean])[] = [
  ['wrong-directory', isWrongFolder],
  ['sandbox', isConfined],
  ['git-state', meetsOther],
  ['environment', isDockerStarted],
  ['environment', isEmptied],
  ['environment', isReachedOtherwise],
  ['environment', isFetched],
  ['environment', lacksRoot],
  ['environment', (open) => startedServer(open) !== ''],
  ['environment', (open) => open.kind === 'generic' && pathGiven(open) !== ''],
  ['command-not-found', isNotInEnvironment],
  ['environment', (open) => open.kind === 'missing-path' && missingWrapper(open) !== ''],
  ['usage', isOptionTold],
  ['usage', isOptionDenied],
  [
    'tool-validation',
    (open) => open.kind === 'generic' && (namesChangedArgument(open) || isOtherServer(open)),
  ],
  ['command-not-found', (open) => open.kind === 'missing-path' && pathOfProgram(open) !== ''],
];

/** The kind of a failure, once what worked instead is known. */
export const kindByCorrection = (open: OpenFailure): ErrorKind =>
  SIGNS.find(([, holds]) => holds(open))?.[0] ?? open.kind;
