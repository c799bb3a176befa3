// The executable that `npm run build` makes, and whether it is what the sources make now.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const executable = join(root, 'dist', process.platform === 'win32' ? 'lessons.exe' : 'lessons');

/** Whether it is there, and no source is newer than it. */
export function isBuilt() {
  if (!existsSync(executable)) return false;
  const at = statSync(executable).mtimeMs;
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .every((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs <= at);
}
