import { expect, test } from 'bun:test';
import { errorKind, type KindInput } from './kinds.ts';

const input: KindInput = {
  tool: 'Bash',
  line: 'error: unknown flag: --colour',
  text: 'error: unknown flag: --colour\n',
  program: 'shopctl',
  sub: '',
  command: 'shopctl list --colour',
  timedOut: false,
  exitCode: 1,
};

test('of two errors that differ in one thing each has its own kind, in whichever order they are asked about', () => {
  const cases: [Partial<KindInput>, string][] = [
    [{}, 'usage'],
    [{ timedOut: true }, 'timeout'],
    [{ exitCode: 124 }, 'timeout'],
    [{ tool: 'Edit' }, 'tool-validation'],
    [{ line: 'zsh: command not found: shopctl' }, 'command-not-found'],
    [{ text: 'error: unknown flag: --colour\nThe engine "node" is incompatible' }, 'environment'],
    [{ line: '', program: 'grep' }, 'no-match'],
    [{ line: '', program: 'git', sub: 'diff' }, 'no-match'],
    [{ line: '', command: 'shopctl --version' }, 'no-match'],
    [{ line: '' }, 'generic'],
  ];
  for (const [change, kind] of [...cases, ...cases.toReversed(), ...cases])
    expect([change, errorKind({ ...input, ...change })]).toEqual([change, kind] as never);
});

test("what a linter passes on of the compiler is the compiler's, unless it names a rule of its own", () => {
  const said = (line: string) =>
    errorKind({ ...input, line, text: `${line}\n`, program: 'go', sub: 'vet', command: 'go vet ./...' });
  expect(said('vet: till.go:12:7: cannot use 3 as string value in argument to open')).toBe('compile');
  expect(said('till.go:12:7: not enough arguments in call to open')).toBe('compile');
  expect(said('till.go:12:7: cannot use 3 as string value in argument to open (stallcheck)')).toBe('lint');
});

test('an option that Git Bash made a drive of is misread by the shell, in whatever language the program says so', () => {
  const said = (line: string) =>
    errorKind({
      ...input,
      line,
      text: `${line}\n`,
      program: 'taskkill',
      command: 'taskkill /F /IM quay.exe',
    });
  for (const line of [
    "ERROR: Invalid argument/option - 'F:/'.",
    'FEHLER: Ungültiges Argument bzw. ungültige Option - "F:/".',
    "错误: 无效参数/选项 - 'F:/'。",
  ])
    expect([line, said(line)]).toEqual([line, 'shell-syntax']);
});
