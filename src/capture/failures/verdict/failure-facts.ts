import { baseName } from '../../../inject/paths.ts';
import { missingProgram } from '../../../triggers/named-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { PYTHON_LINTERS } from '../../shell/programs.ts';
import { isDependency } from '../blame.ts';
import { isOtherAddress, isPortTaken } from '../causes/addresses.ts';
import { meetsOther } from '../causes/git-lock.ts';
import { isBoundedWait, isEndless, sleepsPastLimit } from '../causes/time-limit.ts';
import { coreOf } from '../causes/wrong-folder.ts';
import { addsSetting } from '../correction/call-settings.ts';
import { installsSomething, preparation } from '../correction/prepared.ts';
import { editsOf } from '../edits.ts';
import { CODE_KINDS } from '../kind/error-kind.ts';
import { isVersionProbe, otherName } from '../kind/questions.ts';
import { holdsName, namedFiles, sameFile } from '../named-files.ts';
import { isUnanswered } from '../result/json-reply.ts';
import { isRewritten, isRunAgain } from '../result/said-failed.ts';
import { isForgiven, isTolerated, lastStatement, namedStatements } from '../result/tolerated.ts';
import { triedText } from '../seen-call.ts';
import { isExcused } from './excused.ts';
import {
  ADMITTED,
  DIAGNOSED,
  DISMISSED,
  expectsFailure,
  NAMES_TESTS,
  NEGATIVE_TRY,
  NOT_NEEDED,
  RED,
  RED_CONFIRMED,
  REPORTED,
} from './failure-wording.ts';
import { isAnswered, isFound } from './looked-for.ts';
import { isOfOthers, isUsersSlip } from './others-fault.ts';
import { isOwnProgram, isUnderTest } from './program-under-work.ts';
import {
  asksForOther,
  asksService,
  asksWhere,
  isFounded,
  isGlobProbe,
  isLook,
  isRefusalWanted,
  isSearch,
  triesEach,
} from './question-facts.ts';
import { isAutofix, isMiscalledTest, isTestFirst, isThrowawayTest } from './test-facts.ts';
import { type FailureFacts, mistakeProbability } from './verdict.ts';

/** Shows what was printed, and fails all the same. */
const PASSES_ON = /\|\|\s*[({][^(){}]{0,200}\b(?:exit|return) [1-9$][^(){}]{0,20}[)}]/g;

/** What is tolerated of another command before it, whose status does not count, says nothing of the one that failed. */
function isToleratedCall(open: OpenFailure): boolean {
  if (open.said || isHushed(open)) return false;
  const { call, culprit, hidden } = open;
  const command = call.command.replace(PASSES_ON, '');
  const own = lastStatement(command);
  const isLast = !hidden && culprit !== null && own.includes(`${culprit.program} `);
  return isTolerated(isLast ? own : namedStatements(command, open.salient));
}

/** True where what it said was thrown away, its status was not, and another form of it worked: a failure that nobody saw the cause of. */
const isHushed = (open: OpenFailure): boolean =>
  open.kind === 'generic' &&
  open.salient === '' &&
  open.correction !== null &&
  open.changed &&
  open.edits.length === 0 &&
  !isForgiven(open.call.command) &&
  !asksElse(open) &&
  !open.call.parts.some((part) => part.program === 'sleep');

/** True where what worked holds another text of several words: another question, not another form of the same. */
function asksElse({ culprit, correction, correctionPart }: OpenFailure): boolean {
  const textsOf = (args: readonly string[] = []) => args.filter((arg) => /\s/.test(arg));
  const now = textsOf(correction?.parts[correctionPart]?.args);
  return now.length > 0 && textsOf(culprit?.args).some((text) => !now.includes(text));
}

const WRAPPED_CHARS_MIN = 4;

/** True where the correction is the failing command inside a longer one, or behind something, with nothing edited. */
function isWrapped({ call, correction, edits }: OpenFailure): boolean {
  const [failed, worked] = [call.command.trim(), correction?.command.trim() ?? ''];
  if (edits.length > 0 || failed.length < WRAPPED_CHARS_MIN || worked === failed) return false;
  return worked.includes(failed) || coreOf(worked).endsWith(` ${coreOf(failed)}`);
}

