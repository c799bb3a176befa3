import { PatternFilter } from '../../../text/pattern-filter.ts';
import { SCRIPT_PROGRAMS } from '../../shell/programs.ts';
import { shellParts } from '../../shell/shell.ts';
import { refusalOfWord } from '../result/refused-word.ts';
import { COMPILE_POSITION, codeKind, SCRIPT_ERROR, TEST_COMMAND } from './code-kinds.ts';
import { isRefusal, kindOfCommand } from './command-kinds.ts';
import type { ErrorKind } from './error-kind.ts';
import { inEnglish } from './in-english.ts';
import { SHELL_RULES, TOOL_RULES } from './kind-rules.ts';
import { isProbe } from './questions.ts';

/** Names the kind of an error from its salient line, its text and its call. The kind decides most of the verdict. */

/** A failing call as its kind is judged. */
export interface KindInput {
  tool: string;
  /** Salient line. */
  line: string;
  /** Error text without frames; looked at in its first and last 4 KB. */
  text: string;
  program: string;
  sub: string;
  command: string;
  timedOut: boolean;
  exitCode: number | null;
}

const RUST_ERROR = /^error\[E\d{4}\]: /;

const FORMAT_CHECK =
  /\b(?:fmt|format|prettier|black|gofmt|gofumpt|rustfmt|isort|ktlint|swiftformat|ormolu)\b.*\s--?(?:check\b|l\b|list|verify|dry-?run|diff|lint)/;

function edges(text: string): string {
  return text.length <= 8192 ? text : `${text.slice(0, 4096)}\n${text.slice(-4096)}`;
}

