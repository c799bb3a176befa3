import { headOf, tailOf } from '../../text/ends.ts';
import { lineFingerprint, salientLine } from '../../text/fingerprint.ts';
import type { ResultEvent } from '../../transcripts/events.ts';
import type { DetectorState, OpenFailure, SeenCall } from '../failure-state.ts';
import { saidByShell } from '../shell/shell-complaint.ts';
import { nothingCollected, testMessage, withMessage } from '../wording/message/test-message.ts';
import { blamedPart } from './blame.ts';
import { missingPath } from './causes/found-path.ts';
import { ofGoneShell } from './causes/shell-gone.ts';
import { overlap } from './correction/likeness.ts';
import { pairCalls } from './correction/pairing.ts';
import { CODE_KINDS, COMMAND_KINDS, type ErrorKind } from './kind/error-kind.ts';
import { inEnglish } from './kind/in-english.ts';
import { errorKind } from './kind/kinds.ts';
import { missingModule } from './kind/questions.ts';
import { filesNamed, reproduces, sameFile } from './named-files.ts';
import type { JudgedResult } from './result/judge-result.ts';
import { triedText, withParts } from './seen-call.ts';
import { sameProgram } from './shown-cause.ts';
import { isAsTold, isOfGivenName, namesWhole } from './verdict/as-told.ts';
import { asksWorkList } from './verdict/excused.ts';
import { ANNOUNCED, ASKS_REFUSAL, expectsFailure, NEGATIVE_TRY } from './verdict/failure-wording.ts';
import { isFindingOfOthers } from './verdict/inspected.ts';

const ERROR_MAX = 3000;
/** A human says so early what he wants to know. */
const ASKED_CHARS = 600;
/** Words before a call speak of the next few calls, not of all that follow. */
const CALLS_OF_ONE_MESSAGE = 4;

/** Kinds that code under test logs errors of, whichever test fails. */
const OF_TESTS = new Set<ErrorKind>([
  'test',
  'generic',
  'network',
  'outage',
  'missing-path',
  'permission',
  'script-error',
]);

/** What a failing test tells of is the code's fault, unless the machine or the call is to blame. */
const kindOfTest = (kind: ErrorKind): ErrorKind => (OF_TESTS.has(kind) || kind === 'compile' ? 'test' : kind);

