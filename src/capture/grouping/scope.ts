import type { Group } from './groups.ts';
import type { Seen } from './seen.ts';

/** Kinds that hold wherever the agent's own tools or the machine's shell are, not in one repository. */
const EVERYWHERE = new Set([
  'shell-syntax',
  'platform',
  'tool-validation',
  'edit-mismatch',
  'stale-edit',
  'usage',
  'git-state',
  'missing-path',
]);

/** Projects that a mistake was made in, where they are known. */
export function projectsOf({ sightings, tags }: Group<Seen>): Set<string> {
  const all = [...sightings.map(({ episode }) => episode.project), ...tags.map(({ tag }) => tag.project)];
  return new Set(all.filter(Boolean));
}

/** The one project that a mistake was made in; null where it was made in several, or it is not known where. */
function onlyProject(group: Group<Seen>): string | null {
  const [project, ...others] = projectsOf(group);
  return project === undefined || others.length > 0 ? null : project;
}

/**
 * The one project that a group's lesson is for, where its mistake depends on what is set up or wanted there; null
 * where it may be made anywhere.
 */
export function ownProject(group: Group<Seen>, best: Pick<Seen, 'kind'> | null): string | null {
  return best !== null && EVERYWHERE.has(best.kind) ? null : onlyProject(group);
}

/** Kinds that hold everywhere by themselves, but come of a program's version, or of how a repository is set up, as well. */
const OF_ONE_SETUP = new Set(['usage', 'git-state', 'platform']);

/** The project whose calls alone may speak for a pattern that those of others speak against. */
export function setupProject(group: Group<Seen>, best: Pick<Seen, 'kind'>): string | null {
  return OF_ONE_SETUP.has(best.kind) ? onlyProject(group) : null;
}
