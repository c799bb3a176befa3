import type { Lesson } from '../model/lesson.ts';
import type { EvidenceRow } from '../store/port.ts';
import type { NoiseVerdict } from './noise.ts';

/** What a trigger would have met in the user's own history. */
export interface BacktestView {
  failingMet: number;
  goodDisturbed: number;
  callsSeen: number;
}

/** Evidence as it is shown to an agent: cut, and fenced by the caller. */
export type EvidenceView = Pick<EvidenceRow, 'agent' | 'sessionId' | 'timestamp' | 'excerpt'>;

/** One candidate as review shows it: every lesson field, with a write-up laid over them where there is one. */
export interface ReviewCandidate extends Lesson {
  /** Its scope in words. */
  scopeName: string;
  evidence: EvidenceView[];
  duplicates: { slug: string; similarity: number }[];
  backtest: BacktestView;
  noise: NoiseVerdict | null;
  /** Who wrote the candidate up, and what they would do with it; a proposal, nothing more. */
  proposal: { by: string; action: string; reason: string | null } | null;
}

/** True where the filter would archive it: shown apart, restorable by slug. */
export function filteredOut(candidate: ReviewCandidate): boolean {
  return candidate.noise?.proposal === 'archive';
}
