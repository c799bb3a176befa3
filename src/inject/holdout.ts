import { hash32 } from '../text/hash.ts';

const HASH_RANGE = 0x1_0000_0000;

/**
 * Whether a matching lesson is withheld in this session, for the comparison that `lessons stats` makes.
 * Depends on nothing but its arguments, so that every hook process, subagent and repetition decides alike.
 * The caller never asks for a `block`.
 * @param rate share of (session, lesson) pairs that are withheld, 0–1
 */
export function isWithheld(sessionId: string, slug: string, rate: number): boolean {
  if (!(rate > 0)) return false;
  return hash32(`holdout\n${sessionId}\n${slug}`) < rate * HASH_RANGE;
}
