/** What a failing command was, with what it answered: each sign of a kind, in the order in which they count. Pure. */

import { anyOf } from '../../../text/any-of.ts';
import {
  CONSOLE_LACKS,
  EMPTY_SUFFIX,
  MALFORMED_CALL,
  NO_GO_FILE,
  SED_OF_GNU,
  SUDO_ASKS,
} from '../../../text/known-messages.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { NOT_RUN, RUNS_OPTION } from '../../../text/shell-says.ts';
import { unreadInput } from '../../../triggers/unread-input.ts';
import { movedPort } from '../causes/addresses.ts';
import { otherEnvironment } from '../causes/installed-elsewhere.ts';
import { isStoreAlias, miscallKind } from '../causes/miscall.ts';
import { endsItself, isMisread } from '../causes/misread-words.ts';
import { isShellGone } from '../causes/wrong-folder.ts';
import { refusedOfScript, refusedRequest } from '../result/http-reply.ts';
import { isUnparsed, refusedInput } from '../result/json-reply.ts';
import { isFinding } from './code-kinds.ts';
import type { ErrorKind } from './error-kind.ts';
import type { KindInput } from './kinds.ts';
import { asksForHelp, isAssertion, isImportProbe, isProbe, isQuietSearch } from './questions.ts';

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

/** The tools of this machine do not fit the project: not trusted, or of another version. */
const ENVIRONMENT = anyOf(
  [
    /error parsing config file|(?:config|file|directory) .{0,60}not trusted/,
    /does not match go tool version|toolchain not available|go\.mod requires go >= /,
    /Unsupported engine|The engine "\w+" is incompatible|requires a different Python/,
    /UnsupportedClassVersionError|Unsupported class file major version|\binvalid (?:target|source) release: \d|\brelease version \d+ not supported/,
    /\b\w*plugin (?:is|was) not (?:found|installed)\b/,
    /requires the Cargo feature called|(?:requires|is not supported by) rustc /,
    /not allowed by the security policy|project is configured to use v?\d\S* of /,
    /PowerShell 6\+ \(pwsh\) is not available|did not find executable at '[^'\n]*\\|^ssh_askpass: exec\(/,
    SUDO_ASKS,
    /gyp ERR! find (?:VS|Python) |gyp ERR! stack Error: (?:not found: make|Could not find any )/,
    /> SDK location not found\.|`[\w.]+` property is not enabled\b/,
    /Cannot find a Java installation on your machine|Fatal error compiling: .{0,300}\bcom[./]sun[./]tools[./]javac/,
    /^\s*(?:ERROR: )?Failed building wheel for |^error: failed-wheel-build-for-install|^ERROR: Failed to build installable wheels/,
    /^! Installing (?:\S+|the dependencies) failed\b|^CondaError: Run 'conda init' before/,
    /\bno (?:\w+ )?(?:devices?|simulators?|emulators?) (?:are |is )?(?:booted|connected|attached|available|online)\b|\bserver version mismatch\b/,
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
/** A program that gives up before it has looked: no answer to what it was asked. */
export const isRefusal = (line: string): boolean =>
  /^ERROR! |^FATAL: |^(?:\w+: )?Program '[^']+' failed to run: |^[\w-]+ ?: (?:Cannot (?:convert|bind|process|validate)|A (?:positional )?parameter cannot|Missing an argument|Parameter set cannot)|^ssh_askpass: |^fatal: detected dubious ownership in |: Permission denied \([\w,-]+\)\.$/.test(
    line,
  );
/** pytest, of options that its configuration holds: their plugin is not installed. */
const CONFIGURED = /unrecognized arguments: (--[\w-]+)[^\n]*\n\s+inifile: (?!None)\S/;

/** The agent's own tool refuses the call. */
const TOOL_REFUSES = anyOf(
  [
    /Blocked: |Command not executed\. |<command with (?:shellId|id): \S+ is already running|InputValidationError: /,
    /\S[^\n]{0,200} was blocked\. For security/,
    MALFORMED_CALL,
    /params(?:\/\S+)? must (?:have|be|match|NOT) /,
    /\w+ failed: (?:stdin is closed|unknown |invalid |missing |failed to parse)/,
  ],
  { before: /^/ },
);

/** pytest is given an option by its configuration, whose plugin is not there. */
function lacksPlugin(command: string, text: string): boolean {
  const configured = text.includes('inifile:') ? CONFIGURED.exec(text)?.[1] : undefined;
  return configured !== undefined && !command.includes(configured);
}

