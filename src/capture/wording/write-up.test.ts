import { expect, test } from 'bun:test';
import { script } from '../../../test/support/detector-script.ts';

test('a path that a program was given in vain, without the folder that the shell stood in', () => {
  const [episode] = script()
    .bash('wc -l docs/plan.md', 'wc: docs/plan.md: No such file or directory', true)
    .episodes();
  expect(episode!.subject).toEqual({ path: 'docs/plan.md', program: 'wc' });
});

test("a linter's rule, whichever of its findings was printed first", () => {
  const [episode] = script()
    .bash(
      'ruff check src',
      'src/a.py:3:1: E501 Line too long\nsrc/b.py:9:5: F401 `os` imported but unused',
      true,
    )
    .call('Edit', { file_path: '/repo/src/b.py', old_string: 'import os\n', new_string: '' }, 'done', false)
    .bash('ruff check src', 'All checks passed!')
    .episodes();
  expect(episode!.subject).toEqual({ rule: 'F401' });
});

test('nothing where the failure is about neither', () => {
  const [episode] = script().bash('npm run biuld', 'npm error Missing script: "biuld"', true).episodes();
  expect(episode!.subject).toBeUndefined();
});

test('input that a running command does not take is told of the tool that gives it', () => {
  const told = (said: string) =>
    script().bash('quay watch', said, true).bash('quay watch --tty', 'ok').episodes()[0]!.mistake;
  expect(
    told('write_stdin failed: stdin is closed for this session; rerun exec_command with tty=true'),
  ).toStartWith('Called write_stdin on `quay watch`; it failed: ');
  expect(told('quay: illegal option -- tty')).toStartWith('Ran `quay watch`');
});

test('a folder that was read as a file is met again where it lies in the project', () => {
  const globs = (file_path: string) =>
    script()
      .call('Read', { file_path }, 'EISDIR: illegal operation on a directory, read', true)
      .call('Read', { file_path: `${file_path}/a.md` }, 'a', false)
      .episodes()[0]!.trigger.pathPatterns;
  expect(globs('/repo/quay/berths')).toEqual(['**/quay/berths']);
  expect([globs('/repo'), globs('/home/ada/harbour/logs')]).toEqual([[], []]);
});
