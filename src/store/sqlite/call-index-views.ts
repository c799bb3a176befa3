import type { DatabaseSync } from 'node:sqlite';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import type { ViewOf } from '../call-index-port.ts';
import { storable } from './call-index-rows.ts';

const VIEW_BATCH = 5000;

/**
 * Stores the view of every text that has none, those made by other rules first taken away.
 * @param write runs what it is given in a transaction
 * @returns how many were made
 */
export function storeViews(
  db: DatabaseSync,
  write: (work: () => void) => void,
  viewOf: ViewOf,
  version: string,
): number {
  const rules = db.prepare("SELECT value FROM meta WHERE name = 'view'").get() as
    | { value: string }
    | undefined;
  if (rules?.value !== version) {
    write(() => {
      db.exec('UPDATE texts SET view = NULL WHERE view IS NOT NULL');
      db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('view', ?)").run(version);
    });
  }
  const select = db.prepare(
    `SELECT texts.id, names.name AS tool, text FROM texts JOIN names ON names.id = texts.tool
     WHERE view IS NULL ORDER BY texts.id LIMIT ${VIEW_BATCH}`,
  );
  const update = db.prepare('UPDATE texts SET view = ? WHERE id = ?');
  for (let filled = 0; ; ) {
    const rows = select.all() as { id: number; tool: string; text: string }[];
    if (rows.length === 0) return filled;
    write(() => {
      for (const row of rows) update.run(storable(viewOf(row.tool, row.text) ?? ''), row.id);
    });
    filled += rows.length;
    if (rows.length === VIEW_BATCH) collectGarbage();
  }
}
