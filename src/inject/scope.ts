/** What is known about where a call happens. */
export interface ScopeContext {
  /** Project id of the working directory, or null where none is known. */
  project: string | null;
  /** Id of the agent that makes the call. */
  agent: string;
  /** Name from the config, or null. */
  team: string | null;
}

/** No place that is known: only a global lesson applies. */
export const ANYWHERE: ScopeContext = { project: null, agent: '', team: null };

/** No system opens a longer path, and each folder above one is asked for. */
const PATH_CHARS_MAX = 4096;

/**
 * Project of a working directory; of a worktree that no scan has met yet that of its repository, which its file `.git`
 * names. Null where nothing is known.
 */
export function projectAt(
  cwd: string,
  manifest: { projectOf(cwd: string, isWhole?: boolean): string | null } | null,
  readText: (path: string) => string | null,
): string | null {
  const found = (!cwd[PATH_CHARS_MAX] && manifest?.projectOf(cwd)) || null;
  // What is not known is known by its path, with slashes and none at the end.
  const isPath = found?.[0] === '/' || found?.[1] === ':';
  for (let at = isPath ? found! : ''; at; at = at.slice(0, at.lastIndexOf('/'))) {
    const text = readText(`${at}/.git`);
    // An expression takes 85 µs when first run: nearly always there is no such file, or a folder, which has no text.
    const tree = text && /^gitdir: (.+?)(\/\.git)?\/worktrees\/[^/]+$/m.exec(text);
    if (tree)
      // A repository without a working tree of its own is known by its folder alone, not by one around it.
      return (
        manifest!.projectOf(process.getBuiltinModule('node:path').resolve(at, tree[1]!), !tree[2]) ?? found
      );
  }
  return found;
}

/**
 * Whether a lesson of this scope applies here.
 * An unknown or malformed scope applies nowhere: a lesson that leaks is worse than one that is silent.
 */
export function inScope(scope: string, context: ScopeContext): boolean {
  if (scope === 'global') return true;
  const colon = scope.indexOf(':');
  if (colon < 0) return false;
  const value = scope.slice(colon + 1);
  if (value === '') return false;
  switch (scope.slice(0, colon)) {
    case 'project':
      return context.project !== null && context.project === value;
    case 'team':
      return context.team !== null && context.team === value;
    case 'agent':
      return context.agent === value;
    default:
      return false;
  }
}

/** 3 for a project, 2 for an agent, 1 for a team, 0 for everything: narrower first at equal priority. */
export function scopeRank(scope: string): number {
  if (scope.startsWith('project:')) return 3;
  if (scope.startsWith('agent:')) return 2;
  if (scope.startsWith('team:')) return 1;
  return 0;
}
