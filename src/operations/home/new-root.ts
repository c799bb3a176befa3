import { ProjectFinder } from '../../platform/project.ts';
import type { Store } from '../../store/port.ts';

/**
 * The repository that a folder lies in, where the store knows its project, or holds a lesson for it, and not yet this
 * place of it: a clone, or its folder under another name. Null for every other folder.
 */
export async function newRootOf(
  store: Store,
  folder: string,
): Promise<{ root: string; project: string } | null> {
  const roots = await store.listProjectRoots();
  if (roots.some((each) => each.root === folder)) return null;
  const { id, root } = new ProjectFinder().of(folder);
  if (roots.some((each) => each.root === root)) return null;
  const isKnown = roots.some((each) => each.project === id);
  if (!isKnown && (await store.listLessons({ scope: `project:${id}`, limit: 1 })).length === 0) return null;
  return { root, project: id };
}
