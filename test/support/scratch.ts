import { afterAll, afterEach } from 'bun:test';
import { join } from 'node:path';
import { newFolder, removeFolder, sweepFolders } from './folders.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) removeFolder(folder);
});

sweepFolders();

/** A new folder under the system's temporary one, removed after the test that made it. */
export function scratchDir(name = 'test'): string {
  const folder = newFolder(name);
  made.push(folder);
  return folder;
}

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
