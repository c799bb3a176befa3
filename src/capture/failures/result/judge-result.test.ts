import { describe, expect, test } from 'bun:test';
import { isProportional, repeated } from '../../../../test/support/growth.ts';
import type { CallEvent, ResultEvent } from '../../../transcripts/events.ts';
import { shellParts } from '../../shell/shell.ts';
import { stripFrame } from './bare-output.ts';
import { judgeResult } from './judge-result.ts';

function judge(command: string, text: string, more: Partial<ResultEvent> = {}, tool = 'Bash') {
  const base = { line: 1, uuid: null, timestamp: null };
  const call: CallEvent = {
    kind: 'call',
    ...base,
    callId: 'c',
    nativeTool: tool,
    tool,
    input: { command },
    cwd: null,
  };
  const result: ResultEvent = {
    kind: 'result',
    ...base,
    callId: 'c',
    isError: false,
    exitCode: 0,
    text,
    chars: text.length,
    denial: null,
    feedback: null,
    timedOut: false,
    durationMs: null,
    ...more,
  };
  return judgeResult(call, result, () => shellParts(command)).state;
}

describe('failures that the log takes for success', () => {
  test.each([
    [
      'npm run build 2>&1 | tail -20',
      '> app@1.0.0 build\n> tsc\n\nsrc/a.ts(3,7): error TS2322: Type mismatch.\nFound 1 error in src/a.ts:3',
    ],
    [
      'pytest -q | tail -3',
      'FAILED tests/test_a.py::test_x - assert 1 == 2\n=================== 1 failed, 3 passed in 0.12s ===================',
    ],
    [
      'cargo test 2>&1 | tail -5',
      'test result: FAILED. 3 passed; 1 failed; 0 ignored\n\nerror: test failed, to rerun pass `--lib`',
    ],
    [
      'npx jest | tail -6',
      'Tests:       1 failed, 4 passed, 5 total\nSnapshots:   0 total\nTime:        1.2 s\nRan all test suites.',
    ],
    [
      'go test ./... 2>&1 | tail -4',
      '--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.1s\nok  \texample.com/b\t0.1s',
    ],
    ['./gradlew build | tail -5', 'BUILD FAILED in 3s\n4 actionable tasks: 4 executed'],
    [
      'docker build . 2>&1 | tail -2',
      '------\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    ],
    ['make all 2>&1 | tail -1', 'make: *** [Makefile:3: all] Error 2'],
    ['uv sync; echo done', 'bash: uv: command not found\ndone'],
    ['npm test; echo "exit: $?"', 'some output\nexit: 1'],
    ['kubectl get po --namespce x | head', 'error: unknown flag: --namespce\nSee usage.'],
    [
      'cd quay && npm run build',
      'Build error occurred\nnpm error Lifecycle script `build` failed with error:\nnpm error code 1\nnpm error path /w/quay',
    ],
    [
      'Get-Content notes/tides.md; Get-Date',
      'Get-Content : Der Pfad "C:\\w\\notes\\tides.md" kann nicht gefunden werden.\nIn Zeile:1 Zeichen:1\n+ Get-Content notes/tides.md; Get-Date\n+ ~~~~\n    + CategoryInfo          : ObjectNotFound: (C:\\w\\notes\\tides.md:String) [Get-Content], ItemNotFoundException\n    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.GetContentCommand\n\nMontag',
    ],
    [
      'Get-Date; Remove-Item tides.md',
      "Montag\nRemove-Item : Cannot find path 'C:\\w\\tides.md' because it does not exist.\nAt line:1 char:11\n+ Get-Date; Remove-Item tides.md\n    + CategoryInfo          : ObjectNotFound: (C:\\w\\tides.md:String) [Remove-Item], ItemNotFoundException\n    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.RemoveItemCommand",
    ],
  ])('%s', (command, text) => expect(judge(command, text)).toBe('hidden'));

  test.each([
    ['cat quay/npm-debug.log', 'npm error code 1'],
    [
      'Get-Content quay/build.log; Get-Date',
      "Remove-Item : Cannot find path 'C:\\w\\tides.md' because it does not exist.\nAt line:1 char:1\n+ Remove-Item tides.md\n    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.RemoveItemCommand\n\nMonday",
    ],
    ['cat build.log | tail -3', 'error: could not compile `a`'],
    ['grep -rn "error:" src | head', 'src/a.rs:3: error: not this'],
    ['git log --oneline | head -2', 'error: handling in parser\nfatal: message reworded'],
    [
      'npm test 2>&1 | tail -5',
      'Error: this is printed by a passing test\nTests:       5 passed, 5 total\nTime:  1 s',
    ],
    ['pytest | tail -1', '=================== 4 passed in 0.12s ==================='],
    ['npm run lint || true', 'error: something'],
    ['yq . x.yml || echo "no yq"', 'bash: yq: command not found\nno yq'],
    ['which foo; which bar', 'bash: foo: command not found'],
    ['npm test; echo "exit: $?"', 'error: printed\nexit: 0'],
    ['curl -s localhost:1 | head', 'error: connection'],
    ['cd app && npm test', 'Error: printed on the way'],
    ['go test ./...', 'ok  \texample.com/a\t0.1s'],
    ['sed -n 1,5p a.go | head', 'fatal: in a source file'],
  ])('not: %s', (command, text) => expect(judge(command, text)).toBe('ok'));
});

test('an output that ends in one long word is judged without trying every way to part it', () => {
  const inOneWord = (chars: number) => judge('make | tee log', `done\n${repeated('a1', chars)}`);
  expect(inOneWord(700)).toBe('ok');
  expect(isProportional(inOneWord, 700)).toBe(true);
});

describe('what the log says is believed', () => {
  test('flags and exit codes', () => {
    expect(judge('x', '', { isError: true })).toBe('failed');
    expect(judge('x', '', { isError: undefined, exitCode: 2 })).toBe('failed');
    expect(judge('x', 'fine', { isError: undefined, exitCode: null })).toBe('ok');
  });

  test('an agent without statuses: the text decides, with or without a pipe', () => {
    expect(
      judge('python a.py', 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad', {
        isError: undefined,
        exitCode: null,
      }),
    ).toBe('hidden');
  });

  test('denials and our own text', () => {
    expect(judge('x', 'no', { isError: true, denial: 'user-rejected' })).toBe('denied');
    expect(judge('x', '[lessons-learned] held', { isError: true })).toBe('denied');
  });

  test('time-outs that went to the background', () => {
    expect(
      judge(
        'npm start',
        'Command did not complete within its 2m timeout and was moved to the background (ID: b1)',
        { timedOut: true },
      ),
    ).toBe('hidden');
  });
});

describe('stripFrame', () => {
  test.each([
    ['Exit code 1\nboom', 'boom'],
    [
      'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 2\nOriginal token count: 3\nOutput:\nboom\n',
      'boom\n',
    ],
    [
      'Script failed\nWall time 0.3 seconds\nOutput:\n\n{"chunk_id":"x","exit_code":1,"output":"boom"}',
      'boom',
    ],
    ['boom\n<exited with exit code 1>', 'boom'],
    ['Exit code 1', ''],
    ['{"output":"","exit_code":1}', ''],
    ['{"other":1}', '{"other":1}'],
  ])('%s', (text, expected) => expect(stripFrame(text)).toBe(expected));
});
