import { expect, test } from 'bun:test';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastingScratchDir } from '../../test/support/scratch.ts';
import { decodeNamed, readNamedFile, readNamedText } from './read-named.ts';

const folder = lastingScratchDir('readnamed');
const MB = 1024 * 1024;

test('a file is read whole, at the limit too', () => {
  const path = join(folder, 'whole');
  const bytes = Buffer.alloc(2 * MB, 'lessons ');
  writeFileSync(path, bytes);
  expect(readNamedFile(path, 2 * MB).equals(bytes)).toBe(true);
  writeFileSync(path, '');
  expect(readNamedFile(path)).toHaveLength(0);
});

test('what is larger, or never ends, is refused before it fills the memory', () => {
  const sparse = join(folder, 'sparse');
  writeFileSync(sparse, '');
  truncateSync(sparse, 4096 * MB);
  expect(() => readNamedFile(sparse)).toThrow('sparse holds more than 512 MB');
  if (process.platform !== 'win32')
    expect(() => readNamedFile('/dev/zero', 3 * MB)).toThrow('/dev/zero holds more than 3 MB');
});

test('a text is read as UTF-8, or as UTF-16 that says so; another encoding is refused', () => {
  const path = join(folder, 'text');
  const read = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return readNamedText(path);
  };
  expect(read(Buffer.from('smørbrød'))).toBe('smørbrød');
  expect(read(Buffer.from('\uFEFFsmørbrød'))).toBe('smørbrød');
  expect(read(Buffer.from('\uFEFFsmørbrød', 'utf16le'))).toBe('smørbrød');
  expect(() => read(Buffer.from('smørbrød', 'latin1'))).toThrow(`${path} is not UTF-8`);
  expect(decodeNamed(Buffer.from('smørbrød', 'latin1'))).toBe('sm\uFFFDrbr\uFFFDd');
});

test('what is no file is named', () => {
  expect(() => readNamedFile(join(folder, 'gone'))).toThrow('there is no file');
  expect(() => readNamedFile(folder)).toThrow('is a folder, not a file');
});
