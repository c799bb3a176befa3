import { afterEach, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { keepHeapSmall, SMALL_HEAP_ENV } from './small-heap.ts';

const VARIABLE = 'BUN_JSC_forceRAMSize';

afterEach(() => {
  for (const name of Object.keys(SMALL_HEAP_ENV)) delete process.env[name];
});

test('what is started after it inherits nothing of it', () => {
  Object.assign(process.env, SMALL_HEAP_ENV);
  keepHeapSmall();
  const { stdout } = spawnSync('env', { encoding: 'utf8' });
  expect(stdout).toContain('PATH=');
  expect(stdout).not.toContain('BUN_JSC_');
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
