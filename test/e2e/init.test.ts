import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { runCli, runJson } from '../support/cli.ts';
import { scratchDir } from '../support/scratch.ts';
import { claudeLines } from '../support/transcripts.ts';

interface Place {
  user: string;
  settings: string;
  options: { home: string; env: Record<string, string>; cwd: string };
}

function place(): Place {
  const user = scratchDir('init');
  const options = { home: join(user, 'data'), env: { HOME: user }, cwd: user };
  return { user, settings: join(user, '.claude', 'settings.json'), options };
}

const init = (at: Place, ...args: string[]) =>
  runCli(['init', '--agent', 'claude-code', ...args], at.options);
const read = (path: string) => readFileSync(path, 'utf8');
const eventsIn = (path: string) => Object.keys(JSON.parse(read(path)).hooks ?? {});
const WANTED = [
  'SessionStart',
  'SubagentStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUseFailure',
  'SessionEnd',
];

describe('init --agent claude-code', () => {
  test('writes through a symlink whose target does not exist yet, and keeps the link', async () => {
    const at = place();
    const target = join(at.user, 'dotfiles', 'settings.json');
    mkdirSync(join(at.user, '.claude'));
    symlinkSync(join('..', 'dotfiles', 'settings.json'), at.settings);
    expect((await init(at)).code).toBe(0);
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(eventsIn(target)).toEqual(WANTED);
    expect((await init(at, '--uninstall')).code).toBe(0);
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(existsSync(join(at.user, 'dotfiles'))).toBe(false);
  });
  test('takes nothing out where no agent is there, and names what can be typed next', async () => {
    const at = place();
    const env = { ...at.options.env, PATH: '/nowhere' };
    const none = await runCli(['init', '--uninstall'], { ...at.options, env });
    expect([none.code, none.stdout]).toEqual([
      0,
      'No agent was found on this machine: there is no hook to take out.\n',
    ]);
    const [, next = ''] = /works with `"?(.*?)"? doctor`/.exec((await init(at)).stdout) ?? [];
    expect(isAbsolute(next) && existsSync(next)).toBe(true);
  });
  test('says when everything is taken out what stays, and where', async () => {
    const at = place();
    mkdirSync(join(at.user, '.claude'));
    expect((await init(at)).code).toBe(0);
    const one = await init(at, '--uninstall');
    expect(one.stdout).not.toContain('stays in');
    const all = await runCli(['init', '--uninstall'], at.options);
    expect(all.stdout).toContain(`What was learned stays in ${join(at.user, 'data')}`);
  });
  test('removes the copy of itself that a killed process has begun', async () => {
    const at = place();
    const bin = join(at.user, 'data', 'bin');
    mkdirSync(bin, { recursive: true });
    const name = process.platform === 'win32' ? 'lessons.exe' : 'lessons';
    // No process has so high a number.
    writeFileSync(join(bin, `${name}.4194999.tmp`), 'half');
    writeFileSync(join(bin, `${name}.${process.pid}.tmp`), 'being written');
    expect((await init(at)).code).toBe(0);
    expect(readdirSync(bin).sort()).toEqual([name, `${name}.${process.pid}.tmp`]);
  });

  test('without settings: creates them, is idempotent, and takes everything away again', async () => {
    const at = place();
    expect((await init(at)).code).toBe(0);
    expect(eventsIn(at.settings)).toEqual(WANTED);
    const { hooks } = JSON.parse(read(at.settings));
    expect(hooks.PreToolUse[0].matcher).toContain('Bash|Read|Edit');
    const plugin = JSON.parse(read(join(import.meta.dir, '..', '..', 'plugin', 'hooks', 'hooks.json')));
    expect(plugin.hooks.PreToolUse[0].matcher).toBe(hooks.PreToolUse[0].matcher);
    // What Codex, which reads the same file, warns of where it is longer.
    hooks.SessionEnd[0].hooks[0].timeout = 3;
    for (const event of WANTED)
      expect(plugin.hooks[event][0].hooks[0].timeout).toBe(hooks[event][0].hooks[0].timeout);
    expect(hooks.PreToolUse[0].hooks[0]).toMatchObject({ type: 'command', timeout: 2 });
    expect(hooks.PreToolUse[0].hooks[0].command).toContain(join(at.options.home, 'bin', 'lessons'));
    expect(statSync(join(at.options.home, 'bin', 'lessons')).mode & 0o111).not.toBe(0);
    expect(existsSync(join(at.user, '.claude', 'commands', 'lesson.md'))).toBe(true);
    const before = read(at.settings);
    expect((await init(at)).stdout).toContain('unchanged');
    expect(read(at.settings)).toBe(before);
    expect((await init(at, '--uninstall')).code).toBe(0);
    expect(existsSync(join(at.user, '.claude'))).toBe(false);
  });

  test('with settings: everything else keeps its bytes, its mode and its link', async () => {
    const at = place();
    const original =
      '{\r\n    "model": "opus",\r\n    "env": {"A": "1"},\r\n    "hooks": {\r\n        "PreToolUse": [\r\n            {"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}\r\n        ]\r\n    },\r\n    "big": 12345678901234567890\r\n}\r\n';
    mkdirSync(join(at.user, '.claude'), { recursive: true });
    mkdirSync(join(at.user, 'dotfiles'));
    const target = join(at.user, 'dotfiles', 'settings.json');
    writeFileSync(target, original);
    chmodSync(target, 0o640);
    symlinkSync(target, at.settings);
    expect((await init(at)).code).toBe(0);
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(JSON.parse(read(at.settings)).hooks.PreToolUse).toHaveLength(2);
    expect(read(at.settings)).toContain('"big": 12345678901234567890');
    expect(read(at.settings)).not.toMatch(/[^\r]\n/);
    const backups = readdirSync(join(at.options.home, 'backups', 'init')).filter((name) =>
      name.endsWith('.bak'),
    );
    expect(backups).toHaveLength(1);
    expect(read(join(at.options.home, 'backups', 'init', backups[0]!))).toBe(original);
    await init(at);
    expect((await init(at, '--uninstall')).code).toBe(0);
    expect(read(at.settings)).toBe(original);
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
  });

  test('changed by someone else since: only our own entries go', async () => {
    const at = place();
    await init(at);
    const settings = JSON.parse(read(at.settings));
    settings.theirs = true;
    settings.hooks.Stop = [{ hooks: [{ type: 'command', command: 'theirs' }] }];
    settings.hooks.PreToolUse[0].hooks.push({ type: 'command', command: 'beside' });
    writeFileSync(at.settings, JSON.stringify(settings, null, 2));
    expect((await init(at, '--uninstall')).code).toBe(0);
    const left = JSON.parse(read(at.settings));
    expect(left.theirs).toBe(true);
    expect(Object.keys(left.hooks).sort()).toEqual(['PreToolUse', 'Stop']);
    expect(left.hooks.PreToolUse[0].hooks).toEqual([{ type: 'command', command: 'beside' }]);
  });

  test('what an agent needs of its user is said when the hooks come or change, and not again', async () => {
    const { options } = place();
    const codex = () => runCli(['init', '--agent', 'codex'], options);
    expect((await codex()).stdout).toContain('codex: ! Codex runs new or changed hooks only after');
    expect((await codex()).stdout).not.toContain('!');
  });

  test('a plugin that stays is named, with what takes it out', async () => {
    const at = place();
    await init(at);
    const settings = JSON.parse(read(at.settings));
    settings.enabledPlugins = { 'lessons@lessons-learned': true, 'other@shop': true };
    writeFileSync(at.settings, JSON.stringify(settings, null, 2));
    const left = await init(at, '--uninstall');
    expect(left.stdout).toContain('`claude plugin uninstall lessons@lessons-learned`');
    settings.enabledPlugins = { 'lessons@lessons-learned': false };
    writeFileSync(at.settings, JSON.stringify(settings, null, 2));
    expect((await init(at, '--uninstall')).stdout).not.toContain('plugin');
  });

  test('invalid JSON is refused, untouched; a dry run changes nothing', async () => {
    const at = place();
    expect((await init(at, '--dry-run')).stdout).toContain('created');
    expect(existsSync(join(at.user, '.claude'))).toBe(false);
    expect(existsSync(join(at.options.home, 'bin'))).toBe(false);
    mkdirSync(join(at.user, '.claude'), { recursive: true });
    for (const bad of ['{"hooks": {', '[]', '// comment\n{}', '{"hooks": {"PreToolUse": {}}}']) {
      writeFileSync(at.settings, bad);
      const refused = await init(at);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('settings.json');
      expect(read(at.settings)).toBe(bad);
    }
  });

  test('where one agent’s file cannot be written, it is said which agents are connected', async () => {
    const at = place();
    symlinkSync('nowhere', join(at.user, '.codex'));
    const both = (...args: string[]) => init(at, '--agent', 'codex', '--agent', 'gemini-cli', ...args);
    const { code, stderr } = await both();
    expect(code).toBe(1);
    expect(stderr).toEndWith(' Connected before that: claude-code; not: codex, gemini-cli.\n');
    expect(stderr).toMatch(/^lessons: cannot write [^\n]*\n$/);
    expect(eventsIn(at.settings)).toContain('PreToolUse');
    expect(existsSync(join(at.user, '.gemini'))).toBe(false);
  });

  test('at project scope the repository gets the settings', async () => {
    const at = place();
    const project = join(at.user, 'work', 'shop');
    mkdirSync(join(project, '.git'), { recursive: true });
    mkdirSync(join(project, 'src'));
    const options = { ...at.options, cwd: join(project, 'src') };
    expect((await runCli(['init', '--agent', 'claude-code', '--scope', 'project'], options)).code).toBe(0);
    expect(eventsIn(join(project, '.claude', 'settings.json'))).toEqual(WANTED);
    expect(existsSync(at.settings)).toBe(false);
    await runCli(['init', '--agent', 'claude-code', '--scope', 'project', '--uninstall'], options);
    expect(existsSync(join(project, '.claude'))).toBe(false);
  });

  test('an unknown agent is wrong usage, as in every command; a machine without one is not', async () => {
    const at = place();
    const wrong = await runCli(['init', '--agent', 'nonsense'], at.options);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('claude-code');
    const none = await runCli(['init'], { ...at.options, env: { HOME: at.user, PATH: '/nonexistent' } });
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('no agent');
  });
});

