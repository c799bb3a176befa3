import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { opencodeInstaller } from '../opencode/install.ts';
import { hookCommand, isHookCommand, shellQuote } from './hook-command.ts';

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
