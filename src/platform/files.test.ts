import { describe, expect, test } from 'bun:test';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { appendLine, readBytes, readSmall, readText, touchFile, writeFileAtomic } from './files.ts';

describe('replacing a file', () => {
  test('where the new one cannot take its place, the old one stays and nothing is left beside it', () => {
    // In a folder with the sticky bit nobody replaces what another user owns.
    if (process.getuid?.() !== 0)
      return console.log('skipped: only root can leave a file that is not its own');
    const folder = scratchDir();
    const path = join(folder, 'page.html');
    writeFileSync(path, 'old', { mode: 0o644 });
    chmodSync(folder, 0o1777);
    const script = `await import(${JSON.stringify(join(import.meta.dir, 'files.ts'))}).then((each) => each.writeFileAtomic(${JSON.stringify(path)}, 'new'))`;
    const run = spawnSync(process.execPath, ['-e', script], {
      uid: 65534,
      gid: 65534,
      cwd: '/',
      encoding: 'utf8',
    });
    expect(run.stderr).toContain(`cannot write ${path}: no permission`);
    expect(run.stderr).toContain('rename');
    expect(readdirSync(folder)).toEqual(['page.html']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  test('a new one gets 0600, and nothing else is left in its folder', () => {
    const folder = scratchDir();
    writeFileAtomic(join(folder, 'deep', 'page.html'), 'ä page');
    expect(readFileSync(join(folder, 'deep', 'page.html'), 'utf8')).toBe('ä page');
    expect(lstatSync(join(folder, 'deep', 'page.html')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['page.html']);
  });

  test('it keeps its mode, whatever the umask, unless another one is asked for', () => {
    const path = join(scratchDir(), 'page.html');
    const modeOf = () => lstatSync(path).mode & 0o7777;
    writeFileAtomic(path, 'new');
    chmodSync(path, 0o666);
    writeFileAtomic(path, 'newer');
    expect(modeOf()).toBe(0o666);
    writeFileAtomic(path, 'program', 0o755);
    expect(modeOf()).toBe(0o755);
  });

  test('what a killed process left beside it is in nobody’s way', () => {
    const path = join(scratchDir(), 'page.html');
    for (let n = 0; n < 50; n += 1) writeFileSync(`${path}.${process.pid}.${n}.tmp`, 'half');
    writeFileAtomic(path, 'whole');
    expect(readFileSync(path, 'utf8')).toBe('whole');
  });

  test('what a killed process left beside it an hour ago goes, and nothing else', () => {
    const path = join(scratchDir(), 'config.json');
    const [old, early, young] = [1, 2, 3].map(() => `${path}.${crypto.randomUUID()}.tmp`);
    const others = [`${path}.bak`, `${path}.tmp`, `${path}s.${crypto.randomUUID()}.tmp`];
    for (const each of [old!, early!, young!, ...others]) writeFileSync(each, 'half');
    for (const each of [old!, ...others]) utimesSync(each, 0, 0);
    const tomorrow = Date.now() / 1000 + 24 * 3600;
    utimesSync(early!, tomorrow, tomorrow);
    writeFileAtomic(path, 'whole');
    expect([old!, early!, young!, ...others].map((each) => existsSync(each))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  test('who has the old one open reads it to its end', () => {
    const path = join(scratchDir(), 'a.json');
    writeFileAtomic(path, 'the old text');
    const reader = openSync(path, 'r');
    writeFileAtomic(path, 'new');
    expect(readFileSync(reader, 'utf8')).toBe('the old text');
    closeSync(reader);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('a link stays, what it leads to is replaced, there or not', () => {
    const folder = scratchDir();
    symlinkSync('real.txt', join(folder, 'link'));
    writeFileAtomic(join(folder, 'link'), 'one');
    writeFileAtomic(join(folder, 'link'), 'two');
    expect(readlinkSync(join(folder, 'link'))).toBe('real.txt');
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('two');
  });

  test('links in a circle are named', () => {
    const folder = scratchDir();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => writeFileAtomic(join(folder, 'a'), 'x')).toThrow('in a circle');
  });

  test('a pipe is written to, not replaced, as a device is', async () => {
    const pipe = join(scratchDir(), 'pipe');
    if (spawnSync('mkfifo', [pipe]).status !== 0) return console.log('skipped: no mkfifo here');
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
    const read = new Response(reader.stdout as unknown as ReadableStream).text();
    writeFileAtomic(pipe, 'through');
    expect(await read).toBe('through');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test('a folder is refused, and nothing is left beside it', () => {
    const folder = scratchDir();
    expect(() => writeFileAtomic(folder, 'x')).toThrow('it is a folder');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a file of our own', () => {
  test('is read as it is; where there is none there is nothing', () => {
    const path = join(scratchDir(), 'notes.json');
    expect([readText(path), readBytes(path)]).toEqual([null, null]);
    touchFile(path);
    expect(readText(path)).toBe('');
    writeFileSync(path, Buffer.from([0xff, 0x61]));
    expect(readBytes(path)).toEqual(Buffer.from([0xff, 0x61]));
    touchFile(path);
    expect(readText(path)).toBe('\uFFFDa');
  });

  test('what only looks like one is named, and neither read nor written to', () => {
    const folder = scratchDir();
    symlinkSync('loop', join(folder, 'loop'));
    const cases: [string, string][] = [
      [folder, 'is a folder, not a file'],
      [join(folder, 'loop'), 'its links lead in a circle'],
    ];
    const pipe = join(folder, 'pipe');
    if (spawnSync('mkfifo', [pipe]).status === 0) cases.push([pipe, 'is a pipe or a device']);
    for (const [path, why] of cases)
      for (const use of [readText, readBytes, touchFile, (each: string) => appendLine(each, 'x')])
        expect(() => use(path)).toThrow(why);
  });
});

test('a file of someone else’s is read where it is small, and one', () => {
  const folder = scratchDir();
  writeFileSync(join(folder, 'CLAUDE.md'), 'four');
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  expect(readSmall(join(folder, 'CLAUDE.md'), 4)?.toString()).toBe('four');
  expect(readSmall(join(folder, 'CLAUDE.md'), 3)).toBeNull();
  for (const name of ['pipe', '.', 'absent', join('CLAUDE.md', 'x')])
    expect(readSmall(join(folder, name), 4)).toBeNull();
});

test('a log is for its owner alone, and grows by a line', () => {
  const path = join(scratchDir(), 'events.jsonl');
  appendLine(path, '{"a":1}');
  appendLine(path, '{"b":2}');
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"b":2}\n');
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
});
