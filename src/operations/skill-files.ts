import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Skill, skillsOf, skillText } from '../learn/skills.ts';
import type { Lesson } from '../model/lesson.ts';
import { systemErrorCode, systemFailure, systemReason } from '../platform/errors.ts';
import { ensureDir, writeFileAtomic } from '../platform/files.ts';
import { homeDir, homeFiles } from '../platform/paths.ts';
import type { Context } from './operation.ts';

/** What we wrote where, so that a file which a human has changed is never touched again. */
interface SkillIndex {
  type: 'lessons-learned-skills';
  version: 1;
  /** True once `skills build` was called: from then on every build keeps the skills up to date. */
  enabled: boolean;
  /** SHA-256 of what was written, by path. */
  files: Record<string, string>;
}

interface SkillReport {
  skills: { name: string; tool: string; lessons: number; files: string[] }[];
  written: string[];
  removed: string[];
  /** Changed by hand, or not ours: left as they are. */
  kept: string[];
}

type Env = Record<string, string | undefined>;

/** Where each agent loads a user's skills from, if the agent is there. */
function skillFolders(env: Env): string[] {
  const home = homeDir(env);
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config');
  const places: [agentFolder: string, skills: string][] = [
    [env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'skills'],
    [env['CODEX_HOME'] || join(home, '.codex'), 'skills'],
    [join(home, '.gemini'), 'skills'],
    [join(home, '.qwen'), 'skills'],
    [join(home, '.copilot'), 'skills'],
    [join(home, '.cursor'), 'skills'],
    [join(config, 'opencode'), 'skills'],
  ];
  return places.filter(([folder]) => existsSync(folder)).map(([folder, skills]) => join(folder, skills));
}

const indexPath = (home: string): string => join(homeFiles.skills(home), 'index.json');
const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

function readIndex(home: string): SkillIndex {
  try {
    const found = JSON.parse(readFileSync(indexPath(home), 'utf8')) as SkillIndex;
    if (found.type === 'lessons-learned-skills' && found.version === 1) return found;
  } catch {
    // Not there yet, or unreadable: then nothing that lies around is ours.
  }
  return { type: 'lessons-learned-skills', version: 1, enabled: false, files: {} };
}

/** Whether `skills build` was ever called here. */
export function skillsEnabled(home: string): boolean {
  return existsSync(indexPath(home)) && readIndex(home).enabled;
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
  const index = readIndex(context.home);
  index.enabled = true;
  const report: SkillReport = { skills: [], written: [], removed: [], kept: [] };
  const folders = [homeFiles.skills(context.home), ...skillFolders(context.env)];
  const wanted = new Map<string, string>();
  for (const skill of skills) {
    const files = folders.map((folder) => join(folder, skill.name, 'SKILL.md'));
    for (const file of files) wanted.set(file, skillText(skill));
    report.skills.push({ name: skill.name, tool: skill.tool, lessons: skill.lessons.length, files });
  }
  makeFolder(homeFiles.skills(context.home));
  for (const [file, text] of wanted) guarded(context, file, () => writeOne(index, report, file, text));
  for (const file of Object.keys(index.files))
    if (!wanted.has(file)) guarded(context, file, () => removeOne(index, report, file));
  writeFileAtomic(indexPath(context.home), `${JSON.stringify(index, null, 2)}\n`);
  for (const file of report.kept) context.warn(`kept ${file}: it was changed by hand`);
  return report;
}

/** Our own folder, which must be writable, since it tells which files are ours. */
function makeFolder(folder: string): void {
  try {
    ensureDir(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw systemFailure(
      `cannot write to ${folder}`,
      error,
      'Make the folder writable, or set LESSONS_HOME to one that is.',
    );
  }
}

/** A folder of an agent that cannot be written must not stop a build. */
function guarded(context: Context, file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    context.warn(`could not write ${file}: ${systemReason(error)}`);
  }
}

function current(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function writeOne(index: SkillIndex, report: SkillReport, file: string, text: string): void {
  const there = current(file);
  if (there !== null && hash(there) === hash(text)) {
    index.files[file] = hash(text);
    return;
  }
  if (there !== null && index.files[file] !== hash(there)) {
    report.kept.push(file);
    return;
  }
  writeFileAtomic(file, text);
  index.files[file] = hash(text);
  report.written.push(file);
}

function removeOne(index: SkillIndex, report: SkillReport, file: string): void {
  const there = current(file);
  const ours = index.files[file];
  delete index.files[file];
  if (there === null) return;
  if (hash(there) !== ours) {
    report.kept.push(file);
    return;
  }
  rmSync(file);
  report.removed.push(file);
  const folder = dirname(file);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
