import { baseName } from '../../inject/paths.ts';

/** What a program that is started in the background writes to. */
const STARTED = /(?:[12]?>{1,2}|&>{1,2}) ?([\w.~/$-]{3,160})(?: 2>&1)?(?: ?< ?\/dev\/null)? ?&(?![&>])/;
/** A look at a file and at nothing else, after a wait at most. */
const LOOK =
  /^(?:cd [\w.~/-]{1,160} ?(?:;|&&) ?)?(?:sleep [\d.]+s? ?(?:;|&&) ?)?(?:cat|tail(?: -n? ?\d+)?|head(?: -n? ?\d+)?) ([\w.~/$-]{3,160})(?: 2>(?:&1|\/dev\/null))?(?: ?\| ?(?:tail|head)(?: -n? ?\d+)?)?$/;
const OVER_SSH = /^ssh (?:-[ipoFlJ] ?\S+ |-\S+ )*[\w.@-]+ (["'])(.*)\1$/;
const COMMAND_CHARS_MAX = 2000;
const LOOK_CHARS_MAX = 240;

/** The file that a program which the command starts in the background writes to; empty where it starts none. */
export function startedLog(command: string): string {
  if (!command.includes('&') || !command.includes('>')) return '';
  const log = STARTED.exec(command.slice(0, COMMAND_CHARS_MAX))?.[1] ?? '';
  return log.startsWith('/dev/') ? '' : log;
}

/** The name of that file, where the command itself does not look at it. */
export function unreadLog(command: string): string {
  const log = startedLog(command);
  return log !== '' && command.indexOf(log) === command.lastIndexOf(log) ? baseName(log) : '';
}

/** The name of the file that a command looks at, and does nothing else; empty for all others. */
export function lookedAt(command: string): string {
  if (command.length > LOOK_CHARS_MAX) return '';
  const line = OVER_SSH.exec(command)?.[2] ?? command;
  return baseName(LOOK.exec(line.trim())?.[1] ?? '');
}
