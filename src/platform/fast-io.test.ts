import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastIo, fastIo, fsIo } from './fast-io.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fast-io-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const both: [string, () => FastIo][] = [
  ['the chosen one', fastIo],
  ['node:fs', fsIo],
];

describe.each(both)('%s', (name, make) => {
  const at = (file: string) => join(folder, `${name.replace(/\W/g, '')}-${file}`);

  test('creates a file once, 0600', () => {
    const io = make();
    expect(io.createExclusive(at('claim'), 'é✓')).toBe('created');
    expect(io.createExclusive(at('claim'), 'other')).toBe('exists');
    expect(readFileSync(at('claim'), 'utf8')).toBe('é✓');
    expect(statSync(at('claim')).mode & 0o777).toBe(0o600);
    expect(io.createExclusive(join(at('none'), 'claim'), '')).toBe('failed');
    expect(io.exists(at('claim'))).toBe(true);
    expect(io.exists(at('nothing'))).toBe(false);
  });

  test('appends lines and reads them back whole', () => {
    const io = make();
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}\n`);
    for (const line of lines) expect(io.append(at('log'), line)).toBe(true);
    expect(io.readText(at('log'))).toBe(lines.join(''));
    expect(io.readText(at('absent'))).toBeNull();
    expect(io.append(join(at('absent'), 'log'), 'x')).toBe(false);
  });

  test('makes a folder, 0700, and is content where it exists', () => {
    const io = make();
    expect(io.makeDir(at('dir'))).toBe(true);
    expect(io.makeDir(at('dir'))).toBe(true);
    expect(statSync(at('dir')).mode & 0o777).toBe(0o700);
    expect(io.makeDir(join(at('no'), 'dir'))).toBe(false);
  });
});

test('on Linux under Bun the C library is used', () => {
  if (process.platform === 'linux') expect(fastIo().kind).toBe('libc');
  else expect(fastIo().kind).toBe('fs');
});
