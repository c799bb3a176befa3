import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const lessons = join(import.meta.dir, '..', '..', 'dist', 'lessons');

test.skipIf(!existsSync('/proc/self/environ'))('a scan lets little garbage pile up', async () => {
  const home = scratchDir('small-heap');
  mkdirSync(home, { recursive: true });
  // It waits for another scan: there is time to look at it.
  writeFileSync(join(home, 'scan.lock'), `${process.pid} other`);
  const env = { HOME: home, LESSONS_HOME: home, PATH: process.env['PATH'] ?? '', OTHER: 'ä' };
  const child = spawn(lessons, ['scan', 'a b', '--full'], { env, stdio: 'ignore' });
  try {
    const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8').split('\0');
    const small = `BUN_JSC_forceRAMSize=${128 * 1024 * 1024}`;
    expect(await until(() => read('environ').includes(small), 20)).toBe(true);
    expect(read('environ')).toContain('BUN_JSC_useFTLJIT=0');
    expect(read('environ')).toContain('OTHER=ä');
    expect(read('cmdline').slice(1, -1)).toEqual(['scan', 'a b', '--full']);
  } finally {
    child.kill();
  }
});
