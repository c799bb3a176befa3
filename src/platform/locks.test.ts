import { afterEach, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchHome } from '../../test/support/scratch.ts';
import { until } from '../../test/support/until.ts';
import type { AppError } from './errors.ts';
import { tryLock, withLock } from './locks.ts';

const releases: (() => void)[] = [];
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

const lockIn = (home: string) => join(home, 'a', 'x.lock');
/** No process has this number. */
const GONE = String(2 ** 30);

/** Takes and releases the lock over and over; each time it holds it, it makes sure that nobody else does. */
const CONTENDER = `
  const { tryLock } = await import(process.argv[1]);
  const { openSync, closeSync, rmSync, writeFileSync } = await import('node:fs');
  const [path, gone] = [process.argv[2], process.argv[3]];
  let held = 0; // At least three times, however seldom a busy machine lets it run.
  let clashes = 0;
  for (const end = Date.now() + 1500; Date.now() < end || held < 3; ) {
    const release = tryLock(path);
    if (release === null) continue;
    try {
      closeSync(openSync(path + '.critical', 'wx'));
      held++;
      rmSync(path + '.critical');
    } catch { clashes++; }
    // Dies while it holds the lock, as far as the others can see.
    writeFileSync(path, gone);
  }
  console.log(JSON.stringify({ held, clashes }));
`;

test('one process has it; it can be had again when it is released', () => {
  const path = lockIn(scratchHome());
  const release = tryLock(path)!;
  expect(tryLock(path)).toBeNull();
  release();
  expect(existsSync(path)).toBe(false);
  releases.push(tryLock(path)!);
});

const age = (path: string, seconds: number): void => {
  const made = Date.now() / 1000 - seconds;
  utimesSync(path, made, made);
};

test('a dead process loses it, and must not remove what its successor took', () => {
  const path = lockIn(scratchHome());
  const release = tryLock(path)!;
  writeFileSync(path, GONE);
  const successor = tryLock(path)!;
  expect(existsSync(`${path}.take-over`)).toBe(false);
  const content = readFileSync(path, 'utf8');
  release();
  expect(readFileSync(path, 'utf8')).toBe(content);
  successor();
  expect(existsSync(path)).toBe(false);
});

test('withLock lets go of it, also when the work fails', async () => {
  const terms = { path: lockIn(scratchHome()), waitMs: 0, holder: 'a scan' };
  const failing = withLock(terms, async () => {
    expect(tryLock(terms.path)).toBeNull();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(terms.path)).toBe(false);
});

test('who waits says for what; in vain, for how long it was, and which process holds it', async () => {
  const path = lockIn(scratchHome());
  releases.push(tryLock(path)!);
  const said: string[] = [];
  const terms = { path, waitMs: 100, holder: 'another scan', progress: (line: string) => said.push(line) };
  const error = await withLock(terms, async () => {}).catch((thrown: unknown) => thrown as AppError);
  expect(error).toMatchObject({
    code: 'LOCKED',
    message: 'another scan has been running for 0.1 seconds',
    hint: `Wait until it is done, or end process ${process.pid}.`,
  });
  expect(new Set(said)).toEqual(new Set(['Waiting for another scan to end…']));
});

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)('a living process keeps it, however old it gets', () => {
  const path = lockIn(scratchHome());
  releases.push(tryLock(path)!);
  age(path, 30 * 24 * 3600);
  expect(tryLock(path)).toBeNull();
});

test.skipIf(Bun.which('ps') === null)(
  'where a lock does not say when its process began, that has lost it if it is younger than the lock',
  async () => {
    const path = lockIn(scratchHome());
    tryLock(path)!();
    const sleeper = Bun.spawn(['sleep', '600']);
    try {
      await Bun.sleep(1200);
      writeFileSync(path, `${sleeper.pid} x`);
      age(path, 1);
      expect(tryLock(path, 0)).toBeNull();
      age(path, 2 * 3600);
      expect(tryLock(path, 3 * 3600 * 1000)).toBeNull();
      releases.push(tryLock(path)!);
    } finally {
      sleeper.kill();
    }
  },
);

