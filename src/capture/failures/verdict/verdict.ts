import { CODE_KINDS, COMMAND_KINDS, type ErrorKind } from '../kind/error-kind.ts';
import { commandAdjustment } from './command-verdict.ts';

/** Everything that the verdict on a failing call rests on. */
export interface FailureFacts {
  kind: ErrorKind;
  hidden: boolean;
  /** It shows only by what was done next that it was a failure. */
  suspected: boolean;
  /** The agent then says that there was nothing to be done. */
  needless: boolean;
  /** Only the agent's words say that it failed. */
  said: boolean;
  /** The command printed the status of the failure. */
  told: boolean;
  attempts: number;
  /** Different calls among the attempts. */
  variants: number;
  corrected: boolean;
  /** The correction differs from the failing call. */
  changed: boolean;
  /** Edits between the failure and its correction. */
  editsBetween: number;
  /** The identical call worked later, with no edit in between. */
  passedUnchanged: boolean;
  /** A command of the shell, not another tool. */
  shell: boolean;
  /** It worked after another step was taken that it had lacked. */
  prepared: boolean;
  probe: boolean;
  /** The error itself names a command that then was run and worked. */
  advised: boolean;
  /** Asks a service whether something is there: `kubectl get`, `docker inspect`. */
  asksService: boolean;
  /** Only asks a program for its version, or asks where it is on the same line. */
  versionProbe: boolean;
  /** A script of the project calls a program that is not installed, and the assistant does without it. */
  unmet: boolean;
  /** The command tolerates its own failure: `|| true`, `2>/dev/null`. */
  tolerated: boolean;
  /** Wording before or after that a failure was wanted. */
  expected: boolean;
  /** By what it was run for it is none: a list of what is left to do, a look at another state. */
  excused: boolean;
  /** It was said before that it fails, and after that it failed so. */
  confirmed: boolean;
  /** An answer was no JSON, and no other request was answered with it. */
  unanswered: boolean;
  /** Nobody listened where it was sent, and it worked once it was sent elsewhere. */
  otherAddress: boolean;
  /** A port was taken, and was freed, or another one was used. */
  portTaken: boolean;
  /** The repository that was asked for was created right after. */
  founded: boolean;
  /** What went until it worked was only the script that the command runs. */
  scriptMended: boolean;
  /** The words before the call say that it only asks. */
  announced: boolean;
  /** What is not there was there: a file that this session wrote, or the shell's folder, which it did not take away. */
  vanished: boolean;
  /** What was to be made is there already, or what was to go holds what is nowhere else. */
  stands: boolean;
  /** What is not there was named by the user. */
  namedByUser: boolean;
  /** It was run as the user had written it, or he had named what is refused. */
  usersSlip: boolean;
  /** What is wrong was there: in files that this session has not written. */
  findingOfOthers: boolean;
  /** Another form of it, given before its result was known, worked. */
  parallel: boolean;
  /** The program is the one that is worked on, and was called to see what it does. */
  underTest: boolean;
  /** The program that says so is built from the sources here. */
  ownProgram: boolean;
  /** It was asked whether a package has a version, and what worked asks for another package. */
  asksOther: boolean;
  /** A made-up value was passed to see it refused. */
  deliberate: boolean;
  /** The same command worked with other settings of the shell: another sandbox, folder or time limit. */
  resettled: boolean;
  /** The fix is the tool's own: the same program with its flag to repair. */
  autofixed: boolean;
  /** The assistant takes the absence for an answer, or looked for a file that many projects have. */
  absence: boolean;
  /** The assistant puts the failure down to something that is not its doing. */
  dismissed: boolean;
  /** The assistant says what was wrong with the call. */
  diagnosed: boolean;
  /** The assistant admits an error of its own. */
  admitted: boolean;
  /** Files named by the error: edited in this session, not edited, only third-party, or none named. */
  files: 'own' | 'untouched' | 'vendored' | 'none';
  /** One of the files that the error names was edited before it went away. */
  fixedNamed: boolean;
  /** A script that shows a fault raised it in code that this session has not written. */
  reproduces: boolean;
  /** The same command worked with something put around it: an environment, a runner. */
  wrappedFix: boolean;
  /** A test names what does not exist yet, and only sources were edited to make it pass. */
  testFirst: boolean;
  /** All tests were run, not some by name or file. */
  suite: boolean;
  /** Only test files were edited since the last green run. */
  testsOnlyEdited: boolean;
  /** No file was written in this session before. */
  nothingWritten: boolean;
  /** The fix edited only test files that existed before. */
  fixedOldTest: boolean;
  /** The fix edited only test files that this session wrote. */
  fixedOwnTest: boolean;
  /** The test is one that is written to look into something: `TestDebugParser`, `lexer_probe_test.go`. */
  throwaway: boolean;
  /** The path was asked for by a listing or a search. */
  searched: boolean;
  /** Asks whether this is a repository. */
  whereProbe: boolean;
  /** A listing whose glob matched nothing. */
  globProbe: boolean;
  /** The command waits on purpose, with a limit of its own. */
  boundedWait: boolean;
  /** It sleeps for as long as the tool waits. */
  overslept: boolean;
  timedOutBackground: boolean;
  killedAfter: boolean;
  /** Serves, follows or watches until it is stopped. */
  endless: boolean;
}