describe('doctor', () => {
  test('sees the registered hooks, and a real answer of the installed hook', async () => {
    const at = place();
    const before = await runJson<{ ok: boolean; agents: { agent: string; installed: boolean }[] }>(
      ['doctor'],
      at.options,
    );
    expect(before.ok).toBe(false);
    await init(at);
    const report = await runJson<{
      ok: boolean;
      agents: {
        agent: string;
        hooks: { events: string[] }[];
        selfTest: { ok: boolean; matchingCall: string };
        problems: string[];
      }[];
    }>(['doctor'], at.options);
    const claude = report.agents.find((each) => each.agent === 'claude-code')!;
    expect(claude.problems).toEqual([]);
    expect(claude.hooks[0]!.events).toEqual(WANTED);
    expect(claude.selfTest).toMatchObject({
      ok: true,
      matchingCall: expect.stringContaining('[lessons-learned]'),
    });
    expect(report.ok).toBe(true);
    expect((await runCli(['build'], at.options)).code).toBe(0);
    const { stdout } = await runCli(['doctor'], at.options);
    expect(stdout).toContain('built within the last hour');
    expect(stdout).toMatch(/store +0 active, 0 candidates: no lesson can be told yet, see .* scan/);
  });

  test('leaves nothing behind, and scans nothing: the hook that it tries starts no background work', async () => {
    const at = place();
    await init(at);
    const TMPDIR = join(at.user, 'tmp');
    mkdirSync(TMPDIR);
    const { selfTest } = (
      await runJson<{ agents: { selfTest: { ok: boolean } | null }[] }>(['doctor'], {
        ...at.options,
        env: { ...at.options.env, TMPDIR },
      })
    ).agents[0]!;
    expect(selfTest?.ok).toBe(true);
    // A process that the hook had started would make its folder anew.
    for (let waited = 0; waited < 1500; waited += 100) {
      await Bun.sleep(100);
      expect(readdirSync(TMPDIR)).toEqual([]);
    }
  });

  test('notices a hook that no longer runs, and hooks that are switched off', async () => {
    const at = place();
    await init(at);
    writeFileSync(join(at.options.home, 'bin', 'lessons'), '#!/bin/sh\nexit 3\n');
    writeFileSync(at.settings, read(at.settings).replace('{', '{"disableAllHooks": true,'));
    const { stdout, code } = await runCli(['doctor'], at.options);
    expect(code).toBe(0);
    expect(stdout).toContain('does not answer');
    expect(stdout).toContain('disableAllHooks');
  });

  test('notices hooks that the user has switched off in this project alone', async () => {
    const at = place();
    await init(at);
    const local = join(at.options.cwd, '.claude', 'settings.local.json');
    mkdirSync(dirname(local), { recursive: true });
    writeFileSync(local, '{"disableAllHooks": true}');
    const { stdout } = await runCli(['doctor'], at.options);
    expect(stdout).toContain(`  ! ${local} switches all hooks off (disableAllHooks)\n`);
  });

  test('calls it well only where every agent that is there is connected, or could be', async () => {
    const at = place();
    await init(at);
    mkdirSync(join(at.user, '.gemini'));
    const apart = await runCli(['doctor'], at.options);
    expect(apart.stdout).toContain('lessons init --agent gemini-cli');
    expect(apart.stdout).toEndWith('\nWhat is connected works.\n');
    writeFileSync(join(at.user, '.gemini', 'settings.json'), '{');
    const broken = await runCli(['doctor'], at.options);
    expect(broken.stdout).toContain('settings.json is not valid JSON\n');
    expect(broken.stdout).not.toContain('lessons init --agent gemini-cli');
    expect(broken.stdout).toEndWith('Something needs your attention: see the lines with "!".\n');
  });

  test('notices that an agent does not run what is registered', async () => {
    const at = place();
    await init(at);
    const folder = scratchDir('silent');
    for (let n = 0; n < 5; n += 1) {
      const steps = [{ user: 'Go' }, { run: 'ls', exit: 0, out: 'a' }];
      const timestamp = new Date(Date.now() + n).toISOString();
      const lines = claudeLines({ sessionId: `silent-${n}`, cwd: '/home/dev/shop', steps });
      writeFileSync(
        join(folder, `${n}.jsonl`),
        lines.map((line) => `${JSON.stringify({ ...line, timestamp })}\n`).join(''),
      );
    }
    expect((await runCli(['scan', folder], at.options)).code).toBe(0);
    const { ok, problems } = await runJson<{ ok: boolean; problems: string[] }>(['doctor'], at.options);
    expect(problems.join('\n')).toContain(
      'claude-code: 5 sessions, hooks were heard from 0 of them. The agent does not run what is registered.',
    );
    expect(ok).toBe(false);
  });

  test.skipIf(process.platform === 'win32')(
    'asks Claude Code about the plugin, and tries its hook',
    async () => {
      const at = place();
      const bin = join(at.user, 'programs');
      const folder = join(import.meta.dir, '..', '..', 'plugin');
      mkdirSync(bin);
      mkdirSync(dirname(at.settings));
      writeFileSync(at.settings, '{"enabledPlugins":{"lessons@somewhere":true}}');
      const said = async (plugin: object) => {
        const list = JSON.stringify([{ id: 'other@somewhere' }, { id: 'lessons@somewhere', ...plugin }]);
        writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho '${list}'\n`, { mode: 0o755 });
        type Agent = { agent: string; ok: boolean; problems: string[]; selfTest: { ok: boolean } | null };
        const env = { ...at.options.env, PATH: `${bin}:/usr/bin:/bin` };
        const report = await runJson<{ agents: Agent[] }>(['doctor'], { ...at.options, env });
        const { ok, problems, selfTest } = report.agents.find(({ agent }) => agent === 'claude-code')!;
        expect(ok).toBe(problems.length === 0);
        return { text: problems.join('\n'), tried: selfTest?.ok ?? null };
      };
      const loaded = { enabled: true, installPath: '/old/copy', readFromFolder: folder };
      expect((await said(loaded)).text).toContain('finds no lessons executable');
      await runCli(['init', '--agent', 'codex'], at.options);
      expect(await said(loaded)).toEqual({ text: '', tried: true });
      expect(await said({ enabled: true, installPath: folder })).toEqual({ text: '', tried: true });
      expect((await said({ ...loaded, enabled: false })).text).toContain('switched off in this folder');
      const moved = (await said({ ...loaded, errors: ['failed to load: cache-miss'] })).text;
      expect(moved).toContain('does not load the plugin: failed to load: cache-miss');
      expect(moved).toContain('claude plugin marketplace add FOLDER');
      expect((await said({ enabled: true, installPath: '/gone' })).text).toContain('hook does not answer');
      // What it says to do helps.
      const program = join(at.options.home, 'bin', 'lessons');
      chmodSync(program, 0o644);
      expect((await said(loaded)).tried).toBe(false);
      await runCli(['init', '--agent', 'codex'], at.options);
      expect(await said(loaded)).toEqual({ text: '', tried: true });
    },
  );

  test.skipIf(process.platform === 'win32')('tells what Codex says of our hooks', async () => {
    const at = place();
    await runCli(['init', '--agent', 'codex'], at.options);
    const file = join(at.user, '.codex', 'hooks.json');
    const ours = { eventName: 'preToolUse', command: '"/x/bin/lessons" hook codex', enabled: true };
    const hook = { ...ours, sourcePath: file, trustStatus: 'trusted' };
    const bin = join(at.user, 'programs');
    mkdirSync(bin);
    const said = async (answer: object) => {
      const line = JSON.stringify({ id: 2, ...answer });
      writeFileSync(join(bin, 'codex'), `#!/bin/sh\nread a; read b; read c\necho '${line}'\n`, {
        mode: 0o755,
      });
      const env = { ...at.options.env, PATH: `${bin}:${process.env['PATH']}` };
      type Report = { agents: { agent: string; ok: boolean; problems: string[] }[] };
      const report = await runJson<Report>(['doctor'], { ...at.options, env });
      const { ok, problems } = report.agents.find(({ agent }) => agent === 'codex')!;
      expect(ok).toBe(problems.length === 0);
      return problems.join('\n');
    };
    const listed = (folder: object) => said({ result: { data: [{ hooks: [], ...folder }] } });
    expect(await listed({ hooks: [hook] })).toBe('');
    expect(await listed({ hooks: [{ ...hook, trustStatus: 'modified' }] })).toContain(
      'skips preToolUse until',
    );
    expect(await listed({})).toContain(`reads no hook in ${file}: they are switched off`);
    expect(await listed({ hooks: [{ ...hook, sourcePath: '/other/hooks.json' }] })).toContain(
      'reads no hook in',
    );
    expect(await listed({ warnings: ['unknown field `zzz`'] })).toContain('hooks.json: unknown field `zzz`');
    expect(await listed({ errors: [{ message: 'config.toml:13: unclosed' }] })).toContain('config.toml:13');
    // An older one that tells no files, or does not know the question.
    expect(await listed({ hooks: [{ ...hook, sourcePath: undefined }] })).toBe('');
    expect(await said({ error: { code: -32600, message: 'unknown variant `hooks/list`' } })).toBe('');
  });

  test('sees our plugin in Codex and Copilot CLI where their settings enable it', async () => {
    const at = place();
    const files = {
      codex: join(at.user, '.codex', 'config.toml'),
      copilot: join(at.user, '.copilot', 'settings.json'),
    };
    for (const file of Object.values(files)) mkdirSync(dirname(file), { recursive: true });
    const seen = async (on: boolean) => {
      writeFileSync(
        files.codex,
        `model = "x"\n\n[plugins."lessons@shelf"]\nenabled = ${on}\n\n[other]\nenabled = true\n`,
      );
      writeFileSync(
        files.copilot,
        JSON.stringify({ enabledPlugins: { 'lessons@shelf': on, 'other@shelf': true } }),
      );
      const { agents } = await runJson<{ agents: { agent: string; plugin: boolean }[] }>(
        ['doctor'],
        at.options,
      );
      return agents.filter(({ agent }) => agent in files).map(({ plugin }) => plugin);
    };
    expect(await seen(false)).toEqual([false, false]);
    expect(await seen(true)).toEqual([true, true]);
  });

  test('notices a registered hook that the agent would not call, or not wait for', async () => {
    const at = place();
    await init(at);
    const installed = read(at.settings);
    type Handler = { command: string; timeout: number; type: string };
    type Hooks = Record<string, { matcher?: string; hooks: Handler[] }[]>;
    const said = async (change: (hooks: Hooks, settings: Record<string, unknown>) => void) => {
      const settings = JSON.parse(installed);
      change(settings.hooks, settings);
      writeFileSync(at.settings, JSON.stringify(settings));
      const report = await runJson<{ ok: boolean; agents: { agent: string; problems: string[] }[] }>(
        ['doctor'],
        at.options,
      );
      const { problems } = report.agents.find((each) => each.agent === 'claude-code')!;
      expect(report.ok).toBe(problems.length === 0);
      return problems.join('\n');
    };
    const call = (hooks: Hooks) => hooks['PreToolUse']![0]!;
    expect(await said((hooks) => (call(hooks).matcher = 'bash'))).toContain(
      'our PreToolUse hook is not called for Bash, Read, ',
    );
    expect(await said((hooks) => (call(hooks).matcher = '*'))).toBe('');
    expect(await said((hooks) => (call(hooks).hooks[0]!.type = 'prompt'))).toContain('is no command');
    expect(await said((_, settings) => (settings['env'] = { LESSONS_DISABLE: '1' }))).toContain(
      'sets LESSONS_DISABLE',
    );
    expect(
      await said((hooks) => {
        const [handler] = call(hooks).hooks;
        handler!.command = `sleep 1; ${handler!.command}`;
        handler!.timeout = 0.5;
      }),
    ).toContain('no answer within 0.5 s');
    // Only one event's program is gone.
    expect(
      await said((hooks) => {
        const [handler] = call(hooks).hooks;
        handler!.command = handler!.command.replace(/"[^"]*lessons"/, '"/gone/bin/lessons"');
      }),
    ).toContain('does not answer: it ended with 127');
    await init(at);
    expect(read(at.settings)).toContain('"timeout":2');
    expect(await said(() => {})).toBe('');
  });
});

