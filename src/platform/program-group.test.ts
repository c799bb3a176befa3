import { describe, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { until } from '../../test/support/until.ts';
import { claudePlugin } from '../agents/claude-code/asked-plugin.ts';
import { isAlive } from './is-alive.ts';
import { type ProgramGroup, startGroup } from './program-group.ts';

const env = { PATH: process.env['PATH'] ?? '' };

/** A shim: the program that it stands for is its child, holds its output, and hangs. */
function shim(first = '', program = 'sleep 600'): { path: string; pid: () => number } {
  const folder = scratchDir('shim');
  const path = join(folder, 'shim');
  writeFileSync(path, `#!/bin/sh\n${first}\n${program} &\necho $! > "${folder}/pid"\nwait\n`);
  chmodSync(path, 0o755);
  return {
    path,
    pid: () => {
      try {
        return Number(readFileSync(join(folder, 'pid'), 'utf8'));
      } catch {
        return 0;
      }
    },
  };
}

/** A process that starts a program in a group, and then does what is given. */
function ask(path: string, then: string, scratch = ''): ChildProcess {
  const script = join(scratchDir('asker'), 'asker.ts');
  writeFileSync(
    script,
    `import { startGroup } from ${JSON.stringify(join(import.meta.dir, 'program-group.ts'))};
     const group = startGroup(${JSON.stringify(path)}, [], { cwd: '/', env: process.env, graceMs: 1000, scratch: ${JSON.stringify(scratch)} });
     ${then}`,
  );
  return spawn(process.execPath, [script], { stdio: 'ignore' });
}

describe.skipIf(process.platform === 'win32')('a program that hangs behind a shim', () => {
  const ways: [string, (group: ProgramGroup) => void][] = [
    ['ends with it', (group) => group.end()],
    ['ends where we are told to end', () => process.emit('SIGHUP')],
  ];
  for (const [name, end] of ways)
    test(name, async () => {
      const { path, pid } = shim();
      const group = startGroup(path, [], { cwd: '/', env, graceMs: 1000 });
      const closed = new Promise((resolve) => group.child.on('close', resolve));
      await until(() => pid() > 0);
      end(group);
      await closed;
      expect(await until(() => !isAlive(pid()))).toBe(true);
      group.end();
    });

  test('is killed where it does not listen', async () => {
    const { path, pid } = shim("trap '' TERM");
    const group = startGroup(path, [], { cwd: '/', env, graceMs: 100 });
    await until(() => pid() > 0);
    group.end();
    expect(await until(() => !isAlive(pid()))).toBe(true);
  });

  test('ends where we are killed, and its folder goes', async () => {
    const { path, pid } = shim();
    const scratch = scratchDir('its own');
    writeFileSync(join(scratch, 'answer.txt'), 'half of it');
    const asker = ask(path, '', scratch);
    // As soon as it runs: by then there has to be what ends it.
    await until(() => pid() > 0, 0);
    asker.kill('SIGKILL');
    expect(await until(() => !isAlive(pid()))).toBe(true);
    expect(await until(() => !existsSync(scratch))).toBe(true);
  });

  test.skipIf(Bun.which('setsid') === null)('holds nobody up where it has left the group', async () => {
    const { path, pid } = shim('', 'setsid sleep 600');
    const asker = ask(path, 'setTimeout(() => group.end(), 1000);');
    await until(() => asker.exitCode !== null);
    const ended = asker.exitCode;
    asker.kill('SIGKILL');
    process.kill(pid());
    expect(ended).toBe(0);
  });

  test('does not hold up who asks what Claude Code makes of the plugin', async () => {
    const { path, pid } = shim();
    expect(await claudePlugin(path, '/', env, 500)).toBeNull();
    expect(await until(() => !isAlive(pid()))).toBe(true);
  });
});
