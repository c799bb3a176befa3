import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { asWritten, wordsOf } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { saidByShell } from '../../shell/shell-complaint.ts';
import { programOf } from '../blame.ts';
import { isSameElsewhere } from '../causes/wrong-folder.ts';
import { isPartOfPackage } from '../kind/command-kinds.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { missingModulePath } from '../kind/questions.ts';

/** Failures whose cause is not the agent's: a slip of the user's, or a fault of code that was there. */

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

/** Where a command goes or what of it is shown, which nobody says when he asks for it. */
const SHOWN = /\s*\d?>.*$/s;
/** A command of one word may be any word. */
const COMMAND = /\S\s+\S|\//;
/** What may stand right before a command or a name that is written in a sentence. */
const BEFORE = /[\s`'"(@]$|^$/;
/** What may follow it: its end, or the next word of the sentence, but no further argument. */
const AFTER = /^(?:$|[\n`'")]|[.,;:!?](?:\s|$)|\s+(?:$|[\p{L}']+(?=[\s.,;:!?)]|$)))/u;
/** What may follow a name: no more of it, and no line of a file. */
const AFTER_NAME = /^(?:$|[\s`'")]|[.,;:!?](?:\s|$))/;
const AFTER_CHARS = 40;

/** True where words hold a text on its own. */
function holdsWhole(words: string, text: string, after: RegExp): boolean {
  for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (BEFORE.test(words.slice(Math.max(0, at - 1), at)) && after.test(words.slice(end, end + AFTER_CHARS)))
      return true;
  }
  return false;
}

/** True where a human's words hold a name on its own, not as a part of a longer path or a place in a file. */
export const namesWhole = (words: string, name: string): boolean => holdsWhole(words, name, AFTER_NAME);

/** True where what failed was run as a human had written it: the slip, if it is one, is his. */
export function isAsTold(words: string, call: SeenCall, culprit: ShellPart | null): boolean {
  if (culprit === null || words === '') return false;
  const command = asWritten(call.command, culprit).replace(SHOWN, '').trim();
  return COMMAND.test(command) && holdsWhole(words, command, AFTER);
}

/** Words of a message that may be names. */
const WORDS = /[\w@][\w@./:+-]{1,78}\w/g;
/** A name that is no everyday word. */
const NAME = /^(?=.*[\d./_@:-])[\w@./:+-]+$/;
/** In a longer message much is named that the call was not asked about. */
const PROMPT_CHARS_MAX = 1000;

/** `vite@9.1` is said as `vite to 9.1`. */
const VERSIONED = /^(\w[\w./-]*?)(?:@|==?)v?(\d[\w.-]*)$/;

/** True where a human's words give a name: one that is no everyday word, or any in quotes. */
const isGiven = (words: string, name: string): boolean =>
  (NAME.test(name) && namesWhole(words, name)) ||
  (VERSIONED.exec(name)
    ?.slice(1)
    .every((part) => namesWhole(words, part)) ??
    false) ||
  ['`', '"', "'"].some((quote) => words.includes(`${quote}${name}${quote}`));

/** True where a short message of a human's gives the name that is refused, or the one thing that the command was given. */
export function isOfGivenName(
  words: string,
  { call, culprit, salient }: Pick<OpenFailure, 'call' | 'culprit' | 'salient'>,
): boolean {
  if (words === '' || words.length > PROMPT_CHARS_MAX) return false;
  const refused = (salient.match(WORDS) ?? []).filter((name) => call.command.includes(name));
  const things = culprit?.args.filter((arg) => !arg.startsWith('-') && arg !== culprit.sub) ?? [];
  return [...refused, ...(things.length === 1 ? things : [])].some((name) => isGiven(words, name));
}

/** Programs that only say whether files are as they should be. */
const INSPECTS = anyOf([
  /^[\w.-]+(?: [\w./:-]+){0,2} (?:--?)?(?:check|validate|verify|lint|audit|configtest|syntax-check|check-config)\b/,
  /^[\w-]*(?:lint|check|validate|validator)\b/,
  /^(?:ba|da|k|z)?sh -n\b|^php -l\b|^ruby -\w*c\b|^perl -\w*c\b|^node (?:-c|--check)\b|^jq empty\b/,
  /^python[\d.]* -m (?:py_compile|compileall|json\.tool)\b/,
  /^(?:nginx|haproxy|sshd|httpd|apache2(?:ctl)?|apachectl|visudo)\b.* -[tc]\b/,
]);
/** Says where in a file it is. */
const PLACE = /\bline \d+\b|\w\.\w{1,8}:\d+\b|(?:^|\s)\d+:\d+\s/;
const TEXT_CHARS_MAX = 8192;
/** Kinds that words about a file can be taken for. */
const OF_WORDS = new Set<ErrorKind>(['usage', 'shell-syntax', 'script-error', 'api-misuse']);

const SCRIPT = /\.(?:ba|z|k)?sh$/;
const GITS_HINT = /^hint: /m;

/** True where git refuses a call that a script makes: how that was called had no part in it. */
export const isRefusedInside = ({ culprit, error }: Pick<OpenFailure, 'culprit' | 'error'>): boolean =>
  SCRIPT.test(programOf(culprit)) && GITS_HINT.test(error);

/**
 * True where git refuses a script that the session did not write, or where a program that only looks files over says what
 * is wrong in one, and the session wrote none of those that the command or the error names: a finding, not what the
 * command was called with.
 */
export function isFindingOfOthers(
  {
    call,
    culprit,
    error,
    salient,
    kind,
  }: Pick<OpenFailure, 'call' | 'culprit' | 'error' | 'salient' | 'kind'>,
  written: readonly string[],
): boolean {
  const program = programOf(culprit);
  if (isRefusedInside({ culprit, error })) return !written.some((path) => baseName(path) === program);
  if (culprit === null || !OF_WORDS.has(kind) || saidByShell(salient)) return false;
  const text = error.slice(0, TEXT_CHARS_MAX);
  if (!INSPECTS.test(culprit.text) || !PLACE.test(text) || isPartOfPackage(call.command, error)) return false;
  return !written.some((path) => {
    const name = baseName(path);
    return text.includes(name) || call.command.includes(name);
  });
}
