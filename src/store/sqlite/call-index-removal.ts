import type { DatabaseSync } from 'node:sqlite';
import type { CallRemoval } from '../call-index-port.ts';

/**
 * Deletes the calls that are meant, texts that are left without a call, and names that nothing uses; of a call only
 * the hash of its identity stays, so that a later scan does not bring it back. Runs inside a transaction.
 */
export function removeCalls(db: DatabaseSync, what: CallRemoval): number {
  const [filter, value] = removalFilter(what);
  if (filter === null) return 0;
  db.exec('CREATE TEMP TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY, text INTEGER, ok INTEGER)');
  db.exec('DELETE FROM temp.gone');
  db.prepare(`INSERT INTO temp.gone SELECT id, text, ok FROM calls WHERE ${filter}`).run(
    ...(what.text === undefined ? [value] : [value, value, value]),
  );
  // What a purged session holds of another's history is the other's, and is not known to be in both any more.
  if (what.sessionId !== undefined)
    db.prepare('DELETE FROM copied WHERE session = (SELECT id FROM names WHERE name = ?)').run(value);
  const removed = (db.prepare('SELECT count(*) AS n FROM temp.gone').get() as { n: number }).n;
  db.exec(`
    UPDATE texts SET
      good = good - (SELECT coalesce(sum(ok), 0) FROM temp.gone WHERE gone.text = texts.id),
      failing = failing - (SELECT count(ok) - coalesce(sum(ok), 0) FROM temp.gone WHERE gone.text = texts.id)
    WHERE id IN (SELECT text FROM temp.gone);
    INSERT OR IGNORE INTO removed SELECT key FROM calls WHERE id IN (SELECT id FROM temp.gone);
    DELETE FROM copied WHERE key IN (SELECT key FROM calls WHERE id IN (SELECT id FROM temp.gone));
    DELETE FROM calls WHERE id IN (SELECT id FROM temp.gone);
    DELETE FROM results;
    DELETE FROM texts WHERE id IN (SELECT text FROM temp.gone)
      AND NOT EXISTS (SELECT 1 FROM calls WHERE calls.text = texts.id);
    DELETE FROM names WHERE id NOT IN (
      SELECT agent FROM calls UNION SELECT session FROM calls UNION SELECT session FROM copied UNION SELECT project FROM calls
      UNION SELECT tool FROM calls UNION SELECT tool FROM texts
      UNION SELECT thread FROM calls WHERE thread IS NOT NULL
      UNION SELECT fingerprint FROM calls WHERE fingerprint IS NOT NULL
      UNION SELECT kind FROM calls WHERE kind IS NOT NULL);
    DELETE FROM temp.gone;
  `);
  return removed;
}

function removalFilter(what: CallRemoval): [string, string] | [null, string] {
  if (what.sessionId !== undefined)
    return ['session = (SELECT id FROM names WHERE name = ?)', what.sessionId];
  if (what.project !== undefined) return ['project = (SELECT id FROM names WHERE name = ?)', what.project];
  if (what.callIds !== undefined)
    return ['call_id IN (SELECT value FROM json_each(?))', JSON.stringify(what.callIds)];
  if (what.text !== undefined && what.text !== '')
    return [
      `(instr(coalesce(error, ''), ?) > 0
        OR text IN (SELECT id FROM texts WHERE instr(text, ?) > 0 OR instr(coalesce(view, ''), ?) > 0))`,
      what.text,
    ];
  return [null, ''];
}
