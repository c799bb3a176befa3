import { isFilter, type ShellPart, shellParts } from '../../shell/shell.ts';
import { otherEnvironment } from '../causes/installed-elsewhere.ts';
import { optionRefused, refusesOption, tookForPath } from '../causes/miscall.ts';
import { lostVariable } from '../causes/misread-script.ts';
import { stripFrame } from './bare-output.ts';
import { failsAtEdge, type Shown } from './hidden-edge.ts';
import { READER_COMPLAINT } from './hidden-signs.ts';
import { refusedOfScript, refusedRequest } from './http-reply.ts';
import { isToolRefused, refusedInput } from './json-reply.ts';
import { endsInError, RUNS_BY_PATH, saysOnlyRefusal } from './only-refusal.ts';
import { shownAtOnce } from './output-files.ts';
import { saysOnlyError } from './own-error.ts';
import { isReader, SHOWS_FILES } from './readers.ts';
import { sections } from './sections.ts';
import { isForgiven, isTolerated } from './tolerated.ts';

const EDGE_CHARS = 1500;
/** Usage texts stand before the refusal. */
const USAGE_CHARS = 6000;

/** A line that looks around when it is done: what failed stands before what that prints. */
const LOOKS_AROUND = /(?:;|&&|\n)\s*(?:ls|pwd|date|whoami|git (?:status|branch|rev-parse))\b[^;&\n]{0,80}$/;

/** What is printed in place of a failure is its status: nothing was foreseen. */
const TELLS_STATUS = /\|\|\s*(?:echo|printf)\s[^;|&\n]{0,80}\$\?[^;|&\n]{0,40}/g;
/** A status behind a filter is the filter's. */
const OF_FILTER =
  /(\|\s*(?:head|tail|sed|cat|sort|tee|grep|rg|awk|cut)\b[^|;&\n]*[;\n]\s*(?:echo|printf)\b[^;|&\n]*)\$\?/g;

const COMPLAINT_LINES_MAX = 6;
const ABSENT = /: No such file or directory$/;
/** What such a reader prints behind its complaint: how it is called, or where that is told. */
const USAGE_LINE = /^(?:usage: |\s+\[-|Try ['`"])/i;

/** True where all that a reader of the command printed is its own complaint about a file or an option, and its usage. */
function onlyComplains({ command, body, text, looksAround }: Shown): boolean {
  if (text.length > EDGE_CHARS || !READER_COMPLAINT.test(body)) return false;
  // macOS has `ugrep` under the name of `grep`.
  if (!command.includes(/^(?:u(?=grep))?([a-z]+)/i.exec(body)![1]!)) return false;
  const printed = body.split('\n').filter((line) => line.trim() !== '' && !USAGE_LINE.test(line));
  const lines = looksAround && !ABSENT.test(printed[0]!) ? printed.slice(0, 1) : printed;
  return lines.length <= COMPLAINT_LINES_MAX && lines.every((line) => READER_COMPLAINT.test(line));
}

/** PowerShell 7 goes on after a command that it does not have, and ends well; in front of other output stand its name and a frame. */
const NO_COMMAND_OF_POWERSHELL =
  /^[\w.+-]+: *\r?\nLine \|\r?\n[\s\S]{1,900}?\bis not recognized as (?:the|a) name of a cmdlet/;

/** The same of a cmdlet that was to do something and could not, wherever it stands in a line of several. */
const FAILED_CMDLET =
  /(?:^|\n)(?:Remove|Move|Copy|Rename|New|Set|Start|Expand|Compress|Import|Install|Invoke)-\w+: *\r?\nLine \|\r?\n/;

/** The same in Windows PowerShell: the record of an error, whose last line is in English whatever the language. */
const RECORD_END = String.raw`(?:[^\n]*\n){1,12}? *\+ FullyQualifiedErrorId ?: `;
const FAILED_RECORD = new RegExp(
  String.raw`(?:^|\n)((?:Remove|Move|Copy|Rename|New|Set|Start|Expand|Compress|Import|Install|Invoke)-\w+) ?: [^\n]+\n${RECORD_END}`,
);
const UNFOUND_RECORD = new RegExp(
  String.raw`^(?:[\w.+-]+ ?: [^\n]+\n${RECORD_END}CommandNotFoundException|Get-Content ?: [^\n]+\n${RECORD_END}PathNotFound,)`,
);

/** True where a record of Windows PowerShell tells of a command that is not there, of a file that cannot be read, or of something not done. */
function tellsInRecord(command: string, body: string): boolean {
  if (!body.includes('FullyQualifiedErrorId') || isTolerated(command)) return false;
  if (UNFOUND_RECORD.test(body)) return true;
  const cmdlet = FAILED_RECORD.exec(body)?.[1];
  return cmdlet !== undefined && command.includes(cmdlet);
}

/** What stands between two banners of a command and shows that what ran there failed; null where nothing does. */
export function failedSection(command: string, text: string): string | null {
  const failed = sections(command, text).find(
    (each) =>
      !RUNS_BY_PATH.test(each.command) &&
      hiddenFailure(each.command, each.text, () => shellParts(each.command)),
  );
  return failed?.text ?? null;
}

/** Whether an unflagged shell output shows that its command failed. */
export function hiddenFailure(line: string, text: string, partsOfLine: () => ShellPart[]): boolean {
  const shown = shownAtOnce(line);
  const parts = shown === line ? partsOfLine : () => shellParts(shown);
  const command = shown.includes('$?') ? shown.replace(TELLS_STATUS, '').replace(OF_FILTER, '$1') : shown;
  const body = stripFrame(text.slice(0, EDGE_CHARS));
  if (body === '') return false;
  const output = { command, text, body, parts, looksAround: LOOKS_AROUND.test(command) };
  return isRefusedOutright(output) || failsAtEdge(output);
}

/** The output refuses what was called, or how. */
function isRefusedOutright(output: Shown): boolean {
  const { command, text, body, parts } = output;
  // What is printed was not thrown away: a part whose errors are is another one.
  if ((onlyComplains(output) || saysOnlyError(body, text, parts)) && !isForgiven(command)) return true;
  if ((saysOnlyRefusal(output) || endsInError(output)) && !isTolerated(command)) return true;
  const runs = (part: ShellPart) =>
    part.op === '||' || !(isReader(part) || isFilter(part) || SHOWS_FILES.test(part.program));
  if (refusesOption(command, body) && parts().every(runs)) return true;
  if (tookForPath(command, body)) return true;
  const refused = optionRefused(command, text.slice(0, USAGE_CHARS));
  const gives = (part: ShellPart) => part.args.some((arg) => arg.startsWith(refused));
  if (refused !== '' && parts().some((part) => gives(part) && runs(part))) return true;
  if (refusedInput(command, body) !== '' || refusedRequest(command, body) !== '') return true;
  if (lostVariable(command, body) || refusedOfScript(command, body) !== '') return true;
  if (otherEnvironment(command, body) !== '') return true;
  if (isToolRefused(command, body) && !isTolerated(command)) return true;
  if (tellsInRecord(command, body)) return true;
  if (!body.includes('Line |')) return false;
  return NO_COMMAND_OF_POWERSHELL.test(body) || (FAILED_CMDLET.test(body) && !isTolerated(command));
}
