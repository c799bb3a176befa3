import { beforeAll, describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Lesson } from '../../src/model/lesson.ts';
import { addLesson, cliCommand, lessonsIn, PIP, runCli, runJson } from '../support/cli.ts';
import { lastingScratchDir, scratchHome } from '../support/scratch.ts';
import { startTerminal } from '../support/terminal.ts';

/** Purges are proved on bytes: after one, no file of the data folder may hold the text, in any spelling. */

const SESSION = '5e55104e-0000-4000-8000-000000000001';
const OTHER = '5e55104e-0000-4000-8000-000000000002';
const MARK = 'zebrafinch';

/** Where the transcripts are, and what is made of them once: each test has a copy of that. */
const folder = lastingScratchDir('purge');
const whole = join(folder, 'whole');
let home = whole;

async function lessons(args: string[], stdin = ''): Promise<string> {
  const run = await runCli(args, { home, cwd: folder, stdin });
  if (run.code !== 0)
    throw new Error(`lessons ${args.join(' ')} ended with ${run.code}: ${run.stderr}${run.stdout}`);
  return run.stdout;
}

const json = async (args: string[], stdin = '') => JSON.parse(await lessons([...args, '--json'], stdin));

/** A session in which a call with the mark fails and a corrected one works, and a tag says so. */
function transcript(sessionId: string, mark: string): string {
  let clock = Date.parse('2026-11-10T10:00:00.000Z');
  let parent: string | null = null;
  const lines: string[] = [];
  const line = (type: string, message: object, more: object = {}) => {
    clock += 5000;
    const uuid = crypto.randomUUID();
    lines.push(
      JSON.stringify({
        parentUuid: parent,
        isSidechain: false,
        userType: 'external',
        cwd: '/srv/app',
        sessionId,
        version: '2.1.330',
        gitBranch: 'main',
        type,
        message,
        uuid,
        timestamp: new Date(clock).toISOString(),
        ...more,
      }),
    );
    parent = uuid;
  };
  const call = (id: string, command: string) =>
    line('assistant', {
      id: `msg_${id}`,
      role: 'assistant',
      model: 'm',
      content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
    });
  const result = (id: string, content: string, failed: boolean) =>
    line(
      'user',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }] },
      {
        toolUseResult: failed
          ? `Error: ${content}`
          : { stdout: content, stderr: '', interrupted: false, isImage: false },
      },
    );
  line(
    'user',
    { role: 'user', content: `Deploy the ${mark} service` },
    { promptSource: 'typed', origin: { kind: 'human' } },
  );
  call('toolu_1', `shipctl deploy --service ${mark} --target prod`);
  result(
    'toolu_1',
    `Exit code 2\nerror: unknown option '--target' for ${mark}\nusage: shipctl deploy --service NAME --env ENV`,
    true,
  );
  call('toolu_2', `shipctl deploy --service ${mark} --env prod`);
  result('toolu_2', `deployed ${mark}`, false);
  line('assistant', {
    id: 'msg_tag',
    role: 'assistant',
    model: 'm',
    content: [
      {
        type: 'text',
        text: `#lesson\ntool: Bash\ntrigger: shipctl deploy --target\nmistake: shipctl has no option --target, so the ${mark} deploy stopped.\nfix: Use shipctl deploy --env prod for ${mark} instead.\ntags: tool:shipctl\n#/lesson`,
      },
    ],
  });
  return `${lines.join('\n')}\n`;
}

/** Every file below the data folder that holds the text, as bytes, in UTF-16, in a name, or reversed by JSON escapes. */
function holding(text: string): string[] {
  const found: string[] = [];
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text.toUpperCase())];
  const walk = (dir: string) => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      if (name.includes(text)) found.push(path);
      if (statSync(path).isDirectory()) walk(path);
      else if (needles.some((needle) => readFileSync(path).includes(needle))) found.push(path);
    }
  };
  walk(home);
  return found;
}

