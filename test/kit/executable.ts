import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { executable, isBuilt } from '../../scripts/built.mjs';

/**
 * The built executable: `LESSONS_BIN`, else `dist/lessons`, built first where it is missing or not what
 * the sources make.
 */
export function builtExecutable(): string {
  const named = process.env['LESSONS_BIN'];
  if (named) return named;
  if (!isBuilt()) {
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const built = spawnSync('node', ['scripts/build.mjs'], { cwd, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`cannot build the executable: ${built.stderr}`);
  }
  return executable;
}
