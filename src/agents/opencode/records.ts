import type { DatabaseSync } from 'node:sqlite';
import { contentText } from '../../transcripts/content.ts';
import { type Json, list, object, parsedJson, text } from '../../transcripts/json.ts';
import type { Emit } from '../../transcripts/reader.ts';
import { OpencodeSession } from './session.ts';

/**
 * A message of opencode 2: one record that holds its content. It is told as the message and the parts that it was in
 * opencode 1.
 * @param lineOf where in the log the item of that id stands
 */
export function tellRecord(
  session: OpencodeSession,
  record: Json,
  lineOf: (id: string | null) => number,
): void {
  const id = text(record['id']);
  const line = lineOf(id);
  const time_created = object(record['time'])?.['created'] ?? record['time_created'];
  switch (text(record['type'])) {
    case 'user':
      session.part('user', { id, type: 'text', text: record['text'], time_created }, line, id);
      return;
    case 'assistant':
      session.message({ role: 'assistant', modelID: object(record['model'])?.['id'] }, line);
      for (const each of list(record['content'])) {
        const item = object(each);
        if (item?.['type'] === 'text')
          session.part('assistant', { id, type: 'text', text: item['text'], time_created }, line, id);
        if (item?.['type'] === 'tool')
          session.part('assistant', { ...toolPart(item), id, time_created }, lineOf(text(item['id'])), id);
      }
      return;
    case 'compaction':
      if (record['status'] !== 'failed')
        session.part('assistant', { id, type: 'compaction', time_created }, line, id);
      return;
    case 'location-switched':
      session.folder(text(object(record['location'])?.['directory']), line);
      return;
    default:
      return;
  }
}

function toolPart(item: Json): Json {
  const found = object(item['state']);
  if (found === null) return {};
  const { input, content, output, result, error, status, structured, metadata } = found;
  const time = object(item['time']);
  return {
    type: 'tool',
    tool: item['name'],
    callID: item['id'],
    state: {
      status,
      input,
      output: contentText(content) || (text(output) ?? text(result) ?? ''),
      error: text(object(error)?.['message']) ?? text(error) ?? contentText(content),
      metadata: { ...object(structured), ...object(metadata) },
      time: { start: time?.['ran'] ?? time?.['created'], end: time?.['completed'] },
    },
  };
}

/**
 * Tells the sessions of a database that are kept as such records.
 * @param tables the names of its tables
 * @returns their ids: what the tables of opencode 1 hold of them is an older copy
 */
export function tellRecords(db: DatabaseSync, tables: Set<string>, emit: Emit): Set<string> {
  const told = new Set<string>();
  if (!tables.has('session_message')) return told;
  const records = db.prepare(
    `select id, type, time_created, data from session_message where session_id = ? order by ${orderOf(db)}, id`,
  );
  for (const row of db.prepare(sessionsOf(tables)).all()) {
    const info = row as Json;
    const id = String(info['id']);
    told.add(id);
    const session = new OpencodeSession(emit, info, 1, id);
    let ordinal = 0;
    for (const each of records.iterate(id)) {
      const { data, ...own } = each as Json;
      tellRecord(session, { ...parsed(data), ...own }, () => {
        ordinal += 1;
        return ordinal;
      });
    }
  }
  return told;
}

/** The records were not numbered from the start. */
function orderOf(db: DatabaseSync): string {
  const column = db.prepare("select 1 from pragma_table_info('session_message') where name = 'seq'");
  return column.get() === undefined ? 'time_created' : 'seq';
}

/** Without a table of its own for such sessions it is one of them that has no message in the older form. */
function sessionsOf(tables: Set<string>): string {
  const said = "select session_id from session_message where type in ('user', 'assistant')";
  const isOwn = tables.has('session_v2');
  const older = !isOwn && tables.has('message') ? ' and id not in (select session_id from message)' : '';
  return `select * from ${isOwn ? 'session_v2' : 'session'} where id in (${said})${older} order by time_created, id`;
}

/** A JSON object in a column; an empty one where it is none. */
export function parsed(value: unknown): Json {
  return object(parsedJson(String(value))) ?? {};
}
