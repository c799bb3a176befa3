import { escapeRegex } from '../../../triggers/escape-regex.ts';
import { isFilter, type ShellPart } from '../../shell/shell.ts';

/** A line that prints the status of what it ran, which the log of the call does not know: `make; echo "exit=$?"`. */

const STATUS = /\$\?|\$\{\?\}|\$\{?pipestatus\b|\$LASTEXITCODE\b|%ERRORLEVEL%/gi;
const KEPT = /(?:^|[\s;&(])(\w{1,20})=(?:\$\?|\$\{PIPESTATUS\[0\]\}|\$\{pipestatus\[1\]\})/;
/** What runs several times, or later, prints several. */
const REPEATS = /(?:^|[\s;])(?:for|while|until|function|trap)\s|\(\)\s*\{/;
const PRINTS = /^(?:echo|printf|write-host|write-output)$/i;
const ENDS = /^(?:exit|true|:)$/;
const PRINTED =
  /\$\?|\$\{\?\}|\$\{PIPESTATUS\[0\](?::-\$\?)?\}|\$\{?pipestatus\[1\]\}?|\$LASTEXITCODE|%ERRORLEVEL%/i;
/** Their 1 says no. */
const ANSWERS =
  /^(?:u?grep|[efz]grep|rg|ag|ack|diff|cmp|comm|test|\[|\[\[|which|type|command|hash|pgrep|pidof|expr|false|systemctl)$/;
const ASKS =
  /^git (?:diff|grep|merge-base|check-ignore|show-ref|rev-parse|ls-remote|ls-files|merge-file|merge-tree|config)\b|(?:^|\s)(?:--exit-code|--check|--detailed-exitcode|-detailed-exitcode)(?:\s|$)/;

/** True where a status is the answer to what was asked. */
const isAnswer = (status: number, parts: ShellPart[]): boolean =>
  status === 1 && parts.some((each) => ANSWERS.test(each.program) || ASKS.test(each.text));

/** Words of the command's own, in front of the status that it prints. */
const WORDS = /\b(?:echo|printf)\s+["']?([^"'$|;&\n]{1,40}?)\$\?/g;
const FAILED = /^[1-9]\d{0,2}\W*$/;

/** True where a line is what the command prints of a status, and that is one of a failure. */
export function tellsFailure(command: string, line: string, parts: () => ShellPart[]): boolean {
  for (const [, words = ''] of command.matchAll(WORDS)) {
    const status = line.startsWith(words) ? line.slice(words.length) : '';
    if (FAILED.test(status)) return !isAnswer(Number.parseInt(status, 10), parts());
  }
  return false;
}

/** What the last line looks like that a part prints; null where it prints no status. */
function printedLine({ program, args }: ShellPart, kept: string): RegExp | null {
  if (!PRINTS.test(program)) return null;
  const [first = '', ...others] = args.filter((arg, at) => at > 0 || !/^-\w+$/.test(arg));
  const isFormat = program === 'printf' && others.length === 1;
  const words = isFormat ? first.replace(/%[sd]/, () => others[0]!) : [first, ...others].join(' ');
  const line = words
    .replace(/(?:\\n)+$/, '')
    .split('\\n')
    .at(-1)!
    .trim();
  const variable = kept === '' ? PRINTED : new RegExp(`\\$(?:${kept}\\b|\\{${kept}\\})`);
  const match = variable.exec(line);
  if (match === null) return null;
  const [before, after] = [line.slice(0, match.index), line.slice(match.index + match[0].length)];
  if (/[$`%]/.test(before + after)) return null;
  return new RegExp(`^${escapeRegex(before)}(\\d{1,3})${escapeRegex(after)}$`);
}

/** The part whose status it is; null where that is the end of a pipe, which only passes on. */
function partOf(parts: ShellPart[], at: number, command: string): ShellPart | null {
  let own = at - 1;
  if (/pipestatus/i.test(command) || /\bpipefail\b/.test(command)) while (parts[own]?.op === '|') own--;
  const part = parts[own];
  return part === undefined || (part.op === '|' && isFilter(part)) ? null : part;
}

/** What was printed before the status of a failure with which an output ends; null where it ends in none. */
export function beforeToldFailure(command: string, text: string, partsOf: () => ShellPart[]): string | null {
  const statuses = command.match(STATUS)?.length ?? 0;
  if (statuses === 0 || statuses > (command.includes(':-$?') ? 2 : 1) || REPEATS.test(command)) return null;
  const whole = text.trimEnd();
  const start = whole.lastIndexOf('\n') + 1;
  const last = whole.slice(start).trim();
  const before = whole.slice(0, start).trimEnd();
  if (before === '' || !/[1-9]/.test(last)) return null;
  const parts = partsOf();
  const at = parts.findLastIndex(({ program }) => !ENDS.test(program));
  if (at < 1) return null;
  const kept = KEPT.exec(command)?.[1] ?? '';
  const status = Number(printedLine(parts[at]!, kept)?.exec(last)?.[1] ?? 0);
  const part = status === 0 ? null : partOf(parts, at, command);
  if (part === null) return null;
  return isAnswer(status, kept === '' ? [part] : parts) ? null : before;
}
