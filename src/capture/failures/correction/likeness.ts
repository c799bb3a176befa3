import { commonEnds } from '../../../text/similarity.ts';
/** How much two sets have in common. */
export function overlap(a: Set<string>, b: Set<string>): { ratio: number; shared: number } {
  if (a.size === 0 && b.size === 0) return { ratio: 1, shared: 0 };
  let shared = 0;
  for (const item of a) if (b.has(item)) shared++;
  return { ratio: shared / (a.size + b.size - shared), shared };
}

/** Bigram overlap of two short names, 0–1. */
export function nameLikeness(a: string, b: string): number {
  if (a === b) return 1;
  const grams = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
  return overlap(grams(a), grams(b)).ratio;
}

/** True where one letter is missing, too many or another one, or two have changed places: `stauts` for `status`. */
export function isSlipOf(a: string, b: string): boolean {
  if (a === b || Math.max(a.length, b.length) < 3) return false;
  const { start, end } = commonEnds(a, b);
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (inA.length + inB.length === 1) return true;
  // `get` and `set` are two words.
  if (inA.length === 1 && inB.length === 1) return start > 0;
  return inA.length === 2 && inB === `${inA[1]}${inA[0]}`;
}

/** The same words but for the spelling of one that the error refuses. */
export function isRespelt(
  was: readonly string[],
  is: readonly string[],
  refused: readonly string[],
): boolean {
  const at = was.findIndex((word) => refused.includes(word) && !word.startsWith('-'));
  const [old = '', now = ''] = [was[at], is[at]];
  return old !== now && (nameLikeness(old, now) >= 0.6 || isSlipOf(old, now));
}
