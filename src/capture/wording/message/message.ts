import { anyOf } from '../../../text/any-of.ts';
import { salientLine } from '../../../text/fingerprint.ts';
import { MALFORMED_CALL } from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { leadingObject, refusesByForm, saidIn } from '../../failures/result/refusal-body.ts';
import { placeName, withPlaces } from '../prose.ts';
import { tellingLine } from './telling-line.ts';

/** What Codex puts around the output of a command that its sandbox or its policy stopped. */
const STOPPED = /^exec_command failed for /;
const INNER = [
  /stderr: StreamOutput \{ text: \\?"(.+?)\\?", truncated_after_lines/s,
  /aggregated_output: StreamOutput \{ text: \\?"(.+?)\\?", truncated_after_lines/s,
  /SandboxDenied \{ message: \\?"(.+?)\\?", truncated_after_lines/s,
  /Rejected\(\\?"(.+?)\\?"\)/s,
  /message: \\?"(.+?)\\?" \}/s,
];

/** The error without the envelope of the agent's own tool. */
export function unwrapped(error: string): string {
  if (!STOPPED.test(error)) return error;
  for (const pattern of INNER) {
    const found = pattern.exec(error)?.[1];
    if (found)
      return found
        .replace(/\\+[nr]/g, '\n')
        .replace(/\\+t/g, '\t')
        .replace(/\\+"/g, '"');
  }
  return error;
}

const REFUSED_BY_TOOL = anyOf(
  [
    MALFORMED_CALL,
    /write_stdin failed: /,
    /InputValidationError: (?:Bash|PowerShell) failed due to|Tool "[\w.-]+" not found|Unauthorized tool call: /,
    /(?:Error: )?No such tool available: |unsupported (?:custom tool )?call: /,
  ],
  { before: /^(?:<tool_use_error>)?/ },
);

/** The agent's own tool refused the call: the command of the shell that it talks to has no part in it. */
export const isToolRefusal = (error: string): boolean => REFUSED_BY_TOOL.test(error);

/** A line of printed JSON that holds the message. */
const JSON_FIELD = /^"(?:error|message|detail|reason)" ?: ?"(.{8,}?)",?$/i;

/** The first line of such JSON: all that it says follows. */
const OPENS = /^(?:"\w+" ?: ?)?[{[]$/;
/** The same, in JSON that is printed over several lines. */
const PRINTED_FIELD = /^ {0,8}"(?:error|message|detail|reason)" ?: ?"((?:[^"\\]|\\.){8,300})",?$/m;

/** What validators of web frameworks answer: where, and what is wrong there. */
const JSON_PLACE = /"loc": ?\[([^\]]{1,80})\], ?"msg": ?"([^"]{4,})"/;

/** What an API of Google's style says of a field of the request. */
const VIOLATION = /"field_?[vV]iolations": ?\[\{[^}]*"description": ?"([^"\\]{4,200})"/;

/** The right side of a box around a message. */
const BOX_END = /\s+[│┃║|]$/;

/** Says something: has words, and is no ruler, banner or stack of symbols. */
const TELLS = /\p{L}{2}[^\p{L}]+\p{L}{2}/u;

/** A file alone, above what is said of it. */
const IS_PATH = /^(?:[A-Z]:)?[\w@.+~-]*(?:[/\\][\w@.+~ -]+)+\.\w{1,5}:?$/;

/** What a test held against what: says all, however few words it has. */
const ASSERTED =
  /^(?:E {2,})?(?:(?:assert|expected|actual|left|right|got|want(?:ed)?)\b|\w{3,}(?:Error|Exception): \S|evaluated: |\S{1,60} [!=]= \S{1,60}$)/i;

/** The line of an error that its write-up rests on. */
export function messageOf({ error, salient }: Pick<OpenFailure, 'error' | 'salient'>): string {
  if (error !== last.error || salient !== last.salient)
    last = { error, salient, message: findMessage(error, salient) };
  return last.message;
}

/** Everything that is told of a failure asks for its message, one after the other. */
let last = { error: '', salient: '', message: '' };

const ANSWER_CHARS_MAX = 1500;

