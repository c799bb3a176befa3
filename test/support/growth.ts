/** Below that, in ms, nothing has run away. */
const SHORT_MS = 50;

/**
 * Whether the work on a text takes time in proportion to the text: that a quadratic reader takes sixteen times as long for
 * four times the text holds on any machine, and a machine that others use takes that much longer once, not three times.
 * @param times how much longer four times the text may take; the smaller, the less of a quadratic part is hidden by a linear one
 */
export function isProportional(work: (chars: number) => unknown, chars: number, times = 9): boolean {
  const took = (size: number): number => {
    const started = process.cpuUsage();
    work(size);
    return process.cpuUsage(started).user / 1000;
  };
  return [1, 2, 3].some(() => {
    const whole = took(chars);
    return whole < SHORT_MS || whole < times * took(chars / 4) + 30;
  });
}

/** A unit repeated up to at least so many characters. */
export const repeated = (unit: string, chars: number): string =>
  unit.repeat(Math.ceil(chars / Math.max(1, unit.length)));
