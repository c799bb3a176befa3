import {
  CMD_BANNER,
  NO_CHAIN_OPERATOR,
  NO_DESTINATION,
  NO_DOTNET_SDK,
  NO_SHELL_LINE,
  OLD_PYTHON,
  REFUSED_OPTION,
  SCRIPTS_DISABLED,
} from '../../../text/known-messages.ts';
import { CALLS_CMD } from '../../../triggers/cause-proposals.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { isDriveMade } from './misread-script.ts';

/** A program that lists its subcommands instead of doing anything, as those made with Cobra do. */
const LISTING = /^Usage:\s+([\w-]+(?: [\w-]+){0,3}) \[(?:command|flags|options)\]/;

/** True where a word was given as a subcommand that the program does not have, and all it prints is its list of them. */
export function misnamedSubcommand(command: string, text: string): string {
  if (!text.includes('Available Commands:')) return '';
  const parent = LISTING.exec(text)?.[1];
  const at = parent === undefined ? -1 : command.indexOf(`${parent} `);
  const word = at < 0 ? '' : (/^[a-z][\w-]*/.exec(command.slice(at + parent!.length + 1))?.[0] ?? '');
  return new RegExp(`^\\s+${word}\\s`, 'm').test(text) ? '' : word;
}

/** True where a file was sourced that is no script of the shell: `source .env`. */
function isNoScript(line: string, command: string): boolean {
  const file = NO_SHELL_LINE.exec(line)?.[1];
  return file !== undefined && (command.includes(`source ${file}`) || command.includes(`. ${file}`));
}

/** What Windows has for `python` until one is installed: an alias that only points at the store. */
const STORE_ALIAS = /\bwas not found; run without arguments to install from the Microsoft Store\b/;
const STORE_STATUS = 49;
const RUNS_PYTHON = /(?:^|[;&|\n]\s*)python3?(?:\.exe)? /;
/** The same, where the shell may not even start it. */
const ALIAS_REFUSED = /\bWindowsApps\/python[\d.]*(?:\.exe)?: Permission denied$/;

/** True where that alias was called, which may say nothing at all. */
export const isStoreAlias = (line: string, command: string, exitCode: number | null): boolean =>
  STORE_ALIAS.test(line) ||
  ALIAS_REFUSED.test(line) ||
  (exitCode === STORE_STATUS && RUNS_PYTHON.test(command));

/** A question in the last lines of an output, that nobody answered. */
const UNANSWERED =
  /\((?:[yY]\/[nN]|[yY]es\/[nN]o)\)[ :?]*(?:$|Warning: Detected unsettled top-level await\b)|\[(?:Y\/n|y\/N|yes\/no)\][ :?]*$/m;

/** True where a program ended at a question to its user. */
export const endsAtQuestion = (text: string): boolean =>
  UNANSWERED.test(text.slice(-600)) && !/\b(?:aborted|cancell?ed) by\b/i.test(text);

/** What a `rm`, `mv` or `cp` asks that is an alias with `-i`. */
const ALIAS_ASKS =
  /^(?:(?:rm|mv|cp): )?(?:remove|overwrite) [^\n]{1,300}\?\s*(?:\(y\/n \[n\]\)(?: not overwritten)?\s*)?$/;

/** The program that did nothing but ask whether it may; empty where none did. */
export const askingAlias = (command: string, text: string): string =>
  ALIAS_ASKS.test(text) ? (/(?:^|[;&|]\s*)(rm|mv|cp) (?!-\w*f)/.exec(command)?.[1] ?? '') : '';

/** What stands below the banner where it is a shell's that opens: `ver` prints the banner alone. */
const COPYRIGHT = /\]\s*\n\(c\) ?\S/i;

/** True where it was started as for a human and did nothing: Git Bash made a path of the `/c`. */
const isCmdOpened = (command: string, text: string): boolean =>
  CMD_BANNER.test(text) && COPYRIGHT.test(text) && CALLS_CMD.test(command);

/** True where Git Bash took an option of a program of Windows for a path. */
export const tookForPath = (command: string, text: string): boolean =>
  isDriveMade(text, command) || isCmdOpened(command, text);

