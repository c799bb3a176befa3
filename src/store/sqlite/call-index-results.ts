import type { DatabaseSync } from 'node:sqlite';

export const RECALL = 'SELECT calls, value FROM results WHERE key = ?';

/** @param calls how many calls they were computed from */
export function saveResults(
  db: DatabaseSync,
  results: Iterable<[name: string, value: string]>,
  calls: number,
): void {
  const insert = db.prepare('INSERT OR REPLACE INTO results (key, calls, value) VALUES (?, ?, ?)');
  for (const [name, value] of results) insert.run(name, calls, value);
}

/** Names of kept results that begin so and are not among those. */
export function resultsOthers(db: DatabaseSync, prefix: string, among: ReadonlySet<string>): string[] {
  const rows = db
    .prepare('SELECT key FROM results WHERE substr(key, 1, ?) = ?')
    .all(prefix.length, prefix) as { key: string }[];
  return rows.map(({ key }) => key).filter((key) => !among.has(key));
}

export function deleteResults(db: DatabaseSync, names: readonly string[]): void {
  const remove = db.prepare('DELETE FROM results WHERE key = ?');
  for (const name of names) remove.run(name);
}
