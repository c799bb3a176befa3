/** Time as a dependency, so that tests and simulations own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds. */
export function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
