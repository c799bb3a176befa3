import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/platform/is-alive.ts';

/** A folder under the system's temporary one, without links on the way (macOS has one); its name says who made it, for `sweepFolders`. `name` is lower-case letters. */
export function newFolder(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `lessons-${name}-p${process.pid}-`)));
}

/** What a test has left open stays on Windows, until a later run sweeps it. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}

/** Removes what processes that are gone have left: a test that is killed has no `afterEach`. */
export function sweepFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^lessons-[a-z0-9]+-p(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      removeFolder(join(tmpdir(), name));
    } catch {
      // Another user's.
    }
  }
}