/** Makes the record of a new failure. */
export function openFailure(
  state: DetectorState,
  call: SeenCall,
  result: ResultEvent,
  judged: JudgedResult,
): OpenFailure {
  withParts(call);
  const error = inEnglish(judged.error);
  const salient = salientLine(error);
  const printed = error === judged.error ? null : { error: judged.error, salient: salientLine(judged.error) };
  const culprit = blamedPart(call.parts, salient, error);
  const kindOf = (line: string) =>
    errorKind({
      tool: call.tool,
      line,
      text: error,
      program: culprit?.program ?? '',
      sub: culprit?.sub ?? '',
      command: call.command,
      timedOut: judged.timedOut,
      exitCode: result.exitCode,
    });
  const kindOfFirst = kindOf(salient);
  const told = OF_TESTS.has(kindOfFirst)
    ? nothingCollected(call.command, error) || testMessage(error, salient)
    : '';
  const kind = told ? kindOfTest(kindOf(told)) : kindOfFirst;
  const description = typeof call.input['description'] === 'string' ? call.input['description'] : '';
  return {
    call,
    culprit,
    resultLine: result.line,
    resultUuid: result.uuid,
    timestamp: result.timestamp,
    error: shortened(error, told),
    ...(printed && { printed }),
    salient: told || salient,
    kind,
    fingerprint: lineFingerprint(call.tool, told || (printed?.salient ?? salient)),
    hidden: judged.state === 'hidden',
    told: judged.told,
    timedOut: judged.timedOut,
    exitCode: result.exitCode,
    ...firstAttempt(call, result),
    expectedBefore:
      expectsFailure(state.lastAnswer) || expectsFailure(description) || NEGATIVE_TRY.test(triedText(call)),
    workList: CODE_KINDS.has(kind) && asksWorkList([state.lastAnswer, description], call.command),
    announced:
      state.actions - (state.answeredAt ?? 0) <= CALLS_OF_ONE_MESSAGE &&
      ANNOUNCED.test(state.lastAnswer) &&
      call.tool !== 'Grep' &&
      (kind !== 'command-not-found' || isSpokenOf(culprit?.program ?? '', state.lastAnswer)),
    vanished:
      (kind === 'missing-path' && wasWritten(state.written, { call, salient })) ||
      (FOLDER_GONE.test(salient) && !state.recentCommands.some((command) => TAKES_AWAY.test(command))),
    refusalAsked: isAtOnce(state) && ASKS_REFUSAL.test((state.lastPrompt ?? '').slice(0, ASKED_CHARS)),
    asTold: isAtOnce(state) && isAsTold(state.lastPrompt ?? '', call, culprit),
    givenName: isAtOnce(state) && isOfGivenName(state.lastPrompt ?? '', { call, culprit, salient }),
    findingOfOthers: isFindingOfOthers({ call, culprit, error, salient, kind }, state.written),
    namedByUser: NOT_THERE.test(salient) && isNamed(state, call, salient),
    testsOnlyEdited: state.editsSinceGreen.tests > 0 && state.editsSinceGreen.sources === 0,
    files: filesNamed(error, state.written),
    nothingWritten: state.written.length === 0,
    reproduces: kind === 'script-error' && reproduces(call.command, error, state.written),
    model: state.model,
  };
}

/** True where a human was the last to speak before the call, but for what the agent said, and nothing was written since. */
const isAtOnce = ({ isSubagent, edits = 0, editsBefore = 0 }: DetectorState): boolean =>
  !isSubagent && edits === editsBefore;

/** What a failure begins with, and what later calls change. */
function firstAttempt(call: SeenCall, { line, uuid, callId, timestamp, chars }: ResultEvent) {
  return {
    attempts: [{ line, uuid, callId, timestamp }],
    variants: [textOf(call)],
    correction: null,
    correctionScore: 0,
    correctionPart: -1,
    changed: false,
    passedUnchanged: false,
    edits: [],
    callsAfter: 0,
    after: '',
    killedAfter: false,
    bytes: chars,
    calls: 1,
  };
}

/** What is kept of an error: of a long one its two ends, and what its message stands in. */
function shortened(error: string, message: string): string {
  if (error.length <= ERROR_MAX) return error;
  if (message !== '') return withMessage(error, message);
  return `${headOf(error, ERROR_MAX / 2)}\n…\n${tailOf(error, ERROR_MAX / 2)}`;
}

/** True where words name a program, or the first part of its name: `redis-cli` is asked for as Redis. */
function isSpokenOf(program: string, words: string): boolean {
  const [stem = ''] = program.split(/[-_.]/);
  return words.includes(program) || (stem.length > 3 && words.toLowerCase().includes(stem.toLowerCase()));
}

