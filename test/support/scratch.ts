import { afterAll, afterEach } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) removeFolder(folder);
});

/** A test that is killed has no `afterEach`: what is left of processes that are gone is removed by the next. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^lessons-[a-z]+-p(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    removeFolder(join(tmpdir(), name));
  }
}

/** What a test has left open stays on Windows, until a later run sweeps it. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

sweep();

/** A new folder under the system's temporary one, removed after the test that made it. */
export function scratchDir(name = 'test'): string {
  const folder = newFolder(name);
  made.push(folder);
  return folder;
}

/** The name says who made it, for `sweep`; `name` is lower-case letters. */
const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `lessons-${name}-p${process.pid}-`));

/** The same for all tests of a file or of a `describe`, and called there; removed after the last of them. */
export function lastingScratchDir(name: string): string {
  const folder = newFolder(name);
  afterAll(() => removeFolder(folder));
  return folder;
}

/** A data folder that does not exist yet, in a scratch folder of its own. */
export function scratchHome(): string {
  return join(scratchDir('home'), 'data');
}
