import { expect, test } from 'bun:test';
import { readOutput } from './output.ts';

const notBegun = (command: string, why: string) =>
  `exec_command failed for \`/bin/bash -lc '${command}'\`: CreateProcess { message: "Rejected(\\"${why}\\")" }`;

test.each([
  [notBegun('rm -rf out', 'rejected by user'), 'user-rejected'],
  [
    `Script failed\nWall time 1.7 seconds\nOutput:\n\nScript error:\n${notBegun('make', 'rejected by user')}`,
    'user-rejected',
  ],
  ['exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', 'user-rejected'],
  [notBegun('rm -rf out', "`/bin/bash -lc 'rm -rf out'` rejected: blocked by policy"), null],
  [notBegun('echo "rejected by user"', 'No such file or directory'), null],
  ["`/bin/bash -lc 'rm -rf out'` rejected: policy forbids commands starting with `rm -rf`", null],
  ["`/bin/bash -lc 'cat <<EOF\nx\nEOF'` rejected: blocked by policy", null],
  [
    'approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never',
    null,
  ],
  ['approval required by policy, but AskForApproval is set to Never', null],
])('%s is a failing call', (body, denial) => {
  expect(readOutput(body)).toMatchObject({ isError: true, denial });
});

test('what a program prints of a rejection is its output', () => {
  const printed =
    'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n`x` rejected: blocked by policy\n';
  expect(readOutput(printed)).toMatchObject({ isError: false, denial: null });
});
