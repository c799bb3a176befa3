import { anyOf } from '../../text/any-of.ts';
import { isRemote } from '../shell/remote.ts';
import { isFilter, mainPart, type ShellPart, shellParts } from '../shell/shell.ts';
import { stripFrame } from './frame.ts';
import { refusedOfScript, refusedRequest } from './http-reply.ts';
import { otherEnvironment } from './installed-elsewhere.ts';
import { isFailedReport, refusedInput } from './json-reply.ts';
import { optionRefused, refusesOption } from './miscall.ts';
import { lostVariable } from './misread-script.ts';
import { saysOnlyError } from './own-error.ts';
import { isReader, missesFile, SHOWS_FILES, showsTexts } from './readers.ts';
import { sections } from './sections.ts';
import { shownAtOnce } from './shown-file.ts';
import { startedLog } from './started-log.ts';
import { isToolRefused } from './unparsed.ts';

/** Strong signs of a failure in the first or last lines of an output that nobody flagged. */
const HIDDEN_START = anyOf(
  [
    /[a-z][\w-]{1,20} ERROR (?=[a-z])/,
    /(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: |1: )?\S|\(eval\):|zsh:\d+:/,
    /fatal: |error(?:\[E\d+\])?: |Error: |ERROR: (?!\d)|usage: |Usage: |npm (?:ERR!|error) /,
    /unknown (?:flag|command|shorthand|option)|unrecognized |Traceback \(most recent call last\)/,
    /panic: /,
    /[\w./-]+: (?:command not found|No such file or directory|illegal option|invalid option|unrecognized option|unknown option|permission denied)/,
    /(?:vet: )?(?:\.{0,2}\/)?[\w@./-]+\.\w{1,5}:\d+:\d+: |\w+(?:Error|Exception): /,
    /(?:timeout|env|nice|nohup|stdbuf): failed to run command |jq: (?:parse )?error|curl: (?:\(\d+\)|option )/,
    /sed: |awk: |make: \*\*\*|sudo: a (?:terminal|password) is required/,
    /go: (?!downloading|finding|extracting|added|upgraded)|no (?:configuration|go|test) files/,
    /The term '|Cannot find |Could not |command not found|could not |GraphQL: |HTTP [45]\d\d/,
    /Command "[^"]{1,60}" is not defined|\[ERROR\] \S|\(error\) [A-Z]{3,}|MSBUILD ?: error /,
    /no required module |Error from server \(\w+\): |failed to parse jq /,
    /\S*python[\d.]*: (?:No module named|can't open file) /,
    /no such (?:service|container|image|option|command)\b|unknown (?:flag|command)|Unknown JSON field|\[!\] [A-Z]/,
    /OCI runtime exec failed: |failed to run git: |\S+: error while loading shared libraries: /,
    /[✘❌] +\S|FATA\[\d+\] |CRITICAL: |did not find executable at |Warning: [\w ]{3,40} created with compilation errors/,
    /No (?:projects|packages|tasks|tests?|workspaces?) (?:matched|found|defined)/,
    /(?:Specifying|Passing) [\w ]{3,40} should be (?:via|done with|given by) '?--|[^\n]{3,60} should be via '--/,
    /[\w.-]+ (?:must be installed|is required but (?:\S+ ){0,2}not installed)/,
    /(?:\w+ ){0,2}(?:[Ff]ile|[Ff]older|[Dd]irectory|[Pp]ath) not found: (?:[A-Za-z]:\\|[~.]{0,2}\/)\S/,
    /[\w`-][^\n]{1,60} when not running interactively/,
  ],
  { before: /^/ },
);
const HIDDEN_END = anyOf(
  [
    /[\w.]+(?:Error|Exception): \S|[a-z]\w*\.error: \S|(?:\w+ ){0,2}(?:\w+ ?)?command not found|\S+: command not found/,
    /(?:ba|z)?sh: .*(?:not found|No such file)|fatal: |error: |Error: /,
    /ERROR: (?:[A-Z][a-z]+[A-Z]\w+: |Cannot |Could not |No )|exit status \d+$|FAIL$|FAIL\t/,
    /FAILED(?: |$)|make: \*\*\*|npm (?:ERR!|error) |SyntaxError/,
    /.*(?:\((?:no such file or directory|(?:HTTP|status)(?: code)?:? 4(?:0[0569]|22))\)| \[(?:build|setup) failed\]|too many errors)$/,
    /[A-Z][^\n]{3,120}, no such (?:file or )?directory: [~.]{0,2}\/\S+$/,
    /\[nodemon\] app crashed|ERR_\w+|(?:[a-z][a-z ]{2,40} failed: )?GraphQL: |unknown (?:flag|command|shorthand flag|option)(?:: | "|$)|error Command failed/,
    /\S+:\d+:in .{1,120}\(\w+(?:Error|Exception)\)$|Node\.js v\d+\.\d+\.\d+$/,
    /[^\n]{0,80}(?:[Aa]ddress already in use|EADDRINUSE)|(?:\w{1,30}: )?(?:getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|connect ECONNREFUSED) \S/,
    /ELIFECYCLE\W+Command failed|(?:[└✖×✕] {1,3})?Operation cancell?ed\.?$/,
    /(?:\.{1,2}\/)?[\w@./-]{1,120}: line \d+: (?:[^\n]{1,200}: )?(?:command not found|No such file or directory|Permission denied|unbound variable)$/,
  ],
  { before: /^/ },
);

/** Refusals that are no other program's text, however much was printed above them. */
const HIDDEN_BELOW = anyOf(
  [
    /MSBUILD ?: error |did not find executable at |OCI runtime exec failed: /,
    /failed to run git: fatal: |Error from server \(\w+\): |Unknown JSON field: |unknown (?:shorthand )?flag: /,
    /no such service: |no required module provides |Command "[^"]{1,60}" is not defined|Could not locate Gemfile/,
    /\S*python[\d.]*: (?:No module named|can't open file) |error: (?:unexpected argument|unrecognized (?:sub)?command) '/,
    /No projects matched the filters|error: unknown (?:option|command) ['"`]|fatal: (?:unrecognized|ambiguous) argument/,
  ],
  { before: /^/ },
);

