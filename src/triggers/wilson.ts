/** The normal distribution's quantile of a two-sided interval of 95%. */
export const Z95 = 1.959963984540054;

/**
 * Wilson's score interval (1927) of a share, 95%, two-sided.
 * Without a trial nothing is known: 0 to 1.
 */
export function wilson(successes: number, trials: number): { low: number; high: number } {
  if (trials <= 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const z2 = Z95 * Z95;
  const centre = share + z2 / (2 * trials);
  const spread = Z95 * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
