import type { Config } from '../../model/config.ts';

/** What a group of sightings amounts to. */
export interface Evidence {
  occurrences: number;
  sessions: number;
  projects: number;
  /** At least one valid `#lesson` tag. */
  tagged: boolean;
  userCorrected: boolean;
  fixConfirmed: boolean;
  retryLoop: boolean;
  hang: boolean;
  dataLoss: boolean;
  silent: boolean;
  /** The text says why: "because", "since", "so that". */
  causal: boolean;
}

const BASE_PRIORITY = 3;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** Priority 1–10 by the published weights (`scoring.*` of the config). */
export function priorityOf(evidence: Evidence, scoring: Config['scoring']): number {
  let score = BASE_PRIORITY;
  if (evidence.sessions >= 2) score += scoring.multiSessionBonus;
  if (evidence.projects >= 2) score += scoring.multiProjectBonus;
  if (evidence.hang) score += scoring.hangTimeoutBonus;
  if (evidence.dataLoss || evidence.silent) score += scoring.dataLossBonus;
  if (evidence.userCorrected) score += scoring.userCorrectionBonus;
  if (evidence.fixConfirmed) score += scoring.fixConfirmedBonus;
  if (evidence.tagged) score += scoring.selfReportedBonus;
  if (evidence.occurrences <= 1) score += scoring.singleOccurrencePenalty;
  return clamp(Math.round(score), 1, 10);
}

const SIGNAL_BASE = 0.4;
/** Most that the signals can add: self-report, correction, two recurrences, loop, hang, cause. */
const SIGNAL_SPAN = 0.85;

/** Place of the signals, 0–1, within whatever band the provenance gives. */
function signalPlace(evidence: Evidence): number {
  let score = SIGNAL_BASE;
  if (evidence.tagged) score += 0.25;
  else if (evidence.fixConfirmed) score += 0.2;
  if (evidence.userCorrected) score += 0.15;
  if (evidence.sessions >= 2) score += 0.1;
  if (evidence.projects >= 2) score += 0.1;
  if (evidence.retryLoop) score += 0.1;
  if (evidence.hang) score += 0.1;
  if (evidence.causal) score += 0.05;
  return clamp((score - SIGNAL_BASE) / SIGNAL_SPAN, 0, 1);
}

/** Band of a lesson's confidence by where it comes from. A human's yes (0.90 and up) is given at review. */
function band(evidence: Evidence): [number, number] {
  if (evidence.tagged) return [0.85, 0.89];
  if (evidence.userCorrected || evidence.projects >= 2) return [0.7, 0.89];
  if (evidence.sessions >= 2) return [0.5, 0.69];
  return [0.3, 0.49];
}

/** Confidence of a candidate: the band of its provenance, and a place in it by the signals. */
export function lessonConfidence(evidence: Evidence): number {
  const [low, high] = band(evidence);
  return Number((low + (high - low) * signalPlace(evidence)).toFixed(2));
}
