import { expect, test } from 'bun:test';
import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { cursorAfter, isUnchanged, stampOf } from './cursor.ts';

const cursorOf = (path: string) => cursorAfter(path, 'codex', stampOf(path), 8, 1);

test('a file is known without its device, which may have another number after a start of the machine', () => {
  const path = join(scratchDir('cursor'), 'a.jsonl');
  writeFileSync(path, '{"a":1}\n');
  const { ino, ctimeMs } = statSync(path);
  expect(cursorOf(path).state).toBe(`${ino}:${ctimeMs}`);
  expect(isUnchanged(cursorOf(path), stampOf(path))).toBe(true);
});

test('and is another one where a copy of its size and time took its place', () => {
  const path = join(scratchDir('cursor'), 'a.jsonl');
  const then = new Date(1_790_000_000_000);
  const put = (name: string, text: string) => {
    writeFileSync(name, text);
    utimesSync(name, then, then);
  };
  put(path, '{"a":1}\n');
  const cursor = cursorOf(path);
  put(`${path}.new`, '{"b":2}\n');
  renameSync(`${path}.new`, path);
  expect(isUnchanged(cursor, stampOf(path))).toBe(false);
});
