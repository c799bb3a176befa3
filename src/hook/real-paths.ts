import { patchText } from '../inject/edit-units.ts';
import type { ToolCall } from '../model/tool-call.ts';

const PARENTS_MAX = 32;

/**
 * The call with its path under the working directory where it is that in truth and only a link hides it: globs are
 * relative to the project, and an agent may name either side of a link. Looks at the disk only for a path elsewhere.
 */
export function withoutLinks(call: ToolCall): ToolCall {
  const [path] = call.paths;
  if (path === undefined || call.paths.length > 1 || !path.startsWith('/')) return call;
  const cwd = call.cwd.replace(/\/+$/, '');
  if (!cwd.startsWith('/')) return call;
  if (path.startsWith(`${cwd}/`) || patchText(call.input) !== null) return call;
  const folder = realPath(cwd);
  const real = realPath(path);
  if (folder === null || real === null || !real.startsWith(`${folder}/`)) return call;
  return { ...call, paths: [`${cwd}${real.slice(folder.length)}`] };
}

/** Links resolved as far up as something is there: a file that is to be written is not yet. */
function realPath(path: string): string | null {
  const fs = process.getBuiltinModule('node:fs');
  let rest = '';
  let there = path;
  for (let i = 0; i < PARENTS_MAX && there !== ''; i++) {
    try {
      return `${fs.realpathSync(there)}${rest}`;
    } catch {
      const slash = there.lastIndexOf('/');
      rest = `${there.slice(slash)}${rest}`;
      there = there.slice(0, slash);
    }
  }
  return null;
}
