import type { Episode } from '../../model/episode.ts';
import { hash53, hash64 } from '../../text/hash.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { type Clusterable, clusterableOf } from './cluster.ts';
import { placeNameOf } from './guessed-place.ts';

/** Episodes below it are kept as evidence of what happened and make no candidate. */
export const EPISODE_CONFIDENCE_MIN = 0.5;

/** What tells whether an episode is a copy of another one, and which of them is the fuller one. */
export interface Copied {
  id: string;
  sessionId: string;
  file: string;
  line: number;
  isCorrected: boolean;
  confidence: number;
  attempts: number;
  /** What identifies its failing records, hashed; equal in every copy. */
  identities: number[];
  /** Of what was said: the words, hashed, and the moment, null where the record has no id that a copy would keep; null for calls. */
  said: { words: string; moment: string | null } | null;
}

/**
 * All that grouping asks of an episode: a few hundred bytes in place of several thousand, so that those of years can be
 * held at once.
 */
export interface Sketch extends Copied {
  /** The cluster that it belongs to, or opens; null where it is not sure enough to make a candidate. */
  cluster: Clusterable | null;
  /** The place that it looked at in vain, where another session might as well. */
  place: string | null;
}

/** Ids that are unique in the world; short ones are only unique within their session. */
const GLOBAL_ID = /^(?=.*\d)[\w-]{16,}$/;

function identitiesOf(episode: Episode): string[] {
  // Runs of one task have one name and count their steps alike: there the error tells one record from another.
  const scope = `${episode.agent}\n${episode.sessionId}\n${hash64(episode.failure.error)}\n`;
  const keys = episode.toolUseIds.map((id) => (GLOBAL_ID.test(id) ? `call ${id}` : `call ${scope}${id}`));
  keys.push(...sameRecord(episode));
  if (episode.toolUseIds.length === 0)
    keys.push(...episode.uuids.map((id) => (GLOBAL_ID.test(id) ? `uuid ${id}` : `uuid ${scope}${id}`)));
  return keys.length > 0 ? keys : [`line ${scope}${episode.failure.line}`];
}

/**
 * A short id stands for the same record where the other session has it at the same instant with the same result,
 * also where a fork gave its record a new id.
 */
function sameRecord({ agent, timestamp, failure }: Episode): string[] {
  if (timestamp === null || failure.toolUseId === null) return [];
  return [`record ${agent}\n${timestamp}\n${failure.toolUseId}\n${hash64(failure.error)}`];
}

/** Episodes do not change. */
export const copiedOf = rememberedOf((episode: Episode): Copied => {
  const { id, sessionId, file, failure, correction, confidence, attempts, toolUseIds, timestamp } = episode;
  const hasId = episode.uuids.length > 0;
  const isSaid = toolUseIds.length === 0 && (timestamp !== null || !hasId);
  return {
    id,
    sessionId,
    file,
    line: failure.line,
    isCorrected: correction !== null,
    confidence,
    attempts,
    identities: identitiesOf(episode).map(hash53),
    said: isSaid ? { words: hash64(failure.error), moment: hasId ? timestamp : null } : null,
  };
});

/** Episodes do not change, and replay groups the same ones again and again. */
export const sketchOf = rememberedOf((episode: Episode): Sketch => {
  const isKept = episode.confidence >= EPISODE_CONFIDENCE_MIN;
  return {
    ...copiedOf(episode),
    cluster: isKept ? clusterableOf(episode) : null,
    place: isKept ? placeNameOf(episode) : null,
  };
});
