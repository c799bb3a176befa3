import type { Episode } from '../../model/episode.ts';
import type { Group } from './groups.ts';
import { guessedPlace } from './guessed-place.ts';
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

/** A remote, a branch or a file that one repository has not, or has elsewhere; what it wants ignored. */
const OF_ONE_REPOSITORY =
  /does not appear to be a git repository|[Nn]o such remote|couldn't find remote ref|did not match any file|already (?:used by worktree|checked out)|unknown revision|src refspec|are ignored by one of your \.gitignore/;

/**
 * The one project that a group's lesson is for, where its mistake depends on what is set up or wanted there; null
 * where it may be made anywhere.
 */
export function ownProject(
  group: Group<Seen>,
  best: Pick<Episode, 'kind' | 'failure'> | null,
): string | null {
  // What one repository has not, another may have.
  const isAnywhere =
    best !== null &&
    guessedPlace(group) === null &&
    EVERYWHERE.has(best.kind) &&
    !OF_ONE_REPOSITORY.test(best.failure.error.slice(0, 600));
  return isAnywhere ? null : onlyProject(group);
}

/** Kinds that hold everywhere by themselves, but come of a program's version, or of how a repository is set up, as well. */
const OF_ONE_SETUP = new Set(['usage', 'git-state', 'platform']);

/** The project whose calls alone may speak for a pattern that those of others speak against. */
export function setupProject(group: Group<Seen>, best: Pick<Seen, 'kind'>): string | null {
  return OF_ONE_SETUP.has(best.kind) ? onlyProject(group) : null;
}

/** Parameters of one agent's own shell tool. */
const OF_ONE_AGENT =
  /\b(?:sandbox_permissions|with_escalated_permissions|dangerouslyDisableSandbox|tty: true)\b/;

/** The one agent that a remedy is for, which names what only its tools take; null where it may help others. */
export function ownAgent({ sightings, tags }: Group<Seen>, remedy: string): string | null {
  const agents = new Set([
    ...sightings.map(({ episode }) => episode.agent),
    ...tags.map(({ tag }) => tag.agent),
  ]);
  const [agent, ...others] = agents;
  return agent !== undefined && others.length === 0 && OF_ONE_AGENT.test(remedy) ? agent : null;
}
