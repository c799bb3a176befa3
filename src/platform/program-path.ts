import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Env } from './paths.ts';

/** Path of a program on the user's PATH, or null. On Windows what can be started there comes first. */
export function programPath(program: string, env: Env): string | null {
  const ends = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((each) => each !== '')) {
    const found = ends.map((end) => join(folder, program + end)).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  return null;
}
