import { DAY_MS } from '../model/constants.ts';
import type { Outcome } from '../model/injection-event.ts';
import { betaQuantile } from './beta.ts';

/** Ids of outcomes of what was merely shown, before a turn or at session start, begin with it. */
export const SHOWN_PREFIX = 'shown ';

/** One judged delivery. */
export interface JudgedOutcome {
  id?: string;
  outcome: Outcome;
  /** ISO 8601. */
  at: string;
  withheld: boolean;
}

/** A user's `lessons wrong`: counts like a misfire that somebody took the trouble to report. */
export interface Complaint {
  at: string;
}

/** What is believed about the chance that a delivery of the lesson helps. */
export interface Posterior {
  alpha: number;
  beta: number;
  mean: number;
  /** 95% credible interval. */
  low: number;
  high: number;
  /** Judged deliveries, each at its present weight. */
  weight: number;
}

const HALF_LIFE_DAYS = 90;
const COMPLAINT_WEIGHT = 3;
/** One virtual success and one virtual failure: nothing known is 0.5. */
const PRIOR = 1;

/**
 * Beta posterior of being useful. `prevented` counts for the lesson, `ignored` and `irrelevant` against it, each
 * with a weight that halves every 90 days. `unknown`, withheld and merely shown deliveries move nothing.
 * @param now milliseconds since the epoch
 */
export function posterior(
  outcomes: readonly JudgedOutcome[],
  complaints: readonly Complaint[],
  now: number,
): Posterior {
  let alpha = PRIOR;
  let beta = PRIOR;
  for (const each of outcomes) {
    if (!isTold(each) || each.outcome === 'unknown') continue;
    const weight = decay(each.at, now);
    if (each.outcome === 'prevented') alpha += weight;
    else beta += weight;
  }
  for (const each of complaints) beta += COMPLAINT_WEIGHT * decay(each.at, now);
  return {
    alpha,
    beta,
    mean: alpha / (alpha + beta),
    low: betaQuantile(0.025, alpha, beta),
    high: betaQuantile(0.975, alpha, beta),
    weight: alpha + beta - 2 * PRIOR,
  };
}

/** Told at a call or after its failure: the deliveries by which a lesson is ranked. */
export function isTold(outcome: JudgedOutcome): boolean {
  return !outcome.withheld && !outcome.id?.startsWith(SHOWN_PREFIX);
}

/** 1 now and for anything dated later, ½ after 90 days; 0 for a date that cannot be read. */
export function decay(at: string, now: number): number {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return 0;
  return 0.5 ** (Math.max(0, age) / (HALF_LIFE_DAYS * DAY_MS));
}

/** The older design's view: +1 for each time it helped, −1 for each time it did not or was reported; no decay. */
export function plainScore(outcomes: readonly JudgedOutcome[], complaints: readonly Complaint[]): number {
  let score = 0;
  for (const each of outcomes) {
    if (!isTold(each)) continue;
    if (each.outcome === 'prevented') score += 1;
    else if (each.outcome === 'ignored' || each.outcome === 'irrelevant') score -= 1;
  }
  return score - complaints.length;
}
