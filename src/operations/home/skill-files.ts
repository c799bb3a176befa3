import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { agentFolder, configuredAgents } from '../../agents/shared/agent-folders.ts';
import { type Skill, skillsOf, skillText } from '../../learn/skills.ts';
import type { Lesson } from '../../model/lesson.ts';
import { AppError, systemFailure, systemReason } from '../../platform/errors.ts';
import { ensureOwnDir, readBytes, readText, writeFileAtomic } from '../../platform/files.ts';
import { type Env, homeFiles } from '../../platform/paths.ts';
import { sha256 } from '../../platform/sha256.ts';
import { parsedJson } from '../../transcripts/json.ts';
import type { Context } from '../operation.ts';

/** What we wrote where, so that a file which a human has changed is never touched again. */
const SkillIndexSchema = z.object({
  type: z.literal('lessons-learned-skills'),
  version: z.literal(1),
  files: z.record(z.string(), z.string()).describe('SHA-256 of what was written, by path.'),
});
type SkillIndex = z.infer<typeof SkillIndexSchema>;

export interface SkillReport {
  skills: { name: string; tool: string; lessons: number; files: string[] }[];
  written: string[];
  removed: string[];
  /** Changed by hand, or not ours: left as they are. */
  kept: string[];
}

/** Where skills are kept, and whether who reads them there puts arguments and files into their text. */
interface SkillFolder {
  folder: string;
  expands: boolean;
}

/** The data folder's, and where each agent that is there loads a user's skills from. */
function skillFolders(home: string, env: Env): SkillFolder[] {
  const agents = configuredAgents.filter((agent) => existsSync(agentFolder(agent, env)));
  return [
    { folder: homeFiles.skills(home), expands: false },
    ...agents.map((agent) => ({
      folder: join(agentFolder(agent, env), 'skills'),
      expands: agent === 'claude-code',
    })),
  ];
}

const indexPath = (home: string): string => join(homeFiles.skills(home), 'index.json');

/** Null for one that is damaged; throws IO for what is no file. */
function readIndex(home: string): SkillIndex | null {
  return SkillIndexSchema.safeParse(parsedJson(readText(indexPath(home)) ?? '')).data ?? null;
}

function writeIndex(home: string, files: SkillIndex['files']): void {
  const index: SkillIndex = { type: 'lessons-learned-skills', version: 1, files };
  try {
    writeFileAtomic(indexPath(home), `${JSON.stringify(index, null, 2)}\n`);
  } catch (error) {
    const hint = 'Move away what is there.';
    if (!(error instanceof AppError)) throw systemFailure(`cannot write ${indexPath(home)}`, error, hint);
    throw error.hint === null ? new AppError(error.code, error.message, { hint, cause: error }) : error;
  }
}

/** Whether `skills build` was ever called here: it is what writes the index, which may be damaged since. */
export function skillsEnabled(home: string): boolean {
  return existsSync(indexPath(home));
}

/** From now on every build keeps the skills up to date. */
export function enableSkills(home: string): void {
  if (skillsEnabled(home)) return;
  ensureOwnDir(homeFiles.skills(home));
  writeIndex(home, {});
}

/**
 * Takes our skills out of the agents' folders again, but for those changed by hand; from now on no build writes any.
 * @returns the files, also those that are kept
 */
export function dropSkills(context: Context, dryRun: boolean): { path: string; change: string }[] {
  if (!skillsEnabled(context.home)) return [];
  const own = homeFiles.skills(context.home);
  if (dryRun)
    return Object.entries(readIndex(context.home)?.files ?? {})
      .filter(([path]) => !path.startsWith(own) && existsSync(path))
      .map(([path, written]) => ({
        path,
        change: sha256(readBytes(path)!) === written ? 'removed' : 'kept',
      }));
  const { removed, kept } = syncSkills(context, []);
  rmSync(indexPath(context.home));
  const told = (paths: string[], change: string) =>
    paths.filter((path) => !path.startsWith(own)).map((path) => ({ path, change }));
  return [...told(removed, 'removed'), ...told(kept, 'kept')];
}

/** Skills that active lessons make, of those that are compiled. */
export function skillsFor(context: Context, lessons: readonly Lesson[]): Skill[] {
  const { skillThreshold, minConfidence, minPriority } = context.config;
  const compiled = lessons.filter(
    (lesson) => lesson.confidence >= minConfidence && lesson.priority >= minPriority,
  );
  return skillsOf(compiled, skillThreshold);
}

/**
 * Writes the skills into the data folder and into each agent's, and removes those whose lessons are gone.
 * A file that was changed by hand, or that somebody else wrote, is left alone and named.
 */
export function syncSkills(context: Context, skills: readonly Skill[]): SkillReport {
  ensureOwnDir(homeFiles.skills(context.home));
  const known = readIndex(context.home);
  if (known === null)
    context.warn(
      `${indexPath(context.home)} was damaged and is written anew: a skill that differs counts as changed by hand`,
    );
  const files = { ...known?.files };
  const report: SkillReport = { skills: [], written: [], removed: [], kept: [] };
  const folders = skillFolders(context.home, context.env);
  const wanted = new Map<string, string>();
  for (const skill of skills) {
    const places = folders.map(({ folder, expands }) => {
      const file = join(folder, skill.name, 'SKILL.md');
      wanted.set(file, skillText(skill, expands));
      return file;
    });
    report.skills.push({ name: skill.name, tool: skill.tool, lessons: skill.lessons.length, files: places });
  }
  for (const [file, text] of wanted) guarded(context, file, () => writeOne(files, report, file, text));
  for (const file of Object.keys(files))
    if (!wanted.has(file)) guarded(context, file, () => removeOne(files, report, file));
  writeIndex(context.home, files);
  for (const file of report.kept) context.warn(`kept ${file}: it was changed by hand`);
  return report;
}

/** A folder of an agent that cannot be written must not stop a build. */
function guarded(context: Context, file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    context.warn(`could not write ${file}: ${systemReason(error)}`);
  }
}

function writeOne(files: SkillIndex['files'], report: SkillReport, file: string, text: string): void {
  const there = readBytes(file);
  if (there !== null && sha256(there) === sha256(text)) {
    files[file] = sha256(text);
    return;
  }
  if (there !== null && files[file] !== sha256(there)) {
    report.kept.push(file);
    return;
  }
  writeFileAtomic(file, text);
  files[file] = sha256(text);
  report.written.push(file);
}

function removeOne(files: SkillIndex['files'], report: SkillReport, file: string): void {
  const there = readBytes(file);
  const ours = files[file];
  delete files[file];
  if (there === null) return;
  if (sha256(there) !== ours) {
    report.kept.push(file);
    return;
  }
  rmSync(file);
  report.removed.push(file);
  // A skill's own folder, and the agent's folder of skills, which may have been made for it.
  for (const folder of [dirname(file), dirname(dirname(file))])
    if (readdirSync(folder).length > 0 || lstatSync(folder).isSymbolicLink()) return;
    else rmdirSync(folder);
}
