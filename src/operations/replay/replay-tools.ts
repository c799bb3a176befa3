import { type CandidateDraft, groupFindings } from '../../capture/grouping/candidates.ts';
import { DraftMemo } from '../../capture/grouping/draft-memo.ts';
import { compiledLesson } from '../../inject/compiled-lesson.ts';
import type { ReplayCandidate, ReplayTools } from '../../learn/replay-types.ts';
import type { CompiledLesson, CompiledPattern } from '../../model/compiled.ts';
import type { Config } from '../../model/config.ts';
import type { Episode } from '../../model/episode.ts';
import type { PatternKind } from '../../model/lesson.ts';
import { compilePattern } from '../../triggers/compile-pattern.ts';
import type { Assess } from '../../triggers/past-runs.ts';

const ENVELOPE_BYTES = 120;

/** Groups and compiles as a scan and a build do; candidates less reusable than `minReusable` are left out. */
export function replayTools(config: Config, minReusable: number): ReplayTools {
  const kept = new WeakMap<object, Kept>();
  const patterns: Patterns = new Map();
  return {
    group: (episodes, assess, asker) => {
      const known = kept.get(asker) ?? { memo: new DraftMemo(), byId: new Map(), candidates: new WeakMap() };
      kept.set(asker, known);
      return groupCandidates(episodes, config, minReusable, assess, known);
    },
    compile: (candidate, id) => compileCandidate(candidate, id, patterns),
  };
}

/** What one asker's earlier questions left. */
interface Kept {
  memo: DraftMemo;
  byId: Map<string, Episode>;
  candidates: WeakMap<CandidateDraft, ReplayCandidate>;
}

function groupCandidates(
  episodes: Episode[],
  config: Config,
  minReusable: number,
  assess: Assess,
  { memo, byId, candidates }: Kept,
): ReplayCandidate[] {
  for (const episode of episodes.slice(byId.size)) byId.set(episode.id, episode);
  return groupFindings({ episodes, tags: [], config, assess, memo })
    .filter((draft) => draft.lesson.reusable >= minReusable)
    .map((draft) => {
      let candidate = candidates.get(draft);
      if (candidate === undefined) {
        candidate = candidateOf(draft, byId);
        candidates.set(draft, candidate);
      }
      return candidate;
    });
}

function candidateOf(
  { key, lesson, representative, episodeIds }: CandidateDraft,
  byId: ReadonlyMap<string, Episode>,
): ReplayCandidate {
  const model = byId.get(representative ?? '') ?? byId.get(episodeIds[0] ?? '');
  const { toolNames, commandPatterns, pathPatterns, errorPatterns, fingerprint } = lesson;
  const isRecalled = lesson.injectOn.includes('PostToolUseFailure');
  return {
    key,
    summary: lesson.summary,
    kind: model?.kind ?? 'generic',
    confidence: lesson.confidence,
    fingerprints: fingerprint === null || !isRecalled ? [] : [fingerprint],
    trigger: { toolNames, commandPatterns, pathPatterns, errorPatterns },
    bytes: Buffer.byteLength(lesson.summary + lesson.mistake + lesson.remediation, 'utf8') + ENVELOPE_BYTES,
  };
}

/** Patterns by kind and source, null where one is left out: several lessons and the history check share them. */
type Patterns = Map<string, CompiledPattern | null>;

/** Synthesised patterns are safe by construction; one that is not provably so is left out. */
function compileCandidate(candidate: ReplayCandidate, id: string, known: Patterns): CompiledLesson {
  const compile = (sources: string[], kind: PatternKind): CompiledPattern[] =>
    sources.flatMap((source) => {
      const name = `${kind} ${source}`;
      let pattern = known.get(name);
      if (pattern === undefined) {
        const result = compilePattern(source, kind);
        pattern = result.ok && (result.doubtful.length === 0 || kind === 'path') ? result.pattern : null;
        known.set(name, pattern);
      }
      return pattern === null ? [] : [pattern];
    });
  const { toolNames, commandPatterns, pathPatterns, errorPatterns } = candidate.trigger;
  return compiledLesson({
    id,
    injectOn: ['PreToolUse', 'PostToolUseFailure'],
    toolNames,
    command: compile(commandPatterns, 'command'),
    path: compile(pathPatterns, 'path'),
    error: compile(errorPatterns, 'error'),
    confidence: candidate.confidence,
  });
}
