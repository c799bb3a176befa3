import { existsSync } from 'node:fs';
import { openReadOnly } from './read-only.ts';

/**
 * Slugs that begin with a text, of lessons of these statuses, in their order, at most so many. Reads a store as it lies
 * there, and makes none.
 */
export function slugsBeginning(
  path: string,
  prefix: string,
  statuses: readonly string[],
  max: number,
): string[] {
  if (!existsSync(path)) return [];
  const database = openReadOnly(path);
  try {
    const marks = statuses.map(() => '?').join(', ');
    return database
      .prepare(
        `select slug from lesson where slug >= ? and slug < ? and status in (${marks}) order by slug limit ?`,
      )
      .all(prefix, `${prefix}\u{10FFFF}`, ...statuses, max)
      .map((row) => String(row['slug']));
  } finally {
    database.close();
  }
}
