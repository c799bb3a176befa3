import { ANSI } from './ansi.ts';
import { cutCharacters } from './cut-characters.ts';
import { oneLine } from './one-line.ts';

/** Finds the line of an error text that says what went wrong. Pure; used by the hook, so it takes no package. */

const HEAD_LINES = 80;
const TAIL_LINES = 80;
const LINE_CHARS_MAX = 500;
/** Of what is looked at, half of a longer text's beginning and half of its end. */
const HALF_CHARS = 32_768;
const RESULT_CHARS_MAX = 240;

/** A line of the frame that agents put around a tool's output. */
export const FRAME_LINE =
  /^(?:Exit code:?\s*-?\d+|Command: |Chunk ID: |Wall time:? |Process (?:exited with code|running with session)|(?:Original token count|Total output lines): |Output:\s*$|<\/?tool_use_error>\s*$|Error: Exit code \d+\s*$|\(exit code:? \d+\)$|<shellId: .*>$|Script (?:failed|completed)|Warning: truncated output|Directory: |Signal: |Background PIDs: |Process Group PGID: |Std(?:out|err): \(empty\)|Error: \(none\)|\(empty\)$)/;

/** Says only that something failed, or introduces what did. */
const WRAPPER =
  /^(?:ERROR: \S+ \(unittest\.loader\._FailedTest|(?:#\d+ )?ERROR: (?:failed to solve: )?process "|failed to parse manifest at |Your proposed (?:edit|insertion) has|(?:exit status|(?:Error: )?Process completed with exit code|exited with(?: code)?|command (?:failed|exited)(?: with)?(?: exit)?(?: code)?:?) ?\d+|FAIL(?:ED)?(?:\t| *$)|\s*FAIL +\S+$|make(?:\[\d+\])?: \*\*\* (?!No )|npm warn |npm (?:ERR!|error)(?: *$| (?:A complete log|code (?:E\w+|\d)|errno|path|location |workspace |command |Lifecycle script|Exit status|This is probably|Failed at))|.*\bELIFECYCLE\b|(?:\[[\w:.-]+\] )?error:? (?:task|script|recipe|command) (?:failed|"|`)|Traceback \(most recent|Build (?:started|succeeded)\b|\s*throw (?:new )?\w|.*Something went wrong|During handling of|The above exception|Caused by:?$|error: (?:failed to (?:download|parse manifest)\b|could not compile|aborting due to|test failed|process didn't exit)|collect2: error|tar: (?:Child returned status|Error is not recoverable|Exiting with failure status)|clang: error: linker|> Task \S+ FAILED|\* What went wrong|(?:FAILURE: )?Build failed|\* Try:|> Run with|For more information|note: |help: |hint: |[-*•] To [a-z]|usage:|warning: |(?:Found )?\d+ (?:issues?|problems?|errors?)\b|\s*(?:at |[\^~|])|[-=_*#~. ]{3,}$|# [\w./-]+(?: \[[\w./-]+\])?$|={2,}>? |collected \d+|[-_=*]{3,} .+ [-_=*]{3,}$|(?:\[[\w:.-]+\] )?(?:Tests run|Test Suites): +\d|.*\(FAILED - \d+\)$|error during build:$|(?:[>x✗] |\w+: )?(?:Failed to compile|(?:Build|Compilation|Installation|Bundling) failed)(?:[.!]|, reverting\b.*| in [\d.]+ ?m?s| (?:with|because of) .*errors?\.?)?$|(?:\w+: )?An error (?:has |was )?(?:occurred|encountered)(?! \(\w+\) when )|(?:[*\w-]+ )?\**APPLICATION FAILED|Received exception from server|\s*(?:● )?Test suite failed to run|Execution failed for task|ERROR: Ignored the following versions)/i;

const STRONG: RegExp[] = [
  /^(?:- )?[A-Z]{1,3}\d{3,4} \S/,
  /^\[FAIL(?:: |\. Reason: )\S/,
  /^E: Package '/,
  /^(?:E {2,4})?(?:[A-Za-z_]\w*\.)+[A-Z]\w+: \S/,
  /^sed: (?:\d+: "|-e expression )/,
  /\b(?:command not found|not recognized as|no rule to make target|no such (?:file|(?:sub-?)?command|option|remote|module|service|container|image|table|column|host)|(?:unknown|unrecognized) [\w-]+ [`'"]|unknown (?:encoder|decoder|lifecycle|flag|shorthand|option|(?:sub-?)?command|switch|argument|field|revision|json field|property|key|method|parameter)|unrecognized (?:option|argument|(?:sub)?command|flag)|unexpected argument|invalid (?:option|flag|argument|value|choice|reference|syntax|subcommand|json)|(?:illegal|bad) option|flag provided but not defined|read-only variable|no matches found|not a git repository|does not (?:exist|satisfy)|failed to resolve import|not a valid (?:command|project|target|name|key|type)|conflicting dependencies|version solving failed|is not in this registry|no files match(?:ing|ed)|(?:syntax|parse) error|unexpected (?:token|eof|end of)|unterminated|unbound variable|bad substitution|is not a (?:git command|directory|valid)|required (?:flag|option|argument|parameter)|missing (?:required|argument|operand|script)|must (?:either )?(?:be (?:specified|run|used)|provide|specify|supply|pass)|accepts \d+ arg|requires? (?:at least |exactly |an? )?(?:\d+ )?(?:argument|value|parameter))/i,
  /(?:^|[\s\]:])(?:fatal|panic|error(?:\[?[A-Z]{0,4}\d{0,5}\]?)?|exception in thread "[^"]*"|uncaught|unhandled \w+): ?\S/i,
  /^(?:\s|E {2})*(?:[A-Za-z_][\w.]*)?(?:Error|Exception|Failure|Interrupt|Exit|NotFound|Timeout|Panic)(?: \[\w+\]| (?=:))?: *\S/,
  /\b(?:E(?:NOENT|ACCES|PERM|ADDRINUSE|CONNREFUSED|EXIST|NOTDIR|ISDIR|MFILE|RESOLVE|NOTFOUND|TIMEDOUT|BADENGINE|USAGE)|permission denied|operation not permitted|access is denied|cannot find (?:module|package|name|symbol)|could not (?:find|be found)|module not found|no module named|no go files|cannot access|could not resolve|connection refused|string to replace not found|old_string|has not been read|failed to find expected lines|modified since)\b/i,
];

const MEDIUM: RegExp[] = [
  /^(?!\d+-\d)[\w@./\\+-]+:\d+ {0,2}\S|\(\d+,\d+\): error/,
  /\b(?:undefined|undeclared|(?:declared|imported) and not used|redeclared|mismatched types|cannot (?:use|assign)|not assignable|has no (?:field|method|attribute|member)|expected .{1,60}(?:found|got|but)|got .{1,60}want|want .{1,60}got|assert)/i,
  /^\s*(?:--- FAIL: |FAILED |not ok |✕|✗|×|● )/,
  /^\s*(?:[A-Z]\w*::)*[A-Z]\w*(?:Error|Exception|NotFound|Invalid):$|^\s*(?:[A-Z]\w*\\)+\w+(?:Error|Exception)$/,
  /^> (?!Task|Run|Get |Configure )[A-Z]\S* .{8}/,
  /^\[ERROR\] (?!Failed to execute|-> |To see |Re-run |For more |COMPILATION|BUILD|Tests )[A-Z]\w+ \S/,
];

const WEAK =
  /\b(?:failed|failure|invalid|missing|denied|refused|unable|cannot|can't|couldn't|not found|unsupported|rejected|forbidden|unauthorized|timed? ?out|conflict|aborted|killed|exceeded|already exists|not allowed|requires|wrong|illegal|malformed|error)\b/i;

const ASSERTS = /\b(?:want|got|(?:un)?expected|should|failed|must|missing|not equal|mismatch|error)\b/i;
/** Go's own test output: a position inside the test with its message. */
export const TEST_MESSAGE = /^\s+[\w.-]+\.\w+:\d+: \S/;

/** A position with line and column, and what is wrong there; the source line that follows it says less. */
const POSITION =
  /^(?:\[[\w:.-]+\] |e: (?:\w+:)?)?[\w@./\\+:-]*\w\.\w{1,5}(?::\d+:\d+:?|:?[[(]\d+,\d+[\])]:?) \S/;

/** The shell's own complaint: it names the mistake, whatever else was printed. */
const SHELL =
  /^(?:\(eval\):|(?:\/\S+\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: )?\S|zsh:\d+: ?|-(?:ba|z)sh: )(?!.*(?:warning|Killed|Terminated|kill: \(\d+\)))/;
/** A compiler's error with its number: what a tool around it warns of before says less. */
const NUMBERED = /^error\[E\d{4}\]: \S/;
/** Log lines that are printed on the way. */
const LOG = /\b(?:INFO|DEBUG|TRACE|level=(?:info|debug))\b/;

/** Warnings and stack frames stand around what went wrong. */
const FRAME =
  /\bwarning: |^\s*File ".*", line \d+|^[\w./-]+\.py:\d+: in \S| \+0x[0-9a-f]+$|^goroutine \d+ |^\s+at .{1,200}[:(]\d+\)?$/i;

/** The end of a trace of Python: an exception of any name, with or without its module. */
const RAISED = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w+: \S/;

/** How a program is to be called is not what was wrong with the call. */
const USAGE = /^(?:\w+: )?usage: /i;

/** Behind it an edit tool repeats the text that it was given. */
const GIVEN = /^String: /;

/** A line of a program's help, or npm's notice of what it runs. */
const HELP = /^ {1,12}--?[A-Za-z][\w-]*[, ]|^> [a-z@]\S*(?<!:) /;

/** Denies or demands something, or says what to run, which stands beside what was wrong: seldom printed on the way. */
const BESIDE =
  /\b(?:not|must|required|blocked|FATA|aborting|are ignored)\b|(?:^|[:*>!] )(?:no|bad|un(?:known|recognized)) |n't\b|curl: |Exception:|ERR[!_]|stop the process\b|\(char \d+\)|\. (?:\w+ )?(?:Run|Use|Try) [`'"]/i;

function score(line: string): number {
  if (SHELL.test(line)) return 12;
  if (NUMBERED.test(line)) return 11;
  if (LOG.test(line)) return 2;
  if (FRAME.test(line) || HELP.test(line)) return 1;
  if (USAGE.test(line)) return 3;
  if (WRAPPER.test(line)) return 1;
  if (POSITION.test(line)) return 10;
  if (STRONG.some((pattern) => pattern.test(line))) return 10;
  if (TEST_MESSAGE.test(line)) return ASSERTS.test(line) ? 9 : 5;
  if (MEDIUM.some((pattern) => pattern.test(line))) return 6;
  if (WEAK.test(line)) return 4;
  return BESIDE.test(line) ? 3 : 2;
}

/** What several programs that run side by side put before each of their lines: `[rank0]: `, `web-1  | `. */
const SOURCE = /^(?:\[\w{1,24}\]: |[\w.-]{1,30} +\| )/;
const SOURCE_LINES_MIN = 3;
const SOURCE_SHARE = 0.6;

/** The lines without the name of the process that they come from, where most begin with the same one. */
export function withoutSource(lines: string[]): string[] {
  const source = lines.length < SOURCE_LINES_MIN ? undefined : SOURCE.exec(lines[0]!)?.[0];
  if (source === undefined) return lines;
  const own = lines.filter((line) => line.startsWith(source)).length;
  if (own < lines.length * SOURCE_SHARE) return lines;
  return lines.map((line) => (line.startsWith(source) ? line.slice(source.length) : line));
}

/** BSD sed quotes the script that it refuses, line breaks included. */
const SPLIT_SCRIPT = /^sed: \d+: "[^"\n]{0,80}\n[^"]{0,80}": /gm;

/** PowerShell sets who complains over a picture of the line, and what it says below. */
const PICTURED = /^(\S[^\n]{0,80}?):\s+Line \|\r?\n(?: *\d+ \|[^\n]*\n)? *\|[~ ]+\r?\n *\| *(?=\S)/gm;

/** An older PowerShell breaks what it says where the console ends, before it tells the place. */
const BROKEN =
  /^(?=[\w.-]{2,60} : )[^\n]{40,400}(?:\n[^\n]{1,400}){1,5}(?=\n *At (?:line:\d+|\S[^\n]*:\d+) char:\d+)/gm;
/** It breaks at blanks, which it leaves at the line's end, and a long word in its midst. */
const unbroken = (said: string): string =>
  said.replace(
    /([^\n]*?)( *)\r?\n/g,
    (_, line: string, blank: string) => line + (blank || line.length >= CONSOLE_CHARS_MIN ? blank : ' '),
  );
const CONSOLE_CHARS_MIN = 77;

/** Of a long text its beginning, and the whole lines of its end. */
const bounded = (error: string): string =>
  error.length <= 2 * HALF_CHARS
    ? error
    : error.slice(0, HALF_CHARS) + error.slice(-HALF_CHARS).replace(/^.*/, '');

function linesOf(error: string): string[] {
  const whole = bounded(error).replace(ANSI, '');
  const said = whole.includes(' char:') ? whole.replace(BROKEN, unbroken) : whole;
  const text = (said.includes('Line |') ? said.replace(PICTURED, '$1: ') : said)
    .replace(/<\/?(?:tool_use_error|error|stderr|system)>/g, '\n')
    .replace(SPLIT_SCRIPT, (script) => script.replace(/\s*\n\s*/g, ' '));
  const all = text.split(text.includes('\r') ? /\r\n?|\n/ : '\n');
  const kept =
    all.length <= HEAD_LINES + TAIL_LINES ? all : [...all.slice(0, HEAD_LINES), ...all.slice(-TAIL_LINES)];
  return withoutSource(kept.map((line) => line.slice(0, LINE_CHARS_MAX).trimEnd()).filter(Boolean));
}

/** The message inside a one-line JSON error body, or null. */
function jsonMessage(line: string): string | null {
  const message = /"(?:message|error|detail|error_description)"\s*:\s*"((?:[^"\\]|\\.){4,300})"/.exec(line);
  return message ? message[1]!.replace(/\\[nrt]/g, ' ').replace(/\\(.)/g, '$1') : null;
}

function tidy(lines: string[], index: number): string {
  let line = lines[index]!.trim().replace(/^(?:[│║●] +|- (?=[EF]\d{3} ))/, '');
  if (/^[[{]/.test(line) && line.length > 40) line = jsonMessage(line) ?? line;
  const next = lines[index + 1]?.trim();
  if (
    /(?::|=>|\bvalidation error|\\\w+(?:Error|Exception)|^error: [\w./\\-]+\.\w+)$/i.test(line) &&
    next &&
    !FRAME_LINE.test(next)
  ) {
    // CMake sets its sentence in paragraphs; npm begins every line in the same way.
    const more = line.startsWith('CMake ') ? lines.slice(index + 1, index + 4) : [next];
    const lead = /^(?:npm (?:error|ERR!)|\[ERROR\]|error:?) +/i.exec(line)?.[0] ?? '';
    line = [
      line,
      ...more.map((each) => each.trim().slice(each.trim().startsWith(lead) ? lead.length : 0)),
    ].join(' ');
  }
  return cutCharacters(oneLine(line), RESULT_CHARS_MAX).trim();
}

/**
 * The line that names what went wrong: never an exit code, a banner or a summary count where a better one exists.
 * @param error text of a failing result, as the model saw it
 * @returns one line of at most 240 characters; empty where the text has none
 */
export function salientLine(error: string): string {
  if (error !== lastError) {
    lastLine = findSalientLine(error);
    lastError = error;
  }
  return lastLine;
}

/** The detector and the record of its call ask for the same error one after the other. */
let lastError = '';
let lastLine = '';

function findSalientLine(error: string): string {
  const lines = linesOf(error);
  // A trace of Python ends in its message; elsewhere the first complaint is the cause.
  const preferLast = lines.some((line) => line.startsWith('Traceback (most recent'));
  let best = -1;
  let bestScore = 0;
  for (let index = 0; index < lines.length && bestScore < 12; index++) {
    const line = lines[index]!;
    // Once a strong line is found only the shell's own complaint says more.
    if (bestScore >= 10 && !preferLast && !SHELL.test(line) && (bestScore > 10 || !NUMBERED.test(line)))
      continue;
    if (FRAME_LINE.test(line)) continue;
    if (best >= 0 && GIVEN.test(line)) break;
    const value = preferLast && RAISED.test(line) && /^\s/.test(lines[index - 1] ?? ' ') ? 10 : score(line);
    if (value > bestScore || (preferLast && value === bestScore && value >= 10 && /^\S/.test(line))) {
      best = index;
      bestScore = value;
    }
  }
  return best < 0 ? '' : tidy(lines, best);
}
