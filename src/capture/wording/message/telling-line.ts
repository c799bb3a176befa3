import { anyOf } from '../../../text/any-of.ts';
import { TEST_MESSAGE } from '../../../text/salient.ts';
import { WELL } from './test-message.ts';

/** Finds the line that tells the cause, where the line that first complains only says that something failed. Pure. */

const HEAD_LINES = 120;
const TAIL_LINES = 60;
const LINE_CHARS_MAX = 400;

/** A banner, a package's heading, a stack frame, a result of one test, or a word that only says "failed". */
const VAGUE = anyOf([
  /\[(?:build|setup) failed\]|^# \S|too many errors|^On branch |^ok\s|^(?:---|===) |^FAIL\b/,
  /linker command failed|^\S+\.(?:o|obj)$|^(?:\[[\w:.-]+\] )?\$ |\+0x[0-9a-f]+$|^testing\.|^\S+\(0x[0-9a-f]|^[{[] /,
  /^\/\/ |could not import .*\(-: #|error parsing config file|^Updated |^\d+ of \d+ |^[✕✗] /,
  /^(?:\w+: )?(?:Linting|Validat(?:ion|e)|Checks?|Verification|Analysis) failed\b/,
  /^Detected errors in \d+ module|\w ?\.{3}$|may not work as expected/,
  /^[×●] \S+\.(?:service|socket|timer) - |^fatal: unable to access .{1,200} error: 403$/,
  /^(?:ERROR|WARNING|error|warning|warn): (?:Ignor(?:ed|ing)|Skipp(?:ed|ing)|Retry(?:ing)?)\b/,
  /^error: '[\w.-]+': Invalid manifest \(compiled with: |^\[ERROR\] After correcting the problems/,
  /^(?:Error: )?\w+ found issues\b|^Invalid argument$|^Error initializing /,
  /^\w+: regex parse error:|^(?:[A-Z]+: )?while \w+ing .{1,60}:(?:\s|$)/,
]);

const FAILED_PACKAGE = /^FAIL\s+\S+\s+(?:\[|[\d.]+s)/;

/** More telling first. */
const TELLING = [
  /^(?:<\w+>:0: error: |sandbox-exec: ).*\bOperation not permitted$/,
  /^\[ERROR\] Failed to execute goal /,
  /^(?:[a-z_]\w*\.)*[A-Z]\w+(?:Error|Exception): \S/,
  /^remote: Permission to \S+ denied/,
  /^\s*Main PID: .{1,40}\bstatus=\d+\/[A-Z]/,
  /\bis in non-interactive mode\b/,
  /\b(?:is|are) not trusted\b/,
  /^(?:\[[\w:.-]+\] )?(?:vet: )?[\w@./\\+-]*\w\.[A-Za-z]{1,5}(?::\d+:\d+:|\(\d+,\d+\):) (?!.*(?:\bwarning\b|could not import|too many errors))\S/,
  /^panic: /,
  /^Error \[\w+\] \S|^\[\w+ @ 0x[0-9a-f]+\] (?=.*\b(?:No such|Unknown|Invalid|Unable)\b)\S/,
  TEST_MESSAGE,
  /\b(?:already exists|nothing to commit|nothing added to commit|no changes added to commit)\b/,
  /^(?:no|No) \w[^.]{2,60} found\b/,
  /^(?:error|fatal): \S/i,
  /^[\w.-]+: \*{3} \S/,
  /^(?:\S*\/)?ld(?:[.\d]\S*)?: (?:error: )?(?!warning)\S.*\bsymbols?\b/,
  /\bmismatch\b|["'`][\w.-]+["'`].{0,40}\b(?:unexpected|not allowed|did you mean|unknown)\b/i,
  FAILED_PACKAGE,
];

/** A failing test by its name alone, as Jest lists it before it tells why. */
const RESULT = /^[✕✗] |^(?:[Ee]rror: )?expect\(received\)/;
/** Bun's runner says so without a report. */
const EXPECTS = /^error: expect\(received\)/;
const REPORT = /^\s*● .+ › /;
const REPORT_LINES = 12;

/** What Jest tells of the first failing test: its message, or what was expected and received. */
function reportedMessage(lines: readonly string[]): string {
  const at = lines.findIndex((line) => REPORT.test(line) || EXPECTS.test(line));
  if (at < 0) return '';
  if (EXPECTS.test(lines[at]!)) return compared(lines.slice(at, at + REPORT_LINES)) || lines[at]!.trim();
  const report = lines
    .slice(at + 1, at + 1 + REPORT_LINES)
    .map((line) => line.slice(0, LINE_CHARS_MAX).trim());
  const message = report.find((line) => line !== '') ?? '';
  return /^expect\(/.test(message) ? compared(report) || message : message;
}

/** What was expected and received, in one line; empty where either is missing. */
function compared(lines: readonly string[]): string {
  const value = (lead: RegExp) =>
    lines
      .map((line) => line.trim())
      .find((line) => lead.test(line))
      ?.replace(lead, '')
      .trim();
  const [wanted, got] = [value(/^Expected(?: \w+)?: +/), value(/^Received(?: \w+)?: +/)];
  return wanted && got ? `expected ${wanted}, received ${got}` : '';
}

/** Chains of causes, as Rust's programs print them: the last is the root. */
const CAUSES = /^(?:Caused by:\n\s*(?:\d+: )?|[ \t]+Caused by: )(\S.*)/gm;

/** The title of a diagnostic, whose place, source and sentence follow. */
const TITLE = /^(?:[│╷] *)?Error: [A-Z][^.:`'"]{3,60}$/;
const PLACED = /^[│\s]*on .{1,200} line \d+[^\n]*:\n(?:[│\s]*(?:\d+:|├|with )[^\n]*\n)*[│\s]*(\S[^\n]{10,})/m;

/** A title without a name, as compilers print it in front of a framed source, and the sentence below the frame. */
const BARE_TITLE = /^error(?:\[\w+\])?: [A-Z][^`'"]{3,60}$/;
const BELOW_FRAME = /\n *[┌╭]─[^\n]*\n(?: *(?:\d+ +)?[│|][^\n]*\n)+\n?([A-Z][^\n]*[`'"][^\n]*)/;
/** A report in paragraphs: `-- TYPE MISMATCH ---- src/Main.elm`, then its sentence. */
const PARAGRAPHS = /^-- [A-Z][A-Z ]+ -{3,} \S+\n+(\S[^\n]*[^\n:]):?\n/m;
/** Says where code stopped; why stands in the next line. */
const STOPPED = /^(?:Execution|Syntax) error (?:\([\w.]+\) )?\S.*\)\.?$/;

/** A sentence that goes on in the next line, or a header before it. */
const UNFINISHED =
  /[a-z,] (?:since|because|as|that|which|the|an?|to|of|and|or|in|is|are|not|with|for|by|from|has type|of type|in following)$|^ERROR in \.?\/\S+(?: \d+:\d+(?:-\d+)?)?$/;
const HEADER = /^ERROR in /;
const GOES_ON_MAX = 3;

/** The sentence to its end: the part of it that says what cannot be, where it has one. */
function finished(line: string, error: string): string {
  const at = error.indexOf(line);
  if (at < 0) return '';
  const next = error
    .slice(at + line.length)
    .split('\n', GOES_ON_MAX + 2)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .slice(0, GOES_ON_MAX);
  if (next.length === 0) return '';
  if (HEADER.test(line)) return next[0]!;
  return next.find((each) => /^[A-Z].*\bcannot\b/.test(each)) ?? `${line} ${next[0]}`;
}

/** Says that something could not be resolved, or that an exception follows; the paragraph below says which, or why. */
const HEADLINE =
  /^(?:\w+: )?(?:could not find compatible versions|(?:dependency|version) (?:resolution|solving) failed|exception details)[.:]?$/i;
const SAID_BELOW =
  /^(?:(?:[\w]+: )?(?:[A-Z]\w+ ){0,3}(?:Reason|Message|Cause): +|(?=Because |The following ))(\S[^\n]*)/m;

/** Says that a service refuses what it was sent; the next line says why. */
const REFUSED_SENT =
  /^(?:\w+: )?(?:(?:HTTP )?4\d\d:? )?(?:Validation Failed|Unprocessable (?:Entity|Content)|Bad Request)(?: \((?:https?:\S+|HTTP \d+)\))?[.:]?$/i;
const SENTENCE = /^[^\w\n]{0,4}[A-Za-z][\w'-]* (?:[\w'-]+ )[^{}\n]{4,}$/;

/** What Ansible says of a host that a task failed on. */
const TASK = /^fatal: \[[^\]]+\]: (?:FAILED|UNREACHABLE)! => \{.*?"msg": "((?:[^"\\]|\\.)*)/;
const RAISED = /The error was: (.*?)(?=\. |\.?$|\\n)/;
/** Says how a process ended, not why. */
const ENDED = /\bexit(?:ed)?(?: with)?(?: status| code)?:? \d+/;

/** What javac does not find stands in a line of its own below. */
const SYMBOL = /^(?:\[ERROR\] )?\s*symbol: +(?:[a-z]+ )?(\S[^\n]{0,80}?)\s*$/m;

function withSymbol(line: string, error: string): string {
  const at = error.indexOf(line);
  const symbol = at < 0 ? undefined : SYMBOL.exec(error.slice(at, at + 600))?.[1];
  return symbol === undefined ? line : `${line} \`${symbol}\``;
}

/** The next line, where it is a sentence. */
function sentenceBehind(line: string, error: string): string {
  const [next = ''] = error
    .slice(error.indexOf(line) + line.length)
    .trimStart()
    .split('\n', 1);
  return SENTENCE.test(next) ? next.trim() : '';
}

/** The sentence behind a title, or the root of a chain of causes; empty where the error has neither. */
function explained(line: string, error: string): string {
  if (line.endsWith('cannot find symbol')) return withSymbol(line, error);
  if (UNFINISHED.test(line)) return finished(line, error);
  if (HEADLINE.test(line)) return SAID_BELOW.exec(error)?.[1] ?? '';
  if (REFUSED_SENT.test(line)) return sentenceBehind(line, error);
  if (TITLE.test(line)) return PLACED.exec(error)?.[1] ?? '';
  const framed = BARE_TITLE.test(line) ? BELOW_FRAME.exec(error) : null;
  if (framed) return framed[1]!;
  if (line.startsWith('Detected errors in ')) return PARAGRAPHS.exec(error)?.[1] ?? '';
  if (STOPPED.test(line))
    return error
      .slice(error.indexOf(line) + line.length)
      .trim()
      .split('\n')[0]!;
  const task = TASK.exec(line);
  if (task) return (RAISED.exec(task[1]!)?.[1] ?? task[1]!).replace(/\\n/g, ' ');
  if (!error.includes('Caused by:')) return '';
  const root = [...error.matchAll(CAUSES)].at(-1)?.[1]?.trim() ?? '';
  return ENDED.test(root) ? '' : root;
}

/** A command that only a loaded program has is missing for what the first line says: the program was not loaded. */
const NO_COMMAND = /^(?:Error: )?No such command [`'"]/;
const NOT_LOADED =
  /^(?:Error: )?(?:Could not (?:locate|find|load|import)|Failed to (?:find|load|import)|While importing) [^\n]{8,}/;

/** A more telling line than this one, or the line itself. */
export function tellingLine(line: string, error: string): string {
  const unloaded = NO_COMMAND.test(line) ? NOT_LOADED.exec(error)?.[0] : undefined;
  const said = unloaded ?? explained(line, error);
  if (said !== '') return said.slice(0, LINE_CHARS_MAX);
  const isResult = RESULT.test(line);
  if (!isResult && !VAGUE.test(line)) return line;
  const all = error.split('\n');
  const reported = isResult ? reportedMessage(all) : '';
  if (reported) return reported;
  const lines =
    all.length <= HEAD_LINES + TAIL_LINES ? all : [...all.slice(0, HEAD_LINES), ...all.slice(-TAIL_LINES)];
  for (const pattern of TELLING) {
    if (pattern === FAILED_PACKAGE && line.startsWith('---')) break;
    const found = lines.find(
      (each) =>
        pattern.test(each.slice(0, LINE_CHARS_MAX)) &&
        (!VAGUE.test(each) || pattern === FAILED_PACKAGE) &&
        (pattern !== TEST_MESSAGE || !WELL.test(each)),
    );
    if (found) return found.slice(0, LINE_CHARS_MAX).trim();
  }
  return line;
}
