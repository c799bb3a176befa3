import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { at, fixedId, type Story } from './story.ts';

/** What `opencode export` writes. */
export function opencodeExport(story: Story) {
  const info = {
    id: story.sessionId,
    directory: story.cwd,
    projectID: 'p1',
    title: 't',
    version: '1.18.33',
    time: { created: Date.parse(at(0)) },
  };
  const messages = story.steps.map((step, n) => {
    const id = `msg_${String(n).padStart(4, '0')}`;
    const role = 'user' in step || 'injected' in step ? 'user' : 'assistant';
    const part = (more: object) => ({
      id: fixedId(`${story.sessionId}${n}`, 'prt_'),
      messageID: id,
      sessionID: story.sessionId,
      ...more,
    });
    const time = { start: Date.parse(at(n)), end: Date.parse(at(n)) + 500 };
    let parts: object[];
    if ('user' in step) parts = [part({ type: 'text', text: step.user })];
    else if ('injected' in step) parts = [part({ type: 'text', text: step.injected, synthetic: true })];
    else if ('say' in step)
      parts = [part({ type: 'step-start' }), part({ type: 'text', text: step.say, time })];
    else {
      const callID = fixedId(`${story.sessionId}${n}`, 'call_');
      const state =
        'run' in step
          ? {
              status: 'completed',
              input: { command: step.run },
              output: step.out,
              metadata: { exit: step.exit },
              time,
            }
          : {
              status: step.error === undefined ? 'completed' : 'error',
              input: { filePath: step.edit, oldString: step.old, newString: step.new },
              ...(step.error === undefined ? { output: 'Edited.' } : { error: step.error }),
              time,
            };
      parts = [part({ type: 'tool', tool: 'run' in step ? 'bash' : 'edit', callID, state })];
    }
    return {
      info: {
        id,
        sessionID: story.sessionId,
        role,
        modelID: 'test-model-1',
        time: { created: Date.parse(at(n)) },
      },
      parts,
    };
  });
  return { info, messages };
}

/** A session in opencode’s database. */
export function opencodeDatabase(path: string, story: Story): void {
  const { info, messages } = opencodeExport(story);
  const db = new DatabaseSync(path);
  db.exec(`create table session (id text primary key, project_id text, parent_id text, directory text, title text, version text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text)`);
  db.prepare('insert into session values (?, ?, null, ?, ?, ?, ?, ?)').run(
    info.id,
    'p1',
    info.directory,
    't',
    info.version,
    info.time.created,
    info.time.created,
  );
  for (const { info: message, parts } of messages) {
    db.prepare('insert into message values (?, ?, ?, ?, ?)').run(
      message.id,
      info.id,
      message.time.created,
      0,
      JSON.stringify(message),
    );
    for (const [n, part] of parts.entries()) {
      db.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(
        `${message.id}-${n}`,
        message.id,
        info.id,
        0,
        0,
        JSON.stringify(part),
      );
    }
  }
  db.close();
}

/** A session in the files of older versions of opencode; answers the one to be read. */
export function opencodeStorage(folder: string, story: Story): string {
  const { info, messages } = opencodeExport(story);
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  for (const { info: message, parts } of messages) {
    write(`message/${info.id}/${message.id}.json`, message);
    for (const [n, part] of parts.entries()) write(`part/${message.id}/prt_${n}.json`, part);
  }
  write(`session/p1/${info.id}.json`, info);
  return join(folder, `session/p1/${info.id}.json`);
}

/** What `opencode session export` of opencode 2 writes: one record a message. */
export function opencodeRecords(story: Story) {
  const record = (n: number, type: string, more: object) => ({
    id: fixedId(`${story.sessionId}${n}`, 'msg_'),
    type,
    time: { created: Date.parse(at(n)) },
    ...more,
  });
  const assistant = (n: number, content: object[]) =>
    record(n, 'assistant', { agent: 'build', model: { id: 'test-model-1', providerID: 'test' }, content });
  const messages = story.steps.map((step, n) => {
    if ('user' in step) return record(n, 'user', { text: step.user, files: [], agents: [] });
    if ('injected' in step) return record(n, 'synthetic', { text: step.injected });
    if ('say' in step) return assistant(n, [{ type: 'text', id: 'txt_1', text: step.say }]);
    const failed = 'edit' in step && step.error !== undefined;
    const input =
      'run' in step ? { command: step.run } : { path: step.edit, oldString: step.old, newString: step.new };
    const said = 'run' in step ? step.out : 'Edited.';
    const state = failed
      ? { status: 'error', input, error: { type: 'tool', message: step.error } }
      : { status: 'completed', input, content: [{ type: 'text', text: said }] };
    const metadata = 'run' in step ? { metadata: { exit: step.exit } } : {};
    const created = Date.parse(at(n));
    const tool = {
      type: 'tool',
      id: fixedId(`${story.sessionId}${n}`, 'call_'),
      name: 'run' in step ? 'shell' : 'edit',
      state: { ...state, ...metadata },
      time: { created, ran: created, completed: created + 500 },
    };
    return assistant(n, [{ type: 'reasoning', text: 'thinking' }, tool]);
  });
  const ends = [
    record(900, 'idle', { outcome: 'succeeded' }),
    record(901, 'shell', { command: 'make deploy', status: 'exited', exit: 2, output: { output: 'x' } }),
  ];
  return {
    info: {
      id: story.sessionId,
      projectID: 'p1',
      title: 't',
      location: { directory: story.cwd },
      time: { created: Date.parse(at(0)) },
    },
    messages: [...messages, ...ends],
  };
}

/** The same in opencode 2's database, which keeps the tables of opencode 1 with an older copy of the session. */
export function opencodeRecordDatabase(path: string, story: Story): void {
  opencodeDatabase(path, { ...story, steps: story.steps.slice(0, 4) });
  const { info, messages } = opencodeRecords(story);
  const db = new DatabaseSync(path);
  db.exec(`create table session_v2 (id text primary key, project_id text, parent_id text, directory text, title text, version text, time_created integer, time_updated integer);
    create table session_message (id text primary key, session_id text, type text, seq integer, time_created integer, time_updated integer, data text)`);
  db.prepare('insert into session_v2 values (?, ?, null, ?, ?, ?, ?, ?)').run(
    info.id,
    'p1',
    info.location.directory,
    't',
    '2.0.25',
    info.time.created,
    info.time.created,
  );
  for (const [seq, { id, type, ...data }] of messages.entries()) {
    db.prepare('insert into session_message values (?, ?, ?, ?, ?, ?, ?)').run(
      id,
      info.id,
      type,
      seq,
      data.time.created,
      0,
      JSON.stringify(data),
    );
  }
  db.close();
}
