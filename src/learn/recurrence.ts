import type { CallRecord } from '../model/findings.ts';
import { mostFrequent } from '../text/lists.ts';

/** Failures of one kind per calls of that tool. */
interface Rate {
  calls: number;
  failures: number;
  /** Failures per 1,000 calls; null where there were none. */
  per1000: number | null;
}

interface Recurrence {
  before: Rate;
  after: Rate;
}

/** What the call index answers, as far as this looks. */
interface CallCounter {
  count(query: { tool?: string; project?: string; agent?: string; since?: string; until?: string }): {
    calls: number;
  };
  calls(query: { fingerprint: string; failingOnly: boolean }): Iterable<CallRecord>;
}

/** When and where a lesson acts, and on what. */
interface Lived {
  /** When it became active, ISO 8601. */
  since: string;
  scope: string;
  /** Of failures with the given fingerprints, those that it is about; all, where none is named. */
  isAbout?: ((call: CallRecord) => boolean) | undefined;
}

interface RecurrenceReport extends Recurrence {
  tool: string;
  byProject: ({ project: string } & Recurrence)[];
  byAgent: ({ agent: string } & Recurrence)[];
}

/**
 * How often failures came before and after a lesson against them became active, per 1,000 calls of their tool: of
 * several tools the one that failed most. Elsewhere than in its scope the lesson changes nothing, and what happens there
 * does not count. Null where none was ever seen.
 */
export function recurrence(
  index: CallCounter,
  fingerprints: readonly string[],
  { since, scope, isAbout = () => true }: Lived,
): RecurrenceReport | null {
  const acts = placeOf(scope);
  const all = fingerprints
    .flatMap((fingerprint) => [...index.calls({ fingerprint, failingOnly: true })])
    .filter((call) => isIn(acts, call) && isAbout(call));
  const tool = mostFrequent(all.map((call) => call.tool));
  if (tool === null) return null;
  const sightings = all.filter((call) => call.tool === tool);
  const projects = [...new Set(sightings.map((call) => call.project))].sort();
  const agents = [...new Set(sightings.map((call) => call.agent))].sort();
  const around = (where: { project?: string; agent?: string }): Recurrence => ({
    before: rate(index, tool, sightings, { ...acts, ...where, until: since }),
    after: rate(index, tool, sightings, { ...acts, ...where, since }),
  });
  return {
    tool,
    ...around({}),
    byProject: projects.map((project) => ({ project, ...around({ project }) })),
    byAgent: agents.map((agent) => ({ agent, ...around({ agent }) })),
  };
}

type Where = { project?: string; agent?: string; since?: string; until?: string };

function rate(index: CallCounter, tool: string, sightings: readonly CallRecord[], where: Where): Rate {
  const { calls } = index.count({ ...where, tool });
  const failures = sightings.filter((call) => isIn(where, call)).length;
  return { calls, failures, per1000: calls === 0 ? null : (failures * 1000) / calls };
}

/** Where a lesson of this scope acts, as far as past calls tell it. */
function placeOf(scope: string): { project?: string; agent?: string } {
  const [kind, value = ''] = [scope.split(':', 1)[0], scope.slice(scope.indexOf(':') + 1)];
  return kind === 'project' ? { project: value } : kind === 'agent' ? { agent: value } : {};
}

/** As the index counts calls: one without a time came neither before nor after. */
function isIn({ project, agent, since, until }: Where, call: CallRecord): boolean {
  const isUntimed = call.timestamp === null && (since !== undefined || until !== undefined);
  if (isUntimed) return false;
  const at = Date.parse(call.timestamp ?? '');
  return (
    (project === undefined || call.project === project) &&
    (agent === undefined || call.agent === agent) &&
    (since === undefined || at >= Date.parse(since)) &&
    (until === undefined || at < Date.parse(until))
  );
}
