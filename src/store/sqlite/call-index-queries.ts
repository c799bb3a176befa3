import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CallRecord } from '../../model/findings.ts';
import type { CallQuery, CallText, CallTotals, TextQuery, ViewOf } from '../call-index-port.ts';
import { isoOf } from './call-index-rows.ts';

const TEXTS_PAGE = 20000;
const CALLS_PAGE = 5000;
const LISTS_MAX = 12;
const LITERALS_MAX = 6;

interface Where {
  terms: string[];
  values: SQLInputValue[];
}

/** Ids of names that the index knows; a name it does not know cannot match anything. */
function idsOf(db: DatabaseSync, names: string[]): number[] {
  const find = db.prepare('SELECT id FROM names WHERE name = ?');
  const ids: number[] = [];
  for (const name of names) {
    const row = find.get(name) as { id: number } | undefined;
    if (row) ids.push(row.id);
  }
  return ids;
}

/** Adds `column IN (…)`; false where none of the names is known. */
function whereNames(db: DatabaseSync, where: Where, column: string, names: string[] | undefined): boolean {
  if (!names || names.length === 0) return true;
  const ids = idsOf(db, names);
  if (ids.length === 0) return false;
  where.terms.push(`${column} IN (${ids.join(', ')})`);
  return true;
}

/** One of the lists must occur wholly. LIKE folds only ASCII, so a list with anything else narrows nothing. */
function whereLiterals(where: Where, lists: string[][] | undefined): void {
  if (!lists || lists.length === 0 || lists.length > LISTS_MAX) return;
  if (!lists.every((list) => list.length > 0 && list.every((each) => /^[\x01-\x7e]+$/.test(each)))) return;
  const any = lists.map((list) => {
    const all = list.slice(0, LITERALS_MAX).map((literal) => {
      const pattern = `%${literal.replace(/[\\%_]/g, '\\$&')}%`;
      where.values.push(pattern, pattern);
      return "(text LIKE ? ESCAPE '\\' OR view LIKE ? ESCAPE '\\')";
    });
    return `(${all.join(' AND ')})`;
  });
  where.terms.push(`(${any.join(' OR ')})`);
}

interface TextRow {
  id: number;
  tool: number;
  text: string;
  view: string | null;
  good: number;
  failing: number;
}

/** Pages through the distinct texts in the order of their ids; a view that is not stored is made. */
export function* readTexts(db: DatabaseSync, query: TextQuery, viewOf: ViewOf): Iterable<CallText> {
  const where: Where = { terms: ['texts.id > ?'], values: [] };
  if (!whereNames(db, where, 'tool', query.tools)) return;
  whereLiterals(where, query.literals);
  if (query.ids !== undefined) {
    where.terms.push('texts.id IN (SELECT value FROM json_each(?))');
    where.values.push(JSON.stringify(query.ids));
  }
  let from = 'texts';
  let counts = 'good, failing';
  if (query.project !== undefined) {
    const [project] = idsOf(db, [query.project]);
    if (project === undefined) return;
    from = `texts JOIN (SELECT text AS used, coalesce(sum(ok), 0) AS g, count(ok) - coalesce(sum(ok), 0) AS f
      FROM calls WHERE project = ${project} GROUP BY text) ON used = texts.id`;
    counts = 'g AS good, f AS failing';
  }
  const select = db.prepare(
    `SELECT texts.id AS id, tool, texts.text AS text, view, ${counts} FROM ${from}
     WHERE ${where.terms.join(' AND ')} ORDER BY texts.id LIMIT ${TEXTS_PAGE}`,
  );
  const names = new Map<number, string>();
  let last = query.after ?? 0;
  for (;;) {
    const rows = select.all(last, ...where.values) as unknown as TextRow[];
    for (const row of rows) {
      const tool = nameOf(db, names, row.tool) ?? '';
      yield {
        id: row.id,
        tool,
        text: row.text,
        view: (row.view ?? viewOf(tool, row.text)) || null,
        good: row.good,
        failing: row.failing,
      };
    }
    if (rows.length < TEXTS_PAGE) return;
    last = (rows.at(-1) as TextRow).id;
  }
}

/** Id of the newest text; 0 where there is none. */
export function newestText(db: DatabaseSync): number {
  return (db.prepare('SELECT coalesce(max(id), 0) AS id FROM texts').get() as { id: number }).id;
}

function nameOf(db: DatabaseSync, cache: Map<number, string>, id: number | null): string | null {
  if (id === null) return null;
  let name = cache.get(id);
  if (name === undefined) {
    name = (db.prepare('SELECT name FROM names WHERE id = ?').get(id) as { name: string }).name;
    cache.set(id, name);
  }
  return name;
}

const NOTHING: CallTotals = { calls: 0, good: 0, failing: 0 };

function totalsOf(db: DatabaseSync, where: Where): CallTotals {
  const filter = where.terms.length > 0 ? `WHERE ${where.terms.join(' AND ')}` : '';
  const row = db
    .prepare(`SELECT count(ok) AS calls, coalesce(sum(ok), 0) AS good FROM calls ${filter}`)
    .get(...where.values) as { calls: number; good: number };
  return { calls: row.calls, good: row.good, failing: row.calls - row.good };
}

