import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { fastIo } from '../platform/fast-io.ts';
import { sessionDir } from '../platform/session-state.ts';
import type { HookHost } from './act.ts';
import { hookIoOf } from './agents.ts';
import { answerHook } from './answer.ts';

let home: string;
let now: number;
let background: number;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hook-'));
  now = Date.UTC(2026, 10, 21, 12, 0, 0);
  background = 0;
});
afterEach(() => {
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true, force: true });
});

function host(changes: Partial<HookHost> = {}): HookHost {
  return {
    home,
    env: {},
    io: fastIo(),
    now: () => now,
    late: () => false,
    background: () => {
      background += 1;
    },
    ...changes,
  };
}

interface Output {
  systemMessage?: string;
  hookSpecificOutput?: {
    hookEventName: string;
    additionalContext?: string;
    permissionDecision?: string;
    permissionDecisionReason?: string;
  };
}

async function send(
  payload: Record<string, unknown> | string | Uint8Array,
  changes: Partial<HookHost> = {},
  agent = 'claude-code',
): Promise<Output | null> {
  const bytes =
    payload instanceof Uint8Array
      ? payload
      : new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const text = await answerHook((await hookIoOf(agent))!, { bytes }, host(changes));
  return text === '' ? null : JSON.parse(text);
}

let calls = 0;
const base = (event: string, more: Record<string, unknown> = {}) => ({
  session_id: 'session-1',
  transcript_path: '/home/dev/x.jsonl',
  cwd: '/home/dev/project',
  hook_event_name: event,
  ...more,
});
const bash = (command: string, more: Record<string, unknown> = {}) => {
  calls += 1;
  return base('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command, description: `run ${calls}` },
    tool_use_id: `toolu_${calls}`,
    ...more,
  });
};
const failed = (command: string, error: string, more: Record<string, unknown> = {}) =>
  base('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: `toolu_${calls}`,
    error,
    is_interrupt: false,
    ...more,
  });
