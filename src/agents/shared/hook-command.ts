import type { HookProgram } from '../installer.ts';

/** Drive or share of Windows, where a backslash stands between folders; elsewhere it is a letter of a name. */
const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** In double quotes, as `sh` and Git Bash read it. */
export function shellQuote(path: string): string {
  const named = WINDOWS_PATH.test(path) ? path.replaceAll('\\', '/') : path;
  return `"${named.replace(/["$`\\]/g, '\\$&')}"`;
}

/** The command that an agent runs through a shell at every event. */
export function hookCommand(program: HookProgram, agent: string): string {
  const home = program.home === null ? '' : ` --home ${shellQuote(program.home)}`;
  return `${shellQuote(program.executable)} hook ${agent}${home}`;
}

/** The same for PowerShell, which needs a call operator before a quoted path. */
export function powershellCommand(program: HookProgram, agent: string): string {
  const quote = (path: string) => `'${path.replaceAll("'", "''")}'`;
  const home = program.home === null ? '' : ` --home ${quote(program.home)}`;
  return `& ${quote(program.executable)} hook ${agent}${home}`;
}

/** Recognises our command in someone's settings, wherever the executable lies. */
export function isHookCommand(command: unknown, agent: string): boolean {
  return (
    typeof command === 'string' &&
    new RegExp(`(?:^|[\\s"'\\\\/])lessons(?:\\.exe)?["']?\\s+hook\\s+${agent}(?![\\w-])`).test(command)
  );
}