/** Scans, reviews, backs up, compiles and lets the hook deliver, so that the text is in as many places as it can be. */
async function spread(): Promise<void> {
  for (const [session, mark] of [
    [SESSION, MARK],
    [OTHER, 'goldcrest'],
  ] as const)
    writeFileSync(join(folder, `${session}.jsonl`), transcript(session, mark));
  await lessons(['scan', folder]);
  await lessons(['backup', 'create']);
  const { sessionId, candidates } = await json(['review', '--all']);
  const marked = candidates.filter((each: object) => JSON.stringify(each).includes(MARK));
  expect(marked.length).toBeGreaterThan(0);
  const items = marked.map((each: { id: string }) => ({
    action: 'promote',
    candidateId: each.id,
    patch: {
      toolNames: ['Bash'],
      commandPatterns: ['^shipctl deploy\\b'],
      injectOn: ['PreToolUse', 'UserPromptSubmit'],
    },
  }));
  const applied = await json(
    ['review', 'apply', '--from-json', '-'],
    JSON.stringify({ sessionId, items: items.slice(0, 1) }),
  );
  expect(applied.applied).toBe(true);
  lesson = await json(['show', items[0].candidateId]);
  const payload = (event: string, more: object) =>
    JSON.stringify({
      session_id: SESSION,
      transcript_path: join(folder, `${SESSION}.jsonl`),
      cwd: '/srv/app',
      hook_event_name: event,
      ...more,
    });
  const hooked = await lessons(
    ['hook', 'claude-code'],
    payload('PreToolUse', {
      tool_name: 'Bash',
      tool_use_id: 'toolu_9',
      tool_input: { command: `shipctl deploy --service ${MARK}` },
    }),
  );
  expect(hooked).toContain(MARK);
  await lessons(
    ['hook', 'claude-code'],
    payload('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_use_id: 'toolu_9',
      tool_input: { command: `shipctl deploy --service ${MARK}` },
      error: `Exit code 2\nno ${MARK}`,
      is_interrupt: false,
    }),
  );
  await lessons(['backup', 'create']);
}

let lesson: Lesson;
beforeAll(spread, 120_000);

function ownCopy(): void {
  home = join(folder, crypto.randomUUID());
  cpSync(whole, home, { recursive: true });
}

/** Scans a session that goes on from the purged one: its transcript holds copies of the records under its own id. */
async function scanFork(): Promise<void> {
  const purged = readFileSync(join(folder, `${SESSION}.jsonl`), 'utf8');
  const fork = SESSION.replace(/1$/, '3');
  const path = join(folder, `${fork}.jsonl`);
  writeFileSync(path, purged.replaceAll(SESSION, fork));
  await lessons(['scan', path]);
  rmSync(path);
  expect(holding(fork).length).toBeGreaterThan(0);
}

test('purge --session leaves the text in no byte, and a later scan does not bring it back', async () => {
  ownCopy();
  const before = holding(MARK);
  for (const place of ['lessons.db', 'calls.db', 'errors.jsonl', 'review-sessions', 'backups', 'manifest-'])
    expect([place, before.some((path) => path.includes(place))]).toEqual([place, true]);
  const result = await json(['purge', '--session', SESSION]);
  expect(result.lessons).toBeGreaterThan(0);
  expect(result.backups).toBe(2);
  expect(result.remaining).toEqual([]);
  expect(holding(MARK)).toEqual([]);
  expect(holding(SESSION)).toEqual([]);
  expect(holding('goldcrest').length).toBeGreaterThan(0);

  await lessons(['scan', folder]);
  await lessons(['scan', folder, '--full']);
  expect(holding(MARK)).toEqual([]);
  const [backup] = await json(['backup', 'list']);
  await lessons(['backup', 'restore', backup.id]);
  expect(holding(MARK)).toEqual([]);
  await scanFork();
  expect(holding(MARK)).toEqual([]);
});

test('purge --project takes every session, and leaves no name of any, also after a later scan', async () => {
  ownCopy();
  const names = ['/srv/app', SESSION, OTHER, MARK, 'goldcrest', 'shipctl'];
  for (const name of names) expect([name, holding(name).length > 0]).toEqual([name, true]);
  expect((await json(['purge', '--project', '/srv/app'])).lessons).toBeGreaterThan(0);
  for (const name of names) expect([name, holding(name)]).toEqual([name, []]);
  await lessons(['scan', folder, '--full']);
  expect((await json(['list', '--status', 'candidate'])).lessons).toEqual([]);
  expect(holding('/srv/app')).toEqual([]);
});

test('purge REF leaves the texts of the lesson in no byte', async () => {
  ownCopy();
  const { slug, id, summary, mistake, remediation } = lesson;
  const texts = [slug, id, summary, mistake, remediation];
  for (const text of texts) expect([text, holding(text).length > 0]).toEqual([text, true]);
  const result = await json(['purge', slug]);
  expect(result).toMatchObject({ lessons: 1, backups: 2, remaining: [] });
  for (const text of texts) expect([text, holding(text)]).toEqual([text, []]);
  expect(await json(['purge', '--session', 'nobody'])).toMatchObject({ backups: 0, remaining: [] });
  await lessons(['scan', folder, '--full']);
  await scanFork();
  for (const text of texts) expect([text, holding(text)]).toEqual([text, []]);
  expect(await lessonsIn({ home }, '--status', 'active')).toEqual([]);
});

test('a fork brings nothing back of what an earlier version has purged, or of what came after it', async () => {
  ownCopy();
  const { slug, summary, mistake } = lesson;
  await lessons(['purge', slug]);
  const store = new DatabaseSync(join(home, 'lessons.db'));
  store.exec("delete from purged where kind = 'record'");
  store.close();
  await lessons(['scan', folder, '--full']);
  await scanFork();
  for (const text of [summary, mistake]) expect([text, holding(text)]).toEqual([text, []]);
});

