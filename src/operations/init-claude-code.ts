import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  claudeConfigDir,
  claudeSettingsPath,
  withHooks,
  withoutHooks,
} from '../agents/claude-code/install.ts';
import { LESSON_COMMAND_MARK, lessonCommand } from '../agents/claude-code/lesson-command.ts';
import { isoTime } from '../platform/clock.ts';
import { lessonsHome } from '../platform/paths.ts';
import {
  changeFile,
  forgetChange,
  installedExecutable,
  readIfThere,
  undoChange,
  writeKept,
} from './install-files.ts';
import type { Context } from './operation.ts';

export type Scope = 'user' | 'project';
export interface FileChange {
  path: string;
  /** `kept`: someone else's file of that name is left alone. */
  change: 'created' | 'changed' | 'unchanged' | 'restored' | 'cleaned' | 'removed' | 'kept';
}

/** The command that the client runs through a shell at every event. */
export function hookCommand(context: Context, agent: string): string {
  const home = resolve(context.home);
  const executable = shellQuote(installedExecutable(home));
  return `${executable} hook ${agent}${isDefaultHome(context) ? '' : ` --home ${shellQuote(home)}`}`;
}

/** How a shell starts the installed executable on this data folder. */
function programFor(context: Context): string {
  const home = resolve(context.home);
  const executable = shellQuote(installedExecutable(home));
  return isDefaultHome(context) ? executable : `LESSONS_HOME=${shellQuote(home)} ${executable}`;
}

function isDefaultHome(context: Context): boolean {
  return resolve(context.home) === lessonsHome({ ...context.env, LESSONS_HOME: undefined });
}

/** The installed executable, quoted only where a shell needs it: permission rules compare the command's own text. */
function executableWord(context: Context): string {
  const path = installedExecutable(resolve(context.home));
  return /^[\w./@:+-]+$/.test(path) ? path : shellQuote(path);
}

/** In double quotes, as `sh` and Git Bash read it. */
export function shellQuote(path: string): string {
  return `"${path.replaceAll('\\', '/').replace(/["$`]/g, '\\$&')}"`;
}

/** The folder whose project settings are meant: the nearest with `.git` at or above `cwd`, else `cwd`. */
export function projectFolder(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}

/** Registers the hooks in Claude Code's settings, and `/lesson` as a command of the user. */
export function installClaudeCode(context: Context, scope: Scope, dryRun: boolean): FileChange[] {
  const settings = claudeSettingsPath(scope, context.env, projectFolder(context.cwd));
  const before = readIfThere(settings);
  const after = withHooks(before, hookCommand(context, 'claude-code'), settings);
  const changes = [apply(context, settings, before, after, dryRun)];
  if (scope === 'user') {
    const command = commandPath(context);
    const current = readIfThere(command);
    if (current !== null && !current.includes(LESSON_COMMAND_MARK))
      changes.push({ path: command, change: 'kept' });
    else changes.push(apply(context, command, current, lessonCommand(programFor(context)), dryRun));
  }
  return changes;
}

/** Takes both away again: byte for byte where nothing else has changed since, else only what is ours. */
export function uninstallClaudeCode(context: Context, scope: Scope, dryRun: boolean): FileChange[] {
  const settings = claudeSettingsPath(scope, context.env, projectFolder(context.cwd));
  const changes: FileChange[] = [];
  // In the reverse order of the installation, so that folders made for the first file are empty at the end.
  if (scope === 'user') {
    const command = commandPath(context);
    const text = readIfThere(command);
    if (text?.includes(LESSON_COMMAND_MARK)) {
      const isGone = dryRun || undoChange(context.home, command, text);
      changes.push({ path: command, change: isGone ? 'removed' : 'kept' });
    }
  }
  const current = readIfThere(settings);
  if (current !== null) changes.push(clean(context, settings, current, dryRun));
  return changes;
}

function commandPath(context: Context): string {
  return join(claudeConfigDir(context.env), 'commands', 'lesson.md');
}

function apply(
  context: Context,
  path: string,
  before: string | null,
  after: string,
  dryRun: boolean,
): FileChange {
  if (before === after) return { path, change: 'unchanged' };
  if (!dryRun) changeFile(context.home, path, before, after, isoTime(context.clock));
  return { path, change: before === null ? 'created' : 'changed' };
}

function clean(context: Context, path: string, current: string, dryRun: boolean): FileChange {
  const cleaned = withoutHooks(current, path);
  if (cleaned === current) return { path, change: 'unchanged' };
  if (dryRun) return { path, change: 'restored' };
  if (undoChange(context.home, path, current))
    return { path, change: existsSync(path) ? 'restored' : 'removed' };
  writeKept(path, cleaned);
  forgetChange(context.home, path);
  return { path, change: 'cleaned' };
}
