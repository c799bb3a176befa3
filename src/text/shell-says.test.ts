import { expect, test } from 'bun:test';
import { NOT_RUN, notFound, notFoundOf, RUNS_OPTION, shellSays } from './shell-says.ts';

test('what a shell says is told without how it begins, whichever shell it is', () => {
  const said = shellSays([/([\w-]+): (?:command )?not found$/]);
  for (const line of [
    'bash: quay: command not found',
    'bash: line 12: quay: command not found',
    'sh: 1: quay: not found',
    '/bin/sh: 1: quay: not found',
    '/usr/bin/bash: line 3: quay: command not found',
    '-zsh: quay: not found',
    '(eval):1: quay: not found',
    '(eval):cd:1: quay: not found',
    'scripts/moor.sh: line 4: quay: command not found',
  ])
    expect([line, said.exec(line)?.[1]]).toEqual([line, 'quay']);
  for (const line of ['ssh: quay: not found', 'tide: line 3: quay: not found', 'push: quay: not found'])
    expect(said.test(line)).toBe(false);
});

test('what was called and cannot be run is known in the words of bash and of zsh', () => {
  for (const line of [
    'bash: ./moor.sh: Permission denied',
    '/bin/bash: line 2: docs/quay: Is a directory',
    'zsh: permission denied: ./moor.sh',
    'zsh:3: permission denied: ./moor.sh',
  ])
    expect([line, NOT_RUN.test(line)]).toEqual([line, true]);
  expect(NOT_RUN.test('cp: ./quay: Permission denied')).toBe(false);
});

test('an option that a line break cut off is known in the words of bash and of zsh', () => {
  for (const line of ['bash: line 2: --tide: command not found', 'zsh: command not found: --tide'])
    expect(RUNS_OPTION.test(line)).toBe(true);
  expect(RUNS_OPTION.test('bash: tide: command not found')).toBe(false);
});

test('a program that is not there is known in the words of every shell', () => {
  const quay = new RegExp(notFoundOf('quay'));
  for (const line of [
    'zsh: command not found: quay',
    'zsh:1: command not found: quay',
    'bash: line 2: quay: command not found',
  ])
    expect([line, notFound(line), quay.test(line)]).toEqual([line, 'quay', true]);
  expect(quay.test('sh: 1: quay: not found')).toBe(true);
  for (const line of ['zsh: command not found: quay2', 'sh: 1: lowquay: not found'])
    expect(quay.test(line)).toBe(false);
  expect(notFound('quay: 3 boats not found')).toBeUndefined();
});
