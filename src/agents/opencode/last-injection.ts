import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { INJECTION_META_OPEN } from '../../model/constants.ts';
import { moment } from '../../transcripts/json.ts';
import type { StoredInjection } from '../installer.ts';
import { openUntouched } from './open-database.ts';

function lastOf(db: DatabaseSync, table: 'part' | 'session_message') {
  if (db.prepare("select 1 from sqlite_master where name = ? and type = 'table'").get(table) === undefined)
    return null;
  const found = db
    .prepare(
      `select session_id, time_created, data from ${table} where instr(data, ?) > 0 order by time_created desc limit 1`,
    )
    .get(INJECTION_META_OPEN);
  return found ?? null;
}

/** The last message or part in opencode's database that shows one of our injections; null where there is none or no such database. */
export function lastStoredInjection(path: string): StoredInjection | null {
  if (!path.endsWith('.db') || !existsSync(path)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = openUntouched(path);
    const row = lastOf(db, 'session_message') ?? lastOf(db, 'part');
    if (row === null) return null;
    return {
      file: path,
      at: moment(row['time_created']),
      sessionId: String(row['session_id']),
      text: String(row['data']),
    };
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
