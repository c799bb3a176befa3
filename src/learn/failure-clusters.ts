import type { Failure, FailureCategory } from '../model/failure.ts';
import { compare } from '../text/compare.ts';
import { fingerprint, salientLine } from '../text/fingerprint.ts';
import { mostFrequent } from '../text/lists.ts';

/** Failures with one error, whenever and wherever they came. */
export interface FailureCluster {
  fingerprint: string;
  tool: string;
  category: FailureCategory;
  count: number;
  sessions: number;
  projects: number;
  firstAt: string;
  lastAt: string;
  /** The line that says what went wrong, of the latest. */
  line: string;
  /** The latest few. */
  failures: Failure[];
}

const EXAMPLES_MAX = 5;
const PROPOSE_COUNT_MIN = 3;
const PROPOSE_SESSIONS_MIN = 2;

/** Groups failures by tool and normalised error; most frequent first. Independent of the order of the input. */
export function clusterFailures(failures: readonly Failure[]): FailureCluster[] {
  return [...Map.groupBy(failures, ({ tool, error }) => fingerprint(tool, error))]
    .map(([key, group]) => cluster(key, group))
    .sort((a, b) => b.count - a.count || b.sessions - a.sessions || compare(a.fingerprint, b.fingerprint));
}

function cluster(key: string, group: Failure[]): FailureCluster {
  const sorted = [...group].sort((a, b) => compare(a.timestamp, b.timestamp) || compare(a.id, b.id));
  const [first, latest] = [sorted[0] as Failure, sorted.at(-1) as Failure];
  return {
    fingerprint: key,
    tool: latest.tool,
    category: mostFrequent(sorted.map(({ category }) => category).sort(compare))!,
    count: sorted.length,
    sessions: atLeastOne(sorted.map((failure) => failure.session_id)),
    projects: atLeastOne(sorted.map((failure) => failure.context.project)),
    firstAt: first.timestamp,
    lastAt: latest.timestamp,
    line: salientLine(latest.error),
    failures: sorted.slice(-EXAMPLES_MAX).reverse(),
  };
}

/** How many of them are known to differ: a failure of which the log does not say it may belong to any other. */
const atLeastOne = (names: readonly string[]): number => new Set(names.filter(Boolean)).size || 1;

/**
 * Whether a cluster is worth a lesson: three times, in two sessions, and neither a path that was not there nor a
 * permission: those depend on the moment.
 */
export function deservesProposal(found: FailureCluster): boolean {
  const momentary = found.category === 'path_error' || found.category === 'permission_error';
  return found.count >= PROPOSE_COUNT_MIN && found.sessions >= PROPOSE_SESSIONS_MIN && !momentary;
}
