import { CONTAINER_CLIENTS, INTERPRETERS, SCRIPT_MANAGERS, SCRIPT_PROGRAMS } from '../../shell/programs.ts';
import { isRemote } from '../../shell/remote.ts';
import { isFilter, isScaffold, type ShellPart } from '../../shell/shell.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { kindOfWords } from '../kind/kinds.ts';
import { checks } from './hidden-edge.ts';
import { NOT_LOGGED_IN, PASSES_ON } from './own-error.ts';
import { refusalOfWord } from './refused-word.ts';

/** What a tool prints in place of its work, in words that no sign at an edge of an output is sure enough of. */

interface Printed {
  command: string;
  text: string;
  /** Its beginning, without what frames it. */
  body: string;
  parts: () => ShellPart[];
}

const CHARS_MAX = 600;
const LINES_MAX = 4;
const LINE_CHARS_MAX = 300;

/** Kinds of messages that refuse a call, or say what it lacks. */
const REFUSING = new Set<ErrorKind>([
  'usage',
  'wrong-directory',
  'permission',
  'missing-module',
  'command-not-found',
  'environment',
  'api-misuse',
]);

const LEAD = /^(?:[^\w\s'"`([{]{1,4} +)+/;
const HEAD =
  /^(?:failed to [a-z]+ |unable to [a-z]+ |could(?: not|n't) [a-z]+ |can(?:not|'t) [a-z]+ |invalid [a-z]|failure\b|aborted: |job for \S+ failed )/i;

/** Goes on all the same, or tells of no error: a warning, what is there already, a table. */
const GOES_ON =
  /^\W{0,3}(?:notice|note|info|debug|hint|skip)|\bwarn|\b(?:ok|deprecated|succe\w+|done|passed|created|saved|up[- ]to[- ]date|already|added|nothing to|retrying|creating|continuing|falling back|ignor(?:ing|ed)|code 0)\b|\t| {3}|^[{[<]/i;

/** Was asked whether there is any, and there is none. */
const NONE =
  /^no (?:[\w-]+ ){1,3}(?:were |was |are )?(?:found|collected|matched|run|ran|selected|defined|available)\b(?! (?:with|for|matching)|\. [A-Z])/i;

const LOGS = /(?:^|\s)logs?(?:\s|$)/;

/** True where what is printed may be what others wrote. */
const speaksForOthers = (part: ShellPart): boolean =>
  LOGS.test(part.sub) || isRemote(part) || (CONTAINER_CLIENTS.test(part.program) && PASSES_ON.test(part.sub));

/** Runs nobody's code but its own. */
const isTool = (part: ShellPart): boolean =>
  !SCRIPT_PROGRAMS.test(part.program) &&
  !SCRIPT_MANAGERS.test(part.program) &&
  !/^(?:make|just|task)$/.test(part.program) &&
  !speaksForOthers(part);

/** A program called by its path is the one under work, whose errors may well be provoked. */
export const RUNS_BY_PATH =
  /(?:^|[;&|\n]\s*)(?:\.\/|\/tmp\/|\/var\/|"?\$\{?[A-Z])(?!\S*(?:gradlew|mvnw)\b)\S/;

/** The command prints how it ended. */
const STATUS = /\$\?|PIPESTATUS/;
const isLeft = (command: string): boolean => STATUS.test(command) || RUNS_BY_PATH.test(command);

const workers = (parts: ShellPart[]): ShellPart[] =>
  parts.filter((part) => !isFilter(part) && !isScaffold(part));

/** True where all that a tool printed is a line or two that refuse what it was to do. */
export function saysOnlyRefusal({ command, text, body, parts }: Printed): boolean {
  if (text.length > CHARS_MAX || isLeft(command)) return false;
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > LINES_MAX || lines.some((line) => GOES_ON.test(line.trim())))
    return false;
  const line = lines[0]!.trim().replace(LEAD, '');
  if (line.length > LINE_CHARS_MAX || NOT_LOGGED_IN.test(line)) return false;
  const refuses = HEAD.test(line) || (!NONE.test(line) && REFUSING.has(kindOfWords(line)));
  if (!refuses && refusalOfWord(line, parts) === null) return false;
  const list = parts();
  return checks(list) && workers(list).every(isTool);
}

const ERROR_LINE =
  /^ {0,2}(?:✘ \[ERROR\] |[✘✖❌⨯✗] +(?=[A-Z`])|x (?=[A-Z])|(?:\[\w{1,12}\] ?)?\[(?:ERROR|error)\] +(?=[A-Z])|(?:Error|ERROR|FATAL|Fatal|FAILED|ERRO|%Error|error)(?:\[\w+\])?[:!] ?(?=\S))/;
const TAIL_CHARS = 1500;
const BEHIND_LINES_MAX = 14;

/** Says below an error that it went well after all. */
const WELL =
  /\b(?:success\w*|succeeded|passe[ds]|passing|complete[d]?|done|created|deployed|built|finished|ok|retrying|0 errors?|0 failures|0 failed)\b|[✓✔✅]/i;

/** True where the last that a tool says is an error, whatever it printed above: behind it stands only what explains it. */
export function endsInError({ command, text, parts }: Printed): boolean {
  if (isLeft(command)) return false;
  const lines = text.slice(-TAIL_CHARS).split('\n');
  const at = lines.findLastIndex((line) => ERROR_LINE.test(line));
  if (at < 0 || lines.length - at > BEHIND_LINES_MAX) return false;
  if (lines.slice(at + 1).some((line) => WELL.test(line))) return false;
  const list = parts();
  return (
    checks(list) && workers(list).every((part) => !INTERPRETERS.test(part.program) && !speaksForOthers(part))
  );
}
