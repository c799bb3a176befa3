import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeCodeInstaller } from '../claude-code/install.ts';
import { copilotInstaller } from '../copilot/install.ts';
import { geminiCliInstaller } from '../gemini-cli/install.ts';
import { opencodeInstaller } from '../opencode/install.ts';
import {
  hookCommand,
  isHookCommand,
  nativeCommand,
  powershellCommand,
  shellQuote,
  withoutOpening,
} from './hook-command.ts';

const PATHS = [
  'we ird',
  'q"uote',
  "a'post",
  'dol$HOME',
  'back`id`tick',
  'semi;rm',
  'new\nline',
  'back\\slash',
  '\\end\\',
];

describe('the command that an agent runs', () => {
  test('names a folder whatever its letters are', () => {
    for (const path of PATHS) {
      const { stdout } = spawnSync(`printf %s ${shellQuote(`/x/${path}`)}`, {
        shell: '/bin/sh',
        encoding: 'utf8',
      });
      expect(stdout).toBe(`/x/${path}`);
      const command = hookCommand({ executable: `/x/${path}/bin/lessons`, home: `/x/${path}` }, 'codex');
      expect(isHookCommand(command, 'codex')).toBe(true);
    }
  });

  test('has a path of Windows with the slashes that Git Bash reads', () => {
    expect(shellQuote('C:\\Users\\a b\\lessons.exe')).toBe('"C:/Users/a b/lessons.exe"');
    expect(shellQuote('\\\\server\\share\\x')).toBe('"//server/share/x"');
  });

  // Git Bash or PowerShell, to which a quoted path is a text; then PowerShell or cmd.exe; then PowerShell alone.
  test.each([
    [
      'C:\\Users\\Ana\\bin\\lessons.exe',
      'C:/Users/Ana/bin/lessons.exe hook codex --home D:/x',
      'C:\\Users\\Ana\\bin\\lessons.exe hook codex --home D:\\x',
      "& 'C:\\Users\\Ana\\bin\\lessons.exe' hook codex --home 'D:\\x'",
    ],
    [
      "C:\\Users\\Ana O'Neil\\lessons.exe",
      `"C:/Users/Ana O'Neil/lessons.exe" hook codex --home "D:/x"`,
      "& 'C:\\Users\\Ana O''Neil\\lessons.exe' hook codex --home 'D:\\x'",
      "& 'C:\\Users\\Ana O''Neil\\lessons.exe' hook codex --home 'D:\\x'",
    ],
  ])('on Windows is for %s what its shells read', (executable, bash, native, powershell) => {
    const program = { executable, home: 'D:\\x' };
    const commands = [hookCommand, nativeCommand, powershellCommand].map((of) => of(program, 'codex'));
    expect(commands).toEqual([bash, native, powershell]);
    expect(commands.every((command) => isHookCommand(command, 'codex'))).toBe(true);
  });

  test('of a client that denies where a hook fails ends well without the executable, and says nothing', () => {
    const program = { executable: '/nowhere/lessons', home: '/x y' };
    for (const [installer, agent, scope] of [
      [geminiCliInstaller, 'gemini-cli', 'user'],
      [copilotInstaller, 'copilot', 'user'],
      // Copilot CLI reads those of a repository.
      [claudeCodeInstaller, 'claude-code', 'project'],
    ] as const) {
      const place = { scope, env: { HOME: '/home/ana' }, project: '/repo' };
      const written = installer.files(place)[0]!.install(null, program)!;
      const entry = /"(?:command|bash)": ("(?:[^"\\]|\\.)*")/.exec(
        written.replace(/"type": "command",/g, ''),
      )![1]!;
      const command = JSON.parse(entry) as string;
      expect(isHookCommand(command, agent)).toBe(true);
      const run = (line: string) => {
        const { status, stdout, stderr } = spawnSync(line, { shell: '/bin/sh', encoding: 'utf8' });
        return { status, said: `${stdout}${stderr}` };
      };
      expect(run(command)).toEqual({ status: 0, said: '' });
      expect(withoutOpening(command)).toBe(hookCommand(program, agent));
      expect(run(withoutOpening(command)).status).toBe(127);
    }
  });

  test('is the same for all clients where there is a POSIX shell', () => {
    const program = { executable: '/opt/lessons', home: null };
    const command = hookCommand(program, 'codex');
    expect(nativeCommand(program, 'codex')).toBe(command);
    expect(command).toEndWith('; "/opt/lessons" hook codex');
  });

  test.skipIf(process.platform === 'win32')('starts it elsewhere where its folder was removed', () => {
    const home = scratchDir('hook-command');
    const executable = join(home, 'lessons');
    writeFileSync(executable, '#!/bin/sh\npwd -P\n', { mode: 0o755 });
    const command = hookCommand({ executable, home: null }, 'codex');
    const run = (line: string) => spawnSync(line, { shell: '/bin/sh', cwd: home, encoding: 'utf8' }).stdout;
    expect(run(command)).toBe(`${realpathSync(home)}\n`);
    expect(run(`mkdir gone && cd gone && rmdir ../gone && ${command}`)).toBe('/\n');
  });

  test('is read out of the plugin for opencode as a shell has to be given it', () => {
    for (const path of PATHS) {
      const place = { scope: 'user', env: { HOME: '/h' }, project: '/p' } as const;
      const [file] = opencodeInstaller.files(place);
      const text = file?.install(null, { executable: '/bin/echo', home: `/x/${path}` }) ?? '';
      const { stdout } = spawnSync(file?.registered?.(text).command ?? '', {
        shell: '/bin/sh',
        encoding: 'utf8',
      });
      expect(stdout).toBe(`hook opencode --home /x/${path}\n`);
    }
  });
});
