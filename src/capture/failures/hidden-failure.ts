import { isRemote } from '../shell/remote.ts';
import { isFilter, isScaffold, mainPart, type ShellPart, shellParts } from '../shell/shell.ts';
import { stripFrame } from './frame.ts';
import {
  FAILED_PART,
  HIDDEN_BELOW,
  HIDDEN_END,
  HIDDEN_START,
  HIDDEN_SUMMARY,
  NOT_STARTED,
  OWN_VOICE,
  PASSED,
  READER_COMPLAINT,
  REFUSED_CALL,
  SHELL_COMPLAINT,
} from './hidden-signs.ts';
import { refusedOfScript, refusedRequest } from './http-reply.ts';
import { otherEnvironment } from './installed-elsewhere.ts';
import { isFailedReport, refusedInput } from './json-reply.ts';
import { optionRefused, refusesOption } from './miscall.ts';
import { lostVariable } from './misread-script.ts';
import { notFound } from './misread-words.ts';
import { saysOnlyError } from './own-error.ts';
import { isReader, missesFile, SHOWS_FILES, showsTexts } from './readers.ts';
import { refusesWord } from './refused-word.ts';
import { sections } from './sections.ts';
import { shownAtOnce } from './shown-file.ts';
import { startedLog } from './started-log.ts';
import { isToolRefused } from './unparsed.ts';

/** Nobody can type a password for it: an alternative to what it runs says nothing of that. */
const NEEDS_TERMINAL = /^sudo: a terminal is required to read the password/;
/** What was to run another program is not here: an alternative to that program says nothing of it. */
const LACKS_RUNNER =
  /^\S[^\n]{0,40}(?:command not found: (?:g?timeout|stdbuf|setsid)|\b(?:g?timeout|stdbuf|setsid): (?:command )?not found)$/;

/** A container lacks the program that it was to run: words for that the program fails say nothing of it. */
const LACKS_INSIDE = /^OCI runtime exec failed: [^\n]{1,200}executable file not found/;
const RUNS_ANOTHER = /\|\|\s*(?!(?:echo|printf|true)\b|:)\S/;

/** The shell gave the address up before anybody asked for it: an alternative to the answer says nothing of that. */
const ADDRESS_AS_GLOB = /^(?:\(eval\)|zsh):(?:\d+:)? ?no matches found: https?:/;

const EDGE_CHARS = 1500;
const TAIL_CHARS = 700;
/** Usage texts stand before the refusal. */
const USAGE_CHARS = 6000;
const SUMMARY_LINES = 6;

