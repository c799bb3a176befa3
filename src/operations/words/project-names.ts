import { existsSync } from 'node:fs';
import { scopeProject } from '../../model/scope.ts';
import type { ProjectRoot } from '../../store/port.ts';
import { compare } from '../../text/compare.ts';

/** Names a project as its user knows it; null where nobody knows where it lies. */
export type NameOf = (project: string) => string | null;

/** The folder of a project's oldest clone that is still there: its last part, or the last two where others end alike. */
export function projectNames(roots: readonly ProjectRoot[]): NameOf {
  const folders = new Map<string, string>();
  for (const { root, project } of [...roots].sort(shortestFirst))
    if (!folders.has(project) || !existsSync(folders.get(project)!)) folders.set(project, root);
  const ends = Map.groupBy(new Set(folders.values()), (root) => endOf(root, 1));
  return (project) => {
    const root = folders.get(project);
    if (root === undefined) return null;
    const end = endOf(root, 1);
    return (ends.get(end)?.length ?? 0) > 1 ? endOf(root, 2) : end;
  };
}

const shortestFirst = (a: ProjectRoot, b: ProjectRoot): number =>
  a.root.length - b.root.length || compare(a.root, b.root);

const endOf = (root: string, parts: number): string =>
  root
    .split(/[/\\]/)
    .filter((part) => part !== '')
    .slice(-parts)
    .join('/') || root;

/** A lesson's scope in words: `project shop` for the id of its root commit. */
export function scopeName(scope: string, nameOf: NameOf): string {
  const project = scopeProject(scope);
  const name = project === null ? null : nameOf(project);
  return name === null ? scope : `project ${name}`;
}