describe('allow-once', () => {
  test('refuses without a terminal', async () => {
    const at = place();
    const refused = await runCli(['allow-once', 'ABCDEF'], at.options);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('terminal');
  });
});

describe('statusline', () => {
  test('tells that no hook is heard from a session in which the model has answered', async () => {
    const at = place();
    const cwd = join(at.user, 'shop');
    mkdirSync(cwd);
    await init(at);
    const shown = async (ms: number, session = 's1') => {
      const given = { session_id: session, cwd, cost: { total_api_duration_ms: ms } };
      const line = await runCli(['statusline'], { ...at.options, stdin: JSON.stringify(given, null, 1) });
      return line.stdout;
    };
    expect(await shown(0)).toBe('lessons 0\n');
    expect(await shown(100)).toBe('lessons 0 · no hook heard here: lessons doctor\n');
    const start = { session_id: 's1', cwd, hook_event_name: 'SessionStart', source: 'startup' };
    await runCli(['hook', 'claude-code'], { ...at.options, stdin: JSON.stringify(start) });
    expect(await shown(100)).toBe('lessons 0\n');
    expect(await shown(100, 's2')).toContain('no hook heard here');
    // Nothing is kept of this project, of hooks neither.
    await runCli(['config', 'set', 'excludeProjects', JSON.stringify([cwd])], at.options);
    expect(await shown(100, 's2')).toBe('lessons 0\n');
  });
});