/** Go names the package before its errors; compilers warn on the way to success; a line of commands prints banners between. */
const PREAMBLE_LINE =
  /^(?:# \S+(?: \[\S+\])?$|\S+:\d+(?::\d+)?: warning: |[=*#-]{2,120} ?[^\n]{1,80} ?[=*#-]{2,120}$|[=*─━-]{3,}$|\W{0,6}[A-Za-z][\w@/.-]*(?: CLI)? v?\d+\.\d+\.\d+(?: \([^\n]{1,60}\))?$)/;

/** What the shell or the agent says behind whatever ran: how long it took, where the next call starts. */
const TRAILER = /^(?:Shell cwd was reset to |(?:real|user|sys)\t\d+m[\d.]+s$|\S.* \d+% cpu [\d.:]+ total$)/;

/** A line without the space and the frame of a box around it. */
function bareLine(line: string): string {
  const bare = line.trim();
  return '╷│╵┃'.includes(bare[0] ?? ' ') ? bare.slice(1).trim() : bare;
}

/** The first line that says something, and the last few. */
function edgeLines(body: string, text: string): { first: string; last: string[] } {
  const head = body.slice(0, 400);
  let first = '';
  for (let start = 0; first === '' && start < head.length; ) {
    const newline = head.indexOf('\n', start);
    const end = newline < 0 ? head.length : newline;
    const line = bareLine(head.slice(start, end));
    if (!PREAMBLE_LINE.test(line)) first = line;
    start = end + 1;
  }
  const last: string[] = [];
  const tail = text.slice(-TAIL_CHARS);
  for (let end = tail.length; end > 0 && last.length < SUMMARY_LINES; ) {
    const start = tail.lastIndexOf('\n', end - 1);
    const line = bareLine(tail.slice(start + 1, end));
    if (line !== '' && !TRAILER.test(line)) last.push(line);
    end = start;
  }
  return { first, last: last.reverse() };
}

/** A line that looks around when it is done: what failed stands before what that prints. */
const LOOKS_AROUND = /(?:;|&&|\n)\s*(?:ls|pwd|date|whoami|git (?:status|branch|rev-parse))\b[^;&\n]{0,80}$/;

/** What is printed in place of a failure is its status: nothing was foreseen. */
const TELLS_STATUS = /\|\|\s*(?:echo|printf)\s[^;|&\n]{0,80}\$\?[^;|&\n]{0,40}/g;
/** Only keeps the call from failing, while its errors are to be seen: that it may not start at all was not foreseen. */
const KEEPS_GOING = /\|\|\s*(?:true|:)(?=\s*(?:$|[;&\n)]))/g;
const FORGIVEN = /\|\|\s*(?:echo|true|:|printf)\b|\|\| *\(|\bset \+e\b/;
const TOLERATED = new RegExp(`${FORGIVEN.source}|2>\\s*/dev/null`);
/** The command prints its own status, and the output ends in one that is not zero. */
const STATUS_ECHO = /\$\?|PIPESTATUS/;
/** A status behind a filter is the filter's. */
const OF_FILTER =
  /(\|\s*(?:head|tail|sed|cat|sort|tee|grep|rg|awk|cut)\b[^|;&\n]*[;\n]\s*(?:echo|printf)\b[^;|&\n]*)\$\?/g;
const STATUS_SHOWN = /^\W*(?:exit(?:[ _-]?(?:code|status))?|rc|ret|status|code)\W{0,3}[1-9]\d{0,2}\W*$/i;

const isWorker = (part: ShellPart): boolean => !isFilter(part) && !isReader(part) && !isScaffold(part);

const COMPLAINT_LINES_MAX = 6;
const ABSENT = /: No such file or directory$/;
/** What such a reader prints behind its complaint: how it is called, or where that is told. */
const USAGE_LINE = /^(?:usage: |\s+\[-|Try ['`"])/i;
/** These show files, too, but what they complain of is their script. */
const EDITS_TEXT = /^(?:sed|awk)$/;

/** True where all that a reader of the command printed is its own complaint about a file or an option, and its usage. */
function onlyComplains(command: string, body: string, text: string): boolean {
  if (text.length > EDGE_CHARS || !READER_COMPLAINT.test(body)) return false;
  // macOS has `ugrep` under the name of `grep`.
  if (!command.includes(/^(?:u(?=grep))?([a-z]+)/i.exec(body)![1]!)) return false;
  const printed = body.split('\n').filter((line) => line.trim() !== '' && !USAGE_LINE.test(line));
  const lines = LOOKS_AROUND.test(command) && !ABSENT.test(printed[0]!) ? printed.slice(0, 1) : printed;
  return lines.length <= COMPLAINT_LINES_MAX && lines.every((line) => READER_COMPLAINT.test(line));
}

/** PowerShell goes on after a command that it does not have, and ends well; in front of other output stand its name and a frame. */
const NO_COMMAND_OF_POWERSHELL =
  /^[\w.+-]+: *\r?\nLine \|\r?\n[\s\S]{1,900}?\bis not recognized as (?:the|a) name of a cmdlet/;

/** True where a line is the complaint of a program of the command, which names itself. */
function speaksUp(line: string, parts: () => ShellPart[]): boolean {
  const name = OWN_VOICE.exec(line)?.[1];
  if (name === undefined) return false;
  const isOwn = ({ program, by }: ShellPart) => program === name || by?.program === name;
  return parts().some((part) => isOwn(part) && (EDITS_TEXT.test(name) || !SHOWS_FILES.test(name)));
}

const OWN_WORDS_MIN = 10;
/** A first line may be one of many where more than this follows. */
const SHORT_CHARS = 600;

const ASKS_FOR_HELP = /\s(?:--help|-h|help)(?=\s|$|[;&|])/;
const IS_USAGE = /^usage:/i;

const PORT_TAKEN =
  /^(?:OSError: |Error: listen |ERROR:? +|error: )[^\n]{0,60}(?:[Aa]ddress already in use|EADDRINUSE)/;
/** A part that may listen: none that shows texts, or that asks others. */
const serves = (part: ShellPart): boolean =>
  !isFilter(part) && !isReader(part) && !showsTexts(part) && !isScaffold(part);

/** True where a line is a text that stands in the command itself: a script says what it was written to say. */
const printsItself = (command: string, line: string): boolean =>
  command.includes(`'${line}`) || command.includes(`"${line}`);

/** What a shell says of a folder that a wrapper, not the command, wanted to go to. */
const goesElsewhere = (command: string, line: string): boolean =>
  line.includes(': cd: ') && !/\b(?:cd|pushd) /.test(command);

/** True where a line only shows files, and what a shell complains of is no word of it. */
function isOnlyRead(command: string, complaint: string, list: ShellPart[]): boolean {
  if (/[`*]/.test(command)) return false;
  const name = notFound(complaint);
  const shows = (part: ShellPart) => isReader(part) || isFilter(part) || isScaffold(part);
  return name !== undefined && !command.includes(name) && list.every(shows);
}

/** A program called by its path is the one under work, which a section may well provoke. */
const RUNS_BY_PATH = /(?:^|[;&|\n]\s*)(?:\.\/|\/tmp\/|\/var\/)(?!\S*(?:gradlew|mvnw)\b)\S/;

/** What stands between two banners of a command and shows that what ran there failed; null where nothing does. */
export function failedSection(command: string, text: string): string | null {
  const failed = sections(command, text).find(
    (each) =>
      !RUNS_BY_PATH.test(each.command) &&
      hiddenFailure(each.command, each.text, () => shellParts(each.command)),
  );
  return failed?.text ?? null;
}

/** A command and what it printed. */
interface Shown {
  command: string;
  /** The whole output. */
  text: string;
  /** Its beginning, without what frames it. */
  body: string;
  parts: () => ShellPart[];
}

/** Whether an unflagged shell output shows that its command failed. */
export function hiddenFailure(line: string, text: string, partsOfLine: () => ShellPart[]): boolean {
  const shown = shownAtOnce(line);
  const parts = shown === line ? partsOfLine : () => shellParts(shown);
  const command = shown.includes('$?') ? shown.replace(TELLS_STATUS, '').replace(OF_FILTER, '$1') : shown;
  const body = stripFrame(text.slice(0, EDGE_CHARS));
  if (body === '') return false;
  const output = { command, text, body, parts };
  return isRefusedOutright(output) || failsAtEdge(output);
}

/** The output refuses what was called, or how. */
function isRefusedOutright({ command, text, body, parts }: Shown): boolean {
  // What is printed was not thrown away: a part whose errors are is another one.
  if ((onlyComplains(command, body, text) || saysOnlyError(body, text, parts)) && !FORGIVEN.test(command))
    return true;
  const runs = (part: ShellPart) =>
    part.op === '||' || !(isReader(part) || isFilter(part) || SHOWS_FILES.test(part.program));
  if (refusesOption(command, body) && parts().every(runs)) return true;
  const refused = optionRefused(command, text.slice(0, USAGE_CHARS));
  const gives = (part: ShellPart) => part.args.some((arg) => arg.startsWith(refused));
  if (refused !== '' && parts().some((part) => gives(part) && runs(part))) return true;
  if (refusedInput(command, body) !== '' || refusedRequest(command, body) !== '') return true;
  if (lostVariable(command, body) || refusedOfScript(command, body) !== '') return true;
  if (otherEnvironment(command, body) !== '') return true;
  if (isToolRefused(command, body) && !TOLERATED.test(command)) return true;
  return body.includes('Line |') && NO_COMMAND_OF_POWERSHELL.test(body);
}

/** Its first line or its last ones say that it failed, and nothing says that this was provided for. */
function failsAtEdge({ command, text, body, parts }: Shown): boolean {
  const { first, last } = edgeLines(body, text);
  if (!TOLERATED.test(command) && missesFile(first, parts)) return true;
  const inside = LOOKS_AROUND.test(command) ? body.split('\n').map(bareLine) : [];
  const statusLines = [first, ...last.slice(-1)];
  const shownStatus = STATUS_ECHO.test(command) && statusLines.some((line) => STATUS_SHOWN.test(line));
  const summary =
    [...last, ...inside].some((line) => HIDDEN_SUMMARY.test(line)) || isFailedReport(command, body);
  const isOwn = first.length >= OWN_WORDS_MIN && printsItself(command, first);
  const ends = [...inside, ...last.slice(-2)];
  const asksForHelp = ASKS_FOR_HELP.test(command) && IS_USAGE.test(first);
  const refuses = ends
    .concat(body.length <= SHORT_CHARS ? first : [])
    .some((line) => refusesWord(line, parts));
  const starts = HIDDEN_START.test(first) && !isOwn && !asksForHelp;
  const edge = starts || refuses || ends.some((line) => HIDDEN_END.test(line));
  const below = last.some((line) => HIDDEN_BELOW.test(line) || SHELL_COMPLAINT.test(line));
  const spoken = [first, ...last.slice(-2)].some((each) => speaksUp(each, parts));
  if (!edge && !below && !summary && !shownStatus && !spoken) return false;
  const failing = summary || shownStatus || last.some((line) => FAILED_PART.test(line));
  if (!failing && last.some((line) => PASSED.test(line))) return false;
  if (goesElsewhere(command, first)) return false;
  if (NEEDS_TERMINAL.test(first) || ADDRESS_AS_GLOB.test(first)) return true;
  if (LACKS_RUNNER.test(first) && !/timeout\b.*\|\|.*\btimeout\b/.test(command)) return true;
  if (LACKS_INSIDE.test(first) && !RUNS_ANOTHER.test(command)) return true;
  const isComplaint = [first, ...last.slice(-2)].some((each) => SHELL_COMPLAINT.test(each));
  const isRefused = REFUSED_CALL.test(first);
  const isUnstarted = [first, ...last.slice(-2)].some((each) => NOT_STARTED.test(each));
  const started = isComplaint || isRefused || isUnstarted ? command.replace(KEEPS_GOING, '') : command;
  if ((spoken ? FORGIVEN : TOLERATED).test(started)) return false;
  if (isComplaint && isOnlyRead(command, first, parts())) return false;
  if (isComplaint) return !/(?<![\w-])(?:which|command -v|type|whereis|hash)\b/.test(command);
  if (STATUS_ECHO.test(command) && !shownStatus) return false;
  const list = parts();
  if (/^fatal: /.test(first) && list.some((part) => part.program === 'git')) return true;
  if (spoken) return true;
  if (isRefused) return list.some((part) => !isFilter(part) && !SHOWS_FILES.test(part.program));
  if (summary || shownStatus) return list.some(isWorker);
  if (findsPortTaken(command, [...last, first], list)) return true;
  return !showsOthersText(command, first, list) && mainPart(list) !== null;
}

/** True where a line runs something that is neither a reader nor a filter, and shows no text of others beside it. */
export const checks = (list: ShellPart[]): boolean =>
  list.some(isWorker) && !list.some((part) => !isFilter(part) && !isScaffold(part) && showsTexts(part));

/** A server started in the background that finds its port taken, beside a request that whoever has it answers. */
const findsPortTaken = (command: string, lines: string[], list: ShellPart[]): boolean =>
  /&(?![&>])/.test(command) && lines.some((line) => PORT_TAKEN.test(line)) && list.some(serves);

/** True where a part of the line prints texts that somebody else has written, as a reader of files does. */
function showsOthersText(command: string, first: string, list: ShellPart[]): boolean {
  const log = startedLog(command);
  return list.some(
    (part) =>
      !isFilter(part) &&
      showsTexts(part) &&
      !(log !== '' && (part.args.includes(log) || isRemote(part))) &&
      (!isScaffold(part) || part.text.includes(first)),
  );
}
