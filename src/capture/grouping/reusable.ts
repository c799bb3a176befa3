import type { ErrorKind } from '../failures/kind/error-kind.ts';

/** Facts about a place: recalled by their error they help, with or without a trigger at the call. */
const ENVIRONMENT = new Set<string>([
  'command-not-found',
  'missing-module',
  'sandbox',
  'wrong-directory',
  'platform',
  'environment',
]);

/** Errors that say by themselves what was wrong with the call: what was edited afterwards does not matter. */
const SELF_EXPLAINING = new Set<string>([
  ...ENVIRONMENT,
  'usage',
  'shell-syntax',
  'stale-edit',
  'tool-validation',
]);

/** Share of each kind that a developer keeps: a stable thing is named, and the fix is a changed command. */
const KEPT: Partial<Record<ErrorKind, number>> = {
  usage: 0.72,
  'command-not-found': 0.74,
  'wrong-directory': 0.6,
  'shell-syntax': 0.6,
  platform: 0.8,
  'tool-validation': 0.55,
  'edit-mismatch': 0.15,
  'stale-edit': 0.55,
  'missing-path': 0.15,
  'missing-module': 0.66,
  'script-error': 0.2,
  'api-misuse': 0.5,
  'git-state': 0.5,
  'git-rejected': 0.35,
  compile: 0.08,
  lint: 0.2,
  format: 0.1,
  test: 0.12,
  permission: 0.45,
  sandbox: 0.66,
  network: 0.3,
  timeout: 0.36,
  environment: 0.6,
  generic: 0.25,
};

/** A shell command's error that says what is to be done is worth recalling though no call can be met. */
const KNOWN_FIX = 0.2;

/** "Do not do it again" tells a later session less than what to do instead. */
const WITHOUT_FIX = 0.1;

/** A rule that the project enforces: once more in another session, and it is worth a sentence. */
const NAMED_RULE = 0.62;

interface ReusableFacts {
  kind: ErrorKind;
  /** The correction is another command, with no edit in between. */
  changedCommand: boolean;
  editsBetween: number;
  attempts: number;
  /** A shell command whose failing form can be told by a pattern. Undefined for other tools. */
  hasTrigger?: boolean | undefined;
  /** The message alone says what is to be done: recalled with it, that helps whoever runs into it. */
  knownFix?: boolean | undefined;
  /** All that can be said is what not to do again. */
  avoidsOnly?: boolean | undefined;
  /** A slip of one moment: a word given twice, a line break in the midst of a command. */
  slip?: boolean | undefined;
  /** A linter's finding that names the rule of the project that it breaks. */
  namedRule?: boolean | undefined;
  /** How surely the user's words hold for later sessions (0–1). */
  lasting?: number | undefined;
  /** The user's words name a program and the one to use instead. */
  replaced?: boolean | undefined;
}

/** A slip is worth a sentence once it comes again in another session. */
const SLIP = 0.4;

/** A user's words about the piece of work at hand, and those that name a program and its replacement. */
const ONCE = 0.3;
const REPLACED = 0.7;

const userScore = ({ replaced, lasting = 0 }: ReusableFacts): number =>
  Math.max(ONCE, lasting, replaced ? REPLACED : 0);

/** Probability (0–1) that one sentence about this mistake helps a later session, from one sighting. */
export function reusableScore(facts: ReusableFacts): number {
  let score = facts.kind === 'user' ? userScore(facts) : (KEPT[facts.kind] ?? 0.25);
  if (facts.namedRule) return NAMED_RULE;
  if (facts.changedCommand && facts.editsBetween === 0) score += 0.1;
  if (facts.editsBetween > 0 && !SELF_EXPLAINING.has(facts.kind)) score -= 0.15;
  if (facts.knownFix && facts.hasTrigger !== undefined) score += KNOWN_FIX;
  if (facts.avoidsOnly) score -= WITHOUT_FIX;
  if (facts.attempts >= 2 && facts.kind !== 'test' && facts.kind !== 'compile') score += 0.08;
  if (facts.hasTrigger === false && facts.kind !== 'user' && !SELF_EXPLAINING.has(facts.kind)) score -= 0.08;
  return Math.max(0, Math.min(facts.slip ? SLIP : 1, Number(score.toFixed(3))));
}

/** Kinds that recur with every agent everywhere and teach nothing about a place. */
const GENERIC_KINDS = new Set<string>(['edit-mismatch', 'missing-path', 'compile', 'test', 'lint', 'format']);

/** The same path guessed in several sessions of one project, and never there: one sentence saves the next guess. */
const GUESSED_AGAIN = 0.6;

/**
 * Score of a group: its best sighting, raised where the same mistake came again.
 * @param acts whether it has a trigger at the call: a command pattern, a path
 */
export function groupReusable(
  episodes: readonly { reusable: number; kind: string; failure: { tool: string } }[],
  evidence: { sessions: number; projects: number; tagged: boolean },
  acts: { atCommand: boolean; atPath: boolean },
): number {
  if (evidence.tagged) return 0.9;
  const isGuess = episodes.every(({ kind }) => kind === 'missing-path');
  if (isGuess && evidence.sessions >= 2 && evidence.projects <= 1 && (acts.atPath || acts.atCommand))
    return GUESSED_AGAIN;
  const scores = episodes.map((episode) => episode.reusable).sort((a, b) => b - a);
  const generic = episodes.every((episode) => GENERIC_KINDS.has(episode.kind));
  let score = scores[0] ?? 0;
  const isBash = episodes.every(
    ({ failure, kind }) => failure.tool === 'Bash' && kind !== 'user' && kind !== 'tool-validation',
  );
  const isPlace = episodes.every((episode) => ENVIRONMENT.has(episode.kind));
  if (!acts.atCommand && isBash && !isPlace) score -= evidence.sessions >= 2 ? 0.15 : 0.3;
  const bonus = generic ? 0.3 : 1;
  if (evidence.sessions >= 2) score += 0.15 * bonus;
  if (evidence.sessions >= 4) score += 0.08 * bonus;
  if (evidence.projects >= 2) score += 0.1 * bonus;
  return Number(Math.max(0, Math.min(1, score)).toFixed(3));
}