test.skipIf(!isLinux)('a process that was given the number of the dead one does not hold it for that', () => {
  const path = lockIn(scratchHome());
  const release = tryLock(path)!;
  const [pid, name, began] = readFileSync(path, 'utf8').split(' ');
  expect(tryLock(path)).toBeNull();
  release();
  for (const [number, since, isFree] of [
    [pid, began, false],
    [pid, `${Number(began) + 1}`, true],
    [1, began, true],
    [pid, '', false],
  ] as const) {
    writeFileSync(path, `${number} ${name} ${since}`);
    const taken = tryLock(path);
    expect([number, since, taken !== null]).toEqual([number, since, isFree]);
    taken?.();
  }
});

test.skipIf(!isLinux)('a killed process that nobody waits for does not hold it', async () => {
  const path = lockIn(scratchHome());
  tryLock(path)!();
  // What the shell became does not wait for the shell's child.
  const parent = Bun.spawn(['sh', '-c', 'sleep 600 & echo $!; exec sleep 600'], { stdout: 'pipe' });
  try {
    const { value } = await parent.stdout.getReader().read();
    const child = Number(new TextDecoder().decode(value));
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    process.kill(child, 'SIGKILL');
    await until(() => / Z /.test(readFileSync(`/proc/${child}/stat`, 'utf8')));
    writeFileSync(path, `${child} x`);
    releases.push(tryLock(path)!);
    expect(readFileSync(path, 'utf8')).toStartWith(`${process.pid} `);
  } finally {
    parent.kill();
  }
});

test('one that nothing was written into is taken over, also where the clock was set back since', () => {
  const path = lockIn(scratchHome());
  tryLock(path)!();
  const hour = 3600;
  for (const shift of [-hour, hour]) {
    writeFileSync(path, '');
    expect(tryLock(path)).toBeNull();
    const made = Date.now() / 1000 + shift;
    utimesSync(path, made, made);
    const release = tryLock(path, Number.POSITIVE_INFINITY);
    expect([shift, release === null]).toEqual([shift, false]);
    release?.();
  }
});

test('a take-over that died half-way does not stop the next but one', () => {
  const path = lockIn(scratchHome());
  tryLock(path)!();
  writeFileSync(path, GONE);
  writeFileSync(`${path}.take-over`, GONE);
  expect(tryLock(path)).toBeNull();
  releases.push(tryLock(path)!);
});

test('processes that all find it stale: never two hold it at once', async () => {
  const path = lockIn(scratchHome());
  tryLock(path)!();
  writeFileSync(path, GONE);
  const contenders = Array.from({ length: 6 }, () =>
    Bun.spawn([process.execPath, '-e', CONTENDER, join(import.meta.dir, 'locks.ts'), path, GONE], {
      stderr: 'inherit',
    }),
  );
  const results = await Promise.all(
    contenders.map(async (each) => JSON.parse(await new Response(each.stdout).text())),
  );
  expect(results.reduce((sum, each) => sum + each.clashes, 0)).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'a pipe, a folder or a link to nothing in its place is named, not waited for',
  () => {
    const path = lockIn(scratchHome());
    mkdirSync(path, { recursive: true });
    expect(() => tryLock(path)).toThrow(/is a folder, not a file/);
    spawnSync('mkfifo', [`${path}.pipe`]);
    expect(() => tryLock(`${path}.pipe`)).toThrow(/is a pipe or a device/);
    symlinkSync(`${path}.gone`, `${path}.link`);
    expect(() => tryLock(`${path}.link`)).toThrow(/is a link, not a file/);
  },
);

const UNWRITABLE = `
  const { tryLock } = await import(process.argv[1]);
  try { tryLock(process.argv[2]); } catch (error) { console.log(error.message); }
`;

test.skipIf(process.platform === 'win32')('one that cannot be written is not left behind', () => {
  const path = lockIn(scratchHome());
  tryLock(path)!();
  // No file may grow, as on a full disk: it can be made, and not be written.
  const limited = spawnSync(
    'sh',
    ['-c', 'trap \'\' XFSZ; ulimit -f 0; exec "$@"', 'sh', process.execPath, '-e', UNWRITABLE].concat(
      join(import.meta.dir, 'locks.ts'),
      path,
    ),
    { encoding: 'utf8' },
  );
  expect(limited.stdout).toContain(`cannot write to ${join(path, '..')}: the file would be larger`);
  expect(existsSync(path)).toBe(false);
});