describe('after an update', () => {
  const LESSON = {
    summary: 'Deploys need the token',
    mistake: 'Ran deploy without the token, which fails late.',
    remediation: 'Run deploy --token from the vault.',
    toolNames: ['Bash'],
    commandPatterns: ['\\bdeploy\\b(?!.*--token)'],
  };
  /** A data folder as an earlier version has left it: its executable, and a manifest of its format. */
  const earlier = async () => {
    const at = place();
    await init(at);
    await add(at, LESSON);
    const [program, pointer] = [
      join(at.options.home, 'bin', PROGRAM),
      join(at.options.home, 'manifest.json'),
    ];
    const now = statSync(program).size;
    const old = { ...JSON.parse(read(pointer)), format: 1 };
    writeFileSync(program, 'old');
    writeFileSync(pointer, JSON.stringify(old));
    return { at, program, pointer, now };
  };
  const PROGRAM = process.platform === 'win32' ? 'lessons.exe' : 'lessons';
  const add = async (at: Place, lesson: object) =>
    expect(
      (await runCli(['add', '--from-json', '-'], { ...at.options, stdin: JSON.stringify(lesson) })).code,
    ).toBe(0);
  const formatIn = (pointer: string) => JSON.parse(read(pointer)).format;

  test('init compiles what its hooks cannot read', async () => {
    const { at, program, pointer, now } = await earlier();
    expect((await init(at)).code).toBe(0);
    expect(statSync(program).size).toBe(now);
    expect(formatIn(pointer)).toBeGreaterThan(1);
    expect((await runCli(['doctor'], at.options)).stdout).toContain('All is well.');
  });

  test('without init, whoever compiles a newer format gives the hooks a program that reads it', async () => {
    const { at, program, pointer, now } = await earlier();
    await add(at, {
      ...LESSON,
      summary: 'Releases need the token',
      commandPatterns: ['\\brelease --all\\b'],
    });
    expect(statSync(program).size).toBe(now);
    expect(formatIn(pointer)).toBeGreaterThan(1);
    // A newer program's manifest is no reason to put an older program in its place.
    writeFileSync(program, 'newer');
    writeFileSync(pointer, JSON.stringify({ ...JSON.parse(read(pointer)), format: 1_000_000 }));
    expect((await runCli(['build'], at.options)).code).toBe(0);
    expect(read(program)).toBe('newer');
  });
});

