import { baseName } from '../../inject/paths.ts';
import { NOT_RUN } from '../../text/shell-says.ts';
import { missingProgram, namedWords } from '../../triggers/named-words.ts';
import type { OpenFailure } from '../failure-state.ts';
import { CONTAINER_CLIENTS } from '../shell/programs.ts';
import { withCarriers } from '../shell/remote.ts';
import { isFilter, type ShellPart, shellParts } from '../shell/shell.ts';
import { messageOf } from '../wording/message/message.ts';
import { UNIT_STATUS } from './causes/miscall.ts';
import { culpritOf } from './culprit.ts';

/** The shell gave the whole line up before it ran any of it. */
const UNPARSED = /(?:parse error|syntax error) near|unknown file attribute|unexpected EOF while looking/;

/** What only some subcommands of git say; after a failing one the rest of an `&&` chain never ran. */
const GIT_VOICES = [
  { says: /paths are ignored by one of your/, subs: /^add/ },
  {
    says: /already (?:used by worktree|checked out)|would be overwritten by checkout|did not match any file\(s\) known/,
    subs: /^(?:checkout|switch|restore|worktree)/,
  },
  { says: /locked working tree|is not a working tree|use --force to delete it/, subs: /^worktree/ },
  { says: /cannot delete branch|is not fully merged/i, subs: /^branch/ },
  {
    says: /couldn't find remote ref|no tracking information|divergent branches|cannot pull with rebase/,
    subs: /^(?:pull|fetch)/,
  },
  { says: /has no upstream branch|failed to push some refs|src refspec/, subs: /^push/ },
  {
    says: /^(?:fatal: )?repository '.{1,300}' (?:not found|does not exist)/,
    subs: /^(?:push|pull|fetch|clone|ls-remote|submodule)/,
  },
  {
    says: /unable to auto-detect email address|empty ident name|Please tell me who you are/,
    subs: /^(?:commit|merge|rebase|cherry-pick|revert|am|stash|tag|pull)/,
  },
  { says: /nothing to commit|no changes added to commit/, subs: /^commit/ },
];

/** What systemd could not do with a unit. */
const OF_UNIT = /^Failed to ([\w-]{3,20}) \S{1,80}: Unit /;

/**
 * The simple command that an error is about: the one that it names, or that holds the word which it quotes, where
 * `culpritOf` does not choose that.
 */
export function blamedPart(parts: ShellPart[], salient: string, error: string): ShellPart | null {
  const culprit = culpritOf(parts, salient, error);
  if (parts.length < 2 && !culprit?.by) return culprit;
  return partMeant(parts, culprit, { salient, error });
}

function partMeant(
  parts: ShellPart[],
  culprit: ShellPart | null,
  said: Pick<OpenFailure, 'salient' | 'error'>,
): ShellPart | null {
  const { error } = said;
  const message = messageOf(said);
  if (UNPARSED.test(message)) return parts.length < 2 ? culprit : null;
  if (message === '') return parts.find(isKill) ?? culprit;
  for (const finder of BY_MESSAGE) {
    const part = finder(parts, message, error);
    if (part) return part;
  }
  if (culprit && message.startsWith(`${culprit.program}: `)) return culprit;
  const called = parts.find(({ program, sub }) => sub && message.includes(`'${program} ${sub}'`));
  if (called) return called;
  for (const word of namedWords(message)) {
    if (word.length < 2) continue;
    if (culprit && holds(culprit, word)) return culprit;
    const all = word.startsWith('-') ? parts.flatMap(withCarriers) : parts;
    const other = all.findLast((part) => !isFilter(part) && holds(part, word));
    if (other) return other;
  }
  const used = usageOf(error);
  const user = used && parts.findLast((part) => part.program === used || runs(part, used));
  return user || culprit;
}

/** What PowerShell's commands that speak under their own name are called for short. */
const SHORT_FOR: Readonly<Record<string, RegExp>> = {
  'Remove-Item': /^(?:del|erase|ri|rm|rd|rmdir)$/i,
  'Move-Item': /^(?:move|mv|mi)$/i,
  'Copy-Item': /^(?:copy|cp|cpi)$/i,
  'Rename-Item': /^(?:ren|rni)$/i,
  'New-Item': /^(?:mkdir|md|ni)$/i,
  'Set-Location': /^(?:cd|chdir|sl)$/i,
  'Get-ChildItem': /^(?:ls|dir|gci)$/i,
  'Get-Content': /^(?:cat|type|gc)$/i,
};

type Finder = (parts: ShellPart[], message: string, error: string) => ShellPart | undefined | false | '';

