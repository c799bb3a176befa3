import type { ProjectWalked } from '../../learn/replay-types.ts';
import { walkProject } from '../../learn/replay-walk.ts';
import type { TimedSession } from '../../learn/timeline.ts';
import type { Config } from '../../model/config.ts';
import { replayTools } from './replay-tools.ts';

/** First word of the hidden command line that starts a process which walks projects. */
export const WALK_COMMAND = '__replay-worker';

/** What a candidate must reach to act, and how it is made. */
export interface WalkOptions {
  config: Config;
  minConfidence: number;
  minReusable: number;
}

/** Parent → worker: one JSON document. The answer is a list of `ProjectWalked`, in the same order. */
interface WalkTask extends WalkOptions {
  projects: TimedSession[][];
}

/** Walks each project by itself: the same code in a worker and in the process itself. */
export function runWalkTask({ projects, config, minConfidence, minReusable }: WalkTask): ProjectWalked[] {
  const tools = replayTools(config, minReusable);
  return projects.map((sessions) => walkProject(sessions, { minConfidence }, tools));
}

/** The task as JSON, with what a walk looks at. What a good call has nothing of is left out. */
export function taskJson(task: WalkTask): string {
  const projects = task.projects.map((sessions) =>
    sessions.map((session) => ({
      ...session,
      calls: session.calls.map(({ call: { tool, text, ok, fingerprint, kind, error }, at }) => ({
        call: ok ? { tool, text, ok } : { tool, text, ok, fingerprint, kind, error },
        at,
      })),
      episodes: session.episodes.map(({ episode, knownAt }) => ({
        episode: { ...episode, evidence: undefined },
        knownAt,
      })),
    })),
  );
  return JSON.stringify({ ...task, projects });
}

/** The task out of its JSON. A moment that is not known is infinitely late, which JSON has no number for. */
export function taskOf(json: string): WalkTask {
  const task = JSON.parse(json) as WalkTask;
  for (const session of task.projects.flat()) {
    session.start ??= Number.POSITIVE_INFINITY;
    for (const each of session.calls) {
      each.at ??= Number.POSITIVE_INFINITY;
      if (each.call.ok) Object.assign(each.call, NOTHING_FAILED);
    }
    for (const each of session.episodes) {
      each.knownAt ??= Number.POSITIVE_INFINITY;
      each.episode.evidence = '';
    }
  }
  return task;
}

const NOTHING_FAILED = { fingerprint: null, kind: null, error: null };
