import type { SessionRecord } from '../../model/findings.ts';
import { isAmong } from './among.ts';
import type { Db } from './lessons.ts';
import type { Tables } from './tables.ts';

type Row = Tables['session_file'];

/**
 * What one file says of its sessions, in place of what it said before; threads of one session are added up.
 * @param lost sessions of which the file tells no more, among others
 */
export async function applySessions(
  db: Db,
  file: string,
  sessions: SessionRecord[],
  lost: ReadonlySet<string>,
): Promise<void> {
  await db
    .deleteFrom('session_file')
    .where('file', '=', file)
    .where((is) => is.not(isAmong('session_id', lost)))
    .execute();
  for (const row of merged(sessions.map((session) => toRow(session, file))))
    await db
      .insertInto('session_file')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['agent', 'session_id', 'file', 'is_subagent']).doUpdateSet(row),
      )
      .execute();
}

function merged(rows: Row[]): Iterable<Row> {
  const sessions = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.agent}\n${row.session_id}\n${row.is_subagent}`;
    sessions.set(key, merge(sessions.get(key), row));
  }
  return sessions.values();
}

function toRow(session: SessionRecord, file: string): Row {
  return {
    agent: session.agent,
    session_id: session.sessionId,
    file,
    is_subagent: Number(session.isSubagent),
    project: session.project,
    cwd: session.cwd,
    model: session.model,
    started_at: session.startedAt,
    ended_at: session.endedAt,
    calls: session.calls,
    failures: session.failures,
    injections_seen: session.injectionsSeen,
  };
}

function merge(known: Row | undefined, row: Row): Row {
  if (known === undefined) return row;
  return {
    ...row,
    project: row.project || known.project,
    cwd: known.cwd ?? row.cwd,
    model: row.model ?? known.model,
    started_at: earlier(known.started_at, row.started_at),
    ended_at: later(known.ended_at, row.ended_at),
    calls: known.calls + row.calls,
    failures: known.failures + row.failures,
    injections_seen: known.injections_seen + row.injections_seen,
  };
}

const earlier = (a: string | null, b: string | null) => (a === null ? b : b === null || a < b ? a : b);
const later = (a: string | null, b: string | null) => (a === null ? b : b === null || a > b ? a : b);

/** Sessions over all their files, main and subagents apart; in order of time. */
export async function listSessions(db: Db): Promise<SessionRecord[]> {
  const rows = await db
    .selectFrom('session_file')
    .selectAll()
    .orderBy('started_at')
    .orderBy('file')
    .execute();
  return [...merged(rows)].map((row) => ({
    agent: row.agent as SessionRecord['agent'],
    sessionId: row.session_id,
    project: row.project,
    cwd: row.cwd,
    model: row.model,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    calls: row.calls,
    failures: row.failures,
    isSubagent: row.is_subagent === 1,
    injectionsSeen: row.injections_seen,
  }));
}
