import { anyOf } from '../../../text/any-of.ts';
import { NO_DOCKER } from '../../../text/known-messages.ts';
import { withCarriers } from '../../shell/remote.ts';
import { isFilter, type ShellPart } from '../../shell/shell.ts';
import { isReader, SHOWS_FILES } from './readers.ts';

/** An output that is nothing but what a program says of its own call, behind a pipe that hides its status. */

const CHARS_MAX = 1500;
const LINES_MAX = 8;
/** Where a program names itself: `grep: `, `[bat error]: `. */
const VOICE = /^\[?([a-z][\w.+-]{1,20})(?:: | error\]?: )/;
/** What stands behind such a line: how it is called, where that is told, and the place in a pattern or script. */
const BEHIND = anyOf(
  [
    /\s/,
    /usage: /,
    /error: /,
    /(?:try|run|see) ['`"‘]/,
    /for more information/,
    /or: {2}/,
    /the most similar /,
    /\(tip/,
    /did you mean/,
  ],
  { before: /^/, flags: 'i' },
);
/** A look that comes to places where it may not, or that asks for a program, tells that it has looked. */
const LOOKS_ON =
  /: Permission denied$|: Operation not permitted$|^which: no |: warning: |: binary file matches/i;

/** What a package manager of the system says to a user who is not root. */
export const NEEDS_ROOT = anyOf(
  [
    /E: (?:Could not|Unable to) \w+ .{0,200}(?:Permission denied|are you root\?)/,
    /Error: This command has to be run (?:with superuser privileges|under the root user)/,
    /error: (?:you cannot perform this operation unless you are root|access denied \(try with sudo\))/,
    /Root privileges are required |ERROR: Unable to (?:lock|open) \w+: Permission denied/,
    /dpkg: error: requested operation requires superuser privilege/,
  ],
  { before: /^/ },
);

/** What a client says where its server, its login or its own command line let nothing happen. */
const CLIENTS: { programs: RegExp; says: RegExp }[] = [
  {
    programs: /^(?:docker|docker-compose|podman|nerdctl)$/,
    says: /^(?:(?:Got )?permission denied while trying to connect to the Docker |Cannot connect to the Docker daemon|failed to connect to the docker API at |couldn't find env file: |Error response from daemon: )/,
  },
  { programs: /^gh$/, says: /^(?:To get started with GitHub CLI, please run: |error connecting to \S+$)/ },
  {
    programs: /^(?:kubectl|oc|k9s|helm|kustomize)$/,
    says: /^(?:The connection to the server \S+ was refused|Unable to connect to the server: )/,
  },
  {
    programs: /^aws$/,
    says: /^(?:An error occurred \(\w+\) when calling the |Unable to locate credentials|The config profile |Error when retrieving (?:token|credentials))/,
  },
  {
    programs: /^(?:systemctl|service)$/,
    says: /^(?:System has not been booted with systemd|Unit \S+ could not be found|Failed to connect to bus: )/,
  },
  {
    programs: /^(?:ssh|scp|sftp|rsync|git)$/,
    says: /^(?:\S+@\S+: Permission denied \(|Host key verification failed|Permission denied \(publickey)/,
  },
  {
    programs: /^(?:apt|apt-get|aptitude|dpkg|dnf|yum|zypper|pacman|apk|snap)$/,
    says: NEEDS_ROOT,
  },
  { programs: /^(?:mysql|mariadb)$/, says: /^ERROR \d{4} \(\w{5}\)/ },
  { programs: /^sqlite3$/, says: /^Parse error\b/ },
  { programs: /^go$/, says: /^pattern \S+: (?:lstat|stat|directory) / },
];
/** What runs in a container does not say this; what it has logged may. */
const isClients = (line: string): boolean => NO_DOCKER.exec(line)?.index === 0;
/** What others wrote is passed on by these. */
export const PASSES_ON = /(?:^|\s)(?:logs?|exec|run|attach)$/;

/** What any client says to a caller whom it does not know. */
export const NOT_LOGGED_IN = anyOf(
  [
    /(?:you are |you're )?not (?:currently |yet )?(?:logged in|signed in|authenticated)\b/,
    /you (?:must|need to|have to) (?:first )?(?:be (?:logged in|signed in|authenticated)|log in|sign in|login|authenticate)\b/,
    /(?:please|first) (?:log in|sign in|login|authenticate)\b/,
    /(?:login|authentication) (?:is )?required\b/,
  ],
  { before: /^(?:error|fatal)?[:!✗✘×❌ ]{0,4}/, flags: 'i' },
);
const LOGIN_LINES_MAX = 3;
/** Asked whether it is logged in, or to log in or out. */
const ABOUT_LOGIN = /\b(?:status|whoami|me|user|account|auth|log-?in|log-?out|sign-?in|sign-?out|doctor)\b/;

/** True where a client does nothing for a caller who is not logged in, and was not asked about that. */
function isUnknownCaller(lines: string[], parts: () => ShellPart[]): boolean {
  if (lines.length > LOGIN_LINES_MAX || !NOT_LOGGED_IN.test(lines[0]!)) return false;
  const last = parts()
    .filter((part) => !isFilter(part))
    .at(-1);
  return (
    last !== undefined && !isReader(last) && !SHOWS_FILES.test(last.program) && !ABOUT_LOGIN.test(last.sub)
  );
}

/** True where all that is printed is the error of a program of the command. */
export function saysOnlyError(body: string, text: string, parts: () => ShellPart[]): boolean {
  if (text.length > CHARS_MAX) return false;
  const first = firstLine(body);
  if (NOT_LOGGED_IN.test(first)) return isUnknownCaller(linesOf(body), parts);
  const name = VOICE.exec(first)?.[1];
  const last = body.slice(body.trimEnd().lastIndexOf('\n') + 1);
  const clients = CLIENTS.filter(({ says }) => says.test(first) || says.test(last));
  if (name === undefined && clients.length === 0) return false;
  const lines = linesOf(body);
  if (lines.length > LINES_MAX) return false;
  if (name !== undefined && !lines.some((line) => LOOKS_ON.test(line)) && areAll(name, lines))
    return parts().some((part) => part.program === name && (isReader(part) || speaksOfFiles(part)));
  return (
    clients.length > 0 &&
    parts()
      .flatMap(withCarriers)
      .some(
        (part) =>
          clients.some(({ programs }) => programs.test(part.program)) &&
          (!PASSES_ON.test(part.sub) || (isClients(first) && !part.sub.includes('log'))),
      )
  );
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The first line that says something. */
function firstLine(text: string): string {
  const at = text.search(/\S/);
  if (at < 0) return '';
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end);
}

const areAll = (name: string, lines: string[]): boolean =>
  lines.every((line) => VOICE.exec(line)?.[1] === name || BEHIND.test(line));

const speaksOfFiles = ({ program }: ShellPart): boolean => program === 'git' || SHOWS_FILES.test(program);
