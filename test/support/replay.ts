import { compiledLesson } from '../../src/inject/compiled-lesson.ts';
import { replayReport } from '../../src/learn/replay-report.ts';
import type { ReplayCandidate, ReplaySession, ReplayTools } from '../../src/learn/replay-types.ts';
import { walkProject } from '../../src/learn/replay-walk.ts';
import { Timeline } from '../../src/learn/timeline.ts';
import type { CompiledLesson } from '../../src/model/compiled.ts';
import type { Episode } from '../../src/model/episode.ts';
import type { CallRecord } from '../../src/model/findings.ts';
import { compilePattern } from '../../src/triggers/compile-pattern.ts';
import { episodeOf } from './findings.ts';
import { callOf } from './records.ts';

const BASE = Date.parse('2026-01-01T00:00:00Z');

/** A call `at` milliseconds after the first day began; failing where it has a fingerprint. */
export function call(
  at: number,
  text: string,
  fingerprint: string | null = null,
  fields: Partial<CallRecord> = {},
): CallRecord {
  const failed = { ok: false, fingerprint, kind: 'usage' as const, error: `error ${fingerprint}` };
  return callOf({
    sessionId: '',
    project: 'p',
    timestamp: new Date(BASE + at).toISOString(),
    text,
    ...(fingerprint !== null && failed),
    ...fields,
  });
}

/** A failing call as an episode whose trigger is the whole of it. */
function failingEpisode(sessionId: string, failing: CallRecord): Episode {
  const { callId, uuid, text, error } = failing;
  return episodeOf({
    id: `e-${callId}`,
    sessionId,
    project: failing.project,
    timestamp: failing.timestamp,
    lines: [1],
    uuids: [uuid],
    toolUseIds: [callId],
    failure: { line: 1, toolUseId: callId, tool: 'Bash', input: {}, uuid, error: error ?? '' },
    correction: null,
    summary: text,
    trigger: { toolNames: ['Bash'], commandPatterns: [`^${text}$`], pathPatterns: [], errorPatterns: [] },
    fingerprint: failing.fingerprint ?? '',
    confidence: 0.8,
  });
}

/** A session with an episode for the first of each failure. */
export function session(sessionId: string, calls: CallRecord[], project = 'p'): ReplaySession {
  const own = calls.map((each) => ({ ...each, project, sessionId }));
  const failing = own.filter((each) => !each.ok);
  const first = failing.filter(
    (each, n) => failing.findIndex((f) => f.fingerprint === each.fingerprint) === n,
  );
  return {
    agent: 'claude-code',
    sessionId,
    project,
    calls: own,
    episodes: first.map((each) => failingEpisode(sessionId, each)),
  };
}

/** Candidates by fingerprint: the second session makes one sure. */
export const tools: ReplayTools = {
  group(episodes) {
    const groups = new Map<string, ReplayCandidate>();
    for (const episode of episodes) {
      const known = groups.get(episode.fingerprint);
      if (known) known.confidence = 0.6;
      else
        groups.set(episode.fingerprint, {
          key: episode.fingerprint,
          summary: episode.summary,
          kind: episode.kind,
          confidence: 0.4,
          fingerprints: [episode.fingerprint],
          trigger: episode.trigger,
          bytes: 40,
        });
    }
    return [...groups.values()];
  },
  compile(candidate, id): CompiledLesson {
    const patterns = candidate.trigger.commandPatterns.flatMap((source) => {
      const result = compilePattern(source, 'command');
      return result.ok ? [result.pattern] : [];
    });
    return compiledLesson({
      id,
      command: patterns,
    });
  },
};

/** What replay tells of sessions, in whatever order they are given. */
export function run(sessions: ReplaySession[], minConfidence = 0) {
  const timeline = new Timeline();
  for (const each of sessions) timeline.add(each);
  const walks = timeline.projects().map((project) => walkProject(project, { minConfidence }, tools));
  return replayReport(walks, minConfidence);
}
