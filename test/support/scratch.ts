import { afterEach } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder under the system's temporary one, removed after the test that made it. */
export function scratchDir(name = 'test'): string {
  const folder = mkdtempSync(join(tmpdir(), `lessons-${name}-`));
  made.push(folder);
  return folder;
}

/** A data folder that does not exist yet, in a scratch folder of its own. */
export function scratchHome(): string {
  return join(scratchDir('home'), 'data');
}
