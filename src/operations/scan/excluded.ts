import type { Failure } from '../../model/failure.ts';
import type { FileFindings } from '../../model/findings.ts';
import type { InjectionEvent } from '../../model/injection-event.ts';
import { homeDir } from '../../platform/paths.ts';
import { normalisePath, ProjectFinder } from '../../platform/project.ts';
import type { Context } from '../operation.ts';
import { bothNames, fromHome } from './discover.ts';
import { globTest, isGlob, isRooted } from './excluding-globs.ts';

/** Stands for every project that the setting `excludeProjects` names: no project has such an id. */
const EXCLUDED = '\0excluded';

/**
 * The projects of working directories, and which of them are left out: by their id, by a folder that they lie in, or as
 * another clone or worktree of a repository that such a folder is.
 */
export class KeptProjects {
  readonly #finder = new ProjectFinder();
  readonly #ids: Set<string>;
  readonly #folders: string[];
  readonly #isInGlob: ((path: string) => boolean) | null;

  /** @param entries ids, absolute folders and globs of folders, as `excludedEntries` has them */
  constructor(entries: readonly string[]) {
    const globs = entries.filter(isGlob);
    this.#isInGlob = globs.length > 0 ? globTest(globs) : null;
    // Agents write either name of a folder that a link leads to.
    const named = entries.filter((entry) => isRooted(entry) && !isGlob(entry)).flatMap(bothNames);
    this.#folders = [...new Set(named.map(normalisePath))];
    const found = this.#folders.map((folder) => new ProjectFinder().of(folder));
    const whole = found.filter(({ root }) => this.#folders.includes(normalisePath(root)));
    this.#ids = new Set([...entries, ...whole.map(({ id }) => id)]);
  }

  /** Id of the project; of one that is left out the id that `isExcluded` knows. */
  idOf(cwd: string): string {
    if ((this.#folders.length > 0 || this.#isInGlob) && this.#liesInOne(cwd)) return EXCLUDED;
    const { id } = this.#finder.of(cwd);
    return this.#ids.has(id) ? EXCLUDED : id;
  }

  /** Repositories met so far that are kept. */
  roots(): { root: string; project: string }[] {
    return this.#finder.roots().filter(({ project }) => !this.#ids.has(project));
  }

  #liesInOne(cwd: string): boolean {
    const folder = normalisePath(cwd);
    const isBelow = (top: string) => `${folder}/`.startsWith(top === '/' ? top : `${top}/`);
    return this.#folders.some(isBelow) || this.#isInGlob?.(folder) === true;
  }
}

/** The setting `excludeProjects`, with `~` as the home folder. */
export function excludedEntries(context: Pick<Context, 'config' | 'env'>): string[] {
  const home = homeDir(context.env);
  return context.config.excludeProjects
    .filter((entry) => entry.trim() !== '')
    .map((entry) => fromHome(entry, home));
}

/** Whether what happens in a folder is kept. */
export function keptFolder(context: Pick<Context, 'config' | 'env'>): (cwd: string) => boolean {
  const entries = excludedEntries(context);
  const projects = new KeptProjects(entries);
  return (cwd) => entries.length === 0 || !isExcluded(projects.idOf(cwd));
}

/** Whether a line of a hook's log is of a project that is kept. */
export function keptLine(
  context: Pick<Context, 'config' | 'env'>,
): (line: Failure | InjectionEvent) => boolean {
  const isKept = keptFolder(context);
  return (line) => {
    const cwd = 'context' in line ? line.context.working_dir : line.cwd;
    return !cwd || isKept(cwd);
  };
}

/** True for the id that stands in for every project that is left out. */
export const isExcluded = (project: string): boolean => project === EXCLUDED;

/** What is found in a file without what belongs to projects that are left out. */
export function withoutExcluded(findings: FileFindings): FileFindings {
  const gone = findings.sessions.filter(({ project }) => isExcluded(project));
  const isKept = ({ project }: { project: string }) => !isExcluded(project);
  const goneIds = new Set(gone.map(({ sessionId }) => sessionId));
  return {
    ...findings,
    sessions: findings.sessions.filter(isKept),
    episodes: [...findings.episodes].filter(isKept),
    tags: findings.tags.filter(isKept),
    malformed: findings.malformed.filter(({ sessionId }) => !goneIds.has(sessionId)),
    calls: findings.calls.filter(isKept),
  };
}
