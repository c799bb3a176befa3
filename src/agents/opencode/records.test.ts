import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { lastStoredInjection } from './last-injection.ts';
import { opencodeDatabaseReader } from './transcript.ts';

const SESSIONS = '(id text, parent_id text, directory text, version text, time_created integer)';
const RECORDS =
  'create table session_message (id text, session_id text, type text, seq integer, time_created integer, data text)';
const OLDER = `create table session ${SESSIONS};
  create table message (id text, session_id text, time_created integer, data text);
  create table part (id text, message_id text, session_id text, time_created integer, data text)`;

function database(name: string, sql: string): string {
  const path = join(scratchDir(name), 'opencode.db');
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  return path;
}

function read(path: string): { events: TranscriptEvent[]; skipped: string | null } {
  const events: TranscriptEvent[] = [];
  const result = readTranscript(path, [opencodeDatabaseReader], (event) => events.push(event));
  return { events, skipped: 'skipped' in result ? result.skipped : null };
}

const words = (path: string) =>
  read(path).events.flatMap((event) => (event.kind === 'user' ? event.text : []));
const said = (session: string, seq: number, type: string, data: object) =>
  `insert into session_message values ('m${seq}', '${session}', '${type}', ${seq}, ${1000 + seq}, '${JSON.stringify(data)}');`;
const insert = (table: string, id: string, parent: string | null = null) =>
  `insert into ${table} values ('${id}', ${parent === null ? 'null' : `'${parent}'`}, '/app', '2', 1);`;
const older = (id: string, text: string) => `${insert('session', id)}
  insert into message values ('om-${id}', '${id}', 1, '{"role":"user"}');
  insert into part values ('op-${id}', 'om-${id}', '${id}', 1, '{"type":"text","text":"${text}"}');`;

test('a new database without the tables of opencode 1, and one with no session in it yet', () => {
  const schema = `create table session_v2 ${SESSIONS}; ${RECORDS};`;
  const path = database(
    'new',
    `${schema} ${insert('session_v2', 's')} ${said('s', 1, 'user', { text: 'hi' })}`,
  );
  expect(words(path)).toEqual(['hi']);
  expect(read(database('bare', schema))).toEqual({ events: [], skipped: null });
});

test('sessions that were not taken over are read from the older tables, the others once', () => {
  const path = database(
    'both',
    `${OLDER}; create table session_v2 ${SESSIONS}; ${RECORDS};
     ${older('taken', 'older copy')} ${older('left', 'left behind')}
     ${insert('session_v2', 'taken')} ${said('taken', 1, 'user', { text: 'newer copy' })}`,
  );
  expect(words(path)).toEqual(['newer copy', 'left behind']);
});

test('opencode 1 keeps switches of agents in that table, and messages where they were', () => {
  const path = database(
    'switches',
    `${OLDER}; ${RECORDS}; ${older('s', 'hello')} ${said('s', 1, 'agent-switched', { agent: 'plan' })}`,
  );
  expect(words(path)).toEqual(['hello']);
});

test('where that table does not number its records yet, they stand in the order of time', () => {
  const unnumbered = RECORDS.replace(' seq integer,', '');
  const told = (id: string, session: string, type: string, at: number, text: string) =>
    `insert into session_message values ('${id}', '${session}', '${type}', ${at}, '${JSON.stringify({ text })}');`;
  const switches = database(
    'unnumbered',
    `${OLDER}; ${unnumbered}; ${older('s', 'hello')} ${told('m1', 's', 'agent-switched', 1, '')}`,
  );
  expect(read(switches).skipped).toBeNull();
  expect(words(switches)).toEqual(['hello']);
  const messages = database(
    'unnumbered',
    `${OLDER}; ${unnumbered}; ${insert('session', 's')} ${told('m1', 's', 'user', 2, 'second')} ${told('m2', 's', 'user', 1, 'first')}`,
  );
  expect(words(messages)).toEqual(['first', 'second']);
});

test('between both the sessions had one table, and the messages the new one', () => {
  const path = database(
    'next',
    `create table session ${SESSIONS}; ${RECORDS}; ${insert('session', 's')} ${said('s', 1, 'user', { text: 'hi' })}`,
  );
  expect(words(path)).toEqual(['hi']);
});

test('what a subagent is told is nobody’s words, and its calls are its own', () => {
  const tool = {
    type: 'tool',
    id: 'c1',
    name: 'shell',
    state: { status: 'error', input: { command: 'make' } },
  };
  const path = database(
    'child',
    `create table session_v2 ${SESSIONS}; ${RECORDS}; ${insert('session_v2', 'child', 'root')}
     ${said('child', 1, 'user', { text: 'never do that' })} ${said('child', 2, 'assistant', { content: [tool] })}`,
  );
  const { events } = read(path);
  expect(events.map(({ kind, thread }) => [kind, thread])).toEqual([
    ['session', 'child'],
    ['call', 'child'],
    ['result', 'child'],
  ]);
  expect(events[0]).toMatchObject({ sessionId: 'root', isSubagent: true });
});

test('what is neither said nor called: notices, skills, summaries, the human’s own shell', () => {
  const content = [
    { type: 'reasoning', text: 'x' },
    { type: 'text', text: 'Done.' },
    7,
    null,
    { type: 'tool' },
  ];
  const path = database(
    'kinds',
    `create table session_v2 ${SESSIONS}; ${RECORDS}; ${insert('session_v2', 's')}
     ${said('s', 1, 'system', { text: 'never' })} ${said('s', 2, 'synthetic', { text: 'never' })}
     ${said('s', 3, 'skill', { text: 'never', name: 'k' })} ${said('s', 4, 'shell', { command: 'make', exit: 2 })}
     ${said('s', 5, 'compaction', { summary: 'never', status: 'completed' })}
     ${said('s', 6, 'compaction', { status: 'failed' })}
     ${said('s', 7, 'location-switched', { location: { directory: '/other' } })}
     ${said('s', 8, 'assistant', { model: 'x', content })} ${said('s', 9, 'user', { text: 5 })}
     insert into session_message values ('m', 's', 'user', 10, 1, 'not JSON');`,
  );
  const { events } = read(path);
  expect(events.map(({ kind }) => kind)).toEqual(['session', 'compaction', 'session', 'assistant']);
  expect(events[2]).toMatchObject({ cwd: '/other' });
});

test('the last injection is found in either form', () => {
  const shown = {
    content: [{ type: 'tool', state: { content: [{ text: '<!-- lessonInjection: {} -->' }] } }],
  };
  const records = database(
    'shown',
    `create table session_v2 ${SESSIONS}; ${RECORDS}; ${said('s', 1, 'assistant', shown)}`,
  );
  expect(lastStoredInjection(records)).toMatchObject({ sessionId: 's' });
  expect(
    lastStoredInjection(database('parts', `${OLDER}; ${older('o', '<!-- lessonInjection: {} -->')}`)),
  ).toMatchObject({
    sessionId: 'o',
  });
  expect(lastStoredInjection(database('none', 'create table x (a)'))).toBeNull();
});