describe('purge that is killed', () => {
  test('at any instant: it is called again, or the next background run finishes it', async () => {
    const { slug, summary, mistake, remediation } = lesson;
    const texts = [summary, mistake, remediation];
    let killed = 0;
    for (const after of [80, 160, 300, 500, 800]) {
      ownCopy();
      const run = await runCli(['purge', slug], { home, cwd: folder, killAfterMs: after });
      if (run.signal === 'SIGKILL') killed += 1;
      const again = await runCli(['purge', slug], { home, cwd: folder });
      expect([0, 1]).toContain(again.code ?? -1);
      if (again.code === 1) expect(again.stderr).toContain('there is no lesson');
      await lessons(['maintain']);
      for (const text of texts) expect([after, text, holding(text)]).toEqual([after, text, []]);
    }
    expect(killed).toBeGreaterThan(0);
  });
});

describe('purge of a lesson that held and blocked calls', () => {
  test('leaves no file that is named after it', async () => {
    home = scratchHome();
    for (const delivery of ['hold', 'block']) {
      const lesson = await json(
        ['add', '--from-json', '-'],
        JSON.stringify({
          summary: `A ${delivery} about ${MARK}`,
          mistake: `The ${delivery} is there because ${MARK} was called in the wrong way.`,
          remediation: `Call ${MARK} with --${delivery} and it works.`,
          toolNames: ['Bash'],
          commandPatterns: [`${MARK} ${delivery}`],
          delivery,
        }),
      );
      const payload = {
        session_id: SESSION,
        transcript_path: join(folder, 'none.jsonl'),
        cwd: '/srv/app',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_use_id: `toolu_${delivery}`,
        tool_input: { command: `${MARK} ${delivery}` },
      };
      expect(await lessons(['hook', 'claude-code'], JSON.stringify(payload))).toContain('"deny"');
      expect(holding(lesson.slug).some((path) => path.includes('sessions'))).toBe(true);
      expect((await json(['purge', lesson.slug])).remaining).toEqual([]);
      expect(holding(lesson.slug)).toEqual([]);
    }
    expect(holding(MARK)).toEqual([]);
  });
});

describe('backups out of which nothing can be taken', () => {
  test('one of a newer version stops the purge before it begins; a damaged one goes, and is named', async () => {
    home = scratchHome();
    const { slug, summary } = await addLesson(PIP, { home });
    const ids = [];
    for (let each = 0; each < 3; each += 1)
      ids.push((await runJson<{ id: string }>(['backup', 'create'], { home })).id);
    const storeOf = (id: string | undefined) => join(home, 'backups', id!, 'lessons.db');
    mkdirSync(join(home, 'backups', 'init'));
    writeFileSync(storeOf(ids[0]), `not a database any more: ${summary} ${'x'.repeat(4096)}`);
    const newer = new DatabaseSync(storeOf(ids[1]));
    const version = newer.prepare('pragma user_version').get() as { user_version: number };
    newer.exec('pragma user_version = 999');
    const stopped = await runCli(['purge', slug], { home });
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain(storeOf(ids[1]));
    expect(stopped.stderr).toContain('newer version');
    for (const id of ids) expect(existsSync(storeOf(id))).toBe(true);
    expect(readFileSync(storeOf(ids[0]), 'utf8')).toContain(summary);
    expect((await runCli(['show', slug], { home })).code).toBe(0);

    newer.exec(`pragma user_version = ${version.user_version}`);
    newer.close();
    const done = await runCli(['purge', slug, '--json'], { home });
    expect(done.code).toBe(0);
    expect(done.stderr).toContain(`removed the backup ${join(home, 'backups', ids[0]!)}: it is damaged`);
    expect(JSON.parse(done.stdout)).toMatchObject({ lessons: 1, backups: 2, backupsRemoved: [ids[0]] });
    expect(readdirSync(join(home, 'backups')).sort()).toEqual([...ids.slice(1), 'init'].sort());
    expect(readdirSync(join(home, 'backups', 'init'))).toEqual([]);
    for (const text of [summary, PIP.mistake]) expect([text, holding(text)]).toEqual([text, []]);
  });
});

describe('purge on a terminal', () => {
  test.each([
    ['Ctrl-C', '\u0003'],
    ['the end of the input', '\u0004'],
    ['another answer', 'no\r'],
  ])('%s is a no', async (_what, typed) => {
    const scratch = scratchHome();
    const { slug } = await addLesson(PIP, { home: scratch });
    const env = { PATH: process.env['PATH'] ?? '', HOME: scratch, LESSONS_HOME: scratch };
    const terminal = startTerminal([...cliCommand(), 'purge', slug], { env });
    await terminal.play(['[y/N]', typed]);
    expect(await terminal.exited).toBe(1);
    expect(terminal.raw()).toContain('lessons: nothing was purged');
    expect((await runCli(['show', slug], { home: scratch })).code).toBe(0);
  });
});