/** Asks a registry or a package manager whether it has something: that it has not is the answer. */
function asksForPackage({ program, sub, command, line }: KindInput): boolean {
  if (ASKS_INSTALLED.test(command) && LISTS_INSTALLED.test(program)) return true;
  return !isRefusal(line) && (ASKS_REGISTRY.test(`${program} ${sub}`) || ASKS_PIP.test(command));
}

const GO_FORMATTERS = /^go(?:fmt|imports|fumpt|lines)$/;

type Sign = (input: KindInput, text: string) => boolean;

/** The first that is seen tells the kind. */
const SIGNS: readonly (readonly [ErrorKind, Sign])[] = [
  ['wrong-directory', ({ command, text }) => isShellGone(command, text)],
  ['usage', ({ command }, text) => isPartOfPackage(command, text)],
  ['usage', ({ program, line }) => GO_FORMATTERS.test(program) && NO_GO_FILE.test(line)],
  ['tool-validation', ({ line }) => TOOL_REFUSES.test(line)],
  [
    'shell-syntax',
    ({ command, exitCode, line }) =>
      endsItself(command, exitCode, line) ||
      (line === '' && unreadInput(command) !== null) ||
      RUNS_OPTION.test(line),
  ],
  ['no-match', ({ command }, text) => asksForHelp(command) && /\busage\b/i.test(text.slice(0, 600))],
  ['environment', ({ line }, text) => isEnvironment(text.slice(0, 1500)) || isEnvironment(line)],
  ['environment', ({ command }, text) => otherEnvironment(command, text) !== ''],
  ['missing-module', ({ command }, text) => lacksPlugin(command, text)],
  ['platform', ({ command, line }) => SED_OF_GNU.test(line) && EMPTY_SUFFIX.test(command)],
  ['platform', ({ line }) => line.includes(" codec can't encode") && CONSOLE_LACKS.test(line)],
  ['shell-syntax', ({ command, line }, text) => isMisread(line, text, command)],
  ['command-not-found', ({ command, exitCode, line }) => isStoreAlias(line, command, exitCode)],
  [
    'network',
    ({ command, exitCode }, text) => exitCode === NOBODY_LISTENS && movedPort(command, text) !== '',
  ],
  ['lint', ({ line }) => isFinding(line)],
];

/** The same, of what is no slip in how the program is called. */
const LATER_SIGNS: typeof SIGNS = [
  ['usage', ({ exitCode, line }) => exitCode === 126 && NOT_RUN.test(line)],
  ['no-match', ({ program, sub, command, line }) => line === '' && isProbe(program, sub, command)],
  ['generic', ({ line }) => line === ''],
  ['no-match', ({ line }) => /\bno (?:pull|merge) requests? found\b/i.test(line)],
  ['no-match', ({ line }) => /^No stash entries found/.test(line)],
  ['no-match', asksForPackage],
  ['no-match', ({ command }, text) => isImportProbe(command, text)],
  ['api-misuse', ({ command }, text) => refusedRequest(command, text) !== ''],
  ['api-misuse', ({ command }, text) => refusedOfScript(command, text) !== ''],
  ['api-misuse', ({ command }, text) => refusedInput(command, text) !== ''],
  ['api-misuse', ({ program, line }) => REQUESTS.test(program) && isUnparsed(line)],
  ['no-match', ({ command }, text) => isQuietSearch(command, text)],
  ['no-match', ({ command, line }, text) => isAssertion(line, command, text)],
  [
    'no-match',
    ({ command }, text) =>
      ASKS_TESTS.test(command) && /\bno tests? (?:collected|found|matched)\b/i.test(text),
  ],
  ['no-match', ({ command, line }) => NOTHING_SET.test(line) && ASKS_STATE.test(command)],
  ['no-match', ({ command, line }) => NOT_SET.test(line) && /\bconfig get\s/.test(command)],
  ['pending', ({ line }) => /timed out waiting for (?:the )?condition/.test(line)],
];

/**
 * What the command was, with what it answered: a question, a slip in how it is written, something still pending; null
 * where that tells nothing.
 * @param text the beginning and the end of the error
 */
export function kindOfCommand(input: KindInput, text: string): ErrorKind | null {
  const first = (signs: typeof SIGNS) => signs.find(([, isSeen]) => isSeen(input, text))?.[0] ?? null;
  return first(SIGNS) ?? miscallKind(input.line, input.command, text) ?? first(LATER_SIGNS);
}
