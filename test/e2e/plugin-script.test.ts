import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../support/scratch.ts';

const SCRIPT = join(import.meta.dir, '..', '..', 'plugin', 'hooks', 'run.sh');
const COMMANDS = join(import.meta.dir, '..', '..', 'plugin', 'scripts', 'lessons.sh');
const PATH = '/usr/bin:/bin';

function run(event: string, env: Record<string, string>, sessionId = 'session-1') {
  const done = Bun.spawnSync(['/bin/sh', SCRIPT, event], {
    env: { PATH, ...env },
    stdin: Buffer.from(`${JSON.stringify({ session_id: sessionId, hook_event_name: event })}\n`),
  });
  return { code: done.exitCode, out: done.stdout.toString(), err: done.stderr.toString() };
}

describe.skipIf(process.platform === 'win32')("the plugin's hook script", () => {
  test('without an executable: one message a session, and nothing else', () => {
    const home = scratchDir('plugin');
    const env = { HOME: home, LESSONS_HOME: join(home, 'none'), CLAUDE_PLUGIN_DATA: join(home, 'data') };
    const first = run('SessionStart', env);
    expect(Object.keys(JSON.parse(first.out))).toEqual(['systemMessage']);
    const later = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'SessionEnd'].map((event) =>
      run(event, env),
    );
    expect(later.map(({ out }) => out)).toEqual(['', '', '', '']);
    expect(run('SessionStart', env, 'session-2').out).toContain('systemMessage');
    expect([first, ...later].map(({ code, err }) => [code, err])).toEqual(Array(5).fill([0, '']));
  });

  test('where the script is gone, as an update leaves it to open sessions, no event fails', () => {
    const { hooks } = JSON.parse(readFileSync(join(SCRIPT, '..', 'hooks.json'), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const commands = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
    expect(commands.length).toBeGreaterThan(4);
    for (const { command } of commands) {
      const { exitCode, stdout, stderr } = Bun.spawnSync(['/bin/sh', '-c', command], {
        env: { PATH, CLAUDE_PLUGIN_ROOT: scratchDir('plugin') },
      });
      expect([command, exitCode, `${stdout}${stderr}`]).toEqual([command, 0, '']);
    }
  });

  test('starts the executable elsewhere where the folder that it runs in was removed', () => {
    const home = scratchDir('plugin');
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'lessons'), '#!/bin/sh\npwd -P\n');
    chmodSync(join(home, 'bin', 'lessons'), 0o755);
    const gone = join(home, 'gone');
    mkdirSync(gone);
    const done = Bun.spawnSync(
      ['/bin/sh', '-c', `cd "${gone}" && rmdir "${gone}" && sh "${SCRIPT}" PreToolUse`],
      {
        env: { PATH, HOME: home, LESSONS_HOME: home },
      },
    );
    expect([done.exitCode, done.stdout.toString()]).toEqual([0, '/\n']);
  });

  test('in Copilot CLI, which denies calls where a hook fails, it never fails', () => {
    const home = scratchDir('plugin');
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'lessons'), '#!/bin/sh\necho "$@"; echo broken >&2; exit 3\n');
    chmodSync(join(home, 'bin', 'lessons'), 0o755);
    const env = { HOME: home, LESSONS_HOME: home, COPILOT_CLI: '1' };
    expect(run('PreToolUse', env)).toEqual({ code: 0, out: 'hook copilot\n', err: '' });
  });

  test.each([
    ['claude-code', { CLAUDECODE: '1' }],
    ['codex', { PLUGIN_ROOT: '/p' }],
    ['copilot', { COPILOT_CLI: '1', PLUGIN_ROOT: '/p', COPILOT_PLUGIN_ROOT: '/p' }],
    // One was started in the other's shell.
    ['claude-code', { CLAUDECODE: '1', COPILOT_CLI: '1' }],
    ['copilot', { CLAUDECODE: '1', COPILOT_CLI: '1', PLUGIN_ROOT: '/p', COPILOT_PLUGIN_ROOT: '/p' }],
  ])('tells %s by %j', (agent, env) => {
    const home = scratchDir('plugin');
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'lessons'), '#!/bin/sh\necho "$@"\n');
    chmodSync(join(home, 'bin', 'lessons'), 0o755);
    expect(run('PreToolUse', { HOME: home, LESSONS_HOME: home, ...env }).out).toBe(`hook ${agent}\n`);
  });

  test.each([
    ['~ in LESSONS_HOME', { LESSONS_HOME: '~/data' }, 'data'],
    ['a relative XDG_DATA_HOME', { XDG_DATA_HOME: 'elsewhere' }, '.local/share/lessons-learned'],
  ])('finds the data folder as the executable does: %s', (_name, env, folder) => {
    const home = scratchDir('plugin');
    mkdirSync(join(home, folder, 'bin'), { recursive: true });
    writeFileSync(join(home, folder, 'bin', 'lessons'), '#!/bin/sh\necho found\n');
    chmodSync(join(home, folder, 'bin', 'lessons'), 0o755);
    expect(run('PreToolUse', { HOME: home, ...env }).out).toBe('found\n');
    const { stdout } = Bun.spawnSync(['/bin/sh', COMMANDS], { env: { PATH, HOME: home, ...env } });
    expect(stdout.toString()).toBe('found\n');
  });

  test('finds the executable in the data folder before the one on PATH', () => {
    const home = scratchDir('plugin');
    for (const [folder, says] of [
      [join(home, 'data', 'bin'), 'data'],
      [join(home, 'path'), 'path'],
    ] as const) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'lessons'), `#!/bin/sh\necho ${says} "$@"\n`);
      chmodSync(join(folder, 'lessons'), 0o755);
    }
    const env = { HOME: home, PATH: `${join(home, 'path')}:${PATH}` };
    expect(run('PreToolUse', { ...env, LESSONS_HOME: join(home, 'data') }).out).toBe(
      'data hook claude-code\n',
    );
    expect(run('PreToolUse', { ...env, LESSONS_HOME: join(home, 'none') }).out).toBe(
      'path hook claude-code\n',
    );
  });
});
