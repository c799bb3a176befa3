import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lastingScratchDir } from '../../test/support/scratch.ts';
import { type FastIo, fastIo } from './fast-io.ts';
import { fsIo } from './fs-io.ts';
import { decodeText, encodeText } from './text-bytes.ts';
import { textEnd } from './text-end.ts';

const folder = lastingScratchDir('fastio');

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

  test('gives a file a second name once', () => {
    const io = make();
    io.createExclusive(at('first'), '5\n');
    expect(io.link(at('first'), at('second'))).toBe(true);
    expect(io.link(at('first'), at('second'))).toBe(false);
    expect(io.link(at('absent'), at('third'))).toBe(false);
    expect(readFileSync(at('second'), 'utf8')).toBe('5\n');
  });

  test('reads parts of a file at a place, and not from one that is closed or not there', () => {
    const io = make();
    expect(io.append(at('parts'), '0123456789')).toBe(true);
    const fd = io.openRead(at('parts'));
    const bytes = new Uint8Array(4);
    expect([io.readAt(fd, bytes, 3), decodeText(bytes)]).toEqual([4, '3456']);
    expect(io.readAt(fd, bytes, 8)).toBe(2);
    expect(io.readAt(fd, bytes, 10)).toBe(0);
    io.close(fd);
    expect(io.readAt(-1, bytes, 0)).toBe(-1);
    expect(io.openRead(at('absent'))).toBe(-1);
  });

  test.skipIf(process.platform === 'win32')('does not wait for the writer of a pipe', () => {
    const io = make();
    spawnSync('mkfifo', [at('pipe')]);
    expect(io.readText(at('pipe')) ?? '').toBe('');
    const fd = io.openRead(at('pipe'));
    expect(io.readAt(fd, new Uint8Array(4), 0)).toBeLessThan(1);
    io.close(fd);
    expect(io.append(at('pipe'), 'line\n')).toBe(false);
  });

  test('appends lines and reads them back whole', () => {
    const io = make();
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}\n`);
    for (const line of lines) expect(io.append(at('log'), line)).toBe(true);
    expect(io.readText(at('log'))).toBe(lines.join(''));
    const megabytes = `${'x'.repeat(3 << 20)}\n`;
    expect(io.append(at('log'), megabytes)).toBe(true);
    expect(io.readText(at('log'))?.length).toBe(lines.join('').length + megabytes.length);
    expect(io.readText(at('absent'))).toBeNull();
    expect(io.append(join(at('absent'), 'log'), 'x')).toBe(false);
  });

  test('reads the end of a file, of any size', () => {
    const io = make();
    for (let digits = 0; digits < 50; digits += 1) {
      const whole = Array.from({ length: digits }, (_, index) => index % 10).join('');
      io.createExclusive(at(`end-${digits}`), whole);
      const end = textEnd(io, at(`end-${digits}`), 8);
      expect(whole).toEndWith(end);
      expect(end.length).toBeGreaterThanOrEqual(Math.min(8, digits));
      expect(end.length).toBeLessThanOrEqual(16);
    }
    expect(textEnd(io, at('absent'), 8)).toBe('');
  });

  test('makes a folder, 0700, and is content where it exists', () => {
    const io = make();
    expect(io.makeDir(at('dir'))).toBe(true);
    expect(io.makeDir(at('dir'))).toBe(true);
    expect(statSync(at('dir')).mode & 0o777).toBe(0o700);
    expect(io.makeDir(join(at('no'), 'dir'))).toBe(false);
  });
});

test.skipIf(process.platform === 'win32')('a reader that has gone, or a full disk, ends the write', () => {
  const pipe = join(folder, 'left');
  spawnSync('mkfifo', [pipe]);
  // In a process of its own: what never ends here could not be ended.
  const script = `
    import { closeSync, constants, existsSync, openSync } from 'node:fs';
    import { fastIo } from ${JSON.stringify(join(import.meta.dir, 'fast-io.ts'))};
    import { fsIo } from ${JSON.stringify(join(import.meta.dir, 'fs-io.ts'))};
    const bytes = new Uint8Array(5000).fill(65);
    for (const io of [fastIo(), fsIo()]) {
      const reader = openSync(${JSON.stringify(pipe)}, constants.O_RDONLY | constants.O_NONBLOCK);
      const writer = openSync(${JSON.stringify(pipe)}, constants.O_WRONLY);
      const whole = io.write(writer, bytes);
      closeSync(reader);
      const full = existsSync('/dev/full') && io.write(openSync('/dev/full', 'w'), bytes);
      console.log(whole, io.write(writer, bytes), full);
    }`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { timeout: 60_000, encoding: 'utf8' });
  expect(stdout).toBe('true false false\ntrue false false\n');
});

test.skipIf(process.platform === 'win32')('a file that a full disk leaves empty is its maker’s', () => {
  const script = `
    import { fastIo } from ${JSON.stringify(join(import.meta.dir, 'fast-io.ts'))};
    import { fsIo } from ${JSON.stringify(join(import.meta.dir, 'fs-io.ts'))};
    const path = ${JSON.stringify(join(folder, 'full'))};
    for (const io of [fastIo(), fsIo()])
      console.log(io.createExclusive(path + io.kind, 'text'), io.createExclusive(path + io.kind, 'text'));`;
  // No file may have a byte; the output is a pipe.
  const limited = ['-c', `trap '' XFSZ; ulimit -f 0; exec "$0" -e "$1"`, process.execPath, script];
  const { stdout } = spawnSync('sh', limited, { timeout: 60_000, encoding: 'utf8' });
  expect(stdout).toBe('created exists\ncreated exists\n');
});

test('on Linux under Bun the C library is used', () => {
  if (process.platform === 'linux') expect(fastIo().kind).toBe('libc');
  else expect(fastIo().kind).toBe('fs');
});

test.if(process.platform === 'linux').each([
  ['has the name of musl’s', 'libc', ['libc.so.6', 'gone.so'], ['libc.musl-.*', 'libc.so.6'], {}],
  ['is of no kind that is known', 'fs', ['libc.*', 'gone.so'], ['', ''], {}],
  ['cannot be called without a compiler', 'fs', ['', ''], ['', ''], { BUN_JSC_useJIT: '0' }],
])('a C library that %s: %s', (_where, kind, first, second, env) => {
  const script = `
    const { dlopen } = Bun.FFI;
    const renamed = { ${[first, second].map(([from, to]) => `'^${from}$': '${to}'`).join(', ')} };
    Bun.FFI.dlopen = (name, types) => {
      const found = Object.keys(renamed).find((each) => new RegExp(each).test(name));
      return dlopen(found === undefined ? name : renamed[found], types);
    };
    const { fastIo } = await import(${JSON.stringify(join(import.meta.dir, 'fast-io.ts'))});
    console.log(fastIo().kind, fastIo().readText(${JSON.stringify(import.meta.path)}).length > 0);`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect(stdout).toBe(`${kind} true\n`);
});

test('texts become the bytes that TextEncoder makes, and come back', () => {
  for (const text of ['', 'plain', 'é✓', 'a\u007f\u0080', '𝒳', 'x\ud800y']) {
    expect(encodeText(text)).toEqual(new TextEncoder().encode(text));
    expect(decodeText(encodeText(text))).toBe(text.toWellFormed());
  }
});
