import { replayReport } from './replay-report.ts';
import type { ReplayOptions, ReplayReport, ReplaySession, ReplayTools } from './replay-types.ts';
import { walkProject } from './replay-walk.ts';
import { type TimedSession, timeline } from './timeline.ts';

/**
 * Walks the sessions of each project in time order with nothing known at the start. What a session may use is
 * what had happened before it began, in sessions that began earlier: nothing later can change what is counted
 * for it. Pure; the order of `sessions` does not matter.
 */
export function replay(
  sessions: readonly ReplaySession[],
  options: ReplayOptions,
  tools: ReplayTools,
): ReplayReport {
  const walks = projectsOf(sessions).map((project) => walkProject(project, options, tools));
  return replayReport(walks, options.minConfidence);
}

/** The sessions of each project in time order. No project's walk depends on another's. */
export function projectsOf(sessions: readonly ReplaySession[]): TimedSession[][] {
  const projects = new Map<string, TimedSession[]>();
  for (const session of timeline(sessions)) {
    const list = projects.get(session.project);
    if (list) list.push(session);
    else projects.set(session.project, [session]);
  }
  return [...projects.values()];
}
