import { beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { type FastIo, fastIo } from './fast-io.ts';
import { failingMarker, openSessionState, sessionDir, slugFile } from './session-state.ts';

let home: string;
beforeEach(() => {
  home = scratchDir();
});

describe('a claim', () => {
  test('is taken once, before there is any folder and after', () => {
    const state = openSessionState(home, 'abc');
    expect(state.claim('one', '5\n')).toBe(true);
    expect(state.claim('two', '5\n')).toBe(true);
    expect(state.claim('three', '5\n')).toBe(true);
    for (const name of ['one', 'two', 'three']) {
      expect(state.claim(name, '5\n')).toBe(false);
      expect(state.read(name)).toBe('5\n');
    }
  });

  test('says its own content, whatever others of the session say', () => {
    const state = openSessionState(home, 'abc');
    for (const [name, content] of Object.entries({
      a: '',
      b: '5\n',
      c: '10\n',
      d: '',
      e: 'a longer one\n',
    })) {
      expect(state.claim(name, content)).toBe(true);
      expect(state.read(name)).toBe(content);
    }
  });

  test('of one priority is a further name of a file, while there may be any', () => {
    const state = openSessionState(home, 'abc');
    for (const name of ['first', 'second', 'third']) state.claim(name, '7\n');
    const inode = (name: string) => statSync(join(state.dir, name)).ino;
    expect(inode('third')).toBe(inode('second'));

    const unlinked: FastIo = { ...fastIo(), link: () => false };
    const elsewhere = openSessionState(home, 'abc', unlinked);
    expect(elsewhere.claim('third', '7\n')).toBe(false);
    expect(elsewhere.claim('fourth', '7\n')).toBe(true);
    expect(readFileSync(join(state.dir, 'fourth'), 'utf8')).toBe('7\n');
    expect(inode('fourth')).not.toBe(inode('third'));
  });

  test('is null where nothing can be written', () => {
    writeFileSync(join(home, 'sessions'), '');
    expect(openSessionState(home, 'abc').claim('one', '5\n')).toBeNull();
  });
});

test('a slug stands for itself as a file where it is a name like those that lessons are given', () => {
  for (const slug of ['a', 'z9-0a', 'x'.repeat(151)]) expect(slugFile(slug)).toBe(slug);
  for (const slug of ['', '-a', 'A', 'a.b', 'a/b', 'ä', '`', '{', ':', 'x'.repeat(152)])
    expect(slugFile(slug)).toMatch(/^x-[0-9a-f]{16}$/);
});

test('an id that is no file name is hashed, and stays inside', () => {
  expect(sessionDir('/h', '0b5f-1')).toBe('/h/sessions/s-0b5f-1');
  for (const id of ['', '..', '../../etc', 'a/b', 'é', 'x'.repeat(101), 'a\0b']) {
    expect(failingMarker('/h', id)).toMatch(/^\/h\/sessions\/failing-[0-9a-f]{64}$/);
    expect(sessionDir('/h', id)).toMatch(/^\/h\/sessions\/s-[0-9a-f]{64}$/);
  }
});
