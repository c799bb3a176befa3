import { anyOf } from '../../text/any-of.ts';
import { filtered, PatternFilter } from '../../text/pattern-filter.ts';
import { CONSOLE_LACKS } from '../wording/known-messages.ts';
import { movedPort } from './addresses.ts';
import { isAssertion, isImportProbe, isProbe, isQuietSearch } from './asked.ts';
import {
  COMPILE_POSITION,
  codeKind,
  isFinding,
  SCRIPT_ERROR,
  SCRIPT_PROGRAM,
  TEST_COMMAND,
} from './code-kinds.ts';
import type { ErrorKind } from './error-kind.ts';
import { refusedOfScript, refusedRequest } from './http-reply.ts';
import { inEnglish } from './in-english.ts';
import { otherEnvironment } from './installed-elsewhere.ts';
import { refusedInput } from './json-reply.ts';
import { SHELL_RULES, TOOL_RULES } from './kind-rules.ts';
import { isStoreAlias, miscallKind } from './miscall.ts';
import { isMisread } from './misread.ts';
import { endsItself } from './misread-words.ts';
import { isShellGone } from './shell-gone.ts';
import { isUnparsed } from './unparsed.ts';

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

const REQUESTS = /^(?:curl|wget|https?|xh)$/;
/** What curl exits with where nobody listens. */
const NOBODY_LISTENS = 7;

/** True where a Go file was built or linted without the rest of its package. */
export function isPartOfPackage(command: string, text: string): boolean {
  return (
    /\bundefined: /.test(text) &&
    /^# command-line-arguments|\(typecheck\)/m.test(text) &&
    /\b(?:go (?:test|vet|build|run)|golangci-lint run|staticcheck)\b[^|;&\n]{0,200}\w\.go\b/.test(
      command.slice(0, 600),
    )
  );
}

function edges(text: string): string {
  return text.length <= 8192 ? text : `${text.slice(0, 4096)}\n${text.slice(-4096)}`;
}

/** A program about its own arguments: `grep: unrecognized option`. */
const OWN_VOICE = /^[\w.-]{1,30}: (?:unrecognized|invalid|unknown|illegal|unsupported) /i;
/** The tools of this machine do not fit the project: not trusted, or of another version. */
const ENVIRONMENT = anyOf(
  [
    /error parsing config file|(?:config|file|directory) .{0,60}not trusted/,
    /does not match go tool version|toolchain not available|go\.mod requires go >= /,
    /Unsupported engine|The engine "\w+" is incompatible|requires a different Python/,
    /UnsupportedClassVersionError|Unsupported class file major version|\binvalid (?:target|source) release: \d|\brelease version \d+ not supported/,
    /requires the Cargo feature called|(?:requires|is not supported by) rustc /,
    /not allowed by the security policy|project is configured to use v?\d\S* of /,
    /PowerShell 6\+ \(pwsh\) is not available|did not find executable at '[^'\n]*\\|^ssh_askpass: exec\(/,
    /^sudo: a terminal is required to read the password/,
    /gyp ERR! find (?:VS|Python) |gyp ERR! stack Error: (?:not found: make|Could not find any )/,
    /> SDK location not found\.|`[\w.]+` property is not enabled\b/,
    /Cannot find a Java installation on your machine|Fatal error compiling: .{0,300}\bcom[./]sun[./]tools[./]javac/,
    /^\s*(?:ERROR: )?Failed building wheel for |^error: failed-wheel-build-for-install|^ERROR: Failed to build installable wheels/,
    /^! Installing (?:\S+|the dependencies) failed\b|^CondaError: Run 'conda init' before/,
    /created successfully because ensurepip is not\b|Your (?:Ruby|Node) version is |^(?:Error: )?Error while loading rule /,
  ],
  { flags: 'im' },
);
const isEnvironment = filtered(ENVIRONMENT);
/** Looks a package up: that there is none is the answer. */
const ASKS_PIP = /python[\d.]*(?:\.exe)? -m pip (?:show|index|search)\s/;
const ASKS_REGISTRY = anyOf(
  [
    /(?:npm|pnpm|yarn|bun) (?:view|info|show|search|whoami|outdated|ping)|pip3? (?:show|index|search)/,
    /gem (?:search|info)|brew (?:info|search)|cargo search|composer (?:show|search)/,
    /bundle (?:info|show|list)|gem (?:list|query)|poetry show|uv pip show|dotnet package search/,
    /conda (?:list|search)/,
  ],
  { before: /^/, after: /$/ },
);
/** Puts a patch into files: that it does not fit says that it was made for another text. */
const PATCHES = /^(?:git apply|patch )/;
/** Lists the tests that a choice would run. */
const ASKS_TESTS = /(?:^|\s)(?:--collect-only|--co|--list-?tests?|--list)(?=\s|$)/i;
/** Asks the package manager of the system whether it has something. */
const ASKS_INSTALLED =
  /^(?:sudo )?(?:dpkg (?:-[slL]|--status|--list)|dpkg-query -\w+|rpm -q\w*|pacman -Q\w*|apk info|apt-cache (?:show|policy)|snap list|flatpak info) /;