function findMessage(error: string, salient: string): string {
  const answer = leadingObject(error.slice(0, ANSWER_CHARS_MAX));
  const refused = answer !== null && refusesByForm(answer) ? saidIn(answer) : '';
  // A pattern of the error is made from the message: it has to stand there.
  if (refused !== '' && error.includes(refused)) return refused;
  const inner = unwrapped(error);
  const found = inner === error ? salient : salientLine(inner);
  const field = VIOLATION.exec(found)?.[1];
  if (field) return field;
  const place = JSON_PLACE.exec(found);
  if (place) return `${place[1]!.replace(/"/g, '').replace(/, ?/g, '.')}: ${place[2]}`;
  const printed = OPENS.test(found) ? PRINTED_FIELD.exec(inner)?.[1] : undefined;
  const line = tellingLine(JSON_FIELD.exec(found)?.[1] ?? printed ?? found, inner).replace(BOX_END, '');
  if (SAYS_LITTLE.test(line)) return anotherLine(inner, REFUSES) ?? line;
  if (line === '' || (TELLS.test(line) && !IS_PATH.test(line)) || ASSERTED.test(line)) return line;
  return anotherLine(inner, TELLS) ?? line;
}

/** How a program is called, or one of the fields of an answer. */
const SAYS_LITTLE =
  /^(?:usage: |(?:Loaded \w+ config|Environment variables loaded|\w+ schema loaded) from |- To \w+|"\w+" ?: ?(?:true|null|\d+),?$)/i;
