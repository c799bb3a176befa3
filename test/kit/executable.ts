import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

/**
 * The built executable: `LESSONS_BIN`, else `dist/lessons`, built first where it is missing or older than
 * the sources.
 */
export function builtExecutable(): string {
  const named = process.env['LESSONS_BIN'];
  if (named) return named;
  const path = join(root, 'dist', process.platform === 'win32' ? 'lessons.exe' : 'lessons');
  if (!existsSync(path) || statSync(path).mtimeMs < newest(join(root, 'src'))) {
    const built = spawnSync('node', [join(root, 'scripts', 'build.mjs')], { cwd: root, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`cannot build the executable: ${built.stderr}`);
  }
  return path;
}

function newest(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}
