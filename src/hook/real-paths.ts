import { patchText } from '../inject/edit-units.ts';
import { normalisePath } from '../inject/paths.ts';
import type { ToolCall } from '../model/tool-call.ts';

const PARENTS_MAX = 32;

/**
 * The call with its path under the working directory where it is that in truth: a link hides it, or it lies in another
 * worktree of the same repository. Globs are relative to the project, and an agent may name either. Looks at the
 * disk only for a path elsewhere.
 */
export function withoutLinks(call: ToolCall): ToolCall {
  const [path] = call.paths;
  if (path === undefined || call.paths.length > 1 || !path.startsWith('/')) return call;
  const cwd = call.cwd.replace(/\/+$/, '');
  if (!cwd.startsWith('/')) return call;
  if (path.startsWith(`${cwd}/`) || patchText(call.input) !== null) return call;
  const folder = realPath(cwd);
  const real = realPath(path);
  if (folder === null || real === null) return call;
  if (real.startsWith(`${folder}/`)) return { ...call, paths: [`${cwd}${real.slice(folder.length)}`] };
  const there = worktreeOf(real);
  const here = there === null ? null : worktreeOf(`${folder}/.`);
  if (here === null || there === null || here.root === there.root || here.common !== there.common)
    return call;
  const below = folder.slice(here.root.length);
  const root = cwd.endsWith(below) ? cwd.slice(0, cwd.length - below.length) : here.root;
  return { ...call, paths: [`${root}${real.slice(there.root.length)}`] };
}

/** Root of the worktree that a path lies in, and the folder that all worktrees of its repository share. */
function worktreeOf(path: string): { root: string; common: string } | null {
  const fs = process.getBuiltinModule('node:fs');
  let root = path;
  for (let i = 0; i < PARENTS_MAX; i++) {
    root = root.slice(0, Math.max(0, root.lastIndexOf('/')));
    if (root === '') return null;
    const git = `${root}/.git`;
    try {
      if (fs.statSync(git).isDirectory()) return { root, common: git };
      // A submodule names a folder that is no worktree's: it is a project of its own.
      const named = /^gitdir: (.+)\/worktrees\/[^/\n]+\s*$/.exec(fs.readFileSync(git, 'utf8'))?.[1];
      if (named === undefined) return null;
      return { root, common: named.startsWith('/') ? named : normalisePath(`${root}/${named}`) };
    } catch {
      // Not here.
    }
  }
  return null;
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
