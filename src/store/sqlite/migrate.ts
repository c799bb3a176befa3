import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../platform/errors.ts';
import { fromEarlyBuild } from '../migrations/early.ts';
import { type Migration, migrations } from '../migrations/index.ts';
import { atomically } from './atomically.ts';

/**
 * Brings a store to the newest schema, one transaction a step. Two processes may do it at once:
 * the version is read again under the write lock. A store that is newer than this program is refused.
 */
export function migrate(
  database: DatabaseSync,
  path: string,
  steps: readonly Migration[] = migrations,
): number {
  const latest = steps.length;
  for (;;) {
    const version = schemaVersion(database);
    if (version > latest) {
      throw new AppError(
        'NEWER_STORE',
        `${path} was written by a newer version of lessons (schema ${version})`,
        {
          hint: `This one knows schemas up to ${latest}: update lessons, or set LESSONS_HOME to another folder.`,
        },
      );
    }
    if (isEarly(database)) convertEarly(database);
    if (version === latest) return version;
    step(database, steps);
  }
}

function step(database: DatabaseSync, steps: readonly Migration[]): void {
  atomically(database, () => {
    const next = steps[schemaVersion(database)];
    if (next === undefined) return;
    for (const statement of next.statements) database.exec(statement);
    database.exec(`pragma user_version = ${next.version}`);
  });
}

function isEarly(database: DatabaseSync): boolean {
  const column = "select 1 from pragma_table_info('lesson') where name = 'min_hash'";
  return database.prepare(column).get() !== undefined;
}

function convertEarly(database: DatabaseSync): void {
  atomically(database, () => {
    if (!isEarly(database)) return;
    for (const statement of fromEarlyBuild) database.exec(statement);
  });
}

function schemaVersion(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get() as { user_version: number };
  return row.user_version;
}