const PRIOR: Record<ErrorKind, number> = {
  usage: 0.9,
  'command-not-found': 0.84,
  'wrong-directory': 0.88,
  'shell-syntax': 0.9,
  platform: 0.92,
  'tool-validation': 0.84,
  'edit-mismatch': 0.92,
  'stale-edit': 0.9,
  'missing-path': 0.55,
  'missing-module': 0.8,
  'script-error': 0.84,
  'api-misuse': 0.72,
  'git-state': 0.6,
  'git-rejected': 0.15,
  compile: 0.74,
  lint: 0.6,
  format: 0.1,
  test: 0.4,
  permission: 0.25,
  sandbox: 0.55,
  network: 0.12,
  outage: 0.05,
  lock: 0.08,
  conflict: 0.06,
  timeout: 0.5,
  'no-match': 0.05,
  pending: 0.03,
  environment: 0.6,
  generic: 0.38,
  user: 0.5,
};

const logit = (p: number) => Math.log(p / (1 - p));
/** The probability of log odds. */
export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Another form of the call worked, with nothing edited. */
const isWorkingCall = (facts: FailureFacts): boolean =>
  facts.corrected && facts.changed && facts.editsBetween === 0;

/** A new test that was wrong itself: nothing but tests was written before, and nothing but it was mended. */
const isOwnTest = (facts: FailureFacts): boolean =>
  facts.kind === 'test' && facts.testsOnlyEdited && facts.fixedOwnTest;

/** What an edit tool refuses for its errors is always the text that it was just given. */
const REFUSED_TEXT = 0.5;

function codeAdjustment(facts: FailureFacts): number {
  if (!facts.shell) return REFUSED_TEXT;
  let x = 0;
  const ownTestOnly = isOwnTest(facts);
  if ((facts.expected || facts.confirmed) && !ownTestOnly) x -= facts.confirmed ? 2.6 : 1.1;
  if (facts.files === 'vendored') x -= 1.6;
  if (facts.files === 'untouched' && !facts.prepared && !facts.scriptMended) x -= untouchedCost(facts);
  const isCommand = facts.corrected && (facts.changed || facts.prepared) && facts.editsBetween === 0;
  if (facts.nothingWritten && !isCommand) x -= 1.5;
  if (facts.files === 'own') x += 0.4;
  if (facts.kind === 'test' && facts.testsOnlyEdited && !ownTestOnly) x -= 0.7;
  if (facts.kind === 'test' && facts.fixedOwnTest && !facts.testsOnlyEdited && facts.suite) x -= 0.4;
  if (facts.fixedOldTest) x -= 0.8;
  if (facts.corrected && facts.editsBetween > 0) x += 0.5;
  if (!facts.corrected) x -= uncorrectedCost(facts);
  else if (facts.editsBetween === 0 && !facts.wrappedFix && !facts.prepared) x -= uneditedCost(facts);
  if (facts.testFirst || facts.throwaway) x -= 2;
  if (facts.wrappedFix) x += 1.2;
  if (facts.autofixed) x -= 2.2;
  return x;
}

