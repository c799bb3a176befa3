import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { linkTarget, readBytes, readText, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { sha256 } from '../../platform/sha256.ts';

/** What `init` did to one file of someone else's, kept so that `--uninstall` can put it back byte for byte. */
interface Undo {
  path: string;
  /** The bytes before, in base64; null where there was no file. */
  before: string | null;
  /** SHA-256 of the bytes that were written. */
  after: string;
  /** Folders that were made for the file. */
  madeDirs: string[];
  at: string;
}

function undoPath(home: string, path: string): string {
  return join(homeFiles.backups(home), 'init', `${basename(path)}-${sha256(path).slice(0, 16)}.json`);
}

/** A text file, or null where there is none. */
export function readIfThere(path: string): string | null {
  const bytes = readBytes(path);
  if (bytes === null) return null;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) {
    throw new AppError('INVALID_JSON', `${path} is not UTF-8`, {
      hint: 'It was left as it is. Save it as UTF-8, then run the command again.',
    });
  }
  return text;
}

interface Change {
  path: string;
  /** As it is; null where there is no file. */
  before: string | null;
  /** The same without what an earlier installation had put there. */
  theirs: string | null;
  after: string;
  at: string;
}

/** Changes a file of someone else's, remembering how it was. */
export function changeFile(home: string, { path, before, theirs, after, at }: Change): void {
  const madeDirs = missingDirs(dirname(linkTarget(path)));
  const undo = readUndo(home, path);
  const isOurs = undo !== null && before !== null && sha256(before) === undo.after;
  const record: Undo = {
    path,
    before: isOurs ? undo.before : theirs === null ? null : Buffer.from(theirs).toString('base64'),
    after: sha256(after),
    madeDirs: before === null ? madeDirs : (undo?.madeDirs ?? madeDirs),
    at,
  };
  writeFileAtomic(undoPath(home, path), `${JSON.stringify(record)}\n`);
  if (before !== null && !isOurs) backUp(home, path, before, at);
  writeFileAtomic(path, after);
}

/** Keeps a copy of a file as it is. */
export function backUp(home: string, path: string, text: string, at: string): void {
  const stamp = at.replace(/[^0-9]/g, '').slice(0, 14);
  const name = `${basename(path)}-${sha256(path).slice(0, 8)}-${stamp}.bak`;
  writeFileAtomic(join(homeFiles.backups(home), 'init', name), text);
}

/** Removes a file that is ours, and the folders that were made for it. */
export function removeFile(home: string, path: string): void {
  removeMade(path, readUndo(home, path)?.madeDirs ?? []);
  forgetChange(home, path);
}

/**
 * Puts a file back as it was before `changeFile`, if nothing else has changed since.
 * @returns false where something has, or nothing is known about it
 */
export function undoChange(home: string, path: string, current: string): boolean {
  const undo = readUndo(home, path);
  if (undo === null || sha256(current) !== undo.after) return false;
  if (undo.before === null) removeMade(path, undo.madeDirs);
  else writeFileAtomic(path, decoded(undo.before));
  forgetChange(home, path);
  return true;
}

/** What `changeFile` found; null where there was no file, undefined where nothing is known about it. */
export function textBefore(home: string, path: string): string | null | undefined {
  const undo = readUndo(home, path);
  return undo === null ? undefined : undo.before === null ? null : decoded(undo.before);
}

const decoded = (bytes: string): string => Buffer.from(bytes, 'base64').toString('utf8');

/** Drops what would take a change of this file back. */
export function forgetChange(home: string, path: string): void {
  rmSync(undoPath(home, path), { force: true });
}

function readUndo(home: string, path: string): Undo | null {
  try {
    const undo = JSON.parse(readText(undoPath(home, path)) ?? 'null') as Undo | null;
    return undo?.path === path ? undo : null;
  } catch {
    return null;
  }
}

function removeMade(path: string, madeDirs: string[]): void {
  rmSync(linkTarget(path), { force: true });
  for (const folder of madeDirs) {
    try {
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    } catch {
      // Someone else uses it now, or it is gone.
    }
  }
}

/** Folders that would have to be made, the deepest first. */
function missingDirs(folder: string): string[] {
  const missing: string[] = [];
  for (let each = resolve(folder); !existsSync(each); each = dirname(each)) missing.push(each);
  return missing;
}
