import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { gitReads } from '../../shell/programs.ts';
import { shellParts } from '../../shell/shell.ts';
import { givesCode, quotedCode } from '../causes/inline-code.ts';

/** Commands that ask something: that they fail is the answer. */

/** Commands whose failing exit says "no", not "wrong". */
const ANSWERS = anyOf(
  [
    /grep|egrep|fgrep|findstr|rg|ag|ack|diff|cmp|test|\[|\[\[|which|where|gcm|Test-Path|type/,
    /Get-(?:Command|Item|ChildItem)|gci|gi/,
    /command|pgrep|pidof|lsof|git-grep|find|ls|stat|file|false|curl|nc|ping|whereis|hash|readlink/,
    /comm|jq|ps|pkill|kill|killall|expr|let|pg_isready|nslookup|dig|host/,
  ],
  { before: /^/, after: /$/ },
);

/** True where a command asks how it is called. */
export const asksForHelp = (command: string): boolean => /\s(?:--?h(?:elp)?|help)(?=[\s;&|]|$)/.test(command);

const CHANGES_BRANCH = /\bbranch +(?:-\w*[dDmMfcC]\b|--(?:delete|move|force|copy))/;

/** True where the program is one that is asked a question: its failing exit is an answer. */
export function isProbe(program: string, sub: string, command: string): boolean {
  if (program === 'git' && sub === 'branch' && CHANGES_BRANCH.test(command)) return false;
  if (ANSWERS.test(program) || sub === 'diff' || gitReads({ program, sub })) return true;
  if (program === 'systemctl' && /\bis-\w+$/.test(sub)) return true;
  if (/^\s*\(?(?:Get-Command|Test-Path)\b/.test(command)) return true;
  return /\bcommand -v\b|(?:^|\s)--?(?:version|exit-code|check|detailed-exitcode)\b|^(?:gh|glab) pr (?:checks|status)|\bgh (?:auth|run) (?:status|watch)/.test(
    command,
  );
}

/** A script that edits a file: that it does not find its place is a failed edit. */
const WRITES_FILES = /\.write_text\(|writeFileSync\(|\bopen\([^)\n]{1,120}, ?['"]w/;

/** A frame of Python's traces; code on the command line has no file. */
const TRACE_FRAME = /^ *File "([^"\n]{1,300})", line \d+/gm;

/** True where a trace ends in a file: what was on the command line only called it. */
const raisedInFile = (text: string): boolean => {
  const last = [...text.matchAll(TRACE_FRAME)].at(-1)?.[1];
  return last !== undefined && !last.startsWith('<');
};

/** An assertion in a script on the command line asks, and is answered. */
export const isAssertion = (line: string, command: string, text: string): boolean =>
  /^(?:AssertionError|AssertionError \[\w+\])(?::|$)/.test(line) &&
  givesCode(command.slice(0, 600)) &&
  !WRITES_FILES.test(command) &&
  !raisedInFile(text);

/** As interpreters, compilers and bundlers say it. */
const NOT_THERE = anyOf([
  /No module named|Cannot find (?:module|package)|cannot load such file(?: --)?/,
  /Could not resolve(?= ")|(?:[Ff]ailed to|Can't) resolve(?: import)?(?= ["'])/,
]);
const MISSING_MODULE = new RegExp(`(?:${NOT_THERE.source}) [\`'"]?(@[\\w.-]+/[\\w.-]+|[\\w@-]+)`);

/** The module that an error says is not there; empty where it names none. */
export const missingModule = (text: string): string => MISSING_MODULE.exec(text)?.[1] ?? '';

const MODULE_PATH = new RegExp(`(?:${NOT_THERE.source}|unresolved import) [\`'"]?([\\w@./:-]+)`);

/** The same with the packages or folders that it is in: `quay.tides`, `./tides`, `crate::tides`. */
export const missingModulePath = (text: string): string => MODULE_PATH.exec(text)?.[1] ?? '';

const LINE_GOES_ON = /^(?:\s*(?:\d?>|&&|\||;).*)?$/;
const IMPORTS = anyOf(
  [
    /import [\w., ]+|from [\w.]+ import [\w, ]+|require\(?\s*['"][\w@/.-]+['"]\)?/,
    /(?:print|console\.log|puts)\b ?\(?(?:['"][^()]*|[\w.]*(?:version|file|path)\w*|[\w.]+(?:\(\))?|)\)?/,
    /(?:for \w+ in [[(][\w'", .-]+[\])]|try|else|except[\w .]*):/,
    /(?:\w+ = |print\((?:\w+, ?)?)?(?:importlib\.import_module|__import__)\([\w'".]+\)[\w.]*\)?/,
  ],
  { before: /^/, after: /$/, flags: 'i' },
);

/** True where a one-liner does nothing but import a module, and that is the one that is not there: it asks whether it is installed. */
export function isImportProbe(command: string, text: string): boolean {
  const missing = MISSING_MODULE.exec(text)?.[1];
  if (missing === undefined || !command.slice(0, 300).includes(missing)) return false;
  const code = quotedCode(command.slice(0, 600));
  return (
    code !== null &&
    LINE_GOES_ON.test(code.behind) &&
    code.text.split(/[;\n]/).every((part) => part.trim() === '' || IMPORTS.test(part.trim()))
  );
}

const SEARCHES = /\b(?:[efz]?grep|rg|ag|ack)\b/;
const BANNER_LINES_MAX = 4;

/** True where a search, here or on another machine, found nothing: all that was printed are the banners of the line itself. */
export function isQuietSearch(command: string, text: string): boolean {
  if (text.length > 400 || !SEARCHES.test(command)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length > 0 &&
    lines.length <= BANNER_LINES_MAX &&
    lines.every(
      (line) => command.includes(`echo "${line.trim()}`) || command.includes(`echo '${line.trim()}`),
    )
  );
}

/** Looks for programs by their names. */
const LOOKS_FOR = /^(?:which|whereis|type|command|hash|Get-Command|gcm|where(?:\.exe)?)$/i;

const ASKS_VERSION = /^(?:--?version|-[vV])$/;

/** Only tells what machine this is. */
const TELLS_OF_MACHINE =
  /^(?:nvidia-smi|rocm-smi|rocminfo|lscpu|lspci|lsusb|lsblk|lsb_release|sw_vers|system_profiler|hostnamectl|dmidecode|sensors|glxinfo|vulkaninfo|clinfo)$/;

/** True where a program is first asked for its version, or looked for by the same line. */
export const isVersionProbe = ({ culprit, call, correction }: OpenFailure): boolean => {
  if (culprit === null) return false;
  if (correction === null && TELLS_OF_MACHINE.test(culprit.program)) return true;
  const own = call.parts.filter(({ program }) => program === culprit.program);
  const first = own[0] ?? culprit;
  return (
    (own.length > 0 && own.every(({ args }) => args.length === 1 && args[0] === 'version')) ||
    (first.args.length > 0 && first.args.every((arg) => ASKS_VERSION.test(arg))) ||
    call.parts.some(({ program, args }) => LOOKS_FOR.test(program) && args.includes(culprit.program))
  );
};

/** A version of Python by its name, or by the first option of its launcher. */
const BY_VERSION = /^(?:\S*\/)?(?:python-?\d\.\d+ |py -\d\.\d+ )/;
const PYTHON = /^(?:\S*[\\/])?(?:py|python[\d.]*)(?:\.exe)?$/;
const VERSION = /\d\.\d+/;

const NAME_CHARS = 40;

/** How a version of Python answers that is not there by its own name: `py -3.11` for `python3.11`; empty where none did. */
export function otherName({ kind, culprit, correction, done = [] }: OpenFailure): string {
  const version = BY_VERSION.test(culprit?.text ?? '') ? VERSION.exec(culprit!.text)?.[0] : undefined;
  if (version === undefined || kind !== 'command-not-found') return '';
  const called = [...done, correction?.command ?? '']
    .flatMap(shellParts)
    .find(
      ({ program, text }) =>
        PYTHON.test(program) && program !== culprit!.program && text.slice(0, NAME_CHARS).includes(version),
    );
  return called === undefined
    ? ''
    : called.text
        .split(/\s+/)
        .slice(0, called.program.includes(version) ? 1 : 2)
        .join(' ');
}
