import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, transcripts } from '../kit/client.ts';
import { describeClients, resultIn } from '../kit/client-rig.ts';
import { bash, type ModelServer, say, type Turn } from '../kit/model-server.ts';
import { count, furnish, lessons, recordedEvents, SHOP_LESSONS } from '../kit/shop.ts';
import { KEYS } from '../support/terminal.ts';
import { FORMATS } from '../support/transcripts.ts';
import { until } from '../support/until.ts';

/**
 * The real client again: edits and writes, what is no loop, how often a call is held, prompts that no human wrote, the
 * start of a session, and a machine on which lessons are paused.
 */

const PROTOCOL = '[lessons-learned protocol v1]';
const PITFALLS = '[KNOWN PITFALLS';

const TAGGED = [
  '#lesson',
  'tool: Bash',
  'trigger: tarit --all',
  'mistake: Ran tarit --all, which packs the caches too and fills the disk of the build host.',
  'fix: Run tarit --sources, which leaves the caches out of the archive.',
  'tags: tool:tarit, severity:disk',
  '#/lesson',
].join('\n');

const run = (command: string): Turn => ({ tools: [bash(command)] });

describeClients('Claude Code', (rig) => {
  async function stage(turns: Turn[]) {
    const { server, machine } = await rig.stage([{ name: 'main', turns }]);
    return { server, machine, slugs: furnish(machine) };
  }

  function add(machine: Machine, lesson: Record<string, unknown>): string {
    const added = lessons(machine, ['add', '--from-json', '-', '--json'], JSON.stringify(lesson));
    expect(added.stderr).toBe('');
    return (JSON.parse(added.stdout) as { slug: string }).slug;
  }

  /** What came back for the n-th scripted turn. */
  const resultOf = (server: ModelServer, turn: number) => resultIn(server.lane('main')[turn + 1]);

  test('a write is held by its path, an edit is told by its content, and neither by the other', async () => {
    const write = (path: string, content: string): Turn => ({
      tools: [{ tool: 'Write', input: { file_path: path, content } }],
    });
    const turns: Turn[] = [];
    const { server, machine } = await stage(turns);
    add(machine, {
      summary: 'deps.lock is written by the resolver alone',
      mistake: 'Wrote deps.lock by hand, so that its checksums no longer fitted anything.',
      remediation: 'Change deps.toml and run resolveit, which writes the lock.',
      toolNames: ['Write'],
      pathPatterns: ['**/deps.lock'],
      delivery: 'hold',
      priority: 7,
    });
    add(machine, {
      summary: 'console.log in src breaks the protocol on standard output',
      mistake: 'Left console.log in src, which writes into the protocol on standard output.',
      remediation: 'Use log.debug from src/log.js, which writes to standard error.',
      toolNames: ['Edit', 'Write'],
      pathPatterns: ['src/**/*.js'],
      contentPatterns: ['\\bconsole\\.log\\('],
      priority: 7,
    });
    const lock = join(machine.project, 'deps.lock');
    const source = join(machine.project, 'src', 'a.js');
    turns.push(
      write(lock, 'a\n'), // 0: held
      { ...write(lock, 'a\n'), delayMs: 800 }, // 1: passes
      write(source, 'start();\n'), // 2: path without content
      write(join(machine.project, 'tool.js'), 'console.log(1);\n'), // 3: content without path
      {
        tools: [
          {
            tool: 'Edit',
            input: { file_path: source, old_string: 'start', new_string: 'console.log(1); start' },
          },
        ],
      }, // 4
      say('Done.'),
    );
    const session = rig.session(machine);
    await session.prompt('Write the files');
    await session.end();
    expect(resultOf(server, 0)).toMatchObject({ isError: true });
    expect(resultOf(server, 0).result).toContain('run resolveit');
    expect(resultOf(server, 1)).toMatchObject({ isError: false, beside: '' });
    expect(readFileSync(lock, 'utf8')).toBe('a\n');
    expect(resultOf(server, 2)).toMatchObject({ isError: false, beside: '' });
    expect(resultOf(server, 3)).toMatchObject({ isError: false, beside: '' });
    expect(resultOf(server, 4)).toMatchObject({ isError: false });
    expect(resultOf(server, 4).beside).toContain('Use log.debug');
  });

  test('a test that is run again after an edit is no loop, nor is a call with other arguments', async () => {
    const turns: Turn[] = [];
    const { server, machine } = await stage(turns);
    const file = join(machine.project, 'notes.txt');
    turns.push(
      run('flaky'), // 0
      { tools: [{ tool: 'Write', input: { file_path: file, content: 'fixed\n' } }] }, // 1
      run('flaky'), // 2: after an edit
      run('flaky --page 2'), // 3: another page
      run('flaky --page 3'), // 4
      run('flaky --page 3'), // 5: the same again
      say('Done.'),
    );
    const session = rig.session(machine);
    await session.prompt('Run the test');
    await session.end();
    for (const turn of [0, 2, 3, 4]) expect(resultOf(server, turn).beside).not.toContain('[LOOP DETECTED]');
    expect(resultOf(server, 5).beside).toContain('[LOOP DETECTED]');
  });

  test('other calls that match are held too, three times at most; then the lesson comes beside the result', async () => {
    const { server, machine, slugs } = await stage([
      ...['a', 'b', 'c', 'd'].map((tag) => run(`publishit --tag ${tag}`)),
      say('Done.'),
    ]);
    const session = rig.session(machine);
    await session.prompt('Publish it');
    await session.end();
    for (const turn of [0, 1, 2]) expect(resultOf(server, turn)).toMatchObject({ isError: true });
    expect(resultOf(server, 3)).toMatchObject({ isError: false });
    expect(resultOf(server, 3).result).toContain('published');
    expect(resultOf(server, 3).beside).toContain(String(SHOP_LESSONS['hold']!['remediation']));
    const kinds = recordedEvents(machine).filter((event) => event.slug === slugs['hold']);
    expect(kinds.filter((event) => event.kind === 'hold')).toHaveLength(3);
  });

  test('pitfalls are for human prompts; what was shown is counted and keeps its rank', async () => {
    const { server, machine, slugs } = await stage([say('Noted.'), say('Done.')]);
    const shown = () => JSON.parse(lessons(machine, ['show', slugs['pitfall']!, '--json']).stdout);
    const before = shown();
    expect(before.hitCount).toBe(0);
    const session = rig.session(machine);
    await session.prompt(
      '<task-notification>The warehouse export of the shop has finished.</task-notification>',
    );
    await session.prompt('Improve the warehouse export of the shop');
    await session.end();
    const main = server.lane('main');
    expect(count(main[0], PITFALLS)).toBe(0);
    expect(count(main.at(-1), PITFALLS)).toBe(1);
    await until(() => {
      lessons(machine, ['scan', machine.project]);
      return shown().hitCount > 0;
    });
    const after = shown();
    expect(after.hitCount).toBe(1);
    expect(Date.parse(after.lastSeenAt)).toBeGreaterThan(Date.parse(before.createdAt) - 1);
    expect({ priority: after.priority, confidence: after.confidence }).toEqual({
      priority: before.priority,
      confidence: before.confidence,
    });
  });

  test('the start: lessons of the session once, and one line about candidates where a user sees it', async () => {
    const { server, machine } = await stage([say('Ready.')]);
    add(machine, {
      summary: 'The staging host is read-only on Fridays',
      mistake: 'Deployed to staging on a Friday, when it is read-only for the audit.',
      remediation: 'Ask the operator for a window before anything is deployed on a Friday.',
      injectOn: ['SessionStart'],
    });
    const log = join(machine.home, '.claude', 'projects', '-earlier');
    mkdirSync(log, { recursive: true });
    FORMATS['claude-code']!(log, { sessionId: 'earlier', cwd: machine.project, steps: [{ say: TAGGED }] });
    expect(lessons(machine, ['scan', '--auto'])).toEqual({ status: 0, stdout: '', stderr: '' });
    const session = rig.session(machine);
    await session.prompt('Get ready');
    await session.end();
    const [first] = server.lane('main');
    expect(count(first, 'Ask the operator for a window')).toBe(1);
    expect(count(first, 'waits for review')).toBe(0);
    const written = transcripts(machine).map((path) => readFileSync(path, 'utf8'));
    const news = '1 new lesson candidate waits for review';
    expect(JSON.stringify(session.events) + written.join('\n')).not.toContain(news);
    const terminal = rig.terminal(machine);
    await terminal.waitFor(news);
    terminal.kill();
    await terminal.exited;
  });

  test('a session taken back to an earlier prompt is told again what that took', async () => {
    // The client writes its log behind; a real model takes longer than that.
    const force = { ...run('shipit --force'), delayMs: 1000 };
    const { server, machine } = await stage([say('Hello.'), force, say('Shipped.'), force, say('Again.')]);
    const terminal = rig.terminal(machine, ['--permission-mode', 'default', '--allowedTools', 'Bash']);
    const type = async (text: string, shown: string) => {
      await terminal.waitFor(/^❯/m);
      terminal.send(text);
      await terminal.waitFor(text);
      terminal.send(KEYS.enter);
      await terminal.waitFor(shown);
    };
    await type('Say hello', 'Hello.');
    await type('Ship the shop', 'Shipped.');
    await type('/rewind', '❯ (current)');
    await terminal.answer('❯ (current)', KEYS.up);
    await terminal.answer(/Rewind[\s\S]*❯.Ship the shop/, KEYS.enter);
    await terminal.answer(/❯ 1\. Restore conversation/, KEYS.enter);
    await terminal.play([/Hello\.(?![\s\S]*Shipped\.)[\s\S]*❯.Ship the shop/, KEYS.enter]);
    await terminal.waitFor('Again.');
    terminal.kill();
    await terminal.exited;
    const last = server.lane('main').at(-1);
    expect(last?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2);
    expect(count(last, PROTOCOL)).toBe(1);
    expect(count(last, String(SHOP_LESSONS['context']!['remediation']))).toBe(1);
  });

  test('the agents of a workflow are told and read, and what the client keeps of it is passed over', async () => {
    const script =
      "export const meta = { name: 'part', description: 'a part', phases: [{ title: 'Work' }] }\nphase('Work')\nreturn await agent('PARTTASK')";
    const { server, machine } = await rig.stage([
      {
        name: 'part',
        match: /PARTTASK/,
        turns: [run('shipit --force'), run('measureit --size'), run('measureit --metric'), say('Measured.')],
      },
      { name: 'main', turns: [{ tools: [{ tool: 'Workflow', input: { script } }] }, say('It works.')] },
    ]);
    furnish(machine);
    const session = rig.session(machine, ['--allowedTools', 'Workflow']);
    await session.prompt('Let others do it');
    await until(() => server.lane('part').length >= 4);
    await session.end();
    const last = server.lane('part').at(-1);
    expect(count(last, PROTOCOL)).toBe(1);
    expect(count(last, String(SHOP_LESSONS['context']!['remediation']))).toBe(1);
    const projects = join(machine.home, '.claude', 'projects');
    expect(transcripts(machine).some((path) => path.endsWith('journal.jsonl'))).toBe(true);
    expect(lessons(machine, ['scan', projects])).toMatchObject({ status: 0, stderr: '' });
    expect(lessons(machine, ['episodes', projects]).stdout).toContain('`measureit` does not accept `--size`');
  });

  test('paused, nothing reaches the model; resumed, everything does again', async () => {
    const { server, machine } = await stage([
      run('shipit --force'), // 0
      run('dropit shop'), // 1
      say('Done.'), // 2
      run('shipit --force'), // 3
      say('Done.'),
    ]);
    expect(lessons(machine, ['pause']).status).toBe(0);
    const quiet = rig.session(machine);
    await quiet.prompt('Improve the warehouse export of the shop');
    await quiet.end();
    const requests = server.lane('main').length;
    expect(requests).toBe(3);
    for (const mark of [PROTOCOL, PITFALLS, 'lessons-learned'])
      expect(count(server.lane('main').at(-1), mark)).toBe(0);
    expect(resultOf(server, 1).result).toContain('dropped');
    expect(lessons(machine, ['resume']).status).toBe(0);
    const session = rig.session(machine);
    await session.prompt('Go on with the warehouse export of the shop');
    await session.end();
    const last = server.lane('main').at(-1);
    expect(count(last, PROTOCOL)).toBe(1);
    expect(count(last, PITFALLS)).toBe(1);
    expect(count(last, String(SHOP_LESSONS['context']!['remediation']))).toBe(1);
  });
});
