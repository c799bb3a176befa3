import { anyOf } from '../../../text/any-of.ts';
import { SUDO_ASKS } from '../../../text/known-messages.ts';
import { notFound } from '../../../text/shell-says.ts';
import { isRemote } from '../../shell/remote.ts';
import { isFilter, isScaffold, mainPart, type ShellPart } from '../../shell/shell.ts';
import { ASKS_FOR_PROGRAM } from '../../shell/shell-complaint.ts';
import { asksForHelp } from '../kind/questions.ts';
import {
  FAILED_PART,
  HIDDEN_BELOW,
  HIDDEN_END,
  HIDDEN_START,
  HIDDEN_SUMMARY,
  NOT_STARTED,
  OWN_VOICE,
  PASSED,
  REFUSED_CALL,
  SHELL_COMPLAINT,
} from './hidden-signs.ts';
import { isFailedReport } from './json-reply.ts';
import { startedLog } from './output-files.ts';
import { tellsFailure } from './printed-status.ts';
import { isReader, missesFile, SHOWS_FILES, showsTexts } from './readers.ts';
import { refusalOfWord } from './refused-word.ts';
import { isForgiven, isStartTolerated, isTolerated, lastStatement, namedStatements } from './tolerated.ts';

/** A command and what it printed. */
export interface Shown {
  command: string;
  /** The whole output. */
  text: string;
  /** Its beginning, without what frames it. */
  body: string;
  /** The command looks around when it is done: what failed stands before what that prints. */
  looksAround: boolean;
  parts: () => ShellPart[];
}

/** The first and the last lines of an output, and what they say. */
interface Edge extends Shown {
  /** What of the command speaks: where it fails at its end, what those before the last one throw away says nothing of that. */
  speaker: string;
  first: string;
  last: string[];
  /** The first line, and the last two. */
  near: string[];
  /** A verdict of a builder or a test runner. */
  summary: boolean;
  /** The status of what failed, which the command prints. */
  status: boolean;
  /** A program of the command complains, and names itself. */
  spoken: boolean;
}

const HEAD_CHARS = 400;
const TAIL_CHARS = 700;
const SUMMARY_LINES = 6;

