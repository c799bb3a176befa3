import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';

const OUTPUT_MAX = 65_536;
const MATCHES_MAX = 40;
const NAME_CHARS_MIN = 4;
/** How programs name a path that is not there. */
const MISSING =
  /(?:cannot (?:access|open|stat) )?[`'"‘]?([^\s`'"’:]*[\w-]\.\w{1,5})[`'"’]?: No such file|no such file or directory: [`'"]?([^\s`'"]+)|, open '([^']+)'|['‘]([\w./-]+\.\w+)['’] does not exist/i;

/** What it holds in any case: looking for that costs less. */
const MAY_MISS = /no such file|, open '|does not exist/i;

/** The folders before a name, where they begin behind a space, a quote or a bracket. */
const BEFORE = /(?:^|[\s"'`(=])([\w@.+~/-]*)$/;

/** The path that was not there; empty where none is named. */
export function missingPath({ call, salient }: Pick<OpenFailure, 'call' | 'salient'>): string {
  if (call.tool !== 'Bash') return call.target;
  const match = MAY_MISS.test(salient) ? MISSING.exec(salient) : null;
  return match?.slice(1).find((path) => path !== undefined) ?? '';
}

/** Notes where a later output shows the file that was not found, if it shows just one of that name. */
export function noteFound(open: OpenFailure, output: string): void {
  if (open.kind !== 'missing-path' || open.foundAt !== undefined) return;
  const missing = missingPath(open);
  const name = baseName(missing);
  if (name.length < NAME_CHARS_MIN || !name.includes('.')) return;
  const text = output.slice(0, OUTPUT_MAX);
  const found = new Set<string>();
  let at = text.indexOf(`/${name}`);
  for (let tries = 0; at >= 0 && tries < MATCHES_MAX; tries++) {
    const end = at + 1 + name.length;
    const start = BEFORE.exec(text.slice(Math.max(0, at - 200), at))?.[1];
    if (start !== undefined && !/[\w./-]/.test(text[end] ?? ' '))
      found.add(`${start}/${name}`.replace(/^\.\//, ''));
    at = text.indexOf(`/${name}`, end);
  }
  const [path] = found;
  if (found.size !== 1 || !path || missing.endsWith(path)) return;
  // The same path, named from the root: only folders that a relative one lacks make it another.
  if (!path.endsWith(missing) || !/^[/~]/.test(path)) open.foundAt = path;
}
