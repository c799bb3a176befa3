import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { renameOver } from './rename.ts';

const held = (code: string) => Object.assign(new Error(code), { code });

function failing(times: number, code: string) {
  const calls: string[] = [];
  const rename = (from: string, to: string) => {
    calls.push(`${from} ${to}`);
    if (calls.length <= times) throw held(code);
  };
  return { calls, rename };
}

test('a file takes the place of another', () => {
  const folder = scratchDir();
  writeFileSync(join(folder, 'new'), 'new');
  writeFileSync(join(folder, 'old'), 'old');
  renameOver(join(folder, 'new'), join(folder, 'old'));
  expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('new');
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

test.each(['EPERM', 'EACCES', 'EBUSY'])('on Windows a file that is held (%s) is tried again', (code) => {
  const { calls, rename } = failing(3, code);
  renameOver('a', 'b', rename, 'win32');
  expect(calls).toEqual(['a b', 'a b', 'a b', 'a b']);
});

test('on Windows a file that stays held, or is not there, is told', () => {
  const stays = failing(100, 'EPERM');
  expect(() => renameOver('a', 'b', stays.rename, 'win32')).toThrow('EPERM');
  expect(stays.calls.length).toBe(9);
  const gone = failing(100, 'ENOENT');
  expect(() => renameOver('a', 'b', gone.rename, 'win32')).toThrow('ENOENT');
  expect(gone.calls.length).toBe(1);
});

test('elsewhere nothing is tried twice', () => {
  const { calls, rename } = failing(1, 'EPERM');
  expect(() => renameOver('a', 'b', rename, 'linux')).toThrow('EPERM');
  expect(calls.length).toBe(1);
});