/** The part that a message is of, by what it says and whoever was taken for the culprit; the surest first. */
const BY_MESSAGE: Finder[] = [
  (parts, message) =>
    message.includes('externally-managed-environment') &&
    parts.find((part) => /^(?:pip|pip3|pipx)$/.test(part.program) || part.sub === 'pip'),
  (parts, _message, error) =>
    error.includes('Microsoft') &&
    IS_ALIAS.test(error) &&
    parts.find((part) => /^python[\d.]*$/.test(part.program)),
  (parts, message) => {
    const voiced = GIT_VOICES.find(({ says }) => says.test(message));
    return voiced && parts.find((part) => part.program === 'git' && voiced.subs.test(part.sub));
  },
  (parts, message) => {
    // A line that restarts a unit and then shows it ends with the same status.
    const verb = OF_UNIT.exec(message)?.[1] ?? (UNIT_STATUS.test(message) ? 'start|restart|enable' : '');
    return parts.find(({ program, sub }) => program === 'systemctl' && verb.split('|').includes(sub));
  },
  (parts, message) =>
    NOT_PUBLISHED.test(message) &&
    parts.find(
      ({ program, sub }) => carries(program) && /(?:^|\s)(?:up|run|start|restart|create)$/.test(sub),
    ),
  (parts, message) => {
    const [, inBash, inZsh] = NOT_RUN.exec(message) ?? [];
    const run = inBash ?? inZsh;
    return run && parts.find((part) => part.text.startsWith(run) || run.endsWith(`/${part.program}`));
  },
  (parts, message) => {
    const [, cmdlet = ''] = /^([A-Z][a-z]+-[A-Z]\w+): /.exec(message) ?? [];
    const short = SHORT_FOR[cmdlet];
    return short && parts.find(({ program }) => short.test(program));
  },
  (parts, _message, error) => OF_MSVC.test(error.slice(0, 1000)) && parts.find(builds),
  (parts, _message, error) => {
    const broken = BROKEN_PROGRAM.exec(error.slice(0, 1000))?.[1];
    return broken && parts.find((part) => part.program === broken);
  },
  (parts, message) => {
    const program = missingProgram(message) ?? /^Blocked: (?:standalone )?(\S+)/.exec(message)?.[1];
    const named = program && parts.findLast((part) => part.program === program);
    // What only starts another program is no part of its own.
    return named || (program && parts.find((part) => part.via !== ''));
  },
];

/** What Microsoft's compiler and linker say, whatever runs them, and what has just been built is run behind. */
const OF_MSVC = /\berror (?:C|LNK)\d{4}: /;
const builds = ({ program, args }: ShellPart): boolean =>
  program === 'cmake' ? args.includes('--build') : /^(?:msbuild|ninja|nmake|cl|link|devenv)$/i.test(program);

/** Windows' alias for `python` speaks the language of the machine, and names no program. */
const IS_ALIAS = /^[^\n]{0,200}\bMicrosoft[ \u00a0]Store\b/m;

/** A program of Python whose own start fails: `File "/usr/bin/pip", line 5, in <module>`. */
const BROKEN_PROGRAM = /^ +File "\S*\/bin\/([\w.+-]+)", line \d+, in <module>/m;
const carries = (program: string): boolean =>
  CONTAINER_CLIENTS.test(program) || /^(?:lxc|ssh)$/.test(program);

/** A container's port could not be opened: of several commands for containers the one that starts it says so. */
const NOT_PUBLISHED = /\bBind for \S+ failed|driver failed programming external connectivity/;

/** A program that ends others by what their command lines hold, which can be its own shell's. */
const isKill = ({ program, args }: ShellPart): boolean => program === 'pkill' && args.includes('-f');

/** The simple command that speaks in the message: one inside of `$(…)`, where no part of the line is to blame, or the culprit. */
export function speakerOf(message: string, line: string, culprit: ShellPart | null): ShellPart | null {
  const speaker = /^([\w.+-]+): /.exec(message)?.[1];
  const at = speaker ? line.indexOf(`$(${speaker} `) : -1;
  if (at < 0) return culprit;
  const [inner = ''] = line.slice(at + 2).split(/[()]/, 1);
  return shellParts(inner)[0] ?? culprit;
}

/** The program whose usage was printed, which it does about its own arguments. */
const usageOf = (error: string): string | null =>
  /^usage:?\s+([\w.-]+)/im.exec(error.slice(0, 2000))?.[1] ?? null;

/** Runs the program from its source: `go run ./cmd/serve`. */
const runs = (part: ShellPart, program: string): boolean =>
  part.sub === 'run' && part.args.some((arg) => arg.includes('/') && baseName(arg) === program);

function holds(part: ShellPart, word: string): boolean {
  const bare = word.replace(/^-+/, '');
  const name = baseName(word);
  return part.args.some((arg) => {
    if (arg === word || (arg.startsWith('-') && arg.replace(/^-+/, '').split('=')[0] === bare)) return true;
    return name.length > 3 && word.includes('/') && baseName(arg.replace(/\/+$/, '')) === name;
  });
}

/** Program, subcommand, and the task or main file where the subcommand only runs one: `npm run build`. */
export function programOf(part: ShellPart | null): string {
  if (!part) return '';
  if (!part.sub) return part.program;
  const next = /^(?:run|exec|r)$/.test(part.sub) ? part.args[part.args.indexOf(part.sub) + 1] : undefined;
  const task =
    next && /^[\w@./-]{1,60}$/.test(next) && /[/.]/.test(next) && !next.startsWith('-') ? baseName(next) : '';
  return `${part.program} ${part.sub}${/\w/.test(task) ? ` ${task}` : ''}`;
}

const PACKAGE_RUNNERS = /^(?:npm|pnpm|yarn|bun|composer|bundle)$/;

/** A program that a script of the project calls, and the command line does not. */
export const isDependency = (program: string, open: OpenFailure): boolean =>
  program !== '' &&
  PACKAGE_RUNNERS.test(open.culprit?.program ?? '') &&
  !open.call.parts.some((part) => part.program === program || part.args.includes(program));