const NOT_THERE = /not (?:be )?f(?:ound|ind)|no such|does ?n[o']t exist|unknown|\b404\b/i;
/** A name that is no everyday word: an id, a path, a file. */
const NAME = /^(?=.*[\d/.])[\w@./:#+-]{4,60}$/;

/** The path of a call as it is written in the folder of the session. */
const fromHere = (path: string, cwd: string | null): string =>
  cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;

/** True where the words of a human hold the name that was looked for: it was no guess of the agent's. */
function isNamed(state: DetectorState, call: SeenCall, salient: string): boolean {
  const names =
    call.tool === 'Bash'
      ? call.parts.flatMap((part) => part.args).filter((arg) => salient.includes(arg))
      : Object.values(call.input)
          .filter((value) => typeof value === 'string')
          .map((value) => fromHere(value, call.cwd));
  const { recentUserTexts, lastPrompt = '' } = state;
  const isAskedFor = (name: string) =>
    namesWhole(lastPrompt, name) && (call.tool !== 'Bash' || namesWhole(salient, name));
  return names.some(
    (name) => NAME.test(name) && (recentUserTexts.some((text) => text.includes(name)) || isAskedFor(name)),
  );
}

const FOLDER_GONE = /^Working directory \S.* was deleted/;
const TAKES_AWAY = /\b(?:rm|rmdir|mv|trash|unlink|worktree (?:remove|prune)|rmtree|clean -\w*d)\b/;

/** True where this session wrote the file that is not there: it was no guess, somebody took it away. */
function wasWritten(written: readonly string[], failed: Pick<OpenFailure, 'call' | 'salient'>): boolean {
  const path = missingPath(failed);
  return path !== '' && written.some((each) => sameFile(each, path));
}

/** What identifies a call among retries: its command, or its tool and chief argument. */
function textOf(call: SeenCall): string {
  return call.tool === 'Bash' ? call.command.slice(0, 400) : `${call.nativeTool} ${call.target}`;
}

const isShells = (kind: ErrorKind): boolean => kind === 'shell-syntax' || kind === 'command-not-found';

const REFUSALS = new Set<ErrorKind>(['tool-validation', 'usage', 'api-misuse']);

/** A tool that refuses one argument and, once that is mended, another, was called wrongly twice. */
const isNextRefusal = (open: OpenFailure, next: OpenFailure): boolean =>
  REFUSALS.has(open.kind) &&
  !/^(?:Read|Grep|Glob|LS)$/.test(open.call.tool) &&
  Object.keys(open.call.input).sort().join() !== Object.keys(next.call.input).sort().join();

const EDIT_KINDS = new Set(['edit-mismatch', 'stale-edit']);

/** Words of a message, without those that stand for what the command was about. */
const wordsSaid = (message: string): Set<string> =>
  new Set(message.toLowerCase().match(/(?<![\w./=-])[a-z]{3,}(?![\w./=-])/g));

const WORDS_MIN = 2;
/** What a program puts before all that it complains of. */
const bare = (message: string): string =>
  message.replace(/^(?:npm (?:error|ERR!) (?:enoent )?|(?:ERROR|error|fatal|Error)\b[: ]*)+/, '');
const SAID_ALIKE = 0.15;

/** A refusal that has a number: `MSB1008`, `AADSTS50034`. */
const NUMBER = /\b[A-Z]{2,8}-?\d{3,6}\b/;

/** True where both messages have numbers, and not the same. */
function isOtherNumber(open: OpenFailure, next: OpenFailure): boolean {
  const [was, is] = [NUMBER.exec(open.salient)?.[0], NUMBER.exec(next.salient)?.[0]];
  return was !== undefined && is !== undefined && was !== is;
}

/** What a database says is not there: its table, one of its columns. */
const NOT_IN_DATABASE =
  /\b(relation|table|column|function|schema|role|database|object)\b(?: name)? [`'"]?[\w.]+[`'"]? (?:does(?:n't| not) exist|was not found)|\b[Uu]nknown (column|table|database)\b|\b[Nn]o such (table|column|function)\b|\bInvalid (object|column) name\b/;

/** True where a database first lacks one kind of thing, then another: its table, then a column. */
function lacksAnotherThing(open: OpenFailure, next: OpenFailure): boolean {
  const thing = ({ salient }: OpenFailure) => NOT_IN_DATABASE.exec(salient)?.slice(1).find(Boolean);
  const [was, is] = [thing(open), thing(next)];
  return was !== undefined && is !== undefined && was !== is;
}

/** True where a changed command is refused for something else: what was wrong with the first one is mended. */
function isOtherComplaint(open: OpenFailure, next: OpenFailure): boolean {
  if (isOtherNumber(open, next)) return true;
  if (open.fingerprint === next.fingerprint || (saidByShell(open.salient) && saidByShell(next.salient)))
    return false;
  const [was, is] = [wordsSaid(bare(open.salient)), wordsSaid(bare(next.salient))];
  return was.size >= WORDS_MIN && is.size >= WORDS_MIN && overlap(was, is).ratio < SAID_ALIKE;
}

/** True where another module lacks than before: the next one shows only once the first is there. */
export function lacksAnother(open: OpenFailure, next: OpenFailure): boolean {
  if (open.kind !== 'missing-module' || next.kind !== 'missing-module') return false;
  const [was, is] = [missingModule(open.salient), missingModule(next.salient)];
  return was !== '' && is !== '' && was !== is;
}

/** True where a new failure is another try of an open one: the same mistake. */
export function sameMistake(open: OpenFailure, next: OpenFailure): boolean {
  if (open.call.tool !== next.call.tool) return false;
  return open.call.tool === 'Bash' ? sameMistakeOfShell(open, next) : sameMistakeOfTool(open, next);
}

function sameMistakeOfTool(open: OpenFailure, next: OpenFailure): boolean {
  if (open.kind !== next.kind && !(EDIT_KINDS.has(open.kind) && EDIT_KINDS.has(next.kind))) return false;
  if (open.fingerprint !== next.fingerprint && isNextRefusal(open, next)) return false;
  if (open.kind === 'tool-validation' && isOtherComplaint(open, next)) return false;
  return open.call.target === next.call.target && open.call.nativeTool === next.call.nativeTool;
}

/** One fault in the code, shown by two programs: `go run` and `go test` beside each other. */
const sameFaultOfCode = (open: OpenFailure, next: OpenFailure): boolean =>
  open.kind === 'compile' && next.kind === 'compile' && open.salient === next.salient && open.salient !== '';

function sameMistakeOfShell(open: OpenFailure, next: OpenFailure): boolean {
  if (lacksAnother(open, next) || lacksAnotherThing(open, next)) return false;
  if ((ofGoneShell(open) && ofGoneShell(next)) || sameFaultOfCode(open, next)) return true;
  const isSameProgram = sameProgram(open, next);
  if (open.fingerprint === next.fingerprint && isSameProgram && open.salient !== '') return true;
  if (open.kind !== next.kind && !(COMMAND_KINDS.has(open.kind) && COMMAND_KINDS.has(next.kind)))
    return false;
  // What was wrong with the first one was mended in between, and the same command shows the next.
  const isMended = open.edits.length > 0 && !CODE_KINDS.has(open.kind) && isOtherComplaint(open, next);
  if (open.call.command === next.call.command) return !isMended;
  if (!isSameProgram || !COMMAND_KINDS.has(open.kind)) return false;
  // What the shell refuses and what the program refuses once it runs are two mistakes.
  if (isShells(open.kind) !== isShells(next.kind)) return false;
  if (open.callsAfter === 0 && open.kind === next.kind) return !isOtherComplaint(open, next);
  if (open.kind !== next.kind && isOtherComplaint(open, next)) return false;
  return pairCalls(open.call, open.culprit, next.call).score >= 0.8;
}

/** Adds another failing try to an open failure. */
export function addAttempt(open: OpenFailure, next: OpenFailure): void {
  open.attempts.push(...next.attempts);
  if (open.attempts.length > 12) open.attempts.splice(11, open.attempts.length - 12);
  const text = next.variants[0]!;
  if (!open.variants.includes(text) && open.variants.length < 12) open.variants.push(text);
  open.callsAfter = 0;
  if (open.edited && open.fingerprint === next.fingerprint) {
    open.inVain = (open.inVain ?? 0) + 1;
    for (const edit of open.edits) edit.vain = true;
  }
  if (open.edited) delete open.findings;
  delete open.edited;
  open.calls++;
  open.bytes += next.bytes;
  open.timedOut ||= next.timedOut;
}