/** Verdicts that builders and test runners print among their last lines. */
const HIDDEN_SUMMARY = anyOf(
  [
    /=+ .*\b\d+ (?:failed|errors?)\b.* in [\d.:]+s?.*=+$/,
    /(?:\d+ [a-z]+, )*\d+ (?:failed|errors?)\b[^\n]{0,80} in [\d.]+s(?: \([\d:]+\))?$/,
    /Tests?(?: Files| Suites)?:?\s+(?:\d+ \w+ \| )?\d+ failed\b/,
    /error: (?:could not compile|test failed|aborting due to)/,
    /(?:[\w.-]+-)?(?:cc|gcc|g\+\+|clang(?:\+\+)?|collect2): (?:fatal )?error: \S/,
    /(?:\*\* )?(?:BUILD|TEST|ARCHIVE) FAILED\b|FAILURE: Build failed|Build FAILED|Found \d+ errors?\b/,
    /\d+ examples?, [1-9]\d* failures?|[1-9]\d* failing$|test result: FAILED/,
    /\[ERROR\] (?:Failed|BUILD|Tests|Unknown|No |Could not|\[Help 1\])/,
    /ERROR: failed to (?:solve|build)|✖ \d+ problems? \([1-9]\d* error/,
    /(?:error|ERROR) {0,2}Command failed|ERROR in |Error: Process completed with exit code [1-9]/,
    /Failed! {2}- Failed: +[1-9]|FAILURES!|make(?:\[\d+\])?: \*\*\*|error TS\d+/,
    /\S+\(\d+,\d+\): error |error\[E\d+\]|.+ Compilation failed|thread '.+' panicked/,
    /Exception in thread |Unhandled (?:promise|exception)|npm (?:ERR!|error) /,
    /✖ failing tests:$|(?:ℹ|#) fail [1-9]\d*$/,
    /error • .{1,300} • \S+:\d+:\d+ • \w+$|No test configuration file found|=+ \d+ deselected in |.{0,8}\bExited with [1-9]\d* errors?\b/,
  ],
  { before: /^/ },
);

/** Shell complaints are about the command itself, whichever program it was to run. */
const SHELL_COMPLAINT = anyOf(
  [
    /(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: )?[^:]{1,60}: (?:command )?not found/,
    /\(eval\):\w*:?\d+: |zsh:\d+: |(?:ba)?sh: (?:-c: )?line \d+: (?:syntax error|unexpected)/,
    /(?:\/bin\/|\/usr\/bin\/)?(?:ba|da|k)?sh: line \d+: [^\n]{1,200}: (?:bad substitution|Is a directory|Not a directory|No such file or directory|Permission denied|ambiguous redirect|unbound variable)$/,
    /sudo: (?:a (?:terminal|password) is required|[^:]{1,40}: command not found)/,
    /[\w.-]{1,30}: command not found$|(?:ba)?sh: \S+: No such file/,
  ],
  { before: /^/ },
);

/** Nobody can type a password for it: an alternative to what it runs says nothing of that. */
const NEEDS_TERMINAL = /^sudo: a terminal is required to read the password/;
/** What was to run another program is not here: an alternative to that program says nothing of it. */
const LACKS_RUNNER =
  /^\S[^\n]{0,40}(?:command not found: (?:g?timeout|stdbuf|setsid)|\b(?:g?timeout|stdbuf|setsid): (?:command )?not found)$/;

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

const SCAFFOLD = /^(?:cd|echo|printf|export|set|source|\.|true|sleep|pwd|:)$/;

/** What is printed in place of a failure is its status: nothing was foreseen. */
const TELLS_STATUS = /\|\|\s*(?:echo|printf)\s[^;|&\n]{0,80}\$\?[^;|&\n]{0,40}/g;
/** Only keeps the call from failing, while its errors are to be seen: that it may not start at all was not foreseen. */
const KEEPS_GOING = /(?<=2>&1[^;&\n]{0,60})\|\|\s*(?:true|:)(?=\s*(?:$|[;&\n)]))/g;
const FORGIVEN = /\|\|\s*(?:echo|true|:|printf)\b|\|\| *\(|\bset \+e\b/;
const TOLERATED = new RegExp(`${FORGIVEN.source}|2>\\s*/dev/null`);
/** Runs that print errors on their way and pass. */
const PASSED = anyOf([
  /^(?:ok\s|PASS\b|OK\b|BUILD SUCCESS|test result: ok|=+ .*\d+ passed(?!.*failed).*=+$|Tests?:?\s+\d+ passed|\d+ passing|0 failures|✓|✔ |Done in |Compiled successfully|0 errors?\b|All checks passed|Build succeeded|Finished )/,
  /\b0 failed\b/,
]);

/** One part of a run that failed, among others that passed. */
const FAILED_PART = /^(?:FAIL\b|FAILED\b|--- FAIL|.*\[build failed\]$|not ok \d|✗|✕|× )/;

/** The command prints its own status, and the output ends in one that is not zero. */
const STATUS_ECHO = /\$\?|PIPESTATUS/;
const STATUS_SHOWN = /^\W*(?:exit(?:[ _-]?(?:code|status))?|rc|ret|status|code)\W{0,3}[1-9]\d{0,2}\W*$/i;

/** A program that refuses how it was called, in its first line: nothing else was printed before it. */
const REFUSED_CALL = anyOf(
  [
    /unknown (?:flag|shorthand flag|command|option)\b|error: unknown (?:subcommand|switch)\b/,
    /unrecognized (?:option|argument|command)/,
    /error: (?:unexpected argument|unrecognized|unknown (?:option|command|argument)|invalid value|the following required)/,
    /flag needs an argument|Unknown JSON field|failed to parse jq|accepts \d+ arg|required flag/,
    /invalid argument "|no such (?:option|command)/,
    /No (?:projects|packages|tasks|tests?|workspaces?) (?:matched|found|defined|match)\b/,
    /npm (?:error|ERR!) Missing script|[\w`-][^\n]{1,60} when not running interactively/,
  ],
  { before: /^/, flags: 'i' },
);
/** A reader that complains of its own arguments. */
const READER_COMPLAINT = anyOf(
  [
    /No such file|Is a directory|unrecognized|invalid (?:option|argument)|illegal option/,
    /IO error for operation on|regex parse error|repetition-operator|syntax error|unterminated|Cannot (?:index|iterate)/,
    /parse error|\.(?:log|out|txt|md|csv|tsv|json|ya?ml|xml|html?|sql): binary file matches/,
  ],
  {
    before:
      /^(?:u?grep|[ef]grep|rg|ag|sed|g?awk|cat|bat|head|tail|wc|jq|yq|nl|sort|less)(?:: | error: |: warning: )[^\n]{0,300}/,
    flags: 'i',
  },
);
const COMPLAINT_LINES_MAX = 6;
/** What such a reader prints behind its complaint: how it is called, or where that is told. */
const USAGE_LINE = /^(?:usage: |\s+\[-|Try ['`"])/i;
/** A program that names itself before its complaint. */
const OWN_VOICE = anyOf(
  [
    /parse error|error|fatal|cannot|can't|could not|unable|failed|invalid|bad (?:command|option|arg)|unrecognized|illegal|unknown|unterminated|option/,
    /not (?:in|a|an|found|supported)\b|\*\*\*|\(\d+\)|\d+: |pattern that searches for process name longer/,
  ],
  { before: /^([\w.+-]{2,30}): (?:stdin: )?/, flags: 'i' },
);

/** These show files, too, but what they complain of is their script. */
const EDITS_TEXT = /^(?:sed|awk)$/;

/** True where all that a reader of the command printed is its own complaint about a file or an option, and its usage. */
function onlyComplains(command: string, body: string, text: string): boolean {
  if (text.length > EDGE_CHARS || !READER_COMPLAINT.test(body)) return false;
  // macOS has `ugrep` under the name of `grep`.
  if (!command.includes(/^(?:u(?=grep))?([a-z]+)/i.exec(body)![1]!)) return false;
  const lines = body.split('\n').filter((line) => line.trim() !== '' && !USAGE_LINE.test(line));
  return lines.length <= COMPLAINT_LINES_MAX && lines.every((line) => READER_COMPLAINT.test(line));
}

/** PowerShell goes on after a command that it does not have, and ends well; in front of other output stand its name and a frame. */
const NO_COMMAND_OF_POWERSHELL =
  /^[\w.+-]+: *\r?\nLine \|\r?\n[\s\S]{1,900}?\bis not recognized as (?:the|a) name of a cmdlet/;

/** True where a line is the complaint of a program of the command, which names itself. */
function speaksUp(line: string, parts: () => ShellPart[]): boolean {
  const name = OWN_VOICE.exec(line)?.[1];
  if (name === undefined) return false;
  const isOwn = ({ program }: ShellPart) => program === name;
  return parts().some((part) => isOwn(part) && (EDITS_TEXT.test(name) || !SHOWS_FILES.test(name)));
}

const OWN_WORDS_MIN = 10;

const PORT_TAKEN =
  /^(?:OSError: |Error: listen |ERROR:? +|error: )[^\n]{0,60}(?:[Aa]ddress already in use|EADDRINUSE)/;
/** A part that may listen: none that shows texts, or that asks others. */
const serves = (part: ShellPart): boolean =>
  !isFilter(part) && !isReader(part) && !showsTexts(part) && !SCAFFOLD.test(part.program);

/** True where a line is a text that stands in the command itself: a script says what it was written to say. */
const printsItself = (command: string, line: string): boolean =>
  command.includes(`'${line}`) || command.includes(`"${line}`);

/** What a shell says of a folder that a wrapper, not the command, wanted to go to. */
const goesElsewhere = (command: string, line: string): boolean =>
  line.includes(': cd: ') && !/\b(?:cd|pushd) /.test(command);

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

/** Whether an unflagged shell output shows that its command failed. */
export function hiddenFailure(line: string, text: string, partsOfLine: () => ShellPart[]): boolean {
  const shown = shownAtOnce(line);
  const parts = shown === line ? partsOfLine : () => shellParts(shown);
  const command = shown.includes('$?') ? shown.replace(TELLS_STATUS, '') : shown;
  const body = stripFrame(text.slice(0, EDGE_CHARS));
  if (body === '') return false;
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
  if (body.includes('Line |') && NO_COMMAND_OF_POWERSHELL.test(body)) return true;
  const { first, last } = edgeLines(body, text);
  if (!TOLERATED.test(command) && missesFile(first, parts)) return true;
  const statusLines = [first, ...last.slice(-1)];
  const shownStatus = STATUS_ECHO.test(command) && statusLines.some((line) => STATUS_SHOWN.test(line));
  const summary = last.some((line) => HIDDEN_SUMMARY.test(line)) || isFailedReport(command, body);
  const isOwn = first.length >= OWN_WORDS_MIN && printsItself(command, first);
  const edge = (HIDDEN_START.test(first) && !isOwn) || last.slice(-2).some((line) => HIDDEN_END.test(line));
  const below = last.some((line) => HIDDEN_BELOW.test(line) || SHELL_COMPLAINT.test(line));
  const spoken = [first, ...last.slice(-2)].some((each) => speaksUp(each, parts));
  if (!edge && !below && !summary && !shownStatus && !spoken) return false;
  const failing = summary || shownStatus || last.some((line) => FAILED_PART.test(line));
  if (!failing && last.some((line) => PASSED.test(line))) return false;
  if (goesElsewhere(command, first)) return false;
  if (NEEDS_TERMINAL.test(first) || ADDRESS_AS_GLOB.test(first)) return true;
  if (LACKS_RUNNER.test(first) && !/timeout\b.*\|\|.*\btimeout\b/.test(command)) return true;
  const isComplaint = [first, ...last.slice(-2)].some((each) => SHELL_COMPLAINT.test(each));
  const isRefused = REFUSED_CALL.test(first);
  const started = isComplaint || isRefused ? command.replace(KEEPS_GOING, '') : command;
  if ((spoken ? FORGIVEN : TOLERATED).test(started)) return false;
  if (isComplaint) return !/(?<![\w-])(?:which|command -v|type|whereis|hash)\b/.test(command);
  if (STATUS_ECHO.test(command) && !shownStatus) return false;
  const list = parts();
  if (/^fatal: /.test(first) && list.some((part) => part.program === 'git')) return true;
  if (spoken) return true;
  if (isRefused) return list.some((part) => !isFilter(part) && !SHOWS_FILES.test(part.program));
  const worker = (part: ShellPart) => !isFilter(part) && !isReader(part) && !SCAFFOLD.test(part.program);
  if (summary || shownStatus) return list.some(worker);
  // A server started in the background that finds its port taken, beside a request that whoever has it answers.
  if (
    /&(?![&>])/.test(command) &&
    [...last, first].some((line) => PORT_TAKEN.test(line)) &&
    list.some(serves)
  )
    return true;
  const log = startedLog(command);
  const shows = (part: ShellPart) =>
    !isFilter(part) &&
    showsTexts(part) &&
    !(log !== '' && (part.args.includes(log) || isRemote(part))) &&
    (!SCAFFOLD.test(part.program) || part.text.includes(first));
  return !list.some(shows) && mainPart(list) !== null;
}
