import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testContext } from '../../../test/support/operation-context.ts';
import { scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';

const SESSION = 'ses_1';
const START = 1_790_000_000_000;

const NO_UPSTREAM = 'fatal: The current branch fix has no upstream branch.';
const STEPS: [string, string, number][] = [
  ['git push', NO_UPSTREAM, 128],
  ['git push --set-upstream origin fix', 'done', 0],
];

/** What opencode keeps, as it keeps it: with a write-ahead log. */
class Opencode {
  readonly folder = scratchDir('opencode');
  readonly #db = new DatabaseSync(join(this.folder, 'opencode.db'));
  #steps = 0;

  constructor() {
    this.#db.exec(`pragma journal_mode = wal;
      create table session (id text primary key, parent_id text, directory text, version text, time_created integer);
      create table message (id text primary key, session_id text, time_created integer, data text);
      create table part (id text primary key, message_id text, session_id text, time_created integer, data text);
      insert into session values ('${SESSION}', null, '/home/u/shop', '1.18.33', ${START});`);
  }

  step(): this {
    const [command, output, exit] = STEPS[this.#steps]!;
    const time = START + this.#steps * 1000;
    const id = String(this.#steps);
    const state = {
      status: 'completed',
      input: { command },
      output,
      metadata: { exit },
      time: { start: time, end: time + 200 },
    };
    this.#db
      .prepare('insert into message values (?, ?, ?, ?)')
      .run(id, SESSION, time, JSON.stringify({ role: 'assistant' }));
    this.#db
      .prepare('insert into part values (?, ?, ?, ?, ?)')
      .run(id, id, SESSION, time, JSON.stringify({ type: 'tool', tool: 'bash', callID: id, state }));
    this.#steps += 1;
    return this;
  }

  say(text: string): this {
    const time = START + 60_000;
    const message = JSON.stringify({ role: 'user', time: { created: time } });
    this.#db.prepare('insert into message values (?, ?, ?, ?)').run('said', SESSION, time, message);
    this.#db
      .prepare('insert into part values (?, ?, ?, ?, ?)')
      .run('said', 'said', SESSION, time, JSON.stringify({ type: 'text', text }));
    return this;
  }

  /** A session that goes on from a copy of all there is: every record has a new id, and every part is new. */
  fork(): this {
    this.#db.exec(`insert into session select 'ses_2', null, directory, version, time_created + 99000 from session;
      insert into message select 'f' || id, 'ses_2', time_created, data from message;
      insert into part select 'f' || id, 'f' || message_id, 'ses_2', time_created + 99000, data from part;`);
    return this;
  }

  end(): this {
    this.#db.close();
    return this;
  }
}

describe("opencode's database", () => {
  test('is read once while nothing is written to it, and no file is made beside it', async () => {
    const { folder } = new Opencode().step().step().end();
    const files = readdirSync(folder).sort();
    const context = testContext();
    const first = await scan(context, [folder]);
    expect([first.episodes, first.filesChanged]).toEqual([1, 1]);
    expect(readdirSync(folder).sort()).toEqual(files);
    for (let again = 0; again < 2; again += 1) {
      const { bytesRead, filesChanged } = await scan(context, [folder]);
      expect([bytesRead, filesChanged]).toEqual([0, 0]);
    }
    await context.close();
  });

  test('counts what a forked session has copied once', async () => {
    const { folder } = new Opencode().step().step().say('No, that is wrong: push with pushit').fork().end();
    const context = testContext();
    await scan(context, [folder]);
    const store = await context.store();
    const found = await store.listLessons({});
    expect(found.map((each) => [each.occurrenceCount, each.sessionCount])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    await context.close();
  });

  test('is read with what opencode has not yet moved out of its log', async () => {
    const running = new Opencode().step();
    const context = testContext();
    await scan(context, [running.folder]);
    expect((await scan(context, [running.folder])).bytesRead).toBe(0);
    running.step();
    expect((await scan(context, [running.folder])).filesChanged).toBe(1);
    expect((await scan(context, [running.folder])).bytesRead).toBe(0);
    running.end();
    await scan(context, [running.folder]);
    const store = await context.store();
    const [found] = await store.listLessons({});
    expect(found?.remediation).toContain('git push -u origin HEAD');
    expect(found?.occurrenceCount).toBe(1);
    await context.close();
  });
});
