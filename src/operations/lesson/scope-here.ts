import { ProjectFinder } from '../../platform/project.ts';
import type { Context } from '../operation.ts';

/**
 * A scope as a human gives it: `project` alone is the project that the command was called in. The store is told where
 * that lies, so that hooks know it before any of its sessions was scanned.
 */
export async function scopeHere(context: Context, scope: string): Promise<string> {
  if (scope !== 'project') return scope;
  const { id, root } = new ProjectFinder().of(context.cwd);
  const store = await context.store();
  await store.upsertProjectRoots([{ root, project: id }]);
  return `project:${id}`;
}
