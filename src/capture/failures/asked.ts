import { anyOf } from '../../text/any-of.ts';

/** Commands that ask something: that they fail is the answer. */

/** Commands whose failing exit says "no", not "wrong". */
const ANSWERS = anyOf(
  [
    /grep|egrep|fgrep|rg|ag|ack|diff|cmp|test|\[|\[\[|which|where|Get-Command|gcm|Test-Path|type/,
    /command|pgrep|pidof|lsof|git-grep|find|ls|stat|file|false|curl|nc|ping|whereis|hash|readlink/,
    /comm|jq|pkill|kill|killall|expr|let|pg_isready/,
  ],
  { before: /^/, after: /$/ },
);
const GIT_ANSWERS = anyOf(
  [
    /diff|grep|config|rev-parse|show-ref|merge-base|ls-files|check-ignore|cat-file|ls-remote/,
    /symbolic-ref|describe|fsck|branch|log|show|remote|status|tag|stash|for-each-ref|check-attr/,
    /verify-commit|name-rev|worktree/,
  ],
  { before: /^/, after: /$/ },
);

const CHANGES_BRANCH = /\bbranch +(?:-\w*[dDmMfcC]\b|--(?:delete|move|force|copy))/;

/** True where the program is one that is asked a question: its failing exit is an answer. */
export function isProbe(program: string, sub: string, command: string): boolean {
  if (program === 'git' && sub === 'branch' && CHANGES_BRANCH.test(command)) return false;
  if (ANSWERS.test(program) || sub === 'diff' || (program === 'git' && GIT_ANSWERS.test(sub))) return true;
  if (program === 'systemctl' && /\bis-\w+$/.test(sub)) return true;
  if (/^\s*\(?(?:Get-Command|Test-Path)\b/.test(command)) return true;
  return /\bcommand -v\b|(?:^|\s)--?(?:version|exit-code|check|detailed-exitcode)\b|^(?:gh|glab) pr (?:checks|status)|\bgh (?:auth|run) (?:status|watch)/.test(
    command,
  );
}

/** A script that edits a file: that it does not find its place is a failed edit. */
const WRITES_FILES = /\.write_text\(|writeFileSync\(|\bopen\([^)\n]{1,120}, ?['"]w/;

/** An assertion in a script on the command line asks, and is answered. */
export const isAssertion = (line: string, command: string): boolean =>
  /^(?:AssertionError|AssertionError \[\w+\])(?::|$)/.test(line) &&
  /\s-[ce]\s|<<-?\s*['"]?\w/.test(command.slice(0, 600)) &&
  !WRITES_FILES.test(command);

const MISSING_MODULE =
  /(?:No module named|Cannot find (?:module|package)|cannot load such file(?: --)?) [`'"]?([\w@-]+)/;

/** The module that an error says is not there; empty where it names none. */
export const missingModule = (text: string): string => MISSING_MODULE.exec(text)?.[1] ?? '';

/** Code on the command line that nothing but a search for its module comes behind. */
const INLINE_CODE =
  /^[^\n]{0,120}\b(?:python[\d.]*|node|ruby|perl) -(?:c|e|r) ?(['"])([\s\S]{1,400}?)\1(?:\s*(?:\d?>.*|&&.*|\|.*|;.*))?$/;
const IMPORTS =
  /^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|require\(?\s*['"][\w@/.-]+['"]\)?|(?:print|console\.log|puts)\b ?\(?(?:['"][^()]*|[\w.]*(?:version|file|path)\w*|[\w.]+|)\)?)$/i;

/** True where a one-liner does nothing but import a module, and that is the one that is not there: it asks whether it is installed. */
export function isImportProbe(command: string, text: string): boolean {
  const missing = MISSING_MODULE.exec(text)?.[1];
  if (missing === undefined || !command.slice(0, 300).includes(missing)) return false;
  const code = INLINE_CODE.exec(command.slice(0, 600))?.[2];
  return code?.split(/[;\n]/).every((part) => part.trim() === '' || IMPORTS.test(part.trim())) === true;
}

const SEARCHES = /\b(?:[efz]?grep|rg|ag|ack)\b/;
const BANNER_LINES_MAX = 4;

/** True where a search, here or on another machine, found nothing: all that was printed are the banners of the line itself. */
export function isQuietSearch(command: string, text: string): boolean {
  if (text.length > 400 || !SEARCHES.test(command)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^Exit code \d+$/.test(line));
  return (
    lines.length > 0 &&
    lines.length <= BANNER_LINES_MAX &&
    lines.every(
      (line) => command.includes(`echo "${line.trim()}`) || command.includes(`echo '${line.trim()}`),
    )
  );
}