/** What npm says of a package that was once removed by halves. */
export const isHalfRemoved = (text: string): boolean => /^npm (?:error|ERR!) code ENOTEMPTY$/m.test(text);
/** The platform for which an image has to be built, where that is not the one that it was built for; empty where it is. */
export const imagePlatform = (text: string): string => {
  const [, wanted, lacking] =
    /\bmust support (amd64|arm64)\/linux|no matching manifest for linux\/(\w+)/.exec(text) ?? [];
  return wanted ?? lacking ?? '';
};
/** What git says where nobody is named as the one who commits. */
export const NO_IDENTITY = /^fatal: (?:unable to auto-detect email address|empty ident name)/;
/** What ssh says of a key that the call names and that is not there, before nobody lets it in. */
const NO_IDENTITY_FILE =
  /^Warning: Identity file \S+ not accessible: No such file[\s\S]*\bPermission denied\b/m;
/** What an archiver says of a file that is packed in another way than it is told. */
const OTHER_PACKING =
  /^(?:gzip: stdin: not in gzip format|tar: This does not look like a tar archive|unzip: {1,2}cannot find zipfile directory in .*)$/m;
/** What PHP says where Composer has not installed anything yet. */
export const NO_VENDOR = /\bFailed opening required '[^'\n]*\bvendor\/autoload\.php'/;

/** The file of a flake of Nix that was not copied, since git does not know it; empty where that is not told. */
export const unseenByFlake = (text: string): string =>
  /error: path '\/nix\/store\/[^'/]+-source\/([^']+)' does not exist/.exec(text)?.[1] ?? '';

/** What Windows PowerShell says of a command that it does not have, whatever language the sentence before it is in. */
const NO_CMDLET = /\bObjectNotFound: \([\w.+-]+:String\) \[\], CommandNotFoundException/;

/** True where a program of Windows looks for a file of Git Bash's `/tmp` in a folder of that name, whoever names it: the call, or a script. */
const isTmpOfBash = (command: string, text: string): boolean =>
  /No such file or directory\b.{0,40}'[A-Z]:\\{1,2}tmp\\/i.test(text) &&
  !/[A-Z]:[\\/]{1,2}tmp\b/i.test(command);

/** What systemd says of a unit that it does not know, or that ended before its program ran. */
export const NO_UNIT = /^Failed to [\w-]+ \S{1,80}: Unit (\S{1,80}) (?:not found|could not be found)\b/;
export const UNIT_STATUS = /\bcode=exited, status=(200\/CHDIR|203\/EXEC|216\/GROUP|217\/USER)\)/;
/** A task of MSBuild itself that broke, not the code that was to be built. */
const BROKEN_TASK = /\berror MSB4018: The "\w{1,40}" task failed unexpectedly\b/;

/** A table that is not there, of a query that the command itself holds. */
const NO_TABLE =
  /(?:\bno such table:? |\b(?:relation|[Tt]able) )[`'"]?(?:\w+\.)?(\w+)[`'"]?(?:$| (?:does not|doesn't) exist)/;

/** True where the command asks for a table that the message does not know. */
function asksNoTable(line: string, command: string): boolean {
  const table = NO_TABLE.exec(line)?.[1];
  return (
    table !== undefined &&
    new RegExp(`\\b(?:from|join|into|update)\\s+[\`'"]?(?:\\w+\\.)?${table}\\b`, 'i').test(
      command.slice(0, 4000),
    )
  );
}

/** Maven builds one module of several without those that it needs. */
export const isModuleAlone = (error: string, command: string): boolean =>
  ((error.includes('Could not find artifact ') && /(?:^|\s)(?:-pl|--projects)[ =]/.test(command)) ||
    (error.includes('The POM for ') && /\bcd \S+ && (?:\S*\/)?mvnw? /.test(command))) &&
  !/(?:^|\s)(?:-\w*am|--also-make)(?=\s|$)/.test(command);

/** An image that the registry does not have. */
const NO_IMAGE = /^ERROR: failed to solve: \S+: failed to resolve source metadata for \S+: .*\bnot found/m;

type Sign = (failed: { line: string; command: string; text: string }) => boolean;