describe('maintain', () => {
  test('rebuilds a manifest of another format, and sweeps sessions that ended long ago', async () => {
    const at = place();
    const lesson = {
      summary: 'Deploys need the token',
      mistake: 'Ran deploy without the token, which fails late.',
      remediation: 'Run deploy --token from the vault.',
      toolNames: ['Bash'],
      commandPatterns: ['\\bdeploy\\b(?!.*--token)'],
    };
    expect(
      (await runCli(['add', '--from-json', '-'], { ...at.options, stdin: JSON.stringify(lesson) })).code,
    ).toBe(0);
    writeFileSync(join(at.options.home, 'manifest.json'), '{"format":0,"file":"old.db","builtAt":""}');
    const old = join(at.options.home, 'sessions', 'a'.repeat(64));
    mkdirSync(old, { recursive: true });
    const { utimesSync } = await import('node:fs');
    utimesSync(old, new Date(0), new Date(0));
    const done = await runJson(['maintain'], at.options);
    expect(done).toMatchObject({ rebuilt: true, swept: 1, scanned: true });
    expect(existsSync(old)).toBe(false);
    expect(JSON.parse(read(join(at.options.home, 'manifest.json'))).format).toBeGreaterThan(0);
    expect(await runJson(['maintain'], at.options)).toMatchObject({ rebuilt: false });
  });

  test('compiles what a process that was killed has left uncompiled', async () => {
    const at = place();
    const add = (program: string) =>
      runJson<{ slug: string }>(['add', '--from-json', '-'], {
        ...at.options,
        stdin: JSON.stringify({
          summary: `${program} needs its token`,
          mistake: `Ran ${program} without the token, which fails late.`,
          remediation: `Run ${program} with the token of the vault.`,
          toolNames: ['Bash'],
          commandPatterns: [`\\b${program}\\b`],
        }),
      });
    const manifest = join(at.options.home, 'manifest.json');
    const pack = join(at.user, 'pack.json');
    /** Puts back what the hooks had before the change, as if its process had been killed before it compiled. */
    const unbuilt = async (change: () => Promise<unknown>) => {
      const before = read(manifest);
      await change();
      expect(read(manifest)).not.toBe(before);
      writeFileSync(manifest, before);
    };
    const matches = async (program: string) => {
      const args = ['match', '--tool', 'Bash', '--command', program];
      return (await runJson<{ matched: unknown[] }>(args, at.options)).matched.length;
    };

    await add('deployer');
    await unbuilt(() => add('publisher'));
    expect((await runJson<{ problems: string[] }>(['doctor'], at.options)).problems.join()).toContain(
      'lessons build',
    );
    expect(await runJson(['maintain'], at.options)).toMatchObject({ rebuilt: true });
    expect(await matches('publisher')).toBe(1);

    writeFileSync(pack, (await runCli(['export', '--format', 'pack'], at.options)).stdout);
    await unbuilt(() => runJson(['purge', 'publisher'], at.options));
    expect(await runJson(['maintain'], at.options)).toMatchObject({ rebuilt: true });
    expect(await matches('publisher')).toBe(0);

    // Imported lessons keep their dates, which are older than the build.
    await unbuilt(() => runJson(['import', pack], at.options));
    expect(await runJson(['maintain'], at.options)).toMatchObject({ rebuilt: true });
    expect(await matches('publisher')).toBe(1);

    await unbuilt(() => runJson(['config', 'set', 'minPriority', '9'], at.options));
    expect(await matches('publisher')).toBe(0);
    expect(await runJson(['maintain'], at.options)).toMatchObject({ rebuilt: false });
  });
});
