import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import type { Lesson } from '../../model/lesson.ts';
import { scopeProject } from '../../model/scope.ts';
import { isoTime } from '../../platform/clock.ts';
import { readSmall } from '../../platform/files.ts';
import { sha256 } from '../../platform/sha256.ts';
import { lessonState, type ProjectRoot, type Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';
import type { Context } from '../operation.ts';
import { noteLook } from './looked-at.ts';
import { pinnedVersion } from './tool-pins.ts';

const TOOL_TAG = 'tool:';
const FILES_MAX = 8;
const FILE_BYTES_MAX = 1_000_000;
/** A path with a folder or an ending that files have; a word with a dot alone is more often a call or a host. */
const PATH =
  /(?<![\w/.@-])(?:[\w@.-]+\/)*[\w@.-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|php|sh|toml|ya?ml|json|lock|mod|cfg|ini|md|sql|tf|gradle|xml|env|txt)(?![\w/])/g;
/** Tools of a lesson whose versions are looked at. */
const TOOLS_MAX = 4;

const NotedSchema = z.object({
  /** Of the lesson's text: an edited lesson is a new citation. */
  contentHash: z.string(),
  /** Hashes of the files that it names, by path. */
  files: z.record(z.string(), z.string()).default({}),
  /** Versions of its tools, as the project pins them. */
  tools: z.record(z.string(), z.string()).default({}),
});
type Noted = z.infer<typeof NotedSchema>;
/** What a lesson rests on in its project. */
type Cited = Omit<Noted, 'contentHash'>;

/**
 * Notes what lessons cite when they become active, so that a later change is seen: the files of its project that a
 * lesson's text names, and the versions of its tools that the project pins. An edited lesson is noted again. Nothing that
 * a lesson names is ever run.
 */
export async function noteCitations(context: Context, lessons: readonly Lesson[]): Promise<void> {
  const store = await context.store();
  await noteIn(store, lessons, rootsOf(await store.listProjectRoots()));
}

async function noteIn(
  store: Store,
  lessons: readonly Lesson[],
  roots: ReadonlyMap<string, string>,
): Promise<void> {
  for (const lesson of lessons) {
    const root = rootOf(lesson, roots);
    if (root === null || (await notedOf(store, lesson)) !== null) continue;
    const cited = citedNow(root, lesson);
    if (Object.keys(cited.files).length + Object.keys(cited.tools).length === 0) continue;
    const noted: Noted = { contentHash: lesson.contentHash, ...cited };
    await keepState(store, lessonState('citations', lesson.id), noted);
  }
}

/** A human has looked at the lesson: what it cites is noted as it is now, whatever of the lesson was changed. */
export async function citeAnew(context: Context, lesson: Lesson): Promise<void> {
  const store = await context.store();
  await noteLook(store, lesson, isoTime(context.clock));
  await store.setState(lessonState('citations', lesson.id), null);
  if (lesson.status === 'active') await noteCitations(context, [lesson]);
}

/** What has changed of that since: `src/app.ts`, `pytest 7.4 → 8.0`. */
export async function changedCitations(
  context: Context,
  lessons: readonly Lesson[],
): Promise<Map<string, string[]>> {
  const store = await context.store();
  const roots = rootsOf(await store.listProjectRoots());
  await noteIn(store, lessons, roots);
  const changed = new Map<string, string[]>();
  for (const lesson of lessons) {
    const root = rootOf(lesson, roots);
    const noted = root === null ? null : await notedOf(store, lesson);
    if (root === null || noted === null) continue;
    const found = differences(noted, citedNow(root, lesson), citedBy(lesson));
    if (found.length > 0) changed.set(lesson.id, found);
  }
  return changed;
}

/** A clone or a worktree that is gone would have every file changed. */
function rootsOf(roots: readonly ProjectRoot[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { root, project } of roots)
    if (!found.has(project) && existsSync(root)) found.set(project, root);
  return found;
}

function rootOf({ scope }: Lesson, roots: ReadonlyMap<string, string>): string | null {
  const project = scopeProject(scope);
  return project === null ? null : (roots.get(project) ?? null);
}

function citedNow(root: string, lesson: Lesson): Cited {
  const tools: Cited['tools'] = {};
  for (const tool of toolsOf(lesson)) {
    const version = pinnedVersion(root, tool);
    if (version !== null) tools[tool] = version;
  }
  return { files: hashesOf(root, citedBy(lesson)), tools };
}

function toolsOf({ tags }: Pick<Lesson, 'tags'>): string[] {
  const tools = tags.filter((tag) => tag.startsWith(TOOL_TAG)).map((tag) => tag.slice(TOOL_TAG.length));
  return [...new Set(tools)].slice(0, TOOLS_MAX);
}

/** A tool that is not pinned any more may have moved; a file that is gone has changed. */
function differences(noted: Noted, now: Cited, cited: readonly string[]): string[] {
  const files = cited.filter((file) => file in noted.files && now.files[file] !== noted.files[file]);
  const tools = Object.entries(noted.tools)
    .filter(([tool, version]) => now.tools[tool] !== undefined && now.tools[tool] !== version)
    .map(([tool, version]) => `${tool} ${version} → ${now.tools[tool]}`);
  return [...tools, ...files];
}

/** Files that a lesson names, relative to its project. */
export function citedBy({
  summary,
  mistake,
  remediation,
}: Pick<Lesson, 'mistake' | 'remediation' | 'summary'>): string[] {
  const named = [...`${summary}\n${mistake}\n${remediation}`.matchAll(PATH)].map((match) => match[0]);
  return [...new Set(named)].slice(0, FILES_MAX);
}

function hashesOf(root: string, files: readonly string[]): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const file of files) {
    if (isAbsolute(file)) continue;
    const path = join(root, file);
    if (relative(root, path).startsWith('..')) continue;
    const hash = hashFile(path);
    if (hash !== null) hashes[file] = hash;
  }
  return hashes;
}

function hashFile(path: string): string | null {
  const bytes = readSmall(path, FILE_BYTES_MAX);
  return bytes === null ? null : sha256(bytes).slice(0, 16);
}

/** What was noted of the lesson as it reads now; null where nothing was. */
async function notedOf(store: Store, lesson: Lesson): Promise<Noted | null> {
  const noted = await readState(store, lessonState('citations', lesson.id), NotedSchema);
  return noted?.contentHash === lesson.contentHash ? noted : null;
}
