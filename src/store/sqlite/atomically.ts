import type { DatabaseSync } from 'node:sqlite';

/** Runs the work in one transaction, which takes the lock for writing at once. What it throws goes on, and nothing is written. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    rollback(database);
    throw error;
  }
}

/** A full disk ends a transaction by itself; what went wrong before is what counts. */
function rollback(database: DatabaseSync): void {
  try {
    database.exec('rollback');
  } catch {}
}