const told = (output: Output | null): string => output?.hookSpecificOutput?.additionalContext ?? '';
const denial = (output: Output | null): string => output?.hookSpecificOutput?.permissionDecisionReason ?? '';
const events = (): Record<string, unknown>[] =>
  existsSync(join(home, 'events.jsonl'))
    ? readFileSync(join(home, 'events.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

const push = makeLesson({
  slug: 'push-force-ab12',
  commandPatterns: ['\\bgit push --force\\b'],
  priority: 7,
});
const pip = makeLesson({ slug: 'pip-venv-cd34', commandPatterns: ['\\bpip install\\b'], priority: 4 });

describe('context beside a call', () => {
  test('is told once a session, with an event, and not at other calls', async () => {
    await compileInto(home, [push, pip]);
    expect(await send(bash('ls -la'))).toBeNull();
    const first = await send(bash('git push --force origin main'));
    expect(told(first)).toContain('[lessons-learned]');
    expect(told(first)).toContain('What to do instead of push-force-ab12');
    expect(first?.hookSpecificOutput?.hookEventName).toBe('PreToolUse');
    expect(first?.hookSpecificOutput?.permissionDecision).toBeUndefined();
    expect(await send(bash('git push --force origin dev'))).toBeNull();
    expect(told(await send(bash('git push --force', { session_id: 'session-2' })))).toContain('push-force');
    expect(events().map((event) => [event['kind'], event['slug']])).toEqual([
      ['inject', 'push-force-ab12'],
      ['inject', 'push-force-ab12'],
    ]);
  });

  test('the same tool use asked twice is answered once', async () => {
    await compileInto(
      home,
      ['one', 'two', 'three', 'four', 'five'].map((slug) =>
        makeLesson({ slug, commandPatterns: ['\\bterraform apply\\b'] }),
      ),
    );
    const call = bash('terraform apply');
    expect(told(await send(call))).toContain('one');
    expect(await send(call)).toBeNull();
    expect(told(await send(bash('terraform apply')))).toContain('four');
  });

  test('a subagent is told again only where the config says so', async () => {
    await compileInto(home, [push]);
    expect(told(await send(bash('git push --force')))).not.toBe('');
    expect(await send(bash('git push --force', { agent_id: 'a1' }))).toBeNull();
    await compileInto(home, [push], { config: { dedupScope: 'agent' } });
    expect(told(await send(bash('git push --force', { agent_id: 'a1' })))).not.toBe('');
    expect(await send(bash('git push --force', { agent_id: 'a1' }))).toBeNull();
    expect(await send(bash('git push --force'))).toBeNull();
  });

  test('LESSONS_SEEN, LESSONS_DISABLE and a pause are honoured', async () => {
    await compileInto(home, [push]);
    expect(await send(bash('git push --force'), { env: { LESSONS_SEEN: 'a, push-force-ab12' } })).toBeNull();
    expect(await send(bash('git push --force'), { env: { LESSONS_DISABLE: '1' } })).toBeNull();
    await compileInto(home, [push], { config: { paused: true } });
    expect(await send(bash('git push --force'))).toBeNull();
    await compileInto(home, [push]);
    expect(told(await send(bash('git push --force')))).not.toBe('');
  });

  test('a lesson that is withheld is recorded once and not told', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      makeLesson({ slug: `lesson-${index}`, commandPatterns: [`\\bprogram${index}\\b`] }),
    );
    await compileInto(home, many, { config: { holdoutRate: 0.5 } });
    let withheld = 0;
    for (let index = 0; index < 40; index += 1) {
      const first = await send(bash(`program${index}`));
      expect(told(await send(bash(`program${index} again`)))).toBe('');
      if (first === null) withheld += 1;
    }
    expect(withheld).toBeGreaterThan(5);
    expect(withheld).toBeLessThan(35);
    expect(events().filter((event) => event['kind'] === 'holdout')).toHaveLength(withheld);
    expect(events().filter((event) => event['kind'] === 'inject')).toHaveLength(40 - withheld);
  });

  test('cap and budget: what does not fit is recorded as dropped', async () => {
    await compileInto(
      home,
      ['a1', 'b2', 'c3', 'd4'].map((slug) => makeLesson({ slug, commandPatterns: ['\\bhelm upgrade\\b'] })),
    );
    await send(bash('helm upgrade x'));
    expect(
      events()
        .filter((event) => event['kind'] === 'drop')
        .map((event) => event['detail']),
    ).toEqual(['cap']);
  });
});

describe('hold', () => {
  const hold = makeLesson({ slug: 'hold-me-ef56', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] });

  test('denies once; the repeated call passes from 0.7 s on, a twin does not', async () => {
    await compileInto(home, [hold]);
    const first = await send(bash('npm publish'));
    expect(first?.hookSpecificOutput?.permissionDecision).toBe('deny');
    expect(denial(first)).toContain('What to do instead of hold-me-ef56');
    expect(denial(first)).toContain('To proceed anyway, repeat the identical call.');
    now += 300;
    const twin = bash('npm publish');
    expect(denial(await send(twin))).not.toBe('');
    now += 399;
    expect(denial(await send(bash('npm publish')))).not.toBe('');
    now += 1;
    expect(denial(await send(twin))).not.toBe('');
    expect(await send(bash('npm publish'))).toBeNull();
    expect(await send(bash('npm publish'))).toBeNull();
    expect(events().map((event) => event['kind'])).toEqual([
      'hold',
      'hold',
      'hold',
      'hold-passed',
      'hold-passed',
    ]);
  });

  test('the same tool-use id always gets the same answer', async () => {
    await compileInto(home, [hold]);
    const call = bash('npm publish');
    const reason = denial(await send(call));
    now += 5000;
    expect(denial(await send(call))).toBe(reason);
  });

  test('three inputs are held, the fourth is context', async () => {
    await compileInto(home, [hold]);
    for (const tag of ['a', 'b', 'c'])
      expect(denial(await send(bash(`npm publish --tag ${tag}`)))).not.toBe('');
    const fourth = await send(bash('npm publish --tag d'));
    expect(denial(fourth)).toBe('');
    expect(told(fourth)).toContain('hold-me-ef56');
    expect(await send(bash('npm publish --tag e'))).toBeNull();
    expect(denial(await send(bash('npm publish --tag a', { agent_id: 'a9' })))).not.toBe('');
  });
});

