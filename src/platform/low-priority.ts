import { setPriority } from 'node:os';

const LOW_PRIORITY = 15;

/** Lets this process wait for all others, where the system allows that. */
export function lowerPriority(): void {
  try {
    setPriority(LOW_PRIORITY);
  } catch {
    // The work is short.
  }
}
