import type { HookProgram } from '../installer.ts';

/** Drive or share of Windows, where a backslash stands between folders; elsewhere it is a letter of a name. */
const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** What no shell of Windows reads in its own way. */
const PLAIN = /^[\p{L}\p{N}_:./\\~-]+$/u;

/** True where the agent runs on Windows, whose clients do not all have a POSIX shell. */
export const isOnWindows = ({ executable }: HookProgram): boolean => WINDOWS_PATH.test(executable);

/** In double quotes, as `sh` and Git Bash read it. */
export function shellQuote(path: string): string {
  const named = WINDOWS_PATH.test(path) ? path.replaceAll('\\', '/') : path;
  return `"${named.replace(/["$`\\]/g, '\\$&')}"`;
}

/**
 * What goes before it in `sh`: in a folder that was removed no program built with Bun starts. Elsewhere nothing is
 * changed to, since a user's own `cd` may print.
 */
const FROM_A_FOLDER = '[ -e "$PWD" ] || cd /; ';

/**
 * The command that an agent runs through `sh` at every event. On Windows it may be Git Bash or PowerShell, to which a
 * path in quotes is a text: one that needs none stands without.
 */
export function hookCommand(program: HookProgram, agent: string): string {
  if (!isOnWindows(program)) return FROM_A_FOLDER + commandLine(program, agent, shellQuote);
  const isBare = isPlain(program);
  return commandLine(program, agent, isBare ? (path) => path.replaceAll('\\', '/') : shellQuote);
}

/** The same for a client that has `sh` elsewhere, and cmd.exe or PowerShell on Windows: both take a path as it is. */
export function nativeCommand(program: HookProgram, agent: string): string {
  if (!isOnWindows(program)) return hookCommand(program, agent);
  return isPlain(program)
    ? commandLine(program, agent, (path) => path.replaceAll('/', '\\'))
    : powershellCommand(program, agent);
}

/** The same for PowerShell, which needs a call operator before a quoted path. */
export function powershellCommand(program: HookProgram, agent: string): string {
  return `& ${commandLine(program, agent, (path) => `'${path.replaceAll("'", "''")}'`)}`;
}

/** What follows in `sh`, and in PowerShell, so that a hook that cannot run is one that says nothing. */
const SH_OPEN = ' 2>/dev/null || true';
const POWERSHELL_OPEN = '; exit 0';

/**
 * The command for `sh` of a client that denies calls where a hook fails: the settings may outlive the executable, or
 * come with the repository or the home folder to a machine that has none.
 */
export const openCommand = (command: string): string => `${command}${SH_OPEN}`;

/** The same for PowerShell. */
export const openPowershellCommand = (command: string): string => `${command}${POWERSHELL_OPEN}`;

/** The command alone, which tells what keeps it from running. */
export function withoutOpening(command: string): string {
  const opening = [SH_OPEN, POWERSHELL_OPEN].find((each) => command.endsWith(each)) ?? '';
  return command.slice(0, command.length - opening.length);
}

const isPlain = ({ executable, home }: HookProgram): boolean =>
  PLAIN.test(executable) && (home === null || PLAIN.test(home));

function commandLine(program: HookProgram, agent: string, told: (path: string) => string): string {
  const home = program.home === null ? '' : ` --home ${told(program.home)}`;
  return `${told(program.executable)} hook ${agent}${home}`;
}

/** Recognises our command in someone's settings, wherever the executable lies. */
export function isHookCommand(command: unknown, agent: string): boolean {
  return (
    typeof command === 'string' &&
    new RegExp(`(?:^|[\\s"'\\\\/])lessons(?:\\.exe)?["']?\\s+hook\\s+${agent}(?![\\w-])`).test(command)
  );
}
