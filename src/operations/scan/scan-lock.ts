import { join } from 'node:path';
import { withLock } from '../../platform/locks.ts';
import type { Context } from '../operation.ts';

const WAIT_MS = 10 * 60 * 1000;

/** The lock that keeps a scan apart from another, and from what would be undone by what it has read already. */
export const scanLock = (home: string): string => join(home, 'scan.lock');

/** Does something while no scan runs. Throws LOCKED. */
export const withoutScans = <T>(context: Context, work: () => Promise<T>): Promise<T> =>
  withLock(
    {
      path: scanLock(context.home),
      waitMs: WAIT_MS,
      holder: 'another scan',
      progress: context.progress,
    },
    work,
  );