const LISTS_INSTALLED = /^(?:sudo|dpkg|dpkg-query|rpm|pacman|apk|apt-cache|snap|flatpak|grep|head|tail)$/;
/** Asks a program what is chosen, and it is nothing yet. */
const ASKS_STATE = /\s--(?:show-)?(?:current|status|active)(?=\s|$)/;
const NOTHING_SET =
  /^\W*No [\w -]{2,40} (?:is |are )?(?:currently )?(?:selected|set|chosen|active|configured)\b/i;
/** Of a setting that is asked for. */
const NOT_SET = /\bnot (?:found|set)\b|\bno such (?:key|setting)\b/i;
/** What only git says, whichever script ran it. */
const GIT_VOICE = /^(?:fatal|error): |\.gitignore|pathspec|\bgit\b/;
/** A program that gives up before it has looked: no answer to what it was asked. */
export const isRefusal = (line: string): boolean =>
  /^ERROR! |^FATAL: |^(?:\w+: )?Program '[^']+' failed to run: |^[\w-]+ ?: (?:Cannot (?:convert|bind|process|validate)|A (?:positional )?parameter cannot|Missing an argument|Parameter set cannot)|^ssh_askpass: |^fatal: detected dubious ownership in |: Permission denied \([\w,-]+\)\.$/.test(
    line,
  );
