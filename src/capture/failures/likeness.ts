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