/** A program about its own arguments: `grep: unrecognized option`. */
const OWN_VOICE = /^[\w.-]{1,30}: (?:unrecognized|invalid|unknown|illegal|unsupported) /i;
/** Puts a patch into files: that it does not fit says that it was made for another text. */
const PATCHES = /^(?:git apply|patch )/;
/** What only git says, whichever script ran it. */
const GIT_VOICE = /^(?:fatal|error): |\.gitignore|pathspec|\bgit\b/;
const OFFLINE =
  /connection broken|temporary failure in name|\bENOTFOUND\b|Retrying \(Retry|network is unreachable/i;

/** A lock that cannot be made where nothing can be written is held by nobody. */
const READ_ONLY = /\bread-only file system\b/i;

/** What only the salient line says: the rest of a text holds such words for other reasons. */
const NOT_BY_TEXT = new Set<ErrorKind>(['usage', 'platform', 'git-state', 'command-not-found']);
const shellFilter = new PatternFilter(SHELL_RULES.map(([, pattern]) => pattern));

/** The detector asks by one or two lines of an error, the record of its call once more, nearly always by one of them. */
const KINDS_REMEMBERED = 3;
const remembered: { input: KindInput; kind: ErrorKind }[] = [];

const isSame = (a: KindInput, b: KindInput): boolean =>
  a.line === b.line &&
  a.exitCode === b.exitCode &&
  a.timedOut === b.timedOut &&
  a.tool === b.tool &&
  a.program === b.program &&
  a.sub === b.sub &&
  a.command === b.command &&
  a.text === b.text;

/** Kind of an error; `generic` where nothing fits. */
export function errorKind(input: KindInput): ErrorKind {
  const known = remembered.find((each) => isSame(each.input, input));
  if (known !== undefined) return known.kind;
  const text = inEnglish(input.text);
  const kind = kindOf(text === input.text ? input : { ...input, line: inEnglish(input.line), text });
  if (remembered.length >= KINDS_REMEMBERED) remembered.shift();
  remembered.push({ input, kind });
  return kind;
}

/** The last that a command printed which did not end in time: another one holds what it needs. */
const AT_LOCK =
  /(?:waiting for|waiting to acquire) [^\n]{0,40}\block\b[^\n]*(?:\s*<bash_metadata>[\s\S]{0,600})?\s*$/i;

function kindOf(input: KindInput): ErrorKind {
  const { line, tool } = input;
  const text = edges(input.text);
  if (input.timedOut || input.exitCode === 124) return AT_LOCK.test(input.text) ? 'lock' : 'timeout';
  if (tool !== 'Bash') {
    for (const [kind, pattern] of TOOL_RULES)
      if (pattern.test(line) || pattern.test(text.slice(0, 600))) return kind;
    return tool === 'Edit' && line !== '' ? 'edit-mismatch' : 'generic';
  }
  return kindOfCommand(input, text) ?? kindOfLine(input, text) ?? kindOfText(input, text);
}

type LineSign = (input: KindInput, text: string) => boolean;

/** Of whose message a line has the words, but not the kind: the next rule is asked. */
const NOT_MEANT: { [Kind in ErrorKind]?: LineSign } = {
  'shell-syntax': ({ line }) => COMPILE_POSITION.test(line),
  usage: ({ line }, text) =>
    COMPILE_POSITION.test(line) ||
    /^SyntaxError: /.test(line) ||
    RUST_ERROR.test(line) ||
    (/--- FAIL|AssertionError|^FAILED /m.test(text) && !OWN_VOICE.test(line)),
  'command-not-found': ({ line }) => /^\s*[\w./-]+\.\w{1,5}:\d+/.test(line),
  'git-state': ({ program, line }) => !/\bgit\b|\bgh\b|\bjj\b/.test(program) && !GIT_VOICE.test(line),
};

/** What the rest tells of a kind's message: it is of another kind. */
const RATHER: readonly (readonly [of: ErrorKind, is: ErrorKind, LineSign])[] = [
  ['conflict', 'edit-mismatch', ({ program, sub }) => PATCHES.test(`${program} ${sub}`)],
  ['lock', 'sandbox', (_, text) => READ_ONLY.test(text)],
  ['missing-module', 'network', (_, text) => OFFLINE.test(text)],
  ['missing-module', 'compile', ({ line }) => COMPILE_POSITION.test(line) && !/\bgo\.sum\b/.test(line)],
];

/** What a line by itself says, whoever printed it; `generic` where nothing fits. */
export function kindOfWords(line: string): ErrorKind {
  const found = shellFilter.possible(line).find((index) => SHELL_RULES[index]![1].test(line));
  return found === undefined ? 'generic' : SHELL_RULES[found]![0];
}

/** What the salient line says. */
function kindOfLine(input: KindInput, text: string): ErrorKind | null {
  for (const index of shellFilter.possible(input.line)) {
    const [kind, pattern] = SHELL_RULES[index]!;
    if (!pattern.test(input.line) || NOT_MEANT[kind]?.(input, text)) continue;
    return RATHER.find(([of, , isSeen]) => of === kind && isSeen(input, text))?.[1] ?? kind;
  }
  return null;
}

/** unittest cannot load what it is asked for: the class has no such test, or the label's first part is no module. */
const NO_SUCH_TEST =
  /^ERROR: ([\w.]+) \(unittest\.loader\._FailedTest[^\n]*\n-+\n(?:AttributeError: (?:type object|module) [^\n]* has no attribute|[\s\S]{0,800}?\bNo module named '\1[.'])/m;

/** Django's tests outside of the project's runner. */
const UNCONFIGURED = /\bsettings are not configured\b/;

/** What is left: the code that ran, and what else the text says. */
function kindOfText(input: KindInput, text: string): ErrorKind {
  const { line } = input;
  if (NO_SUCH_TEST.test(text) || (UNCONFIGURED.test(text) && TEST_COMMAND.test(input.command)))
    return 'usage';
  if (
    !COMPILE_POSITION.test(line) &&
    /cannot load such file|No module named|ModuleNotFoundError|Cannot find module '[^.'/]/.test(text)
  )
    return 'missing-module';
  const code = codeKind(input, text);
  if (code) return code;
  if (FORMAT_CHECK.test(input.command) && !/\b(?:error|cannot|failed)\b/i.test(line)) return 'format';
  if (
    /(?:no such file\b|cannot (?:access|open|stat)|does not exist|ENOENT|cannot find the (?:file|path)|(?:file|folder|directory|path) not found: |not a directory|is a directory)/i.test(
      line,
    )
  )
    return 'missing-path';
  const beginning = text.slice(0, 1500);
  for (const index of shellFilter.possible(beginning)) {
    const [kind, pattern] = SHELL_RULES[index]!;
    if (!NOT_BY_TEXT.has(kind) && pattern.test(beginning)) return kind;
  }
  if (SCRIPT_PROGRAMS.test(input.program) && SCRIPT_ERROR.test(text)) return 'script-error';
  if (!isRefusal(line) && isProbe(input.program, input.sub, input.command)) return 'no-match';
  return refusalOfWord(line, () => shellParts(input.command)) ?? 'generic';
}