/** Whatever the program, its error shows how the call was made wrong; the first sign tells the kind. */
const SIGNS: readonly (readonly [ErrorKind, Sign])[] = [
  ['shell-syntax', ({ line, command }) => isNoScript(line, command)],
  ['usage', ({ text }) => /^Problem configuring task \S+ from command line\.$/m.test(text)],
  ['usage', ({ line }) => /\b(?:run|try) (?:it )?again with (?:the )?--?[a-z]/.test(line)],
  ['usage', ({ text }) => endsAtQuestion(text) || unseenByFlake(text) !== ''],
  ['environment', ({ line }) => /\bApply failed with \d+ conflicts?: conflicts? with /.test(line)],
  ['missing-module', ({ text }) => NO_VENDOR.test(text)],
  ['usage', ({ command, text }) => isModuleAlone(text, command)],
  ['usage', ({ line, command }) => asksNoTable(line, command)],
  [
    'usage',
    ({ line, command }) => /^(?:[\w: ]{0,40}: )?Invalid base64: /.test(line) && /\baws \w/.test(command),
  ],
  [
    'permission',
    ({ line, text }) => line.endsWith(' 403') && /^remote: Permission to \S+ denied/m.test(text),
  ],
  [
    'usage',
    ({ line, text }) => line === 'undefined' && /^ ?ERR_PNPM_\w+ +Command "[^"\n]+" not found$/m.test(text),
  ],
  ['usage', ({ command, text }) => askingAlias(command, text) !== ''],
  ['usage', ({ command, text }) => tookForPath(command, text)],
  ['missing-module', ({ text }) => NO_IMAGE.test(text)],
  [
    'environment',
    ({ line, text }) => isHalfRemoved(text) || NO_IDENTITY.test(line) || NO_DESTINATION.test(line),
  ],
  ['platform', ({ line }) => imagePlatform(line) !== ''],
  ['usage', ({ text }) => NO_IDENTITY_FILE.test(text) || OTHER_PACKING.test(text)],
  // A file where git wants a revision.
  ['usage', ({ line }) => /^fatal: bad revision '(?:\/|\.\.?\/)/.test(line)],
  [
    'platform',
    ({ line, text }) =>
      NO_CMDLET.test(text) ||
      NO_CHAIN_OPERATOR.test(text) ||
      SCRIPTS_DISABLED.test(text) ||
      OLD_PYTHON.test(line),
  ],
  ['missing-module', ({ text }) => text.includes('] was not found in any of the following sources:')],
  ['platform', ({ command, text }) => isTmpOfBash(command, text)],
  [
    'environment',
    ({ line, text }) =>
      NO_UNIT.test(line) || UNIT_STATUS.test(text) || BROKEN_TASK.test(text) || NO_DOTNET_SDK.test(text),
  ],
  ['usage', ({ command, text }) => misnamedSubcommand(command, text) !== ''],
];

/** The kind of an error that shows how a call was made wrong, whatever the program; null where none says so. */
export function miscallKind(line: string, command: string, text: string): ErrorKind | null {
  return SIGNS.find(([, isSeen]) => isSeen({ line, command, text }))?.[0] ?? null;
}

/** The alternative says that the call was to find out whether there is such an option. */
const ASKS_SUPPORT = /unsupported|not supported|no support|does(?: not|n't) support/i;

/** The refusal as a line of its own, not as one that a search or a file shows. */
const OWN_REFUSAL = new RegExp(`^(?:[a-z][\\w./ -]{0,40}: )*${REFUSED_OPTION.source}[\`'"]?$`, 'im');

/** The option of the call that is refused in a line of its own. */
export function optionRefused(command: string, text: string): string {
  const option = text.includes(': -') || text.includes(" '-") ? (OWN_REFUSAL.exec(text)?.[1] ?? '') : '';
  return command.includes(option) && !ASKS_SUPPORT.test(command) ? option : '';
}

/** True where a program refuses an option of the call, though the call may go on with `|| echo …`. */
export function refusesOption(command: string, body: string): boolean {
  if (askingAlias(command, body) !== '') return true;
  if (!body.includes(' option') && !body.includes(' argument') && !body.includes(' flag')) return false;
  const option = REFUSED_OPTION.exec(body)?.[1];
  return option !== undefined && command.includes(option) && !ASKS_SUPPORT.test(command);
}

/** The option that `git diff` refuses because a path lies outside of the repository, where it only compares two files; empty for others. */
export function comparedOutside(error: string, command: string): string {
  if (!/^usage: git diff --no-index/m.test(error) || command.includes('--no-index')) return '';
  const name = /^error: (?:unknown|invalid) option:? [`'"]?(?:--)?([\w-]+)/m.exec(error)?.[1] ?? '';
  return name !== '' && command.includes(`--${name}`) ? `--${name}` : '';
}
