import { baseName } from '../../../inject/paths.ts';

/** Files that a command line sends output to, and whether it looks at them itself. */

/** What a program that is started in the background writes to. */
const STARTED = /(?:[12]?>{1,2}|&>{1,2}) ?([\w.~/$-]{3,160})(?: 2>&1)?(?: ?< ?\/dev\/null)? ?&(?![&>])/;
/** The same of one that is waited for. */
const KEPT = /(?<![\d>])1?>{1,2} ?([\w.~/$-]{3,160}) 2>&1|&>{1,2} ?([\w.~/$-]{3,160})/g;
/** A look at a file and at nothing else, after a listing or a wait at most. */
const LOOK =
  /^(?:cd [\w.~/-]{1,160} ?(?:;|&&) ?)?(?:ls [^;&|\n>]{0,120}(?:2>\/dev\/null)? ?(?:;|&&) ?)?(?:sleep [\d.]+s? ?(?:;|&&) ?)?(?:cat|tail(?: -n? ?\d+)?|head(?: -n? ?\d+)?) ([\w.~/$-]{3,160})(?: 2>(?:&1|\/dev\/null))?(?: ?\| ?(?:tail|head)(?: -n? ?\d+)?)?$/;
const OVER_SSH = /^ssh (?:-[ipoFlJ] \S+ |-(?![ipoFlJ] )\S+ )*[\w.@-]+ (["'])(.*)\1$/;
const COMMAND_CHARS_MAX = 4000;
const LOOK_CHARS_MAX = 240;

/** The file that a program which the command starts in the background writes to; empty where it starts none. */
export function startedLog(command: string): string {
  if (!command.includes('&') || !command.includes('>')) return '';
  const log = STARTED.exec(command.slice(0, COMMAND_CHARS_MAX))?.[1] ?? '';
  return log.startsWith('/dev/') ? '' : log;
}

/** The names of the files that all output of what the command runs goes to, and that it does not look at itself. */
export function unreadLogs(command: string): string[] {
  if (!command.includes('>')) return [];
  const line = command.slice(0, COMMAND_CHARS_MAX);
  const logs = [startedLog(command), ...[...line.matchAll(KEPT)].map((match) => match[1] ?? match[2]!)];
  const isUnread = (log: string) =>
    log !== '' && !log.startsWith('/dev/') && command.indexOf(log) === command.lastIndexOf(log);
  return [...new Set(logs.filter(isUnread).map(baseName))];
}

const TELLS_STATUS = /(?:;|&&|\|\||\n)\s*(?:echo|printf)\s+["']?[^"'|;&\n]{0,80}\$\?["']?/g;

/** What writes to a log, without what is printed beside it: the status that a command tells stands in no log. */
export const asLogged = (command: string): string => command.replace(TELLS_STATUS, '');

/** The name of the file that a command looks at, and does nothing else; empty for all others. */
export function lookedAt(command: string): string {
  if (command.length > LOOK_CHARS_MAX) return '';
  const line = OVER_SSH.exec(command)?.[2] ?? command;
  return baseName(LOOK.exec(line.trim())?.[1] ?? '');
}

/** Output that goes to a file which the same line then shows. */
const KEPT_AND_SHOWN =
  /\s*(?:(?<!\d)1?>\s*(["']?)([\w.~/$-]{2,160})\1\s*2>&1|&>\s*(["']?)([\w.~/$-]{2,160})\3)\s*(?:;|&&|\|\||\n)\s*(?:sleep [\d.]+\s*(?:;|&&)\s*)?((?:echo [^;&|\n]{0,60}(?:;|&&)\s*)?)(cat|tail|head)((?: -\S+| \d+)*) (["']?)(?:\2|\4)\8(?=\s*(?:$|[;&|\n]))/;

/** The command as if it showed its output at once, where it keeps it in a file and shows that; else unchanged. */
export function shownAtOnce(command: string): string {
  if (!/\b(?:cat|tail|head) /.test(command) || !command.includes('>') || command.length > COMMAND_CHARS_MAX)
    return command;
  return command.replace(KEPT_AND_SHOWN, (...match: string[]) => {
    const [status = '', reader = '', options = ''] = match.slice(5, 8);
    return ` 2>&1 | ${reader}${options}${status ? `; ${status.trim().replace(/(?:;|&&)$/, '')}` : ''}`;
  });
}
