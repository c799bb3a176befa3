import { afterEach, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { keepHeapSmall } from './small-heap.ts';

const VARIABLE = 'BUN_JSC_forceRAMSize';

afterEach(() => {
  delete process.env[VARIABLE];
});

test('what is started after it does not inherit a small heap', () => {
  process.env[VARIABLE] = String(128 * 1024 * 1024);
  keepHeapSmall();
  const { stdout } = spawnSync('env', { encoding: 'utf8' });
  expect(stdout).toContain('PATH=');
  expect(stdout).not.toContain(VARIABLE);
});

test('what somebody else has set stands', () => {
  process.env[VARIABLE] = '1000000000';
  keepHeapSmall();
  expect(process.env[VARIABLE]).toBe('1000000000');
});

test('uncompiled the process goes on as it is', () => {
  keepHeapSmall();
  expect(process.env[VARIABLE]).toBeUndefined();
});
