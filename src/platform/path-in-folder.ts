const PARENTS_MAX = 32;

/**
 * The path under a working directory where it is that in truth: a link hides it, or it lies in another worktree of the
 * same repository; else the path as it is. Globs are relative to the project, and an agent may name either. Looks at
 * the disk only for a path elsewhere.
 */
export function pathInFolder(path: string, cwd: string): string {
  const folder = cwd.replace(/\/+$/, '');
  if (!path.startsWith('/') || !folder.startsWith('/') || path.startsWith(`${folder}/`)) return path;
  const realFolder = realPath(folder);
  const real = realPath(path);
  if (realFolder === null || real === null) return path;
  if (real.startsWith(`${realFolder}/`)) return `${folder}${real.slice(realFolder.length)}`;
  const there = worktreeOf(real);
  const here = there === null ? null : worktreeOf(`${realFolder}/.`);
  if (here === null || there === null || here.root === there.root || here.common !== there.common)
    return path;
  const below = realFolder.slice(here.root.length);
  const root = folder.endsWith(below) ? folder.slice(0, folder.length - below.length) : here.root;
  return `${root}${real.slice(there.root.length)}`;
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
      const stats = fs.statSync(git);
      if (stats.isDirectory()) return { root, common: git };
      // Of a pipe nobody may ever write to, the hook would wait for a line.
      if (!stats.isFile()) return null;
      // A submodule names a folder that is no worktree's: it is a project of its own.
      const named = /^gitdir: (.+)\/worktrees\/[^/\n]+\s*$/.exec(fs.readFileSync(git, 'utf8'))?.[1];
      if (named === undefined) return null;
      return { root, common: process.getBuiltinModule('node:path').resolve(root, named) };
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
