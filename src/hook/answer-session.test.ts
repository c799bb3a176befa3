import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { denial, HookRig, payload, pipLesson, pushLesson, told } from '../../test/support/hook-rig.ts';
import { openSessionState } from '../platform/session-state.ts';
import type { HookHost } from './act.ts';

const hook = new HookRig();
const { bash, send } = hook;

/** The lessons as a version with another format of them would have left them. */
function asOfAnotherVersion(): void {
  const pointer = join(hook.home, 'manifest.json');
  const compiled = JSON.parse(readFileSync(pointer, 'utf8'));
  writeFileSync(pointer, JSON.stringify({ ...compiled, format: compiled.format - 1 }));
}

describe('session start', () => {
  const start = (source: string, more = {}) => payload('SessionStart', { source, ...more });

  test('tells the protocol once, and again after a compaction', async () => {
    expect(told(await send(start('startup')))).toContain('#lesson');
    expect(hook.background).toEqual([['--beside', '/home/dev/x.jsonl']]);
    expect(await send(start('startup'))).toBeNull();
    hook.now += 20_000;
    expect(await send(start('resume'))).toBeNull();
    expect(hook.background).toHaveLength(2);
    expect(told(await send(start('compact', { prompt_id: 'p1' })))).toContain('#lesson');
    expect(await send(start('compact', { prompt_id: 'p1' }))).toBeNull();
  });

  test.skipIf(process.platform === 'win32')('a pipe among what was told is not waited for', async () => {
    const { dir } = openSessionState(hook.home, 'session-1');
    mkdirSync(dir, { recursive: true });
    spawnSync('mkfifo', [join(dir, 'some-lesson')]);
    expect(told(await send(start('compact')))).toContain('#lesson');
  });

  test('compaction forgets priorities from the threshold on, clear forgets all', async () => {
    await compileInto(hook.home, [pushLesson, pipLesson]);
    const both = async () =>
      [told(await send(bash('git push --force'))), told(await send(bash('pip install x')))].map(Boolean);
    expect(await both()).toEqual([true, true]);
    await send(start('resume', { context_tokens: 15 }));
    expect(await both()).toEqual([false, false]);
    await send(start('compact'));
    expect(await both()).toEqual([true, false]);
    await send(start('clear'));
    expect(await both()).toEqual([true, true]);
  });

  test('each compaction counts: several of one turn, and two in short, between which something was told', async () => {
    await compileInto(hook.home, [pushLesson]);
    const push = async () => told(await send(bash('git push --force'))) !== '';
    const compacted = async (afterMs: number, more = {}) => {
      hook.now += afterMs;
      return told(await send(start('compact', more))) !== '';
    };
    const turn = { prompt_id: 'p1' };
    expect(await push()).toBe(true);
    expect([await compacted(0, turn), await compacted(200, turn), await push()]).toEqual([true, false, true]);
    expect([await compacted(3_600_000, turn), await push()]).toEqual([true, true]);
    expect([await compacted(3000, turn), await compacted(40, turn), await push()]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await compacted(3000), await compacted(1500), await push()]).toEqual([true, false, true]);
    expect([await compacted(1500), await compacted(1500), await push()]).toEqual([true, false, true]);
  });

  test.each([
    ['claude-code', 'AI_AGENT', { start: false, prompt: false, call: true, held: false }],
    ['claude-code', 'CLAUDECODE', { start: false, prompt: false, call: false, held: false }],
    ['qwen-code', '', { start: true, prompt: false, call: false, held: false }],
    ['gemini-cli', '', { start: false, prompt: false, call: false, held: false }],
  ])(
    'a resumed session of %s (%s) is told again what is not kept of it, and not held again',
    async (agent, variable, lost) => {
      const pitfall = makeLesson({
        slug: 'release-calendar',
        signature: 'release calendar',
        injectOn: ['UserPromptSubmit'],
      });
      const hold = makeLesson({ slug: 'held', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] });
      await compileInto(hook.home, [pushLesson, pitfall, hold]);
      const isGemini = agent === 'gemini-cli';
      const shell = agent === 'claude-code' ? 'Bash' : 'run_shell_command';
      const call = (event: string, command: string) =>
        send({ ...bash(command), tool_name: shell, hook_event_name: event }, {}, agent);
      const said = async (source: string) => {
        hook.now += 20_000;
        const atStart = await send(start(source), { env: { [variable]: 'x' } }, agent);
        const asked = { prompt: 'Change the release calendar', prompt_id: source };
        const prompted = await send(payload(isGemini ? 'BeforeAgent' : 'UserPromptSubmit', asked), {}, agent);
        const before = isGemini ? 'BeforeTool' : 'PreToolUse';
        const after = isGemini ? 'AfterTool' : 'PostToolUse';
        const called = await call(agent === 'claude-code' ? before : after, 'git push --force');
        const held = await call(before, 'npm publish');
        return {
          start: told(isGemini ? prompted : atStart).includes('#lesson'),
          prompt: told(prompted).includes('release-calendar'),
          call: told(called).includes('push-force'),
          held: JSON.stringify(held).includes('Held once'),
        };
      };
      expect(await said('startup')).toEqual({ start: true, prompt: true, call: true, held: true });
      expect(await said('resume')).toEqual(lost);
    },
  );

  test('Copilot CLI, which keeps what a prompt brought, is not told that again where the first prompt came before the start', async () => {
    await compileInto(hook.home, [makeLesson({ slug: 'at-start', injectOn: ['SessionStart'] })]);
    const at = { sessionId: 'session-1', timestamp: 0, cwd: '/home/dev/shop' };
    const isTold = async (more: object) => {
      const text = JSON.stringify(await send({ ...at, ...more }, {}, 'copilot'));
      return [text.includes('#lesson'), text.includes('at-start')];
    };
    expect(await isTold({ prompt: 'Add a page' })).toEqual([true, true]);
    expect(await isTold({ source: 'new', initialPrompt: 'Add a page' })).toEqual([false, false]);
    hook.now += 20_000;
    expect(await isTold({ source: 'resume' })).toEqual([false, false]);
    expect(await isTold({ prompt: 'Go on' })).toEqual([false, false]);
  });

  test('Gemini CLI is told nothing at the start, which would take its first prompt along, but beside each first prompt', async () => {
    await compileInto(hook.home, [makeLesson({ slug: 'at-start', injectOn: ['SessionStart'] })]);
    const asked = (prompt: string) => send(payload('BeforeAgent', { prompt }), {}, 'gemini-cli');
    const isTold = async (prompt: string) => {
      hook.now += 20_000;
      const text = told(await asked(prompt));
      return [text.includes('#lesson'), text.includes('at-start')];
    };
    const starts = async (source: string) => {
      hook.now += 20_000;
      return send(start(source), {}, 'gemini-cli');
    };
    expect(await starts('startup')).toBeNull();
    expect(await isTold('Add a page')).toEqual([true, true]);
    expect(await isTold('Add another')).toEqual([false, false]);
    expect(await starts('resume')).toBeNull();
    expect(await isTold('Go on')).toEqual([false, false]);
    expect(await starts('clear')).toBeNull();
    expect(await isTold('Add a third page')).toEqual([true, true]);
  });

  test('Copilot CLI, which drops what is said before a compaction, is told beside the next prompt', async () => {
    const base = { sessionId: 'session-1', timestamp: 0, cwd: '/home/dev/app' };
    const isTold = async (more: object) => {
      hook.now += 20_000;
      return JSON.stringify(await send({ ...base, ...more }, {}, 'copilot')).includes('#lesson');
    };
    expect(await isTold({ source: 'new' })).toBe(true);
    expect(await isTold({ prompt: 'Add a page' })).toBe(false);
    expect(await isTold({ trigger: 'manual' })).toBe(false);
    expect(await isTold({ prompt: 'Add another' })).toBe(true);
    expect(await isTold({ prompt: 'Go on' })).toBe(false);
  });

  test('opencode: what a compaction took is told beside the next prompt; a subagent’s takes nothing', async () => {
    const says = async (fields: object) => {
      hook.now += 20_000;
      const told = await send({ sessionID: 'main', directory: '/home/dev/app', ...fields }, {}, 'opencode');
      return JSON.stringify(told).includes('#lesson');
    };
    const child = { sessionID: 'child', parentID: 'main' };
    const prompt = { hook: 'chat.message', prompt: 'Go on' };
    expect(await says({ hook: 'session.created' })).toBe(true);
    expect(await says({ hook: 'session.created', ...child })).toBe(true);
    expect(await says({ hook: 'session.compacted', ...child })).toBe(false);
    expect(await says(prompt)).toBe(false);
    expect(await says({ hook: 'session.compacted' })).toBe(false);
    expect(await says({ ...prompt, ...child })).toBe(false);
    expect(await says(prompt)).toBe(true);
    expect(await says(prompt)).toBe(false);
  });

  test('where nothing can be remembered, Gemini CLI is not told at every prompt', async () => {
    writeFileSync(join(hook.home, 'sessions'), '');
    expect(await send(payload('BeforeAgent', { prompt: 'Add a page' }), {}, 'gemini-cli')).toBeNull();
  });

  const stamp = (id: string) => `2026-01-02T03:04:05.00${id}Z`;
  const geminiCompaction = (id: string) =>
    JSON.stringify({
      $set: {
        messages: [
          { id: `u${id}`, timestamp: stamp(id), type: 'user', content: [{ text: '<state_snapshot/>' }] },
          {
            id: `m${id}`,
            timestamp: stamp(id),
            type: 'gemini',
            content: [{ text: 'Got it. Thanks for the additional context!' }],
          },
        ],
      },
    });
  const codexCompaction = (id: string) =>
    JSON.stringify({ timestamp: stamp(id), ordinal: 3, type: 'compacted', payload: { message: 'Summary' } });

  test.each([
    ['gemini-cli', geminiCompaction, () => payload('BeforeAgent', { prompt: 'Go on' })],
    ['codex', codexCompaction, () => start('resume')],
  ])('%s: what only the transcript says of a compaction', async (agent, compaction, event) => {
    const path = join(hook.home, 'transcript.jsonl');
    const lines = [
      JSON.stringify({ type: 'user', content: [{ text: 'Say "type":"compacted" and Got it.' }] }),
    ];
    const isTold = async (more: string[] = []) => {
      lines.push(...more);
      writeFileSync(path, `${lines.join('\n')}\n`);
      hook.now += 20_000;
      const answer = await send({ ...event(), transcript_path: path }, {}, agent);
      return answer === null ? false : told(answer).includes('#lesson');
    };
    expect(await isTold()).toBe(true);
    expect(await isTold()).toBe(false);
    expect(await isTold([compaction('1')])).toBe(true);
    expect(await isTold(['{}'])).toBe(false);
    expect(await isTold([compaction('1')])).toBe(false);
    expect(await isTold([compaction('2'), '{}'])).toBe(true);
  });

  test('Codex: a compaction that its hook heard of is not told of again by the transcript', async () => {
    const path = join(hook.home, 'transcript.jsonl');
    writeFileSync(path, `${codexCompaction('1')}\n`);
    const starts = async (source: string) => {
      hook.now += 20_000;
      return told(await send(start(source, { transcript_path: path }), {}, 'codex')).includes('#lesson');
    };
    expect(await starts('compact')).toBe(true);
    expect(await starts('resume')).toBe(false);
  });

  test('Gemini CLI: what a step back to an earlier prompt took is told again, once', async () => {
    const lesson = makeLesson({ slug: 'make', commandPatterns: ['\\bmake all\\b'], priority: 3 });
    await compileInto(hook.home, [lesson]);
    const transcript_path = join(hook.home, 'transcript.jsonl');
    const lines = ['{"id":"u1","type":"user","content":[{"text":"Say {$rewindTo"}]}'];
    const isTold = async (...more: string[]) => {
      lines.push(...more);
      writeFileSync(transcript_path, `${lines.join('\n')}\n`);
      hook.now += 20_000;
      const call = { tool_name: 'run_shell_command', tool_input: { command: 'make all' }, transcript_path };
      const answers = [
        await send(payload('BeforeAgent', { prompt: 'Go on', transcript_path }), {}, 'gemini-cli'),
        await send(payload('AfterTool', { ...call, tool_response: { llmContent: 'ok' } }), {}, 'gemini-cli'),
      ];
      return answers.map((each) => each !== null && told(each) !== '');
    };
    const update = (id: string) => `{"$set":{"lastUpdated":"${stamp(id)}"}}`;
    const rewind = '{"$rewindTo":"e3a61378-23aa-4cd8-a753-276a8ca5643f"}';
    expect(await isTold(update('1'))).toEqual([true, true]);
    expect(await isTold(update('2'))).toEqual([false, false]);
    expect(await isTold(rewind)).toEqual([true, true]);
    expect(await isTold(update('3'))).toEqual([false, false]);
    expect(await isTold(rewind)).toEqual([true, true]);
  });

  test.each([
    ['short', 0],
    ['long', 20_000],
    ['very long', 300_000],
  ])(
    'Claude Code: what was told on a branch that is left is told again, once; turns are %s',
    async (_, chars) => {
      const pitfall = makeLesson({
        slug: 'calendar',
        signature: 'release calendar',
        injectOn: ['UserPromptSubmit'],
      });
      const lesson = makeLesson({ slug: 'make', commandPatterns: ['\\bmake all\\b'], priority: 3 });
      await compileInto(hook.home, [pitfall, lesson]);
      const transcript_path = join(hook.home, 'transcript.jsonl');
      const lines: string[] = [];
      const write = (id: string, parent: string | null, more = {}) => {
        lines.push(JSON.stringify({ parentUuid: parent && `uuid-${parent}`, ...more, uuid: `uuid-${id}` }));
        writeFileSync(transcript_path, `${lines.join('\n')}\n`);
      };
      const send2 = async (event: string, id: string, more: Record<string, unknown>) => {
        const answer = await send(payload(event, { prompt_id: id, transcript_path, ...more }));
        return answer !== null && told(answer) !== '';
      };
      /** A turn: its prompt, then the same call twice; what was told at each. */
      const turn = async (id: string, parent: string | null) => {
        hook.now += 20_000;
        const asked = await send2('UserPromptSubmit', id, { prompt: 'Change the release calendar' });
        const content = 'Say {"type":"user","message":{"role":"user","content":"';
        write(id, parent, { type: 'user', message: { role: 'user', content } });
        const call = () =>
          send2('PreToolUse', id, { tool_name: 'Bash', tool_input: { command: 'make all' } });
        const calls = [await call(), await call()];
        write(`${id}-work`, id, { type: 'assistant', text: 'x'.repeat(chars) });
        write(`${id}-end`, `${id}-work`, { type: 'assistant' });
        return [asked, ...calls];
      };
      expect(await turn('a', null)).toEqual([true, true, false]);
      expect(await turn('b', 'a-end')).toEqual([false, false, false]);
      expect(await turn('c', 'a-end')).toEqual([false, true, false]);
      expect(await turn('d', 'c-end')).toEqual([true, false, false]);
      expect(await turn('e', null)).toEqual([false, true, false]);
    },
  );

  test('Codex: a session taken back to an earlier point is told again, once', async () => {
    await compileInto(hook.home, [makeLesson({ slug: 'publish', commandPatterns: ['\\bnpm publish\\b'] })]);
    const rollout = '/x/rollout-2026-01-02T03-04-05-01a20a84-021c-7a91-a2c0-93ffc11a6d0b';
    const isTold = async (source: string, transcript_path: string) => {
      hook.now += 20_000;
      const answers = [
        await send(start(source, { transcript_path }), {}, 'codex'),
        await send(bash('npm publish'), {}, 'codex'),
      ];
      return answers.map((each) => each !== null && told(each) !== '');
    };
    const rewound = `${rollout}_01a20a84-32e6-7202-b436-f7cd775dc41a.jsonl`;
    expect(await isTold('startup', `${rollout}.jsonl`)).toEqual([true, true]);
    expect(await isTold('resume', `${rollout}.jsonl`)).toEqual([false, false]);
    expect(await isTold('resume', rewound)).toEqual([true, true]);
    expect(await isTold('resume', rewound)).toEqual([false, false]);
  });

  test('Codex: a fork has been told what the session was that it goes on from', async () => {
    await compileInto(hook.home, [makeLesson({ slug: 'publish', commandPatterns: ['\\bnpm publish\\b'] })]);
    const path = join(hook.home, 'transcript.jsonl');
    writeFileSync(path, `{"type":"session_meta","payload":{"id":"s2","forked_from_id":"session-1"}}\n`);
    const starts = (session_id: string, source: string) =>
      send(start(source, { session_id, transcript_path: path }), {}, 'codex');
    const calls = (session_id: string) => send(bash('npm publish', { session_id }), {}, 'codex');
    expect(told(await starts('session-1', 'startup'))).toContain('#lesson');
    expect(told(await calls('session-1'))).toContain('**Lesson**');
    expect(await starts('s2', 'fork')).toBeNull();
    expect(await calls('s2')).toBeNull();
    writeFileSync(path, '{"type":"session_meta","payload":{"id":"s3","forked_from_id":"never-heard-of"}}\n');
    expect(told(await starts('s3', 'fork'))).toContain('#lesson');
    expect(told(await calls('s3'))).toContain('**Lesson**');
  });

  test('a compaction keeps what was held, a clear forgets it', async () => {
    const hold = makeLesson({ slug: 'held', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] });
    await compileInto(hook.home, [hold]);
    const isHeld = async () => {
      hook.now += 5000;
      return denial(await send(bash('npm publish'))) !== '';
    };
    expect(await isHeld()).toBe(true);
    await send(start('compact'));
    expect(await isHeld()).toBe(false);
    await send(start('clear'));
    expect(await isHeld()).toBe(true);
  });

  test('lessons for the start in scope, and reminders of this project that were useful', async () => {
    const here = makeLesson({ slug: 'start-here', injectOn: ['SessionStart'], scope: 'project:p1' });
    const elsewhere = makeLesson({
      slug: 'start-elsewhere',
      injectOn: ['SessionStart'],
      scope: 'project:p2',
    });
    const useful = makeLesson({
      slug: 'was-useful',
      lastUsefulAt: '2026-01-01T00:00:00.000Z',
      scope: 'project:p1',
      commandPatterns: ['\\bmake\\b'],
      priority: 9,
    });
    const useless = makeLesson({ slug: 'was-useless', scope: 'project:p1', commandPatterns: ['\\bant\\b'] });
    await compileInto(hook.home, [here, elsewhere, useful, useless], {
      roots: [{ root: '/home/dev/project', project: 'p1' }],
      effects: new Map([
        [useful.id, 0.9],
        [useless.id, 0.2],
      ]),
    });
    const text = told(await send(start('startup')));
    expect(text).toContain('start-here');
    expect(text).toContain('was-useful');
    expect(text).not.toContain('was-useless');
    expect(text).not.toContain('start-elsewhere');
    expect(told(await send(bash('make all')))).toContain('was-useful');
  });

  test('as many as the budget holds, whatever other projects have for theirs', async () => {
    const rule = (slug: string, scope: string, priority: number) =>
      makeLesson({ slug, injectOn: ['SessionStart'], scope, priority, mistake: 'No.', remediation: 'Yes.' });
    const elsewhere = Array.from({ length: 60 }, (_, n) => rule(`elsewhere-${n}`, 'project:p2', 9));
    const here = Array.from({ length: 12 }, (_, n) => rule(`here-${n}`, n % 2 ? 'global' : 'project:p1', 5));
    await compileInto(hook.home, [...elsewhere, ...here], {
      roots: [{ root: '/home/dev/project', project: 'p1' }],
    });
    const text = told(await send(start('startup')));
    expect(here.filter(({ slug }) => !text.includes(`"${slug}"`))).toEqual([]);
    expect(text).not.toContain('elsewhere');
    await compileInto(hook.home, here, { config: { injectionBudgetBytes: 600 } });
    const cut = told(await send(start('startup', { session_id: 'session-2' })));
    expect(Buffer.byteLength(cut.slice(cut.indexOf('**Lesson**')))).toBeLessThan(600);
  });

  test('a worktree that no scan has met is its repository; another folder is none', async () => {
    const here = makeLesson({ slug: 'start-here', injectOn: ['SessionStart'], scope: 'project:p1' });
    const main = join(hook.home, 'shop');
    await compileInto(hook.home, [here], { roots: [{ root: main, project: 'p1' }] });
    const folders = {
      absolute: `gitdir: ${main}/.git/worktrees/a\n`,
      relative: 'gitdir: ../shop/.git/worktrees/b\n',
      submodule: `gitdir: ${main}/.git/modules/c\n`,
      other: 'gitdir: /elsewhere/.git/worktrees/d\n',
    };
    const found: string[] = [];
    for (const [name, file] of Object.entries(folders)) {
      mkdirSync(join(hook.home, name, 'src'), { recursive: true });
      writeFileSync(join(hook.home, name, '.git'), file);
      const started = await send(start('startup', { session_id: name, cwd: join(hook.home, name, 'src') }));
      if (told(started).includes('start-here')) found.push(name);
    }
    expect(found).toEqual(['absolute', 'relative']);
  });

  test('a repository inside a known one is another project, unless it is a worktree of it', async () => {
    const here = makeLesson({ slug: 'start-here', injectOn: ['SessionStart'], scope: 'project:p1' });
    const main = join(hook.home, 'dotfiles');
    await compileInto(hook.home, [here], { roots: [{ root: main, project: 'p1' }] });
    mkdirSync(join(main, '.git'), { recursive: true });
    mkdirSync(join(main, 'clone', '.git'), { recursive: true });
    for (const folder of ['plain', 'clone/src', 'module', 'tree/src'])
      mkdirSync(join(main, folder), { recursive: true });
    writeFileSync(join(main, 'module', '.git'), 'gitdir: ../.git/modules/module\n');
    writeFileSync(join(main, 'tree', '.git'), `gitdir: ${main}/.git/worktrees/tree\n`);
    const found: string[] = [];
    for (const folder of ['', 'plain', 'clone', 'clone/src', 'module', 'tree', 'tree/src/']) {
      const started = await send(start('startup', { session_id: `in ${folder}`, cwd: join(main, folder) }));
      if (told(started).includes('start-here')) found.push(folder);
    }
    expect(found).toEqual(['', 'plain', 'tree', 'tree/src/']);
  });

  test('news is announced to the user once', async () => {
    writeFileSync(join(hook.home, 'announce.json'), JSON.stringify({ pending: 4, new: 2, at: 'x' }));
    expect((await send(start('startup')))?.systemMessage).toContain(
      '2 new lesson candidates wait for review, 4 in all: run `lessons review`',
    );
    expect((await send(start('startup', { session_id: 's2' })))?.systemMessage).toBeUndefined();
    const news = { pending: 4, new: 2, called: '/opt/x/lessons', at: 'x' };
    writeFileSync(join(hook.home, 'announce.json'), JSON.stringify(news));
    expect((await send(start('startup', { session_id: 's3' })))?.systemMessage).toContain(
      'run `/opt/x/lessons review`',
    );
  });

  test('news waits for a start at which somebody sees it', async () => {
    writeFileSync(join(hook.home, 'announce.json'), JSON.stringify({ pending: 4, new: 2, at: 'x' }));
    const unseen: [string, Record<string, string>][] = [
      ['claude-code', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
      ['opencode', { OPENCODE_HEADLESS: '1' }],
      ['copilot', {}],
      ['qwen-code', {}],
      ['cursor', {}],
      ['codex', {}],
    ];
    const transcript_path = join(hook.home, 'transcript.jsonl');
    writeFileSync(transcript_path, '{"type":"session_meta","payload":{"id":"x","source":"exec"}}\n');
    for (const [agent, env] of unseen) {
      const session = { transcript_path, session_id: agent, sessionID: agent, hook: 'session.created' };
      const event = agent === 'cursor' ? { hook_event_name: 'sessionStart' } : {};
      const text = JSON.stringify(await send(start('startup', { ...session, ...event }), { env }, agent));
      expect(text).toContain('#lesson');
      expect(text).not.toContain('candidates wait');
    }
    const opened = { hook: 'session.created', sessionID: 's1' };
    expect(await send(opened, { env: { OPENCODE_HEADLESS: '' } }, 'opencode')).toMatchObject({
      toast: expect.stringContaining('2 new lesson candidates wait'),
    });
  });

  test('a subagent gets the protocol', async () => {
    const sent = payload('SubagentStart', { agent_id: 'a1', agent_type: 'general-purpose' });
    expect(told(await send(sent))).toContain('#lesson');
    expect(await send(sent)).toBeNull();
    expect(told(await send({ ...sent, agent_id: 'a2' }))).toContain('#lesson');
  });

  test('a prompt starts the background work where the lessons were compiled by another version', async () => {
    const prompt = () => send(payload('UserPromptSubmit', { prompt: 'push the branch' }));
    await prompt();
    expect(hook.background).toEqual([]);
    await compileInto(hook.home, [pushLesson]);
    await prompt();
    expect(hook.background).toEqual([]);
    asOfAnotherVersion();
    await prompt();
    expect(hook.background).toEqual([['--beside', null]]);
  });

  test('lessons that another version has compiled are waited for at a start, and told', async () => {
    const standing = makeLesson({ slug: 'call-it-a-quay', commandPatterns: [], injectOn: ['SessionStart'] });
    await compileInto(hook.home, [standing]);
    asOfAnotherVersion();
    const start = (id: string, background: HookHost['background']) =>
      send(payload('SessionStart', { source: 'startup', session_id: id }), { background });
    let started = 0;
    const answer = await start('s-1', (_flag, _transcript, onEnd) => {
      started += 1;
      setTimeout(() => compileInto(hook.home, [standing]).then(onEnd), 100);
    });
    expect(told(answer)).toContain(standing.summary);
    expect(started).toBe(1);
    // Where they cannot be compiled, nothing is waited for.
    asOfAnotherVersion();
    expect(told(await start('s-2', (_flag, _transcript, onEnd) => onEnd?.()))).toContain('#lesson');
  });

  test('the end of a session starts the background work and says nothing', async () => {
    expect(await send(payload('SessionEnd', { reason: 'other' }))).toBeNull();
    expect(hook.background).toEqual([['--transcript', '/home/dev/x.jsonl']]);
  });
});
