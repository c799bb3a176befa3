import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { AppError } from '../../platform/errors.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { CallIndex } from '../call-index-port.ts';
import { isBeyondNumbers, isDamaged, toStoreError } from './errors.ts';
import { openReadOnly } from './read-only.ts';

/** The index of past calls cannot be read; it is derived data, which the next scan makes anew. */
export class DamagedIndex extends AppError {
  constructor(path: string, cause?: unknown) {
    super('IO', `the index of past calls, ${path}, is damaged`, {
      hint: '`lessons scan` makes it anew from the transcripts.',
      cause,
    });
  }
}

const markOf = (path: string): string => `${path}.damaged`;

/** Whether a page that no longer can be read was met since the index was made. */
export const isMarkedDamaged = (path: string): boolean => existsSync(markOf(path));

/** What a statement on the index ended with, as the user is told; damage is noted for the next scan. */
export function callIndexError(error: unknown, path: string): unknown {
  return isDamaged(error) || isBeyondNumbers(error) ? noteDamage(path, error) : toStoreError(error, path);
}

/** Leaves a mark for the next scan; answers what the user is told. */
export function noteDamage(path: string, cause?: unknown): DamagedIndex {
  try {
    closeSync(openSync(markOf(path), 'a', 0o600));
  } catch {
    // Where nothing can be written, the next command meets the damage again.
  }
  return new DamagedIndex(path, cause);
}

/** The index with every error of its methods, and of what they page through, told as the user's. */
export function guarded(index: CallIndex, path: string): CallIndex {
  return new Proxy(index, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        try {
          const result: unknown = member.apply(target, args);
          return isRows(result) ? guardedRows(result, path) : result;
        } catch (error) {
          throw callIndexError(error, path);
        }
      };
    },
  });
}

const isRows = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;

function* guardedRows(rows: Iterable<unknown>, path: string): Iterable<unknown> {
  try {
    yield* rows;
  } catch (error) {
    throw callIndexError(error, path);
  }
}

/** Keys of purged calls that a damaged index still tells. */
export function salvageRemoved(home: string): number[] {
  try {
    const db = openReadOnly(homeFiles.calls(home));
    try {
      return (db.prepare('SELECT key FROM removed').all() as { key: number }[]).map((row) => row.key);
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}

/** Removes the index with everything that lies beside it. */
export function removeCallIndex(home: string): void {
  const path = homeFiles.calls(home);
  // The mark goes last: as long as it is there, a removal that was killed is done again.
  for (const suffix of ['-wal', '-shm', '-journal', '']) rmSync(`${path}${suffix}`, { force: true });
  rmSync(markOf(path), { force: true });
}
