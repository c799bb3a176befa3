import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { script } from '../../../../test/support/detector-script.ts';

test('the script that sed is to be given is one, on one line', () => {
  const [episode] = script()
    .bash("sed '/berth/a pier' list", 'sed: 1: "/berth/a pier": command a expects \\ followed by text', true)
    .ok(3)
    .episodes();
  const quoted = /`(\$'[^`]+')`/.exec(episode!.remediation)![1]!;
  expect(quoted).not.toContain('\n');
  const { stdout } = spawnSync('bash', ['-c', `printf 'x\\n' | sed ${quoted}`], { encoding: 'utf8' });
  expect(stdout).toBe('x\ntext\n');
});
