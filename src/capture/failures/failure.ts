import { headOf, tailOf } from '../../text/ends.ts';
import { lineFingerprint, salientLine } from '../../text/fingerprint.ts';
import type { ResultEvent } from '../../transcripts/events.ts';
import type { DetectorState } from '../detector-state.ts';
import type { OpenFailure, SeenCall } from '../failure-state.ts';
import { nothingCollected, testMessage, withMessage } from '../wording/message/test-message.ts';
import { blamedPart } from './blame.ts';
import { missingPath } from './causes/missing-path.ts';
import { CODE_KINDS, type ErrorKind } from './kind/error-kind.ts';
import { inEnglish } from './kind/in-english.ts';
import { errorKind } from './kind/kinds.ts';
import { filesNamed, reproduces, sameFile } from './named-files.ts';
import type { JudgedResult } from './result/judge-result.ts';
import { triedText, withParts } from './seen-call.ts';
import { asksWorkList } from './verdict/excused.ts';
import { ANNOUNCED, ASKS_REFUSAL, expectsFailure, NEGATIVE_TRY } from './verdict/failure-wording.ts';
import { isAsTold, isFindingOfOthers, isOfGivenName, namesWhole } from './verdict/others-fault.ts';

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
      expectsFailure(saidBefore(state)) || expectsFailure(description) || NEGATIVE_TRY.test(triedText(call)),
    workList: CODE_KINDS.has(kind) && asksWorkList([saidBefore(state), description], call.command),
    announced:
      state.actions - (state.answeredAt ?? 0) <= CALLS_OF_ONE_MESSAGE &&
      ANNOUNCED.test(saidBefore(state)) &&
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

/** What a human says to let the agent go on with what it said. */
const GO_AHEAD_CHARS_MAX = 40;

/** The words that speak of the next calls: the agent's last ones, unless a human has asked for something since. */
const saidBefore = ({ lastAnswer, answeredSince, lastPrompt = '' }: DetectorState): string =>
  answeredSince === false && lastPrompt.length > GO_AHEAD_CHARS_MAX ? '' : lastAnswer;

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
const NAME = /^(?=.*[\d/._-])[\w@./:#][\w@./:#+-]{3,59}$/;

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
