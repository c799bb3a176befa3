import { replayReport } from './replay-report.ts';
import type { ReplayOptions, ReplayReport, ReplaySession, ReplayTools } from './replay-types.ts';
import { walkProject } from './replay-walk.ts';
import { Timeline } from './timeline.ts';

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
  const timeline = new Timeline();
  for (const session of sessions) timeline.add(session);
  const walks = timeline.projects().map((project) => walkProject(project, options, tools));
  return replayReport(walks, options.minConfidence);
}
