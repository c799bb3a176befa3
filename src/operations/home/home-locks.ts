import { join } from 'node:path';
import { withLock } from '../../platform/locks.ts';
import type { Context } from '../operation.ts';

const MINUTE_MS = 60_000;

/** What one process at a time does in the data folder. Who takes several of these locks takes them in this order. */
const WORK = {
  /** A scan, and what would be undone by what a scan has read already. */
  scan: { holder: 'another scan', waitMs: 10 * MINUTE_MS },
  /** A change of the settings, from reading them to where it is whole or taken back: each replaces the file. It waits for a build. */
  config: { holder: 'another change of the settings', waitMs: 5 * MINUTE_MS },
  /** Makes manifests, or takes old ones away. */
  build: { holder: 'another build of the manifest', waitMs: 2 * MINUTE_MS },
  /** A copy that is being made would keep what is purged meanwhile, and a restore would bring it back. */
  backups: { holder: 'a backup or a purge', waitMs: 10 * MINUTE_MS },
} as const;

export const lockFile = (home: string, work: keyof typeof WORK | 'maintain'): string =>
  join(home, `${work}.lock`);

/** Does something that no other process does meanwhile. Throws LOCKED. */
export const alone = <T>(context: Context, kind: keyof typeof WORK, work: () => Promise<T>): Promise<T> =>
  withLock({ path: lockFile(context.home, kind), ...WORK[kind], progress: context.progress }, work);
