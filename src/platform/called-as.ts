import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import { selfCommand } from './self.ts';

const NAME = 'lessons';

/**
 * What the user types to call this program: `lessons` where the PATH leads to it, else its path from the working folder
 * (`dist/lessons`), or the whole of it. `lessons` too where it runs from source.
 */
export function calledAs(
  path = process.env['PATH'] ?? '',
  cwd = process.cwd(),
  self = selfCommand(),
): string {
  const [program = NAME, ...more] = self;
  if (more.length > 0) return NAME;
  const file = process.platform === 'win32' ? `${NAME}.exe` : NAME;
  if (path.split(delimiter).some((folder) => isAbsolute(folder) && isSame(join(folder, file), program)))
    return NAME;
  const near = relative(cwd, program);
  if (near.startsWith('..') || isAbsolute(near)) return quoted(program);
  return quoted(near.includes(sep) ? near : `.${sep}${near}`);
}

const quoted = (path: string): string => (path.includes(' ') ? `"${path}"` : path);

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
