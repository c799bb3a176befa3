import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import { selfCommand } from './self.ts';

const NAME = 'lessons';

/**
 * What the user types to call this program: `lessons` where the PATH leads to it, else its path from the working folder
 * (`dist/lessons`), or the whole of it. `lessons` too where it runs from source.
 * @param cwd null where it is not known from where it will be called
 */
export function calledAs(
  path = process.env['PATH'] ?? '',
  cwd: string | null = process.cwd(),
  self = selfCommand(),
): string {
  const [program = NAME, ...more] = self;
  if (more.length > 0) return NAME;
  const file = process.platform === 'win32' ? `${NAME}.exe` : NAME;
  if (path.split(delimiter).some((folder) => isAbsolute(folder) && isSame(join(folder, file), program)))
    return NAME;
  if (cwd === null) return quoted(program);
  const near = relative(cwd, program);
  if (near.startsWith('..') || isAbsolute(near)) return quoted(program);
  return quoted(near.includes(sep) ? near : `.${sep}${near}`);
}

/**
 * A text of ours as a terminal shows it: with its commands, `lessons …` in backticks, as the user types them. What goes
 * elsewhere stays as it is: it may be data, in which others' texts stand.
 */
export const shownOn = (stream: { isTTY?: boolean }, text: string): string =>
  stream.isTTY === true ? asTyped(text) : text;

/** A text of ours with its commands as the user types them. */
export function asTyped(text: string, called = calledAs()): string {
  return called === NAME ? text : text.replaceAll(`\`${NAME} `, `\`${called} `);
}

const quoted = (path: string): string => (path.includes(' ') ? `"${path}"` : path);

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
