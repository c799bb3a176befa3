import type { ErrorKind } from '../kind/error-kind.ts';
import type { FailureFacts } from './verdict.ts';

/** Kinds by which a program refuses what it is given: where that was wanted, it is the answer. */
const REFUSALS = new Set<ErrorKind>(['usage', 'script-error', 'generic', 'permission']);
/** Kinds that a confinement can cause, and what it says that the command works without it. */
const CONFINED: Partial<Record<ErrorKind, number>> = { sandbox: 0.5, network: 2.6, permission: 1.8 };
/** True where a sandbox may be what stopped the command. */
export const isConfined = (kind: ErrorKind): boolean => CONFINED[kind] !== undefined;

/** Kinds whose refusal answers whether something is there or is accepted. */
const ASKED = new Set<ErrorKind>([
  'usage',
  'command-not-found',
  'missing-module',
  'api-misuse',
  'git-state',
  'missing-path',
  'generic',
]);
/** What a value that was made up to be refused takes off. */
const DELIBERATE = 2.4;

/** An error of no known kind that went away with an edit: surely its own where it names the file, else where the session writes. */
function mendedByEdit(facts: FailureFacts): number {
  if (facts.said) return 0.5;
  if (!facts.corrected || !facts.shell) return -0.2;
  if (facts.files === 'own' && facts.fixedNamed) return 0.9;
  return facts.nothingWritten ? 0 : 0.5;
}

type Rule = readonly [
  weight: number | ((facts: FailureFacts) => number),
  holds: (facts: FailureFacts) => boolean,
];

const isWorkingForm = (facts: FailureFacts): boolean => facts.corrected && facts.changed;
/** It was said that it only asks, and nothing that was tried later contradicts that. */
const isAnnouncedQuestion = (facts: FailureFacts): boolean =>
  facts.announced && ASKED.has(facts.kind) && (isOtherQuestion(facts) || !facts.corrected);
const isOtherQuestion = (facts: FailureFacts): boolean => facts.parallel || facts.asksOther;
const isRefusal = (facts: FailureFacts): boolean =>
  REFUSALS.has(facts.kind) || (facts.kind === 'api-misuse' && facts.hidden);

/** What may be known of a failing command, and what it adds where it holds. */
const COMMAND_RULES: readonly Rule[] = [
  [0.5, isWorkingForm],
  [
    0.7,
    (facts) =>
      !isWorkingForm(facts) &&
      facts.prepared &&
      facts.kind === 'generic' &&
      !facts.asksService &&
      !facts.probe,
  ],
  [(facts) => (facts.kind === 'api-misuse' ? -1.6 : -0.9), (facts) => facts.tolerated],
  [-2, (facts) => facts.probe && (facts.kind === 'generic' || facts.kind === 'git-state')],
  [-3.2, (facts) => facts.probe && facts.kind === 'edit-mismatch' && !facts.corrected],
  [-3.2, (facts) => facts.needless && facts.kind === 'edit-mismatch' && !facts.corrected],
  [-2, (facts) => facts.probe && facts.kind === 'missing-path' && (facts.searched || !facts.corrected)],
  [-2.6, (facts) => /^(?:command-not-found|missing-path)$/.test(facts.kind) && facts.versionProbe],
  // It is PowerShell that does not know the program.
  [-3.7, (facts) => facts.kind === 'platform' && facts.versionProbe],
  [-1.5, (facts) => facts.kind === 'command-not-found' && facts.probe && !facts.versionProbe],
  [-2.6, (facts) => facts.unmet && !facts.corrected && !facts.prepared],
  [1.3, (facts) => facts.kind === 'permission' && facts.corrected && (facts.changed || facts.prepared)],
  [-0.6, (facts) => facts.kind === 'missing-path' && facts.searched],
  [0.5, (facts) => facts.kind === 'missing-path' && !facts.searched && facts.scriptMended],
  [-0.7, (facts) => /^(?:missing-path|api-misuse)$/.test(facts.kind) && facts.absence && !facts.corrected],
  [(facts) => CONFINED[facts.kind] ?? 0, (facts) => facts.resettled],
  [-1.2, (facts) => facts.kind === 'sandbox' && !facts.resettled && !facts.wrappedFix],
  [-2.8, (facts) => facts.globProbe],
  [-2.2, (facts) => facts.asksService && /^(?:api-misuse|generic|missing-path)$/.test(facts.kind)],
  [-DELIBERATE, (facts) => facts.deliberate],
  [(facts) => (isOtherQuestion(facts) ? -3.2 : -2.4), isAnnouncedQuestion],
  [-3.2, (facts) => facts.underTest && !isAnnouncedQuestion(facts)],
  [-3, (facts) => facts.vanished && facts.kind === 'wrong-directory'],
  [-1.2, (facts) => facts.vanished && facts.kind !== 'wrong-directory' && !facts.corrected],
  [-2.4, (facts) => facts.namedByUser],
  [-1.2, (facts) => facts.stands && !facts.corrected],
  [-3.6, (facts) => facts.usersSlip],
  [-3, (facts) => facts.testFirst],
  [-3.4, (facts) => facts.findingOfOthers],
  [-0.9, (facts) => facts.kind === 'api-misuse' && !facts.corrected],
  [-2.5, (facts) => facts.whereProbe],
  [-3.2, (facts) => facts.founded],
  [-1.6, (facts) => facts.unanswered],
  [2.6, (facts) => facts.otherAddress],
  [3, (facts) => facts.portTaken],
  [
    (facts) => (isRefusal(facts) ? -3 : -0.6),
    (facts) => facts.expected && (!facts.scriptMended || facts.dismissed),
  ],
  [-2.4, (facts) => facts.reproduces && !facts.scriptMended],
  [0.9, (facts) => facts.said],
  [mendedByEdit, (facts) => facts.kind === 'generic' && facts.editsBetween > 0],
  // A script of the project fails in a file that only then is mended: a fault that was there.
  [-1.8, (facts) => facts.kind === 'script-error' && facts.files === 'untouched' && facts.fixedNamed],
];

/** What is known of a failing command, in log odds. */
export function commandAdjustment(facts: FailureFacts): number {
  let x = 0;
  for (const [weight, holds] of COMMAND_RULES)
    if (holds(facts)) x += typeof weight === 'number' ? weight : weight(facts);
  return x;
}
