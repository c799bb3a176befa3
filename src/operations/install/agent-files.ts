import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  AgentInstaller,
  HookProgram,
  InstallPlace,
  InstallScope,
  ManagedFile,
} from '../../agents/installer.ts';
import { agentFolder } from '../../agents/shared/agent-folders.ts';
import { parseSettings } from '../../agents/shared/json-hooks.ts';
import { isoTime } from '../../platform/clock.ts';
import { writeFileAtomic } from '../../platform/files.ts';
import { lessonsHome } from '../../platform/paths.ts';
import { programPath } from '../../platform/program-path.ts';
import { repositoryRoot } from '../../platform/project.ts';
import type { Context } from '../operation.ts';
import { installedExecutable } from './install-executable.ts';
import {
  backUp,
  changeFile,
  forgetChange,
  readIfThere,
  removeFile,
  textBefore,
  undoChange,
} from './install-files.ts';

interface FileChange {
  path: string;
  /** `kept`: someone else's file of that name is left alone. */
  change: 'created' | 'changed' | 'unchanged' | 'restored' | 'cleaned' | 'removed' | 'kept';
}

/** A change that has been worked out, and what carries it out. */
export interface PlannedChange {
  result: FileChange;
  apply(): FileChange;
}

/** The executable that hooks run, with the data folder where it is not the default one. */
function hookProgram(context: Context): HookProgram {
  const home = resolve(context.home);
  const isDefault = home === lessonsHome({ ...context.env, LESSONS_HOME: undefined });
  return { executable: installedExecutable(home), home: isDefault ? null : home };
}

/** Where an installation of this scope goes: outside of a repository, the folder itself is the project. */
export function installPlace({ cwd, env }: Context, scope: InstallScope): InstallPlace {
  const folder = resolve(cwd);
  return { scope, env, project: repositoryRoot(folder) ?? folder };
}

/** True where the agent's configuration or its program is on this machine. */
export function isInstalled(installer: AgentInstaller, context: Context): boolean {
  return (
    existsSync(agentFolder(installer.id, context.env)) ||
    installer.programs.some((program) => programPath(program, context.env) !== null)
  );
}

/** What the installation would change. Throws where a file cannot be understood; nothing is written before `apply`. */
export function planInstall(
  context: Context,
  installer: AgentInstaller,
  place: InstallPlace,
): PlannedChange[] {
  const program = hookProgram(context);
  return installer.files(place).map((file) => plannedInstall(context, file, program));
}

function plannedInstall(context: Context, file: ManagedFile, program: HookProgram): PlannedChange {
  const { path, install, uninstall } = file;
  const before = readIfThere(path);
  const after = install(before, program);
  if (after === null) return settled({ path, change: 'kept' });
  if (after === before) return settled({ path, change: 'unchanged' });
  const result: FileChange = { path, change: before === null ? 'created' : 'changed' };
  return {
    result,
    apply: () => {
      // The agent may have written its settings meanwhile: copying the executable takes a while.
      if (readIfThere(path) !== before) return plannedInstall(context, file, program).apply();
      const theirs = before === null ? null : uninstall(before, textBefore(context.home, path));
      changeFile(context.home, { path, before, theirs, after, at: isoTime(context.clock) });
      return result;
    },
  };
}

/** What goes on registering our hooks after they were taken out, as a sentence each. */
export function leftBehind(installer: AgentInstaller, place: InstallPlace): string[] {
  return installer.files(place).flatMap(({ path, registered }) => {
    const text = registered === undefined ? null : readIfThere(path);
    if (text === null || text.trim() === '') return [];
    const plugin = installer.inspect?.(parseSettings(text, path, true), path, place.scope).plugin;
    return plugin === undefined ? [] : [`The plugin is still there, with the same hooks: \`${plugin}\``];
  });
}

/** What taking the hooks out would change: byte for byte where nothing else has changed since, else only what is ours. */
export function planUninstall(
  context: Context,
  installer: AgentInstaller,
  place: InstallPlace,
): PlannedChange[] {
  // In the reverse order of the installation, so that folders made for the first file are empty at the end.
  return installer
    .files(place)
    .reverse()
    .flatMap((file) => plannedUninstall(context, file) ?? []);
}

/** Null where there is no file. */
function plannedUninstall(context: Context, file: ManagedFile): PlannedChange | null {
  const { path } = file;
  const current = readIfThere(path);
  if (current === null) return null;
  const left = file.uninstall(current, textBefore(context.home, path));
  if (left === current) return settled({ path, change: 'unchanged' });
  const result: FileChange = { path, change: left === null ? 'removed' : 'restored' };
  const apply = () => {
    // The agent may have written its settings meanwhile.
    if (readIfThere(path) === current) return takeOut(context, file, current, left);
    return plannedUninstall(context, file)?.apply() ?? { path, change: 'unchanged' };
  };
  return { result, apply };
}

function takeOut(context: Context, file: ManagedFile, current: string, left: string | null): FileChange {
  const { path } = file;
  if (undoChange(context.home, path, current))
    return { path, change: existsSync(path) ? 'restored' : 'removed' };
  if (left === null) {
    if (file.runs !== true) return { path, change: 'kept' };
    backUp(context.home, path, current, isoTime(context.clock));
    removeFile(context.home, path);
    return { path, change: 'removed' };
  }
  writeFileAtomic(path, left);
  forgetChange(context.home, path);
  return { path, change: 'cleaned' };
}

function settled(result: FileChange): PlannedChange {
  return { result, apply: () => result };
}
