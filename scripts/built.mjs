// The executable that `npm run build` makes, and whether it is what the sources make now.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const executable = join(root, 'dist', process.platform === 'win32' ? 'lessons.exe' : 'lessons');

/** Says what the executable was made of. */
const STAMP = join(root, 'dist', '.made-of');

/** Whether it is there, and made of what there is now. */
export function isBuilt() {
  return existsSync(executable) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === ingredients();
}

/** Notes what the executable was made of. @param made what `ingredients` said before it was */
export const noteBuilt = (made) => writeFileSync(STAMP, made);

/** The same for the same sources, and the same that builds them. */
export const ingredients = () =>
  hashOf([
    ...sources(),
    ...filesIn('scripts', /\.mjs$/),
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.json'),
  ]);

/** The same for the same source, wherever it is built. */
export const sourceHash = () => hashOf(sources());

const sources = () => filesIn('src', /(?<!\.test)\.\w+$/);

function filesIn(folder, names) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(relative(root, file).replaceAll('\\', '/')).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
