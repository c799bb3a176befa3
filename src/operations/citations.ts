import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Lesson } from '../model/lesson.ts';
import type { Store } from '../store/port.ts';
import type { Context } from './operation.ts';

const STATE_PREFIX = 'citations:';
const FILES_MAX = 8;
const FILE_BYTES_MAX = 1_000_000;
/** A path with a folder or an ending that files have; a word with a dot alone is more often a call or a host. */
const PATH =
  /(?<![\w/.@-])(?:[\w@.-]+\/)*[\w@.-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|php|sh|toml|ya?ml|json|lock|mod|cfg|ini|md|sql|tf|gradle|xml|env|txt)(?![\w/])/g;
const FILES_OF_TOOLS = new Map(
  Object.entries({
    node: ['.nvmrc', '.node-version', 'package.json'],
    npm: ['package-lock.json'],
    pnpm: ['pnpm-lock.yaml'],
    yarn: ['yarn.lock'],
    python: ['.python-version', 'pyproject.toml'],
    pytest: ['pyproject.toml', 'requirements.txt', 'uv.lock', 'poetry.lock'],
    go: ['go.mod'],
    cargo: ['Cargo.lock'],
    ruby: ['.ruby-version', 'Gemfile.lock'],
    terraform: ['.terraform.lock.hcl'],
    mise: ['mise.toml', '.mise.toml', '.tool-versions'],
  }),
);

/**
 * What each lesson cites and has changed since it was written: files of its project that its text names, and the
 * files in which the versions of its tools are pinned. What they were is noted the first time a lesson is looked
 * at, and again when it is edited. Nothing that a lesson names is ever run.
 */
export async function changedCitations(
  context: Context,
  lessons: readonly Lesson[],
): Promise<Map<string, string[]>> {
  const store = await context.store();
  const roots = await store.listProjectRoots();
  const changed = new Map<string, string[]>();
  for (const lesson of lessons) {
    const project = lesson.scope.startsWith('project:') ? lesson.scope.slice('project:'.length) : null;
    // A clone or a worktree that is gone would have every file changed.
    const root = roots.find((each) => each.project === project && existsSync(each.root))?.root;
    if (root === undefined) continue;
    const now = hashesOf(root, citedBy(lesson));
    const differing = await compareWithNoted(store, lesson, now);
    if (differing.length > 0) changed.set(lesson.id, differing);
  }
  return changed;
}

/** Files that a lesson names, relative to its project, and those that pin its tools. */
export function citedBy(lesson: Pick<Lesson, 'mistake' | 'remediation' | 'summary' | 'tags'>): string[] {
  const text = `${lesson.summary}\n${lesson.mistake}\n${lesson.remediation}`;
  const named = [...text.matchAll(PATH)].map((match) => match[0]);
  const tools = lesson.tags.filter((tag) => tag.startsWith('tool:')).map((tag) => tag.slice('tool:'.length));
  const pinned = tools.flatMap((tool) => FILES_OF_TOOLS.get(tool) ?? []);
  return [...new Set([...named.slice(0, FILES_MAX), ...pinned])];
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
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > FILE_BYTES_MAX) return null;
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  } catch {
    return null;
  }
}

interface Noted {
  /** Of the lesson's text: an edited lesson is a new citation. */
  contentHash: string;
  files: Record<string, string>;
}

async function compareWithNoted(
  store: Store,
  lesson: Lesson,
  now: Record<string, string>,
): Promise<string[]> {
  const key = STATE_PREFIX + lesson.id;
  const text = await store.getState(key);
  const noted = text === null ? null : (JSON.parse(text) as Noted);
  if (noted === null || noted.contentHash !== lesson.contentHash) {
    if (Object.keys(now).length > 0)
      await store.setState(
        key,
        JSON.stringify({ contentHash: lesson.contentHash, files: now } satisfies Noted),
      );
    return [];
  }
  return Object.entries(noted.files)
    .filter(([file, hash]) => now[file] !== hash)
    .map(([file]) => file);
}
