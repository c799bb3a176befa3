import { isDeepStrictEqual } from 'node:util';
import { isDigest, withDigests } from '../../learn/skills.ts';
import { decideAction } from '../../manifest/acts.ts';
import { readPointer } from '../../manifest/pointer.ts';
import { openManifest } from '../../manifest/read.ts';
import type { BuildReport } from '../../manifest/write.ts';
import { MANIFEST_FORMAT } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { AppError, isSystemError, messageOf, restated, systemFailure } from '../../platform/errors.ts';
import { sharedFolder } from '../../platform/project.ts';
import { projectLanguages } from '../../platform/project-languages.ts';
import { workerCommand } from '../../platform/self.ts';
import type { ProjectRoot } from '../../store/port.ts';
import type { Backtest } from '../../triggers/backtest.ts';
import { historiesOf } from '../history/backtests.ts';
import { installExecutable } from '../install/install-executable.ts';
import { noteCitations } from '../lesson/citations.ts';
import type { Context } from '../operation.ts';
import { effectsOf } from '../outcomes/effects.ts';
import { executableThere } from '../outcomes/silence.ts';
import { readConfig } from './config-file.ts';
import { alone } from './home-locks.ts';
import { type SkillReport, skillsEnabled, skillsFor, syncSkills } from './skill-files.ts';

export type { BuildReport };

/**
 * Compiles the active lessons into a new manifest. One process at a time reads and publishes,
 * so that the manifest which stands is never older than the last committed change.
 * @param onSkills told what became of the skills' files, where skills are in use
 */
export async function rebuildManifest(
  context: Context,
  onSkills: (report: SkillReport) => void = () => {},
): Promise<BuildReport> {
  try {
    return await alone(context, 'build', () => buildNow(context, onSkills));
  } catch (error) {
    const { toStoreError } = await import('../../store/sqlite/index.ts');
    throw notCompiled(toStoreError(error, context.home), context.home);
  }
}

/** Whoever has changed a lesson must know that the change is there, and that hooks have not heard of it. */
function notCompiled(error: unknown, home: string): unknown {
  const told = isSystemError(error) ? systemFailure(`cannot write to ${home}`, error) : error;
  if (!(told instanceof AppError)) return error;
  // No lesson was changed in a store that does not open.
  if (told.code === 'NEWER_STORE') return told;
  const hint =
    'Changes of lessons are stored, but hooks go on with those that were compiled last: run `lessons build` then.';
  return restated(told, told.message, hint);
}

async function buildNow(context: Context, onSkills: (report: SkillReport) => void): Promise<BuildReport> {
  // Somebody may have paused hooks since this process has read them.
  context.config = readConfig(context.home);
  const store = await context.store();
  const { writeManifest } = await import('../../manifest/write.ts');
  // Asked before the lessons are read: a change in between makes a build too many, never one too few.
  const state = await store.activeState();
  const active = await store.listLessons({ status: ['active'] });
  const histories = await historiesOf(context, active, 'before-active');
  const lessons = compiledLessons(context, active, histories, onSkills);
  const roots = await store.listProjectRoots();
  renewExecutable(context);
  const report = await writeManifest(context.home, {
    lessons,
    config: context.config,
    roots: withSharedFolders(roots),
    languages: languagesOf(roots),
    effects: await effectsOf(store, context.clock.now()),
    histories,
    isDigest,
    state,
    clock: context.clock,
  });
  await noteCitations(context, active);
  await backUp(context);
  return report;
}

/**
 * Whether the manifest holds the active lessons and the settings as they are now. Whoever changes them compiles them
 * at once, unless the process is killed in between.
 */
export async function isCompiled(context: Context): Promise<boolean> {
  const manifest = openManifest(context.home);
  if (manifest === null) return false;
  const { config } = manifest;
  manifest.close();
  if (!isDeepStrictEqual(config, JSON.parse(JSON.stringify(context.config)))) return false;
  const store = await context.store();
  return readPointer(context.home)?.state === (await store.activeState());
}

/**
 * Compiles anew what was compiled of another state: a project that now lies elsewhere too, or lessons whose command
 * was killed before it compiled them. Where no lesson is active and none ever was, there is nothing to compile.
 */
export async function rebuildIfStale(context: Context): Promise<void> {
  if (await isCompiled(context)) return;
  if (readPointer(context.home) === null) {
    const { active } = await (await context.store()).countLessons();
    if (active === 0) return;
  }
  await rebuildManifest(context);
}

/**
 * Hooks of an earlier version cannot read what this one is about to compile, and would fall silent: they get this
 * program. Whoever builds an older format leaves a newer executable alone.
 */
function renewExecutable(context: Context): void {
  const { format } = readPointer(context.home) ?? {};
  const isNewer = typeof format === 'number' && format < MANIFEST_FORMAT;
  if (isNewer && executableThere(context) !== null && workerCommand() !== null)
    installExecutable(context.home);
}

/** Something has changed: the store is copied if the last copy is a day old. That it cannot be is said, and stops nothing. */
async function backUp(context: Context): Promise<void> {
  try {
    const { dailyBackup } = await import('./backups.ts');
    await dailyBackup(context);
  } catch (error) {
    context.warn(`the daily backup failed: ${messageOf(error)}`);
  }
}

/**
 * The active lessons, with the digests of skills where skills are in use; their files are brought up to date.
 * A digest has no history of its own: each of its lessons passed the check.
 */
function compiledLessons(
  context: Context,
  active: Lesson[],
  histories: ReadonlyMap<string, Backtest>,
  onSkills: (report: SkillReport) => void,
): Lesson[] {
  if (!skillsEnabled(context.home)) return active;
  const skills = skillsFor(context, active);
  onSkills(syncSkills(context, skills));
  return withDigests(
    active,
    skills,
    ({ id, delivery }) => decideAction(delivery, histories.get(id)).actsAtCalls,
  );
}

/** With what a worktree that no scan has met yet names as its repository. */
function withSharedFolders(roots: ProjectRoot[]): ProjectRoot[] {
  const shared = roots.flatMap(({ root, project }) => {
    const folder = sharedFolder(root);
    return folder === null ? [] : [{ root: folder, project }];
  });
  // What a scan has met is named by that.
  return [...shared, ...roots];
}

/** Languages of every project whose folder is there; those of its clones and worktrees together. */
function languagesOf(roots: ProjectRoot[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { root, project } of roots) {
    const languages = new Set([...(found.get(project) ?? []), ...projectLanguages(root)]);
    if (languages.size > 0) found.set(project, [...languages]);
  }
  return found;
}