/** True where the assistant names the failure as its own error. */
export const isAdmitted = (open: OpenFailure): boolean => ADMITTED.test(open.after.slice(0, 500));

/** Edits until the correction, with those that its own command line makes first. */
function editsBefore(open: OpenFailure): number {
  const { correction } = open;
  const own = correction?.tool === 'Bash' && CODE_KINDS.has(open.kind) ? editsOf(correction).length : 0;
  return open.edits.length + own;
}

/** True where only the script that the command ran was changed until it worked: what failed was that script. */
function isScriptMended({ call, correction, edits }: OpenFailure): boolean {
  if (call.tool !== 'Bash' || correction?.tool !== 'Bash') return false;
  const changed = [...edits, ...editsOf(correction)].map(({ file }) => baseName(file));
  return changed.length > 0 && changed.every((name) => name.includes('.') && call.command.includes(name));
}

/** True where it came as announced, or is taken for the red of a test written first. */
const isConfirmed = ({ expectedBefore, after }: OpenFailure): boolean =>
  (expectedBefore && RED.test(after.slice(0, 300))) || RED_CONFIRMED.test(after);

/** Says what a build is made of: what the code lacks is asked for there, and no compiler names it. */
const MANIFEST =
  /^(?:Cargo\.toml|package\.json|go\.mod|pyproject\.toml|Package\.swift|pom\.xml|CMakeLists\.txt|(?:build|settings)\.gradle(?:\.kts)?|tsconfig[\w.-]*\.json|[\w.-]+\.(?:cs|fs|vb)proj)$/;

/** True where a file that the error names was edited afterwards, or the manifest of what did not compile. */
function isMended({ kind, files, error, edits, correction, suspected }: OpenFailure): boolean {
  const names = files === 'none' ? [] : namedFiles(error);
  const own = correction?.tool === 'Bash' ? editsOf(correction) : [];
  const mayLackPart = kind === 'compile' && correction !== null && suspected !== true;
  return [...edits, ...own].some(
    ({ file }) =>
      names.some((name) => sameFile(file, name)) ||
      (files === 'own' && holdsName(error, file)) ||
      (mayLackPart && MANIFEST.test(baseName(file))),
  );
}

const LINTER_MODULE = new RegExp(`No module named '?(?:${PYTHON_LINTERS.source})\\b`);

/** A script of the project calls a program that is not installed, or a linter is not, and the assistant does without it. */
const isUnmet = (open: OpenFailure): boolean =>
  open.kind === 'missing-module'
    ? LINTER_MODULE.test(open.salient) && !open.done?.some(installsSomething)
    : open.kind === 'command-not-found' &&
      NOT_NEEDED.test(open.after.slice(0, 300)) &&
      isDependency(missingProgram(open.salient) ?? '', open);

const isExpected = (open: OpenFailure): boolean =>
  !isMiscalledTest(open) &&
  (open.expectedBefore ||
    isRefusalWanted(open) ||
    expectsFailure(open.after.slice(0, 300)) ||
    REPORTED.test(open.after));

/** What was to be made is there, or what was to go is not merged: nothing is changed by the call. */
const STANDS = /\bAlreadyExists\b|\bis not fully merged\b/;

/** True where what was said to have failed was done in another way. */
const isRedone = (open: OpenFailure): boolean =>
  (open.correction !== null && (open.correction.command !== open.call.command || open.edits.length > 0)) ||
  isRewritten(open) ||
  isRunAgain(open);

/** There was nothing to be done. */
const NEEDLESS =
  /\balready (?:been )?(?:correct|right|fixed|done|there|in place|up to date|updated|applied|handled|has|have)\b|\bno (?:edit|change)s? (?:(?:is|are) )?(?:needed|necessary)\b/i;

