import type { Episode } from '../../model/episode.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { jaccard, wordSet } from '../../text/similarity.ts';
import { EVIDENT_KINDS } from '../call-recorder.ts';

/** What a candidate asks of each of its sightings; only of the few that it takes words and patterns from it asks more. */
export interface Seen
  extends Pick<
    Episode,
    | 'id'
    | 'agent'
    | 'sessionId'
    | 'project'
    | 'timestamp'
    | 'kind'
    | 'signals'
    | 'severity'
    | 'reusable'
    | 'confidence'
    | 'trigger'
    | 'tags'
    | 'subject'
  > {
  failure: {
    tool: string;
    /** The command of a call that the log may take for a good one; null for others. */
    hidden: string | null;
    /** The file of an edit tool, or empty. */
    path: string;
    errorLength: number;
  };
  isCorrected: boolean;
  /** How much of the failing command the corrected one keeps, in fifths: a small change shows what was wrong. */
  fix: number;
}

function fixOf({ failure, correction }: Episode): number {
  if (correction === null) return -1;
  const [before, after] = [failure.input['command'], correction.input['command']];
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  return Math.round(5 * jaccard(wordSet(before), wordSet(after)));
}

/** What the user objected to, and failures that the result does not show. */
function hiddenCommand({ failure, kind, toolUseIds, severity }: Episode): string | null {
  const { command } = failure.input;
  const isObjected = kind === 'user' && toolUseIds.length === 0;
  return typeof command === 'string' && (isObjected || (severity === 'silent' && !EVIDENT_KINDS.has(kind)))
    ? command
    : null;
}

/** Episodes do not change, and replay groups the same ones again and again. */
export const seenOf = rememberedOf((episode: Episode): Seen => {
  const { id, agent, sessionId, project, timestamp, kind, signals, severity, reusable, confidence } = episode;
  const { trigger, tags, subject, failure } = episode;
  return {
    id,
    agent,
    sessionId,
    project,
    timestamp,
    kind,
    signals,
    severity,
    reusable,
    confidence,
    trigger,
    tags,
    ...(subject === undefined ? {} : { subject }),
    failure: {
      tool: failure.tool,
      hidden: hiddenCommand(episode),
      path: String(failure.input['file_path'] ?? ''),
      errorLength: failure.error.length,
    },
    isCorrected: episode.correction !== null,
    fix: fixOf(episode),
  };
});