/** Good and failing calls of these tools: of all projects from what is counted already, of one by its calls. */
export function readTotals(db: DatabaseSync, query: { tools?: string[]; project?: string }): CallTotals {
  if (query.project === undefined) {
    const where: Where = { terms: [], values: [] };
    if (!whereNames(db, where, 'tool', query.tools)) return NOTHING;
    const filter = where.terms.length > 0 ? `WHERE ${where.terms.join(' AND ')}` : '';
    const row = db
      .prepare(
        `SELECT coalesce(sum(good), 0) AS good, coalesce(sum(failing), 0) AS failing FROM texts ${filter}`,
      )
      .get() as { good: number; failing: number };
    return { calls: row.good + row.failing, good: row.good, failing: row.failing };
  }
  const where: Where = { terms: [], values: [] };
  const known =
    whereNames(db, where, 'tool', query.tools) && whereNames(db, where, 'project', [query.project]);
  return known ? totalsOf(db, where) : NOTHING;
}

/** One step in the index for each tool, where DISTINCT would read all of it. */
export function readToolNames(db: DatabaseSync): string[] {
  const rows = db
    .prepare(
      `WITH RECURSIVE found(tool) AS (
         SELECT min(tool) FROM calls
         UNION ALL
         SELECT (SELECT min(tool) FROM calls WHERE tool > found.tool) FROM found WHERE found.tool IS NOT NULL
       )
       SELECT name FROM found JOIN names ON names.id = found.tool`,
    )
    .all() as { name: string }[];
  return rows.map((row) => row.name);
}

/** False where a name of the query is unknown to the index. */
function whereCalls(db: DatabaseSync, query: CallQuery, where: Where): boolean {
  const named: [string, string | undefined][] = [
    ['calls.agent', query.agent],
    ['calls.project', query.project],
    ['calls.tool', query.tool],
    ['calls.fingerprint', query.fingerprint],
  ];
  for (const [column, name] of named) {
    if (name !== undefined && !whereNames(db, where, column, [name])) return false;
  }
  if (query.sessionId !== undefined) {
    const [session] = idsOf(db, [query.sessionId]);
    if (session === undefined) return false;
    // A resumed session has the calls of the one before it in its history, and either may be whom they count for.
    where.terms.push(
      '(calls.session = ? OR calls.key IN (SELECT copied.key FROM copied WHERE copied.session = ?))',
    );
    where.values.push(session, session);
  }
  if (query.since !== undefined) {
    where.terms.push('calls.at >= ?');
    where.values.push(Date.parse(query.since));
  }
  if (query.until !== undefined) {
    where.terms.push('calls.at < ?');
    where.values.push(Date.parse(query.until));
  }
  if (query.failingOnly) where.terms.push('calls.ok = 0');
  return true;
}

export function countCalls(db: DatabaseSync, query: CallQuery): CallTotals {
  const where: Where = { terms: [], values: [] };
  return whereCalls(db, query, where) ? totalsOf(db, where) : NOTHING;
}

type CallRow = Record<
  | 'id'
  | 'agent'
  | 'session'
  | 'thread'
  | 'project'
  | 'tool'
  | 'at'
  | 'ok'
  | 'fingerprint'
  | 'kind'
  | 'bytes'
  | 'seconds',
  number | null
> & { text: string; uuid: string; call_id: string; error: string | null };

/** Calls of the query, ordered by time and then by when they were stored. */
export function* readCalls(db: DatabaseSync, query: CallQuery): Iterable<CallRecord> {
  const where: Where = { terms: [], values: [] };
  if (!whereCalls(db, query, where)) return;
  const filter = where.terms.length > 0 ? `WHERE ${where.terms.join(' AND ')}` : '';
  const ids = (
    db.prepare(`SELECT id FROM calls ${filter} ORDER BY coalesce(at, 0), id`).all(...where.values) as {
      id: number;
    }[]
  ).map((row) => row.id);
  const names = new Map<number, string>();
  for (let start = 0; start < ids.length; start += CALLS_PAGE) {
    const page = ids.slice(start, start + CALLS_PAGE);
    const rows = db
      .prepare(
        `SELECT calls.id, agent, session, thread, project, calls.tool AS tool, at, ok, fingerprint, kind, bytes,
          seconds, uuid, call_id, error, texts.text AS text
         FROM calls JOIN texts ON texts.id = calls.text WHERE calls.id IN (${page.join(',')})
         ORDER BY coalesce(at, 0), calls.id`,
      )
      .all() as unknown as CallRow[];
    for (const row of rows) yield decodeCall(db, names, row);
  }
}

function decodeCall(db: DatabaseSync, names: Map<number, string>, row: CallRow): CallRecord {
  return {
    agent: nameOf(db, names, row.agent) as CallRecord['agent'],
    sessionId: nameOf(db, names, row.session) ?? '',
    project: nameOf(db, names, row.project) ?? '',
    uuid: row.uuid,
    callId: row.call_id,
    timestamp: isoOf(row.at),
    tool: nameOf(db, names, row.tool) ?? '',
    text: row.text,
    ok: row.ok === 1,
    fingerprint: nameOf(db, names, row.fingerprint),
    kind: nameOf(db, names, row.kind),
    error: row.error,
    bytes: row.bytes ?? 0,
    seconds: row.seconds,
    thread: nameOf(db, names, row.thread),
  };
}