/** What the agent says of it, right after it. */
const agentsWords = (
  open: OpenFailure,
): Pick<FailureFacts, 'dismissed' | 'diagnosed' | 'admitted' | 'needless' | 'said'> => ({
  dismissed: DISMISSED.test(open.after.slice(0, 500)),
  diagnosed: DIAGNOSED.test(open.after.slice(0, 400)),
  admitted: isAdmitted(open),
  needless: NEEDLESS.test(open.after.slice(0, 200)),
  said: open.said === true,
});

/** The facts behind the verdict on a failure that is being closed. */
function factsOf(open: OpenFailure): FailureFacts {
  const shell = open.call.tool === 'Bash';
  const isNameless = otherName(open) === '';
  const prepared = (open.passedUnchanged || !open.changed) && preparation(open) !== '';
  const onlyTestsEdited = open.edits.length > 0 && open.edits.every((edit) => edit.test);
  return {
    kind: open.kind,
    hidden: open.hidden,
    suspected: open.suspected === true,
    told: open.told,
    attempts: open.attempts.length,
    variants: open.variants.length,
    corrected: open.correction !== null && (open.kind !== 'missing-path' || isFound(open)),
    changed: open.changed,
    // Where the edit itself was refused, the edit that worked is the correction.
    editsBetween: shell || !open.correction ? editsBefore(open) : 1,
    passedUnchanged: open.passedUnchanged && !open.advised && !prepared && !meetsOther(open),
    prepared,
    shell,
    advised: open.advised === true,
    asksService: asksService(open),
    versionProbe: isVersionProbe(open) && isNameless,
    unmet: isUnmet(open),
    probe: shell && !open.evident && (isLook(open) || triesEach(open)) && isNameless,
    tolerated: isToleratedCall(open) && !/^sudo: a terminal is required/.test(open.error),
    expected: isExpected(open),
    excused: isExcused(open),
    confirmed: isConfirmed(open),
    unanswered: isUnanswered(open),
    otherAddress: isOtherAddress(open),
    founded: isFounded(open),
    portTaken: open.kind === 'lock' && isPortTaken(open),
    announced: open.announced === true,
    vanished: open.vanished === true,
    stands: STANDS.test(open.salient),
    namedByUser: open.namedByUser === true,
    usersSlip: isUsersSlip(open),
    findingOfOthers: isOfOthers(open),
    parallel: open.parallel === true,
    underTest: open.parallel === true && isUnderTest(open),
    ownProgram: isOwnProgram(open),
    asksOther: open.announced === true && asksForOther(open),
    ...agentsWords(open),
    files: open.files,
    fixedNamed: isMended(open),
    suite: !NAMES_TESTS.test(open.call.command.slice(0, 600)),
    testsOnlyEdited: open.testsOnlyEdited,
    nothingWritten: open.nothingWritten === true,
    wrappedFix: isWrapped(open),
    fixedOldTest: onlyTestsEdited && open.files !== 'own',
    throwaway: open.kind === 'test' && isThrowawayTest(open),
    resettled: open.resettled === true || (open.kind === 'sandbox' && addsSetting(open)),
    scriptMended: isScriptMended(open),
    reproduces: open.reproduces === true,
    deliberate: NEGATIVE_TRY.test(triedText(open.call)),
    autofixed: isAutofix(open),
    absence: isAnswered(open),
    fixedOwnTest: onlyTestsEdited && open.files === 'own',
    searched: isSearch(open),
    testFirst: isTestFirst(open),
    whereProbe: asksWhere(open),
    globProbe: open.kind === 'shell-syntax' && isGlobProbe(open),
    boundedWait: isBoundedWait(open),
    overslept: sleepsPastLimit(open),
    timedOutBackground: open.timedOut && open.hidden,
    killedAfter: open.killedAfter,
    endless: isEndless(open),
  };
}

/** Probability that the failure is a mistake. */
export const confidenceOf = (open: OpenFailure): number =>
  open.said && !open.evident && !isRedone(open) ? 0 : mistakeProbability(factsOf(open));
