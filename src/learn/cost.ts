import type { Episode } from '../model/episode.ts';

const BYTES_PER_TOKEN = 4;

/** What one failure cost: the calls, the bytes that went through the context, the time. Medians, so estimates. */
export interface FailureCost {
  calls: number;
  bytes: number;
  seconds: number;
}

/** Median cost of past episodes of a failure; null where there are none. */
export function medianCost(episodes: readonly Pick<Episode, 'cost'>[]): FailureCost | null {
  if (episodes.length === 0) return null;
  const middle = (pick: (cost: FailureCost) => number): number => {
    const sorted = episodes.map((episode) => pick(episode.cost)).sort((a, b) => a - b);
    const half = sorted.length >> 1;
    const upper = sorted[half] as number;
    return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
  };
  return {
    calls: middle((cost) => cost.calls),
    bytes: middle((cost) => cost.bytes),
    seconds: middle((cost) => cost.seconds),
  };
}

/** Estimate: four bytes a token. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
