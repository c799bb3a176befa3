import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { compare } from '../../text/compare.ts';
import { type Json, list, object, text } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import type { DatabaseReader, DocumentReader, Emit, Sample } from '../../transcripts/reader.ts';
import { openUntouched } from './open-database.ts';
import { parsed, tellRecord, tellRecords } from './records.ts';
import { OpencodeSession } from './session.ts';

/** `opencode export <id>`: `{info, messages: [{info, parts}]}`; or only its messages, as the server's API gives them. */
export const opencodeExportReader: DocumentReader = {
  agent: 'opencode',
  kind: 'document',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        (object(value['info'])?.['sessionID'] !== undefined && Array.isArray(value['parts'])) ||
        (object(value['info'])?.['id'] !== undefined &&
          Array.isArray(value['messages']) &&
          (list(value['messages']).every((each) => Array.isArray(object(each)?.['parts'])) ||
            list(value['messages']).every(isLaterMessage))),
    ),
  decode(value, emit, source) {
    const document = Array.isArray(value) ? withSession(value) : (object(value) ?? {});
    const session = new OpencodeSession(emit, object(document['info']) ?? {}, 1);
    const lines = new LineFinder(source);
    let ordinal = 0;
    let line = 1;
    for (const each of list(document['messages'])) {
      const message = object(each);
      if (message !== null && isLaterMessage(message)) {
        tellRecord(session, message, (id) => {
          ordinal += 1;
          return lines.of(JSON.stringify(id ?? ''), ordinal);
        });
        continue;
      }
      const info = object(message?.['info']) ?? {};
      session.message(info, line);
      const sentAt = object(info['time'])?.['created'];
      for (const item of list(message?.['parts'])) {
        const part = object(item);
        ordinal += 1;
        const needle = part?.['callID'] === undefined ? part?.['id'] : part['callID'];
        if (part === null) continue;
        line = lines.of(JSON.stringify(needle ?? ''), ordinal);
        session.part(text(info['role']) ?? '', { time_created: sentAt, ...part }, line, text(info['id']));
      }
    }
  },
};

/** A message of opencode 2: no parts beside it, but a type. */
function isLaterMessage(value: unknown): boolean {
  const message = object(value);
  return (
    typeof message?.['type'] === 'string' &&
    object(message['time']) !== null &&
    message['parts'] === undefined
  );
}

function withSession(messages: unknown[]): Json {
  const first = object(object(messages[0])?.['info']);
  const path = object(first?.['path']) ?? object(object(object(messages[1])?.['info'])?.['path']);
  return { info: { id: first?.['sessionID'], time: first?.['time'], directory: path?.['cwd'] }, messages };
}

/** The storage tree of older versions: a session's file names the folders that hold its messages and their parts. */
export const opencodeStorageReader: DocumentReader = {
  agent: 'opencode',
  kind: 'document',
  isFragment: isOpencodeFragment,
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        value['directory'] !== undefined &&
        value['projectID'] !== undefined &&
        value['id'] !== undefined &&
        object(value['time']) !== null &&
        value['messages'] === undefined,
    ),
  decode(value, emit, _source, path) {
    const info = object(value) ?? {};
    const session = new OpencodeSession(emit, info, 1);
    const storage = dirname(dirname(dirname(path)));
    const messages = readNamed(join(storage, 'message'), text(info['id']) ?? '');
    let loose: Json[] | null = null;
    let ordinal = 0;
    for (const message of messages.sort(byTime)) {
      const id = text(message['id']) ?? '';
      session.message(message, ordinal + 1);
      let parts = readNamed(join(storage, 'part'), id);
      if (parts.length === 0) {
        // Not in a folder of the message's, but beside those of all others.
        loose ??= readFolder(join(storage, 'part'));
        parts = loose.filter((part) => part['messageID'] === id);
      }
      for (const part of parts) {
        ordinal += 1;
        session.part(text(message['role']) ?? '', part, ordinal, id);
      }
    }
  },
};

/** Messages and parts of that tree: read with their session, nothing by themselves. */
function isOpencodeFragment(value: Json): boolean {
  const isPart =
    value['type'] !== undefined &&
    value['id'] !== undefined &&
    (value['messageID'] !== undefined || /^(?:prt?_|p_)/.test(String(value['id'])));
  const isMessage =
    value['sessionID'] !== undefined && value['role'] !== undefined && value['id'] !== undefined;
  return (isPart && value['messages'] === undefined && value['data'] === undefined) || isMessage;
}

/** `opencode.db`: sessions, messages and parts as JSON in SQLite; since opencode 2 messages that hold their parts. */
export const opencodeDatabaseReader: DatabaseReader = {
  agent: 'opencode',
  kind: 'database',
  recognises: () => true,
  decode: readDatabase,
};

function readDatabase(path: string, emit: Emit): void {
  const db = openUntouched(path);
  try {
    const tables = new Set(
      db
        .prepare("select name from sqlite_master where type = 'table'")
        .all()
        .map(({ name }) => String(name)),
    );
    const told = tellRecords(db, tables, emit);
    if (tables.has('part') || !tables.has('session_message')) tellParts(db, told, emit);
  } finally {
    db.close();
  }
}

/** @param told sessions that were told already */
function tellParts(db: DatabaseSync, told: Set<string>, emit: Emit): void {
  const sessions = db
    .prepare('select id, parent_id, directory, time_created from session order by time_created, id')
    .all();
  const parts = db.prepare(
    `select part.id as id, part.data as data, part.time_created as time_created, message.id as message_id, message.data as message
       from part join message on message.id = part.message_id
       where part.session_id = ? order by message.time_created, message.id, part.id`,
  );
  for (const row of sessions) {
    const info = row as Json;
    if (told.has(String(info['id']))) continue;
    const session = new OpencodeSession(emit, info, 1, String(info['id']));
    let ordinal = 0;
    let last = '';
    let role = '';
    let sentAt: unknown;
    for (const each of parts.iterate(String(info['id']))) {
      const found = each as Json;
      ordinal += 1;
      if (found['message_id'] !== last) {
        last = String(found['message_id']);
        const message = parsed(found['message']);
        role = text(message['role']) ?? '';
        // A fork's parts are as old as the fork, its messages as old as what they are copied from.
        sentAt = object(message['time'])?.['created'] ?? found['time_created'];
        session.message(message, ordinal);
      }
      session.part(role, { time_created: sentAt, ...parsed(found['data']), id: found['id'] }, ordinal, last);
    }
  }
}

/** An id names a folder of the tree, and none elsewhere. */
function readNamed(folder: string, id: string): Json[] {
  return /^[\w-]+$/.test(id) ? readFolder(join(folder, id)) : [];
}

function readFolder(folder: string): Json[] {
  let names: string[];
  try {
    // A pipe among them would be waited for.
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
  const found: Json[] = [];
  for (const name of names) {
    try {
      const value = object(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      if (value !== null) found.push(value);
    } catch {
      // A half-written fragment is read with the next scan.
    }
  }
  return found;
}

function byTime(a: Json, b: Json): number {
  const at = (value: Json) => Number(object(value['time'])?.['created'] ?? 0);
  return at(a) - at(b) || compare(String(a['id']), String(b['id']));
}