const OFFLINE =
  /connection broken|temporary failure in name|\bENOTFOUND\b|Retrying \(Retry|network is unreachable/i;

/** pytest, of options that its configuration holds: their plugin is not installed. */
const CONFIGURED = /unrecognized arguments: (--[\w-]+)[^\n]*\n\s+inifile: (?!None)\S/;

/** A lock that cannot be made where nothing can be written is held by nobody. */
const READ_ONLY = /\bread-only file system\b/i;

/** The shell cannot run what stands there: a document, a folder, a script that is not executable. */
const NOT_RUN =
  /^(?:\S*sh|\(eval\)): (?:line )?\d*:? ?\S*\/\S+: (?:Is a directory|Permission denied)$|permission denied: \S*\/\S+$/;

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

/** What a line break has cut off from its command. */
const RUNS_OPTION =
  /command not found: -|^(?:\S*sh|\(eval\))[\s:\d]*(?:line \d+: )?-\S+: (?:command )?not found/;

/** What the command was, with what it answered: a question, a slip in how it is written, something still pending. */
function kindOfCommand(input: KindInput, text: string): ErrorKind | null {
  const { line } = input;
  if (isShellGone(input.command, input.text)) return 'wrong-directory';
  if (isPartOfPackage(input.command, text)) return 'usage';
  if (
    /^Blocked: |^Command not executed\. |^<command with (?:shellId|id): \S+ is already running|^InputValidationError: |^\S[^\n]{0,200} was blocked\. For security|^The \w+ tool was called with invalid arguments|^failed to parse function arguments: |^params(?:\/\S+)? must (?:have|be|match|NOT) |^\w+ failed: (?:stdin is closed|unknown |invalid |missing |failed to parse)/.test(
      line,
    )
  )
    return 'tool-validation';
  if (endsItself(input.command, input.exitCode, line) || RUNS_OPTION.test(line)) return 'shell-syntax';
  if (/\s(?:--?h(?:elp)?|help)(?=\s|$)/.test(input.command) && /\busage\b/i.test(text.slice(0, 600)))
    return 'no-match';
  if (isEnvironment(text.slice(0, 1500)) || isEnvironment(line)) return 'environment';
  if (otherEnvironment(input.command, text) !== '') return 'environment';
  const configured = text.includes('inifile:') ? CONFIGURED.exec(text)?.[1] : undefined;
  if (configured && !input.command.includes(configured)) return 'missing-module';
  if (line.includes(" codec can't encode") && CONSOLE_LACKS.test(line)) return 'platform';
  if (isMisread(line, text, input.command)) return 'shell-syntax';
  if (isStoreAlias(line, input.command, input.exitCode)) return 'command-not-found';
  if (input.exitCode === NOBODY_LISTENS && movedPort(input.command, text) !== '') return 'network';
  if (isFinding(line)) return 'lint';
  const miscall = miscallKind(line, input.command, text);
  if (miscall) return miscall;
  if (input.exitCode === 126 && NOT_RUN.test(line)) return 'usage';
  if (line === '') return isProbe(input.program, input.sub, input.command) ? 'no-match' : 'generic';
  if (/\bno (?:pull|merge) requests? found\b/i.test(line)) return 'no-match';
  if (
    /^No stash entries found/.test(line) ||
    (!isRefusal(line) &&
      (ASKS_REGISTRY.test(`${input.program} ${input.sub}`) || ASKS_PIP.test(input.command)))
  )
    return 'no-match';
  if (
    (ASKS_INSTALLED.test(input.command) && LISTS_INSTALLED.test(input.program)) ||
    isImportProbe(input.command, text)
  )
    return 'no-match';
  if (refusedRequest(input.command, text) !== '' || refusedOfScript(input.command, text) !== '')
    return 'api-misuse';
  if (refusedInput(input.command, text) !== '' || (REQUESTS.test(input.program) && isUnparsed(line)))
    return 'api-misuse';
  if (isQuietSearch(input.command, text)) return 'no-match';
  if (isAssertion(line, input.command, text)) return 'no-match';
  if (ASKS_TESTS.test(input.command) && /\bno tests? (?:collected|found|matched)\b/i.test(text))
    return 'no-match';
  if (NOTHING_SET.test(line) && ASKS_STATE.test(input.command)) return 'no-match';
  if (NOT_SET.test(line) && /\bconfig get\s/.test(input.command)) return 'no-match';
  if (/timed out waiting for (?:the )?condition/.test(line)) return 'pending';
  return null;
}

/** What the salient line says. */
function kindOfLine(input: KindInput, text: string): ErrorKind | null {
  const { line } = input;
  for (const index of shellFilter.possible(line)) {
    const [kind, pattern] = SHELL_RULES[index]!;
    if (!pattern.test(line)) continue;
    if (kind === 'shell-syntax' && COMPILE_POSITION.test(line)) continue;
    if (
      kind === 'usage' &&
      (COMPILE_POSITION.test(line) ||
        /^SyntaxError: /.test(line) ||
        RUST_ERROR.test(line) ||
        (/--- FAIL|AssertionError|^FAILED /m.test(text) && !OWN_VOICE.test(line)))
    )
      continue;
    if (kind === 'command-not-found' && /^\s*[\w./-]+\.\w{1,5}:\d+/.test(line)) continue;
    if (kind === 'git-state' && !/\bgit\b|\bgh\b|\bjj\b/.test(input.program) && !GIT_VOICE.test(line))
      continue;
    if (kind === 'conflict' && PATCHES.test(`${input.program} ${input.sub}`)) return 'edit-mismatch';
    if (kind === 'lock' && READ_ONLY.test(text)) return 'sandbox';
    if (kind === 'missing-module' && OFFLINE.test(text)) return 'network';
    if (kind === 'missing-module' && COMPILE_POSITION.test(line) && !/\bgo\.sum\b/.test(line))
      return 'compile';
    return kind;
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
    /(?:no such file or directory|cannot (?:access|open|stat)|does not exist|ENOENT|cannot find the (?:file|path)|(?:file|folder|directory|path) not found: |not a directory|is a directory)/i.test(
      line,
    )
  )
    return 'missing-path';
  const beginning = text.slice(0, 1500);
  for (const index of shellFilter.possible(beginning)) {
    const [kind, pattern] = SHELL_RULES[index]!;
    if (!NOT_BY_TEXT.has(kind) && pattern.test(beginning)) return kind;
  }
  if (SCRIPT_PROGRAM.test(input.program) && SCRIPT_ERROR.test(text)) return 'script-error';
  if (!isRefusal(line) && isProbe(input.program, input.sub, input.command)) return 'no-match';
  return 'generic';
}
