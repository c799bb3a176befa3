import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ToolCall } from '../model/tool-call.ts';
import { callSignature, canonicalInput, inputHash } from './canonical.ts';
import { isLoop, type LoggedCall } from './loops.ts';
import { isPolling } from './polling.ts';

const logged = (tool: string, input: unknown, failed: boolean, changes = false): LoggedCall => ({
  tool,
  signature: callSignature(tool, input),
  failed,
  changes,
});
const bash = (command: string, failed: boolean): LoggedCall => logged('Bash', { command }, failed);

describe('a loop', () => {
  test('is the same call failing twice in a row', () => {
    expect(isLoop([bash('npm test', true), bash('npm test', true)])).toBe(true);
    expect(isLoop([bash('npm test', true)])).toBe(false);
    expect(isLoop([])).toBe(false);
  });

  test('is not a call that worked in between, or works now', () => {
    expect(isLoop([bash('a', true), bash('a', false), bash('a', true)])).toBe(false);
    expect(isLoop([bash('a', true), bash('a', false)])).toBe(false);
  });

  test('is not paging or polling: another call of the same tool between, or other arguments', () => {
    expect(isLoop([bash('curl x?page=1', true), bash('curl x?page=2', true)])).toBe(false);
    expect(isLoop([bash('a', true), bash('b', true), bash('a', true)])).toBe(false);
  });

  test('is not a test that is run again after an edit', () => {
    const edit = logged('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, false, true);
    expect(isLoop([bash('npm test', true), edit, bash('npm test', true)])).toBe(false);
    const failedEdit = { ...edit, failed: true, changes: false };
    expect(isLoop([bash('npm test', true), failedEdit, bash('npm test', true)])).toBe(true);
  });

  test('is one whatever other tools looked at in between', () => {
    const read = logged('Read', { file_path: 'a' }, false);
    expect(isLoop([bash('npm test', true), read, bash('npm test', true)])).toBe(true);
  });

  test('does not depend on what only describes a call', () => {
    const first = logged('Bash', { command: 'a', description: 'Run a', timeout: 1000 }, true);
    const second = logged('Bash', { description: 'Run a again', command: 'a' }, true);
    expect(isLoop([first, second])).toBe(true);
  });
});

describe('polling', () => {
  const call = (command: string, tool = 'Bash'): ToolCall => ({
    tool,
    nativeTool: tool,
    input: { command },
    cwd: '/',
    paths: [],
  });

  test.each([
    'sleep 5 && curl -f https://x/health',
    'curl -sf http://localhost:3000/health',
    'kubectl -n a wait --for=condition=ready pod/x',
    'gh run watch 5 --exit-status',
    'cd a && docker compose ps',
    'pg_isready -h db',
    'aws cloudformation wait stack-create-complete --stack-name x',
  ])('%s', (command) => expect(isPolling(call(command))).toBe(true));

  test.each(['npm test', 'curl -f https://example.com/a', 'make x', 'git push', 'echo "sleep 5"', 'cat x'])(
    'not %s',
    (command) => expect(isPolling(call(command))).toBe(false),
  );

  test('tools that ask for output', () => {
    expect(isPolling(call('', 'BashOutput'))).toBe(true);
    expect(isPolling(call('', 'collaborationwait_agent'))).toBe(true);
    expect(isPolling(call('', 'Read'))).toBe(false);
    expect(isPolling(call('', 'Edit'))).toBe(false);
  });
});

describe('canonical input', () => {
  test('order of keys and absent values do not matter, everything else does', () => {
    expect(inputHash({ a: 1, b: [1, { c: 2, d: 3 }] })).toBe(
      inputHash({ b: [1, { d: 3, c: 2 }], a: 1, e: undefined }),
    );
    expect(inputHash({ a: 1 })).not.toBe(inputHash({ a: '1' }));
    expect(inputHash({ a: [1, 2] })).not.toBe(inputHash({ a: [2, 1] }));
    expect(callSignature('Bash', {})).not.toBe(callSignature('Read', {}));
    expect(inputHash({ items: [{ description: 'a' }] })).not.toBe(
      inputHash({ items: [{ description: 'b' }] }),
    );
  });

  test('any value has one, also a cycle and something deep', () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle['self'] = cycle;
    let deep: unknown = 1;
    for (let i = 0; i < 10_000; i++) deep = { deep };
    for (const value of [cycle, deep, undefined, () => 1, 1n, Symbol('x'), Number.NaN])
      expect(typeof inputHash(value)).toBe('string');
    fc.assert(
      fc.property(fc.object(), (value) =>
        expect(canonicalInput(value)).toBe(canonicalInput(structuredClone(value))),
      ),
    );
  });
});