/** Go names the package before its errors; compilers warn on the way to success; a line of commands prints banners between. */
const PREAMBLE_LINE =
  /^(?:# \S+(?: \[\S+\])?$|\S+:\d+(?::\d+)?: warning: |[=*#-]{2,120} ?[^\n]{1,80} ?[=*#-]{2,120}$|[=*─━@-]{3,}$|\W{0,6}[A-Za-z][\w@/.-]*(?: CLI)? v?\d+\.\d+\.\d+(?: \([^\n]{1,60}\))?$)/;

/** What the shell or the agent says behind whatever ran: how long it took, where the next call starts. */
const TRAILER = /^(?:Shell cwd was reset to |(?:real|user|sys)\t\d+m[\d.]+s$|\S.* \d+% cpu [\d.:]+ total$)/;

/** What frames a line: the side of a box, pytest's mark of an error. */
const LINE_FRAME = /^(?:[╷│╵┃›]|E {3,7}(?=\S))\s*/;

/** A line without the space and the frame around it. */
const bareLine = (line: string): string => line.trim().replace(LINE_FRAME, '');

type Lines = Pick<Edge, 'first' | 'last'>;

/** The first line that says something, and the last few. */
function edgeLines(body: string, text: string): Lines {
  const head = body.slice(0, HEAD_CHARS);
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

const isAny = (lines: readonly string[], pattern: RegExp): boolean =>
  lines.some((line) => pattern.test(line));

/** The command prints its own status, and the output ends in one that is not zero. */
const STATUS_ECHO = /\$\?|PIPESTATUS/;
const STATUS_SHOWN = /^\W*(?:exit(?:[ _-]?(?:code|status))?|rc|ret|status|code)\W{0,3}[1-9]\d{0,2}\W*$/i;

/** These show files, too, but what they complain of is their script. */
const EDITS_TEXT = /^(?:sed|awk)$/;

/** True where a line is the complaint of a program of the command, which names itself. */
function speaksUp(line: string, parts: () => ShellPart[]): boolean {
  const name = OWN_VOICE.exec(line)?.[1];
  if (name === undefined) return false;
  const isOwn = ({ program, by }: ShellPart) => program === name || by?.program === name;
  return parts().some((part) => isOwn(part) && (EDITS_TEXT.test(name) || !SHOWS_FILES.test(name)));
}

const OWN_WORDS_MIN = 10;
/** True where a line is a text that stands in the command itself: a script says what it was written to say. */
const printsItself = (command: string, line: string): boolean =>
  line.length >= OWN_WORDS_MIN && (command.includes(`'${line}`) || command.includes(`"${line}`));

const IS_USAGE = /^usage:/i;
/** A first line may be one of many where more than this follows. */
const SHORT_CHARS = 600;

function lastSpeaker(command: string, list: ShellPart[]): string {
  const own = lastStatement(command);
  return list.length > 0 && own.includes(list.at(-1)!.program) ? own : command;
}

/** What stands at the edges of an output that says it failed; null where nothing there does. */
function failingEdge(shown: Shown, { first, last }: Lines): Edge | null {
  const { command, body, parts } = shown;
  const near = [first, ...last.slice(-2)];
  const inside = shown.looksAround ? body.split('\n').map(bareLine) : [];
  const ends = [...inside, ...last.slice(-2)];
  const status =
    STATUS_ECHO.test(command) &&
    [first, ...last.slice(-1)].some((line) => STATUS_SHOWN.test(line) || tellsFailure(command, line, parts));
  const summary = isAny([...last, ...inside], HIDDEN_SUMMARY) || isFailedReport(command, body);
  const spoken = near.some((line) => speaksUp(line, parts));
  const starts =
    HIDDEN_START.test(first) &&
    !printsItself(command, first) &&
    !(asksForHelp(command) && IS_USAGE.test(first));
  const refusing = body.length <= SHORT_CHARS ? [...ends, first] : ends;
  const says =
    starts ||
    isAny(ends, HIDDEN_END) ||
    last.some(
      (line) => HIDDEN_BELOW.test(line) || SHELL_COMPLAINT.test(line) || NOT_STARTED_FOR_PORT.test(line),
    ) ||
    crashesBeside(command, body) ||
    refusing.some((line) => refusalOfWord(line, parts) !== null);
  if (!says && !summary && !status && !spoken) return null;
  if (!summary && !status && isAny(last, PASSED) && !isAny(last, FAILED_PART)) return null;
  const atEnd = !starts && isAny(last.slice(-2), HIDDEN_END);
  const speaker = atEnd ? lastSpeaker(command, parts()) : namedStatements(command, first);
  return { ...shown, speaker, first, last, near, summary, status, spoken };
}

/** A sign of failure: the first one that is seen decides. */
interface Sign {
  seen: (edge: Edge) => boolean;
  /** Whether the command provides for it; where nothing is said, no words of a command do. */
  foreseen?: (command: string) => boolean;
  /** Whether it is a failure where the command does not; where nothing is said, it is. */
  fails?: (edge: Edge) => boolean;
}

/** The shell gave the address up before anybody asked for it. */
const ADDRESS_AS_GLOB = /^(?:\(eval\)|zsh):(?:\d+:)? ?no matches found: https?:/;
/** What was to run another program is not here. */
const LACKS_RUNNER =
  /^\S[^\n]{0,40}(?:command not found: (?:g?timeout|stdbuf|setsid)|\b(?:g?timeout|stdbuf|setsid): (?:command )?not found)$/;
const OTHER_RUNNER = /timeout\b.*\|\|.*\btimeout\b/;
/** A container lacks the program that it was to run. */
const LACKS_INSIDE = /^OCI runtime exec failed: [^\n]{1,200}executable file not found/;
const RUNS_ANOTHER = /\|\|\s*(?!(?:echo|printf|true)\b|:)\S/;
/** A server says that it does not start; others look for another port. */
const NOT_STARTED_FOR_PORT = anyOf(
  [
    /(?:OSError: |Error: listen |ERROR:? +|error: )[^\n]{0,100}(?:[Aa]ddress already in use|EADDRINUSE)/,
    /(?:Error: |Web server failed to start\. )(?:That port|Port \d+) (?:is|was) already in use\b/,
    /Identify and stop the process that's listening on port \d|Port \d+ is in use by another program\./,
  ],
  { before: /^/ },
);

/** Something is started in the background. */
const BACKGROUND = /&(?![&>])/;
/** What a program prints that nothing catches, many lines long. */
const UNCAUGHT = /^ *(?:throw er; \/\/ Unhandled 'error' event|Traceback \(most recent call last\):)/m;

/** True where what was started in the background dies of a taken port, above what the line goes on to print. */
const crashesBeside = (command: string, body: string): boolean =>
  BACKGROUND.test(command) &&
  UNCAUGHT.test(body) &&
  isAny(body.split('\n').map(bareLine), NOT_STARTED_FOR_PORT);

const SIGNS: readonly Sign[] = [
  // A wrapper, not the command, wanted to go to a folder.
  {
    seen: ({ command, first }) => first.includes(': cd: ') && !/\b(?:cd|pushd) /.test(command),
    fails: () => false,
  },
  // An alternative to what was to run, or words for that it fails, say nothing of these.
  { seen: ({ first }) => SUDO_ASKS.test(first) || ADDRESS_AS_GLOB.test(first) },
  { seen: ({ first, command }) => LACKS_RUNNER.test(first) && !OTHER_RUNNER.test(command) },
  { seen: ({ first, command }) => LACKS_INSIDE.test(first) && !RUNS_ANOTHER.test(command) },
  {
    seen: ({ near }) => isAny(near, SHELL_COMPLAINT),
    foreseen: isStartTolerated,
    fails: (edge) => !isOnlyRead(edge) && !ASKS_FOR_PROGRAM.test(edge.command),
  },
  // The status that is told is none of a failure.
  { seen: ({ command, status }) => STATUS_ECHO.test(command) && !status, fails: () => false },
  {
    seen: ({ first, parts }) =>
      first.startsWith('fatal: ') && parts().some(({ program }) => program === 'git'),
    foreseen: isTolerated,
  },
  { seen: ({ spoken }) => spoken, foreseen: isForgiven },
  {
    seen: ({ first }) => REFUSED_CALL.test(first),
    foreseen: isStartTolerated,
    fails: ({ parts }) => parts().some((part) => !isFilter(part) && !SHOWS_FILES.test(part.program)),
  },
  {
    seen: ({ summary, status }) => summary || status,
    foreseen: isTolerated,
    fails: ({ parts }) => parts().some(isWorker),
  },
  // A server started in the background finds its port taken, beside a request that whoever has it answers.
  {
    seen: ({ command, body, first, last, parts }) =>
      BACKGROUND.test(command) &&
      (isAny([...last, first], NOT_STARTED_FOR_PORT) || crashesBeside(command, body)) &&
      parts().some(serves),
    foreseen: isTolerated,
  },
  { seen: ({ near }) => isAny(near, NOT_STARTED), foreseen: isStartTolerated, fails: isOfItsOwn },
  { seen: () => true, foreseen: isTolerated, fails: isOfItsOwn },
];

/** Its first line or its last ones say that it failed, and nothing says that this was provided for. */
export function failsAtEdge(shown: Shown): boolean {
  const lines = edgeLines(shown.body, shown.text);
  if (!isTolerated(shown.command) && missesFile(lines.first, shown.parts)) return true;
  const edge = failingEdge(shown, lines);
  if (edge === null) return false;
  const { foreseen, fails } = SIGNS.find(({ seen }) => seen(edge))!;
  return !foreseen?.(edge.speaker) && (fails?.(edge) ?? true);
}

/** A part that does something itself: it neither shows texts, nor filters, nor prepares. */
export const isWorker = (part: ShellPart): boolean => !isFilter(part) && !isReader(part) && !isScaffold(part);

/** A part that may listen: none that shows texts, or that asks others. */
const serves = (part: ShellPart): boolean => isWorker(part) && !showsTexts(part);

/** True where a line runs something that is neither a reader nor a filter, and shows no text of others beside it. */
export const checks = (list: ShellPart[]): boolean =>
  list.some(isWorker) && !list.some((part) => !isFilter(part) && !isScaffold(part) && showsTexts(part));

/** True where a line only shows files, and what a shell complains of is no word of it. */
function isOnlyRead({ command, first, parts }: Edge): boolean {
  if (/[`*]/.test(command)) return false;
  const name = notFound(first);
  return name !== undefined && !command.includes(name) && !parts().some(isWorker);
}

/** True where no part of the line prints texts that somebody else has written, as a reader of files does. */
function isOfItsOwn({ command, first, parts }: Edge): boolean {
  const log = startedLog(command);
  const list = parts();
  const showsOthers = list.some(
    (part) =>
      !isFilter(part) &&
      showsTexts(part) &&
      !(log !== '' && (part.args.includes(log) || isRemote(part))) &&
      (!isScaffold(part) || part.text.includes(first)),
  );
  return !showsOthers && mainPart(list) !== null;
}
