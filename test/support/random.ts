/** Draws a number in [0, 1). */
export type Random = () => number;

/** Mulberry32 (Tommy Ettinger, public domain): seeded, so that every run asks the same. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The items in another order (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let left = order.length; left > 1; left -= 1) {
    const other = Math.floor(random() * left);
    [order[left - 1], order[other]] = [order[other] as T, order[left - 1] as T];
  }
  return order;
}
