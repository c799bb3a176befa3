import type { CallRecord } from '../model/findings.ts';

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
  count(query: {
    tool?: string;
    fingerprint?: string;
    project?: string;
    agent?: string;
    since?: string;
    until?: string;
  }): { calls: number; failing: number };
  calls(query: { fingerprint: string; failingOnly: boolean }): Iterable<CallRecord>;
}

interface RecurrenceReport extends Recurrence {
  tool: string;
  byProject: ({ project: string } & Recurrence)[];
  byAgent: ({ agent: string } & Recurrence)[];
}

/**
 * How often a failure came before and after a lesson against it became active, per 1,000 calls of its tool.
 * Null where the failure was never seen.
 * @param since when the lesson became active, ISO 8601
 */
export function recurrence(index: CallCounter, fingerprint: string, since: string): RecurrenceReport | null {
  const sightings = [...index.calls({ fingerprint, failingOnly: true })];
  const tool = sightings[0]?.tool;
  if (tool === undefined) return null;
  const projects = [...new Set(sightings.map((call) => call.project))].sort();
  const agents = [...new Set(sightings.map((call) => call.agent))].sort();
  const around = (where: { project?: string; agent?: string }): Recurrence => ({
    before: rate(index, tool, fingerprint, { ...where, until: since }),
    after: rate(index, tool, fingerprint, { ...where, since }),
  });
  return {
    tool,
    ...around({}),
    byProject: projects.map((project) => ({ project, ...around({ project }) })),
    byAgent: agents.map((agent) => ({ agent, ...around({ agent }) })),
  };
}

type Where = { project?: string; agent?: string; since?: string; until?: string };

function rate(index: CallCounter, tool: string, fingerprint: string, where: Where): Rate {
  const { calls } = index.count({ ...where, tool });
  const failures = index.count({ ...where, tool, fingerprint }).failing;
  return { calls, failures, per1000: calls === 0 ? null : (failures * 1000) / calls };
}