describe('block', () => {
  const block = makeLesson({
    slug: 'block-me-gh78',
    delivery: 'block',
    blockReason: 'Never run {command} here.',
    commandPatterns: ['\\bdropdb\\b'],
  });
  const codeOf = (output: Output | null) => /allow ([A-Z0-9]{6})/.exec(denial(output))?.[1] ?? '';
  const prompt = (text: string, more = {}) =>
    base('UserPromptSubmit', { prompt: text, prompt_id: `p${now}`, ...more });

  test('always denies, and names the command and a code', async () => {
    await compileInto(home, [block]);
    const first = await send(bash('dropdb shop'));
    expect(denial(first)).toContain('Never run dropdb shop here.');
    expect(codeOf(first)).not.toBe('');
    now += 60_000;
    expect(codeOf(await send(bash('dropdb shop')))).toBe(codeOf(first));
    expect(codeOf(await send(bash('dropdb other')))).not.toBe(codeOf(first));
  });

  test('allow CODE lets exactly one call of that session through', async () => {
    await compileInto(home, [block]);
    const code = codeOf(await send(bash('dropdb shop')));
    expect(await send(prompt(`please allow ${code}`))).toBeNull();
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
    expect(await send(prompt(`allow ${code}`, { session_id: 'other' }))).toBeNull();
    expect(told(await send(prompt(`allow ${code.toLowerCase()}\n`)))).toContain(code);
    expect(denial(await send(bash('dropdb other')))).not.toBe('');
    const call = bash('dropdb shop');
    expect(await send(call)).toBeNull();
    expect(await send(call)).toBeNull();
    const again = await send(bash('dropdb shop'));
    expect(codeOf(again)).not.toBe('');
    expect(codeOf(again)).not.toBe(code);
    expect(events().map((event) => event['kind'])).toEqual([
      'block',
      'block',
      'allow-once',
      'block',
      'allow-once',
      'block',
    ]);
  });

  test('a permission expires, and so does a code', async () => {
    await compileInto(home, [block]);
    const code = codeOf(await send(bash('dropdb shop')));
    await send(prompt(`allow ${code}`));
    now += 10 * 60_000;
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
    now += 60 * 60_000;
    const fresh = codeOf(await send(bash('dropdb shop')));
    expect(fresh).not.toBe(code);
    now += 60 * 60_000;
    expect((await send(prompt(`allow ${fresh}`)))?.systemMessage).toContain('expired');
  });

  test('a subagent cannot allow, and holdout never touches a block', async () => {
    await compileInto(home, [block], { config: { holdoutRate: 0.9 } });
    const code = codeOf(await send(bash('dropdb shop')));
    expect(await send(prompt(`allow ${code}`, { agent_id: 'a1' }))).toBeNull();
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
  });
});

