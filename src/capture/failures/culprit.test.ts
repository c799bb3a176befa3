import { expect, test } from 'bun:test';
import { shellParts } from '../shell/shell.ts';
import { culpritOf } from './culprit.ts';

const culprit = (command: string, text: string) =>
  culpritOf(shellParts(command), text.split('\n')[0]!, text)?.text;

test("of one program's steps the one is to blame that a line of the failure names", () => {
  for (const [command, text, text2] of [
    [
      'tide seed --dir . && tide snapshot --dir . && tide test --dir .',
      'column "slack" does not exist\n2 snapshots known\nFailure in seed berths (seeds/berths.csv)',
      'tide seed --dir .',
    ],
    [
      'npm run lint && npm run build && npm test',
      'npm error Lifecycle script `lint` failed with error:\nnpm error code 1',
      'npm run lint',
    ],
    ['make berths && make check', 'make: *** [Makefile:3: berths] Error 1', 'make berths'],
  ] as const)
    expect([command, culprit(command, text)]).toEqual([command, text2]);
});

test('the last one is, where none or several are named, or one goes on behind a failure', () => {
  for (const [command, text, text2] of [
    ['tide seed && tide test', 'column "slack" does not exist', 'tide test'],
    ['tide seed && tide test', 'error: neither seed nor test is known here', 'tide test'],
    ['tide seed; tide test', 'Failure in seed berths', 'tide test'],
    ['go build ./... && go test ./quay', 'FAIL quay [build failed]', 'go test ./quay'],
  ] as const)
    expect([command, culprit(command, text)]).toEqual([command, text2]);
});
