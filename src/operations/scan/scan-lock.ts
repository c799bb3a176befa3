import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { waitForLock } from '../../platform/locks.ts';
import type { Context } from '../operation.ts';

const WAIT_MS = 10 * 60 * 1000;

/** The lock that keeps a scan apart from another, and from what would be undone by what it has read already. */
export const scanLock = (home: string): string => join(home, 'scan.lock');

/** Takes that lock as soon as no scan runs. Throws LOCKED. */
export async function lockScans(context: Context): Promise<() => void> {
  const release = await waitForLock(scanLock(context.home), WAIT_MS, {
    waiting: () => context.progress('Waiting for a scan to end…'),
  });
  if (release !== null) return release;
  throw new AppError('LOCKED', 'another scan has been running for a long time', {
    hint: 'Wait until it is done, or end that process.',
  });
}