describe('session start', () => {
  const start = (source: string, more = {}) => base('SessionStart', { source, ...more });

  test('tells the protocol once, and again after a compaction', async () => {
    expect(told(await send(start('startup')))).toContain('#lesson');
    expect(background).toBe(1);
    expect(await send(start('startup'))).toBeNull();
    now += 20_000;
    expect(await send(start('resume'))).toBeNull();
    expect(background).toBe(2);
    expect(told(await send(start('compact', { prompt_id: 'p1' })))).toContain('#lesson');
    expect(await send(start('compact', { prompt_id: 'p1' }))).toBeNull();
  });

  test('compaction forgets priorities from the threshold on, clear forgets all', async () => {
    await compileInto(home, [push, pip]);
    const both = async () =>
      [told(await send(bash('git push --force'))), told(await send(bash('pip install x')))].map(Boolean);
    expect(await both()).toEqual([true, true]);
    await send(start('resume'));
    expect(await both()).toEqual([false, false]);
    await send(start('compact'));
    expect(await both()).toEqual([true, false]);
    await send(start('clear'));
    expect(await both()).toEqual([true, true]);
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
    await compileInto(home, [here, elsewhere, useful, useless], {
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

  test('news is announced to the user once', async () => {
    writeFileSync(join(home, 'announce.json'), JSON.stringify({ pending: 4, new: 2, at: 'x' }));
    expect((await send(start('startup')))?.systemMessage).toContain('4 lesson candidates');
    expect((await send(start('startup', { session_id: 's2' })))?.systemMessage).toBeUndefined();
  });

  test('a subagent gets the protocol', async () => {
    const payload = base('SubagentStart', { agent_id: 'a1', agent_type: 'general-purpose' });
    expect(told(await send(payload))).toContain('#lesson');
    expect(await send(payload)).toBeNull();
    expect(told(await send({ ...payload, agent_id: 'a2' }))).toContain('#lesson');
  });

  test('the end of a session starts the background work and says nothing', async () => {
    expect(await send(base('SessionEnd', { reason: 'other' }))).toBeNull();
    expect(background).toBe(1);
  });
});

describe('a file', () => {
  test('is found under either side of a link', async () => {
    await compileInto(home, [
      makeLesson({ slug: 'lock', toolNames: ['Write'], pathPatterns: ['src/**/*.lock'], delivery: 'block' }),
    ]);
    mkdirSync(join(home, 'real', 'src'), { recursive: true });
    symlinkSync(join(home, 'real'), join(home, 'link'));
    const write = (cwd: string, path: string) =>
      send(
        bash('', {
          tool_name: 'Write',
          cwd: join(home, cwd),
          tool_input: { file_path: join(home, path), content: 'x' },
        }),
      );
    expect(denial(await write('link', 'real/src/new/a.lock'))).toContain('lock');
    expect(denial(await write('real', 'link/src/a.lock'))).toContain('lock');
    expect(await write('real', 'other/src/a.lock')).toBeNull();
  });

  test('is found in another worktree of the repository, and in no other repository', async () => {
    await compileInto(home, [
      makeLesson({ slug: 'lock', toolNames: ['Write'], pathPatterns: ['src/**/*.lock'], delivery: 'block' }),
    ]);
    mkdirSync(join(home, 'main', '.git', 'worktrees', 'fix'), { recursive: true });
    mkdirSync(join(home, 'main', 'pkg'));
    mkdirSync(join(home, 'fix'));
    mkdirSync(join(home, 'relative'));
    mkdirSync(join(home, 'other', '.git'), { recursive: true });
    writeFileSync(join(home, 'fix', '.git'), `gitdir: ${join(home, 'main', '.git', 'worktrees', 'fix')}\n`);
    writeFileSync(join(home, 'relative', '.git'), 'gitdir: ../main/.git/worktrees/relative\n');
    const write = (cwd: string, path: string) =>
      send(
        bash('', {
          tool_name: 'Write',
          cwd: join(home, cwd),
          tool_input: { file_path: join(home, path), content: 'x' },
        }),
      );
    expect(denial(await write('main', 'fix/src/a.lock'))).toContain('lock');
    expect(denial(await write('main/pkg', 'relative/src/b.lock'))).toContain('lock');
    expect(denial(await write('fix', 'main/src/c.lock'))).toContain('lock');
    expect(await write('main', 'fix/lib/a.lock')).toBeNull();
    expect(await write('main', 'other/src/a.lock')).toBeNull();
  });
});

describe('before a turn', () => {
  const prompt = (text: string, more = {}) => {
    calls += 1;
    return base('UserPromptSubmit', { prompt: text, prompt_id: `q${calls}`, ...more });
  };

  test('known pitfalls above the relevance floor, each once, main agent only', async () => {
    await compileInto(home, [
      makeLesson({
        slug: 'kubernetes-rollout',
        summary: 'Kubernetes rollout hangs without readiness probes',
        signature: 'kubectl rollout',
      }),
    ]);
    expect(await send(prompt('Deploy something', { agent_id: 'a1' }))).toBeNull();
    expect(await send(prompt('Fix the rollout of kubernetes', { agent_id: 'a1' }))).toBeNull();
    expect(await send(prompt('<task-notification> kubernetes rollout'))).toBeNull();
    expect(await send(prompt('We need a carousel'))).toBeNull();
    const text = told(await send(prompt('Fix the rollout of kubernetes')));
    expect(text).toContain('[KNOWN PITFALLS — your prior lessons]\n- [kubectl rollout] ');
    expect(text).toMatch(/\(#\d+\)\n\[END KNOWN PITFALLS\]/);
    expect(await send(prompt('Fix the rollout of kubernetes'))).toBeNull();
    expect(events().map((event) => event['kind'])).toEqual(['pitfalls']);
  });

  test('a lessons command is recorded, once for one prompt', async () => {
    const payload = prompt('/lessons:review now');
    expect(await send(payload)).toBeNull();
    expect(await send(payload)).toBeNull();
    await send(prompt('tell me about /lessons'));
    expect(events()).toHaveLength(1);
    expect(events()[0]).toMatchObject({ kind: 'human-command', sessionId: 'session-1' });
  });
});

describe('a failing call', () => {
  test('is logged redacted, once', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const payload = failed(
      `curl -H "Authorization: Bearer ${secret}" x`,
      `Exit code 1\nbash: ${secret}: command not found`,
    );
    await send(payload);
    await send(payload);
    const text = readFileSync(join(home, 'errors.jsonl'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).not.toContain(secret);
    const failure = JSON.parse(text);
    expect(failure.id).toMatch(/^err_20261121_120000_\d{3}$/);
    expect(failure).toMatchObject({ tool: 'Bash', session_id: 'session-1', category: 'action_error' });
    expect(failure.context).toEqual({ working_dir: '/home/dev/project', project: 'project' });
  });

  test('the second identical failure in a row is a loop; an edit between is not', async () => {
    const fail = async (command: string) => {
      await send(bash(command));
      return told(await send(failed(command, 'Exit code 1\nboom')));
    };
    expect(await fail('make test')).toBe('');
    expect(await fail('make test')).toContain('[LOOP DETECTED]');
    expect(await fail('make other')).toBe('');
    expect(await fail('make test')).toBe('');
    calls += 1;
    await send(
      base('PreToolUse', {
        tool_name: 'Edit',
        tool_use_id: `toolu_${calls}`,
        tool_input: { file_path: '/home/dev/project/a', old_string: 'a', new_string: 'b' },
      }),
    );
    expect(await fail('make test')).toBe('');
    expect(events().filter((event) => event['kind'] === 'loop')).toHaveLength(1);
  });

  test('is a loop whatever a subagent looked at, and none after it has edited', async () => {
    const fail = async (command: string) => {
      await send(bash(command));
      return told(await send(failed(command, 'Exit code 1')));
    };
    const edit = (agent: string) =>
      bash('', {
        tool_name: 'Edit',
        agent_id: agent,
        tool_input: { file_path: '/home/dev/project/a', old_string: 'a', new_string: 'b' },
      });
    await fail('make a');
    await send(bash('ls', { agent_id: 'sub' }));
    expect(await fail('make a')).toContain('[LOOP DETECTED]');
    await fail('make b');
    await send(edit('sub'));
    expect(await fail('make b')).toBe('');
    await fail('sleep 1; curl -f x');
    expect(await fail('sleep 1; curl -f x')).toBe('');
  });

  test('is one failure where two dialects of an agent report it, and a loop when it comes again', async () => {
    const call = { tool: 'bash', input: { command: 'make x' } };
    const common = { cwd: '/home/dev/project' };
    const native = { ...common, sessionId: 's1', toolName: call.tool, toolArgs: call.input };
    const claude = { ...common, session_id: 's1', tool_name: 'Bash', tool_input: call.input };
    const both = async (error: string) => {
      await send(native, {}, 'copilot');
      await send({ ...claude, hook_event_name: 'PreToolUse' }, {}, 'copilot');
      const answers = [
        await send({ ...native, error }, {}, 'copilot'),
        await send({ ...claude, hook_event_name: 'PostToolUseFailure', error }, {}, 'copilot'),
      ];
      return answers.map((answer) => JSON.stringify(answer).includes('[LOOP DETECTED]'));
    };
    expect(await both('boom')).toEqual([false, false]);
    now += 3000;
    expect(await both('boom')).toEqual([true, false]);
    expect(readFileSync(join(home, 'errors.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('a known error recalls its lesson', async () => {
    await compileInto(home, [
      makeLesson({
        slug: 'port-busy',
        toolNames: ['Bash'],
        errorPatterns: ['\\bEADDRINUSE\\b'],
        injectOn: ['PostToolUseFailure'],
      }),
    ]);
    await send(bash('npm start'));
    expect(told(await send(failed('npm start', 'Error: listen EADDRINUSE :::3000')))).toContain('port-busy');
    await send(bash('npm run dev'));
    expect(await send(failed('npm run dev', 'Error: listen EADDRINUSE :::3000'))).toBeNull();
    expect(events().map((event) => event['kind'])).toEqual(['recall']);
  });

  test('an interrupt is no failure', async () => {
    await send(failed('sleep 100', 'interrupted', { is_interrupt: true }));
    expect(existsSync(join(home, 'errors.jsonl'))).toBe(false);
  });
});

describe('bad input', () => {
  const odd: [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['half of an object', '{"session_id":"x","hook_event_na'],
    ['not an object', '[1,2]'],
    ['null', 'null'],
    ['an unknown event', JSON.stringify(base('Nonsense'))],
    ['no tool', JSON.stringify(base('PreToolUse'))],
    ['a tool without input', JSON.stringify(base('PreToolUse', { tool_name: 'Bash' }))],
    [
      'wrong types',
      JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 5, cwd: [], tool_name: {}, tool_input: 1 }),
    ],
    ['invalid UTF-8', new Uint8Array([123, 0xff, 0xfe, 0x22, 125])],
    ['a prompt of the wrong type', JSON.stringify(base('UserPromptSubmit', { prompt: { a: 1 } }))],
  ];
  test.each(odd)('%s: no answer', async (_, payload) => {
    await compileInto(home, [push]);
    expect(await send(payload)).toBeNull();
  });

  test('an unknown tool and a 10 MB command are survived', async () => {
    await compileInto(home, [push]);
    expect(
      await send(base('PreToolUse', { tool_name: 'Frobnicate', tool_input: { a: 1 }, tool_use_id: 't' })),
    ).toBeNull();
    const big = `git push --force; ${'echo x; '.repeat(1_250_000)}`;
    expect(told(await send(bash(big)))).toContain('push-force');
  });

  test('a corrupt manifest, another format, a missing one: the protocol still comes, calls pass', async () => {
    await compileInto(home, [push]);
    const file = readdirSync(home).find((name) => name.endsWith('.bin'))!;
    writeFileSync(join(home, file), 'garbage');
    expect(await send(bash('git push --force'))).toBeNull();
    writeFileSync(join(home, 'manifest.json'), JSON.stringify({ format: 99, file, builtAt: '' }));
    expect(await send(bash('git push --force'))).toBeNull();
    expect(told(await send(base('SessionStart', { source: 'startup' })))).toContain('#lesson');
  });

  test('a disk that cannot be written: context and holds are silent, a block denies', async () => {
    await compileInto(home, [
      push,
      makeLesson({ slug: 'holding', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] }),
      makeLesson({ slug: 'blocking', delivery: 'block', commandPatterns: ['\\bdropdb\\b'] }),
    ]);
    const io = {
      ...fastIo(),
      createExclusive: () => 'failed' as const,
      append: () => false,
      makeDir: () => false,
    };
    expect(await send(bash('git push --force'), { io })).toBeNull();
    expect(await send(bash('npm publish'), { io })).toBeNull();
    expect(denial(await send(bash('dropdb x'), { io }))).toContain('allow ');
    expect(existsSync(sessionDir(home, 'session-1'))).toBe(false);
  });

  test('past its deadline the hook says nothing', async () => {
    await compileInto(home, [push]);
    expect(await send(bash('git push --force'), { late: () => true })).toBeNull();
  });
});
