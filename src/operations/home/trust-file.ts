import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { AppError, isSystemError, systemErrorCode, systemReason } from '../../platform/errors.ts';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import { withLock } from '../../platform/locks.ts';
import { homeFiles } from '../../platform/paths.ts';
import { repositoryRoot } from '../../platform/project.ts';
import { readNamedFile } from '../../platform/read-named.ts';

const TrustSchema = z.object({
  version: z.literal(1),
  entries: z.array(z.object({ path: z.string(), hash: z.string(), at: z.string() })),
});
type TrustEntry = z.infer<typeof TrustSchema>['entries'][number];

const FILES_MAX = 2000;
const LOCK_WAIT_MS = 30_000;

/** Files and folders that the user trusts, each with the hash of its content then. */
export function readTrust(home: string): TrustEntry[] {
  const path = homeFiles.trust(home);
  const text = readText(path);
  if (text === null) return [];
  try {
    return TrustSchema.parse(JSON.parse(text)).entries;
  } catch (cause) {
    throw new AppError('INVALID_JSON', `${path} is damaged`, {
      hint: 'Remove it, then trust again what you trust.',
      cause,
    });
  }
}

/** Trusts a path with the content that it has now. Throws LOCKED. */
export async function addTrust(home: string, path: string, at: string): Promise<TrustEntry> {
  const entry = { path: realPath(path), hash: contentHashOf(path), at };
  await changeTrust(home, (entries) => [...entries.filter((each) => each.path !== entry.path), entry]);
  return entry;
}

/** False where it was not trusted. Throws LOCKED. */
export async function removeTrust(home: string, path: string): Promise<boolean> {
  const real = existsSync(path) ? realPath(path) : resolve(path);
  if (!readTrust(home).some((each) => each.path === real)) return false;
  await changeTrust(home, (entries) => entries.filter((each) => each.path !== real));
  return true;
}

/** One process at a time: each replaces the file. */
async function changeTrust(home: string, change: (entries: TrustEntry[]) => TrustEntry[]): Promise<void> {
  const path = homeFiles.trust(home);
  const holder = 'another change of what is trusted';
  await withLock({ path: `${path}.lock`, waitMs: LOCK_WAIT_MS, holder }, async () => {
    const entries = change(readTrust(home));
    writeFileAtomic(path, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
  });
}

/** Whether a file may be loaded: it, or a folder among whose lessons files it is, is trusted and has not changed since. */
export function trustState(home: string, path: string): 'trusted' | 'changed' | 'unknown' {
  const real = realPath(path);
  const about = readTrust(home).filter((entry) => real === entry.path || holds(entry.path, real));
  if (about.some(isUnchanged)) return 'trusted';
  return about.length > 0 ? 'changed' : 'unknown';
}

/** Of a folder that is gone, or cannot be read any more, nothing else is kept from being loaded. */
function holds(folder: string, file: string): boolean {
  try {
    return lessonFiles(folder).includes(file);
  } catch (error) {
    if (error instanceof AppError || isSystemError(error)) return false;
    throw error;
  }
}

/** A folder in which too many files lie now is not what was trusted. */
function isUnchanged({ path, hash }: TrustEntry): boolean {
  try {
    return contentHashOf(path) === hash;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return false;
    throw error;
  }
}

/** Root of the repository that a file lies in, or null. */
export function repositoryOf(path: string): string | null {
  const real = realPath(path);
  // What a pipe is called leads nowhere.
  const isFolder = lstatSync(real, { throwIfNoEntry: false })?.isDirectory() === true;
  return repositoryRoot(isFolder ? real : dirname(real));
}

/** Whether a file is a pack that came with this program: its folder is as trusted as the program itself. */
export function isShipped(path: string, program = process.execPath): boolean {
  const root = dirname(dirname(realPath(program)));
  if (!existsSync(join(root, 'package.json')) || !realPath(path).startsWith(join(root, 'packs') + sep))
    return false;
  try {
    const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: unknown };
    return name === 'lessons-learned';
  } catch {
    return false;
  }
}

/** The folder whose lessons files a trusted folder holds: its `.lessons`, or itself where it is no repository; null for a file. */
export function lessonFolder(path: string): string | null {
  const real = realPath(path);
  if (!lstatSync(real).isDirectory()) return null;
  const own = join(real, '.lessons');
  return existsSync(own) || existsSync(join(real, '.git')) ? own : real;
}

/** Lessons files that a trusted path holds: itself, or those of its folder for them. */
export function lessonFiles(path: string): string[] {
  const folder = lessonFolder(path);
  if (folder === null) return [realPath(path)];
  return existsSync(folder) ? filesIn(folder).filter((file) => /\.(?:json|md)$/.test(file)) : [];
}

/** SHA-256 over the names and bytes of a file, or of all lessons files of a folder. */
function contentHashOf(path: string): string {
  const real = realPath(path);
  const hash = createHash('sha256');
  const folder = lstatSync(real).isDirectory() ? real : dirname(real);
  for (const file of lessonFiles(real)) {
    const bytes = readNamedFile(file);
    hash.update(`${relative(folder, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Regular files below a folder, sorted; links are not followed. */
function filesIn(folder: string): string[] {
  const found: string[] = [];
  const pending = [folder];
  while (pending.length > 0 && found.length <= FILES_MAX) {
    const at = pending.pop() as string;
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
        pending.push(join(at, entry.name));
      else if (entry.isFile()) found.push(join(at, entry.name));
    }
  }
  if (found.length > FILES_MAX)
    throw new AppError('INVALID_INPUT', `${folder} holds more than ${FILES_MAX} files`, {
      hint: 'Trust its .lessons folder, or one file.',
    });
  return found.sort();
}

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT')
      throw new AppError('NOT_FOUND', `there is no file or folder ${path}`);
    throw new AppError('IO', `cannot read ${path}: ${systemReason(error)}`, {
      cause: error,
    });
  }
}