const REFUSES = /(?:^No |\w(?:n't| not| no| expected| required| must| argument| option)\b)/;

/** The first line of an error that tells something of this kind, in words. */
function anotherLine(error: string, kind: RegExp): string | undefined {
  return error
    .split('\n', 200)
    .map((each) => each.trim())
    .find(
      (each) =>
        kind.test(each) &&
        TELLS.test(each) &&
        !IS_PATH.test(each) &&
        !/^(?:[@#*=-]|Traceback |File "|usage: |"\w+" ?:)/i.test(each),
    );
}

/** A line that is cut at 240 characters may end in a space, which is taken off. */
const LINE_CHARS = 236;
const WHOLE_CHARS_MAX = 1200;

/** The line whole, where it was cut for being long. */
export function wholeLine(line: string, error: string): string {
  if (line.length < LINE_CHARS) return line;
  const head = line.slice(0, 120);
  const found = error.split('\n', 400).find((each) => each.slice(0, 400).includes(head));
  return found ? found.trim().slice(0, WHOLE_CHARS_MAX) : line;
}

const SPEAKER_PREFIX = [
  /^#\d+ (?:\d+\.\d+ )?/,
  // A line of a log: what wrote it, when, and how bad it is.
  /^(?:\[[^\]\n]{1,24}\] ?){0,3}(?:\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d:\d\d\S* )?(?:[-|] )?(?:[\w.-]{2,40} [-|] )?(?:CRITICAL|SEVERE|FATAL|ERROR) [-|] +/,
  /^vet: (?=\S+\.go:\d)/,
  /^E {2,}/,
  /^(?:\p{So}\uFE0F? +)+/u,
  /^(?:(?:FATA|ERRO|WARN|PANI)\[\d+\]|%Error(?:-\w+)?:|(?:CRITICAL|SEVERE|FATAL)(?::| +-)|(?:WARNING|ERROR) +-) +/,
  /^(?:time=\S+ )?level=(?:error|fatal) msg="/,
  /^E: (?=[A-Z])/,
  /^[ew]: (?:file:\/\/)?(?=\S+\.kts?:\d)/,
  /^\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d:\d\d\S* /,
  /^\[[\w:.-]+(?: @ 0x[0-9a-f]+)?\] /,
  /^jq: error \(at [^)]*\): /,
  /^(?:> (?=[A-Z])|➤ YN\d+: (?:│ )?|\[!\] |[⨯✘✖] |Warning As Error: |x (?=[A-Z]))/,
  /^Failed to execute goal \S+ (?:\(\S+\) )?on project [\w.-]+: /,
  /^(?:Code: \d+\. )?DB::Exception: (?:Received from \S+ DB::Exception: )?/,
  /^error +• +/,
  /^(?:\[ERROR\] )?COMPILATION ERROR : (?=\S)/,
  /^\S+\.\w+ ?: (?:error|warning) [A-Z]{2,6}\d{3,5}: /,
  /^(?:\(eval\)|zsh|bash|sh|\/bin\/\w*sh|-bash):(?: ?-c:)?(?: ?line)?(?: ?\d+:)? ?/,
  /^(?:(?:fatal|error|Error|ERROR)(?:\[\w+\])?[:\]!]|\[ERROR\]|error(?! \w+ing\b)|ERROR|npm (?:ERR!|error)|E(?= )|failed to run git: fatal:|Error response from daemon:|ERROR \d+ \(\w+\):|\*\*(?: \(\w+\))?|\* ) +/,
  /^(?:MSBUILD : )?(?:error|warning) [A-Z]{2,6}\d{3,5}: /,
  /^Uncaught (?:\(in promise\) )?/,
  /^ERR_[A-Z]+_[A-Z_]+:? +/,
  /^\S+\.rb:\d+:in [`'].{1,80}?': /,
  /^(?:! )?(?:CMake|LaTeX|Package \w+) Error(?: at \S+ \(\w+\))?: |^ERROR! |^(?:[A-Z]+: )?\w+Error\| /,
  /^(?:Aborting|Aborted|Stopping)[:.] (?=[A-Z])/,
  /^(?:[\w-]+ ){0,2}API(?: error)?: (?:API )?error: (?=\S)/i,
  /^(?:[a-z_]\w*\.)+(?=[A-Z]\w+: )/,
  /^(?:[A-Z]\w*\\)+(?=\w+(?:Error|Exception)\b)/,
  /^The [`'"][\w -]+['"`] command /,
];

/** The salient line without what only repeats where it was said; paths as a reader knows them. */
export function complaint(line: string, cwd: string | null): string {
  let text = withPlaces(line, cwd);
  for (const prefix of [...SPEAKER_PREFIX, ...SPEAKER_PREFIX]) text = text.replace(prefix, '');
  if (text !== line && /^(?:time=|level=)/.test(line)) text = text.replace(/(?:\\n)*"$/, '');
  text = text
    .replace(/^(\S[^:\n]{4,60}: )\1+/, '$1')
    .replace(/^FAIL\s+(\S+)\s+\[\w+ failed\]$/, 'the package $1 does not build')
    .replace(/^FAIL\s+(\S+)\s+[\d.]+s$/, 'the tests of $1 fail');
  return (
    text
      .replace(/\b(?=[a-f]*\d)[0-9a-f]{20,64}\b/g, (hash) => hash.slice(0, 7))
      .replace(
        /(?<![\w/.:@-])(?:~|\.{1,2})?(?:\/[\w@.+~-]+)+|(?<![\w.])(?:\w[\w@.+~-]*\/){2,}[\w@.+~-]+/g,
        (path) => placeName(path, cwd),
      )
      .replace(
        /^\S*?([\w.+-]+\.\w{1,5})(?::\d+:\d+ (?:- (?=error )|(?=[A-Z]))|:\[\d+,\d+\] |:\d+(?::\d+)?(?:: ?|: ?(?=[A-Z]))|(?::\d+,\d+(?:-\d+)?|\(\d+, ?\d+\)):? )(?:(?:error [A-Z]{2,6}\d{3,5}|Error): )?/,
        '$1: ',
      )
      // The title of a diagnostic before its sentence, and of a list before its first item.
      .replace(/^((?:[\w.+-]+\.\w{1,5}: )?)[A-Z][a-z]+(?: [a-z]+){0,4}; (?=[A-Z][^;]*["'`])/, '$1')
      .replace(/^(?![^:]*\b(?:not|failed)\b)[A-Z][^:"'`]{3,80}: (?:[-*•]|\[x\]) +(?=\S)/, '')
      .replace(/(?<=^[A-Z][^:"'`]{3,80}): [-*•] +(?=\S)/, ': ')
      .replace(/"(?:[\w.-]+\/)+([\w-]+)"\.(?=[A-Z])/g, '$1.')
      .replace(/(?<=\w): 1\) .*$/, '')
      .replace(
        /\.? See https?:\/\/\S+(?: for [\w ]+)?$|\s+• \S+:\d+:\d+ • \w+$|(?<=\w) \((?:status|HTTP)(?: code)?:? 4\d\d\)$| \[recovered.*$|(?<= undefined) \(type .*$/,
        '',
      )
      .trim()
  );
}
