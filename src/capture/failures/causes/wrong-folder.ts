import { baseName } from '../../../inject/paths.ts';
import { NO_SCRIPT } from '../../../text/known-messages.ts';
import { shellSays } from '../../../text/shell-says.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { wordsOf } from '../../shell/raw-command.ts';
import { nameLikeness } from '../correction/likeness.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { missingModule } from '../kind/questions.ts';
import { missingPath } from './missing-path.ts';

/** A command in the wrong folder, or a path that is right from another one: as the call that then worked shows. */

/** Kinds of messages that a wrong folder can cause. */
const OF_PLACE = new Set<ErrorKind>(['git-state', 'missing-path', 'usage', 'api-misuse', 'generic']);

const NOT_HERE =
  /did not match any|ambiguous argument|no such file|not found|does not exist|could not (?:find|open)|cannot (?:find|open|access)/i;

/** Folders that a command goes to before it does anything. */
const MOVES = /^(?:\s*(?:cd|pushd) +("[^"]*"|'[^']*'|[^\s;&|]+) *(?:&&|;|\n)\s*)+/;

/** What changes nothing of what a command does: what shows less of its output, and the end of its options. */
const SHOWN = /(?<!\s)\s*(?:2>&1\s*)?\|\s*(?:head|tail)\b[^|;&]*$|\s2>&1|\s--(?=\s)/g;

/** What a shell says of a program that it was given by its path. */
export const NO_PROGRAM = shellSays([/(?:no such file or directory: )?(\S+\/[^\s:]+)/]);

const COMMAND_CHARS_MAX = 600;

const GOES_TO = /(?:^|[;&\n]\s*)(?:cd|pushd) +([^\s;&|]+)/;

/** A command without the folder that it goes to first, and without what only shows less of its output. */
export const coreOf = (command: string): string => command.replace(MOVES, '').replace(SHOWN, '').trim();

const folders = (command: string): string => MOVES.exec(command)?.[0] ?? '';

/** True where what worked is the very same command in another folder. */
export const isSameElsewhere = (call: SeenCall, correction: SeenCall): boolean =>
  coreOf(call.command) === coreOf(correction.command) &&
  folders(call.command) !== folders(correction.command);

/** True where the very same command worked in another folder: nothing else was wrong with it. */
function isMoved({ kind, call, correction, edits, salient }: OpenFailure): boolean {
  if (!OF_PLACE.has(kind) || correction?.tool !== 'Bash' || edits.length > 0) return false;
  return NOT_HERE.test(salient) && isSameElsewhere(call, correction);
}

/** True where a module that was asked for is there for the very same code in another folder. */
const isImportedElsewhere = ({ kind, call, correction, edits, error }: OpenFailure): boolean =>
  kind === 'no-match' &&
  correction?.tool === 'Bash' &&
  edits.length === 0 &&
  missingModule(error) !== '' &&
  isSameElsewhere(call, correction);

/** The path by which a program was then called, where it is not at the one that it was called by; empty where it was not. */
export function pathOfProgram({ correction, salient }: OpenFailure): string {
  const path = NO_PROGRAM.exec(salient)?.[1];
  if (path === undefined || correction?.tool !== 'Bash') return '';
  const words = wordsOf(correction.command.slice(0, COMMAND_CHARS_MAX));
  if (words.includes(path)) return '';
  return words.find((word) => word.includes('/') && baseName(word) === baseName(path)) ?? '';
}

const TYPO = 0.7;

/** True where the folder that is not there is the right one misspelt: one-off, and nothing to learn. */
export function isMisspelt({ kind, call, correction }: OpenFailure): boolean {
  if (kind !== 'wrong-directory' || correction?.tool !== 'Bash') return false;
  const [was, is] = [call.command, correction.command].map((command) =>
    (GOES_TO.exec(command)?.[1] ?? '').replace(/\/+$/, '').split('/'),
  ) as [string[], string[]];
  if (was.length < 2 || was.length !== is.length) return false;
  const other = was.flatMap((part, at) => (part === is[at] ? [] : [[part, is[at]!] as const]));
  return other.length === 1 && nameLikeness(...other[0]!) >= TYPO;
}

/** A path that begins with the folder that the shell is in, and what is left of it without that, which then worked; or null. */
export function doubledPath({
  call,
  correction,
  salient,
}: OpenFailure): { path: string; rest: string } | null {
  const inside = `${baseName(call.cwd ?? '')}/`;
  if (inside.length < 2 || correction?.tool !== 'Bash') return null;
  const path = wordsOf(call.command.slice(0, COMMAND_CHARS_MAX)).find(
    (word) => word.startsWith(inside) && word.length > inside.length && salient.includes(word),
  );
  const rest = path?.slice(inside.length);
  const isRight = wordsOf(correction.command.slice(0, COMMAND_CHARS_MAX)).includes(rest ?? '');
  return path !== undefined && isRight ? { path, rest: rest! } : null;
}

const bare = (path: string): string => path.replace(/\/+$/, '');

/** The variable that a missing path began with, and that is empty: only what stood behind it is left. */
export function emptyVariable(path: string, { call }: Pick<OpenFailure, 'call'>): string {
  if (!path.startsWith('/')) return '';
  for (const [, name, rest] of call.command
    .slice(0, 2000)
    .matchAll(/\$\{?([A-Z_][A-Z0-9_]*)\}?(\/[\w./@+-]+)/g))
    if (bare(rest!) === bare(path)) return name!;
  return '';
}

/** True where a program is called by the same path as before, and is there in another folder. */
function isRunElsewhere({ kind, call, correction, salient }: OpenFailure): boolean {
  if (kind !== 'missing-path' || correction?.tool !== 'Bash') return false;
  const path = NO_PROGRAM.exec(salient)?.[1];
  if (path === undefined || /^[/~]/.test(path)) return false;
  return (
    wordsOf(correction.command.slice(0, COMMAND_CHARS_MAX)).includes(path) &&
    folders(call.command) !== folders(correction.command)
  );
}

/** The folder that a line goes to before it names a program or a file by a path from where the shell was; empty where the one that worked goes to one as well. */
export function movedAway(open: OpenFailure): string {
  const { call, correction, salient } = open;
  const path = NO_PROGRAM.exec(salient)?.[1] ?? (missingPath(open) || '/');
  const stayed = correction?.tool === 'Bash' && folders(correction.command) === '';
  if (!stayed || /^[/~]/.test(path) || !correction.command.includes(path)) return '';
  return GOES_TO.exec(folders(call.command))?.[1] ?? '';
}

/** True where a script is named from a folder that the shell stood in already, and is right by its name alone. */
function isNamedTwice({ call, correction, salient }: OpenFailure): boolean {
  const path = NO_SCRIPT.exec(salient)?.[1] ?? '';
  if (correction?.tool !== 'Bash') return false;
  const given = wordsOf(call.command.slice(0, COMMAND_CHARS_MAX)).find(
    (word) => /^\w[^:]*\/[^/]+$/.test(word) && path.endsWith(`/${word}`),
  );
  if (given === undefined) return false;
  const folder = given.split('/').slice(0, -1).join('/');
  return (
    path.endsWith(`/${folder}/${given}`) &&
    wordsOf(correction.command.slice(0, COMMAND_CHARS_MAX)).includes(baseName(given))
  );
}

/** The path that a program of the system does not find. */
const NO_ENTRY =
  /^\w+: (?:cannot (?:access|open|stat) )?[`'"‘]?(\/[^`'"’:\n]+)['"’]?: No such file or directory$/;

/** True where a path began with a variable that was empty: what the call before it had set. */
export const isEmptied = ({ kind, call, salient }: OpenFailure): boolean => {
  const path = kind === 'missing-path' ? (NO_SCRIPT.exec(salient) ?? NO_ENTRY.exec(salient))?.[1] : undefined;
  return path !== undefined && emptyVariable(path, { call }) !== '';
};

const isDoubled = (open: OpenFailure): boolean =>
  (open.kind === 'missing-path' && isNamedTwice(open)) ||
  (OF_PLACE.has(open.kind) && NOT_HERE.test(open.salient) && doubledPath(open) !== null);

const WRAPPER = /^\.\/(?:gradlew|mvnw)$/;

/** The wrapper of a builder that is not there, and was not called from elsewhere since; empty for others. */
export function missingWrapper({ call, correction, salient }: OpenFailure): string {
  const path = NO_PROGRAM.exec(salient)?.[1] ?? '';
  return WRAPPER.test(path) && call.tool === 'Bash' && !correction?.command.includes(path.slice(2))
    ? path
    : '';
}

/** True where nothing else was wrong with a command than the folder that it ran in, or the path that it gave from there. */
export const isWrongFolder = (open: OpenFailure): boolean =>
  isMoved(open) || isRunElsewhere(open) || isDoubled(open) || isImportedElsewhere(open);

/** What every shell does that can start at all, and does nothing else. */
const CANNOT_FAIL = /^\s*(?:pwd|true|:|date|whoami|exit 0|echo [\w .-]{1,40}|echo (["'])[\w .-]{1,40}\1)\s*$/;

/** True where a shell fails at what cannot fail, and says nothing: it has nowhere to start in. */
export const isShellGone = (command: string, text: string): boolean =>
  text.trim() === '' && CANNOT_FAIL.test(command);

/** True of a failure of a shell whose folder was removed under it. */
export const ofGoneShell = ({ kind, call, error }: OpenFailure): boolean =>
  kind === 'wrong-directory' && isShellGone(call.command, error);
