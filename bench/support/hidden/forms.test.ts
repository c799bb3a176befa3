import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { lastingScratchDir } from '../../../test/support/scratch.ts';
import { allPrograms } from './cases.ts';
import { HIDING, PLAIN, takesForms } from './forms.ts';
import { Sandbox } from './run.ts';
import { JUDGED_CALL, session } from './transcript.ts';

const half = () => 0.5;
const cases = allPrograms().flatMap((program) => program.cases);

describe('the lists of commands', () => {
  test('hold both kinds, each with a command, and no command twice within a program', () => {
    expect(cases.filter(({ fails }) => fails).length).toBeGreaterThan(300);
    expect(cases.filter(({ fails }) => !fails).length).toBeGreaterThan(300);
    const keys = cases.map(({ program, command }) => `${program}\n${command}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(cases.filter(({ command }) => command === '')).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a form that hides the status', () => {
  const shell = (line: string) => spawnSync('bash', ['-c', line], { encoding: 'utf8' });

  test.each(HIDING.filter(({ name }) => name !== 'background').map((form) => [form.name, form] as const))(
    '%s ends with 0 after a failure, and still shows its words',
    (_, form) => {
      const ran = shell(form.write('cat /no/such/pear', half));
      expect(ran.status).toBe(0);
      expect(ran.stdout + ran.stderr).toContain('/no/such/pear: No such file or directory');
    },
  );

  test('the plain form tells it', () => {
    expect(shell(PLAIN.write('cat /no/such/pear', half)).status).toBe(1);
  });

  test('is for one command alone', () => {
    expect(takesForms('cd x && make')).toBe(true);
    for (const line of ['a; b', 'a & b', 'cat <<E\nx\nE', 'for f in a; do b; done'])
      expect(takesForms(line)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('the sandbox', () => {
  test('runs each command in a fresh copy, and names no path of the machine', async () => {
    const root = lastingScratchDir('hidden-forms');
    const sandbox = new Sandbox(root, root);
    const program = { name: 'p', needs: 'bash', project: 'pears', setup: 'echo 1 > a.txt', cases: [] };
    expect(sandbox.has(program)).toBe(true);
    sandbox.prepare(program);
    const first = await sandbox.run(program, 'rm a.txt; pwd; echo x > /tmp/pear.log; exit 3');
    expect(first).toEqual({ status: 3, output: '/home/dev/pears' });
    expect(await sandbox.run(program, 'cat a.txt >&2; cat /tmp/none')).toEqual({
      status: 1,
      output: '1\ncat: /tmp/none: No such file or directory',
    });
  });
});

test('a session marks the judged call as the log would', () => {
  const lines = session('pears', [{ command: 'make', output: 'no', failed: true }])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[1].message.content[0]).toMatchObject({ id: JUDGED_CALL, input: { command: 'make' } });
  expect(lines[2].message.content[0]).toMatchObject({ is_error: true, content: 'Exit code 1\nno' });
});