/** The error is in files that the session has not written. */
function untouchedCost({ kind, suite, fixedOldTest, fixedNamed }: FailureFacts): number {
  if (kind === 'test') return suite || fixedOldTest ? 0.3 : 0.05;
  if (!fixedNamed) return 1.8;
  return kind === 'lint' ? 1.3 : 0.5;
}

/** No later call of its kind worked. */
function uncorrectedCost({ kind, files, fixedNamed }: FailureFacts): number {
  if (kind === 'test') return 0.4;
  return kind === 'compile' && files === 'own' && fixedNamed ? 0.7 : 1.5;
}

/** A later call worked, and nothing was edited before it. */
function uneditedCost({ kind, files }: FailureFacts): number {
  if (kind === 'test') return 0.3;
  return kind === 'compile' && files === 'none' ? 0.4 : 1;
}

/** Whether what ran out of time could have been known to. */
function timeoutAdjustment(facts: FailureFacts): number {
  return (
    (facts.killedAfter ? 0.8 : 0) +
    (facts.endless ? 1.1 : 0) +
    (facts.timedOutBackground ? -0.5 : 0.2) -
    (facts.shell ? 0 : 1.5) +
    (facts.changed && facts.corrected ? 0.6 : 0)
  );
}

/** True where what was done next shows that it failed: its file was mended, or tests were chosen in another way. */
const isBorneOut = (facts: FailureFacts): boolean =>
  facts.kind === 'usage'
    ? isWorkingCall(facts)
    : facts.corrected && facts.editsBetween > 0 && facts.fixedNamed;

/** Calibrated probability (0–1) that a failing call is a genuine mistake of the agent. */
export function mistakeProbability(facts: FailureFacts): number {
  if (facts.suspected && !isBorneOut(facts)) return 0;
  let x = logit(PRIOR[facts.kind]);
  x += CODE_KINDS.has(facts.kind) ? codeAdjustment(facts) : commandAdjustment(facts);
  // What made it pass is that the port was freed.
  if (facts.passedUnchanged && facts.kind !== 'sandbox' && !facts.portTaken)
    x -= COMMAND_KINDS.has(facts.kind) ? 0.6 : 1.3;
  // That the machine is to blame is what there is to know, where the call can be made so that it works.
  const isOfMachine = facts.kind === 'environment' && isWorkingCall(facts);
  if (facts.dismissed && !isOwnTest(facts) && !isOfMachine)
    x -= COMMAND_KINDS.has(facts.kind) && (facts.corrected || facts.kind !== 'usage') ? 0.5 : 1.3;
  if (facts.excused) x -= 2.6;
  if (facts.ownProgram && facts.editsBetween === 0) x -= 1;
  if (facts.advised) x += 1.3;
  if (facts.diagnosed && !facts.testFirst) x += 0.35;
  if (facts.admitted) x += 1.4;
  if (facts.attempts >= 3 && !facts.expected) x += 0.7 + 0.1 * Math.min(facts.attempts - 3, 3);
  else if (facts.attempts === 2 && facts.variants === 2) x += 0.3;
  if (facts.hidden && !facts.told) x -= 0.3;
  if (facts.overslept) x += 1.2;
  else if (facts.boundedWait && !facts.endless) x -= 1.2;
  if (facts.kind === 'timeout') x += timeoutAdjustment(facts);
  return sigmoid(x);
}
