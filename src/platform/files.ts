import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError, systemErrorCode, systemFailure, systemHint } from './errors.ts';
import { renameOver } from './rename.ts';

const LINK_HOPS_MAX = 40;

/** Creates a folder (0700) and its parents. */
export function ensureDir(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Creates a folder of our own, which has to be writable. Throws IO, with what to do. */
export function ensureOwnDir(path: string): void {
  try {
    ensureDir(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** That a folder of our own cannot be written, and what to do. */
export function unwritable(folder: string, error: unknown): AppError {
  return systemFailure(
    `cannot write to ${folder}`,
    error,
    systemErrorCode(error) === 'ENOSPC'
      ? systemHint(error)
      : 'Make the folder writable, or set LESSONS_HOME to one that is.',
  );
}

/**
 * Replaces a file as a whole: a reader sees the old bytes or the new ones, never half.
 * A link stays, what it leads to is replaced; a device or a pipe (`/dev/null`) is written to.
 * What is replaced keeps its mode; a new file gets 0600. Throws IO.
 * @param mode another one for either
 */
export function writeFileAtomic(named: string, data: string | Uint8Array, mode?: number): void {
  const path = linkTarget(named);
  // Asked of the name itself: `/dev/stdout` leads to a pipe whose name is no path.
  const stats = statSync(named, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new AppError('IO', `cannot write ${named}: it is a folder`);
  if (stats !== undefined && !stats.isFile()) {
    writeFileSync(named, data);
    return;
  }
  try {
    ensureDir(dirname(path));
    replace(path, typeof data === 'string' ? Buffer.from(data) : data, mode ?? stats?.mode);
  } catch (error) {
    throw systemFailure(`cannot write ${named}`, error);
  }
}

function replace(path: string, data: Uint8Array, mode = 0o600): void {
  // A name of its own: one made of the process id would be that of what a killed process left behind.
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeAll(fd, data);
    fchmodSync(fd, mode & 0o7777);
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(fd);
  try {
    renameOver(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  sweepBeside(path);
}

const TEMPORARY = /^\.[\da-f]{8}(?:-[\da-f]{4,12}){4}\.tmp$/;
const UNFINISHED_MS = 60 * 60 * 1000;

/** Removes what killed processes left of the same file: it may hold what was taken out of it since. */
function sweepBeside(path: string): void {
  const folder = dirname(path);
  const name = basename(path);
  try {
    for (const other of readdirSync(folder)) {
      if (!other.startsWith(name) || !TEMPORARY.test(other.slice(name.length))) continue;
      const beside = join(folder, other);
      // Of a time to come: made before the clock was set back.
      const age = Math.abs(Date.now() - lstatSync(beside).mtimeMs);
      if (age > UNFINISHED_MS) rmSync(beside, { force: true });
    }
  } catch {
    // A folder that cannot be listed, or another process that swept first.
  }
}

/** Waits until the disk holds what was written to a file. */
export function syncFile(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Refuses what only looks like a file: reading a pipe would wait for ever. Says nothing of what is not there. */
export function refuseSpecial(path: string): void {
  const stats = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  if (!stats || stats.isFile()) return;
  throw new AppError(
    'IO',
    `${path} is ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}, not a file`,
    {
      hint: 'Move it away and try again.',
    },
  );
}

/** Refuses a link, wherever it leads, where only a file will do. */
export function refuseLink(path: string): void {
  const stats = attempt(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats?.isSymbolicLink() !== true) return;
  throw new AppError('IO', `${path} is a link, not a file`, { hint: 'Move it away and try again.' });
}

/** The bytes of a file that we know the name of, or null where there is none. Throws IO; what is no file is not waited for. */
export function readBytes(path: string): Buffer | null {
  refuseSpecial(path);
  return attempt(path, () => readFileSync(path));
}

/** The same of a text. */
export function readText(path: string): string | null {
  return readBytes(path)?.toString('utf8') ?? null;
}

/** A small file of someone else's; null where it is missing, larger, no file, or cannot be read. */
export function readSmall(path: string, bytesMax: number): Buffer | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= bytesMax ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

function attempt<T>(path: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw systemFailure(`cannot read ${path}`, error);
  }
}

/** What a path leads to through symbolic links, there or not. */
export function linkTarget(path: string): string {
  let target = path;
  for (let hops = 0; hops < LINK_HOPS_MAX; hops += 1) {
    try {
      if (!lstatSync(target).isSymbolicLink()) return target;
      target = resolve(dirname(target), readlinkSync(target));
    } catch {
      return target;
    }
  }
  throw new AppError('IO', `cannot write ${path}: its links lead in a circle`);
}

/** Writes all of it: on a full disk one call may write a part and say so only by its count. */
export function writeAll(fd: number, data: Uint8Array): void {
  let done = 0;
  while (done < data.length) done += writeSync(fd, data, done, data.length - done);
}

/** Makes an empty file (0600) where there is none; throws where it cannot be written to. */
export function touchFile(path: string): void {
  closeSync(openToAppend(path));
}

/** Appends one line with one write call, so that parallel writers do not interleave. */
export function appendLine(path: string, line: string): void {
  const fd = openToAppend(path);
  try {
    writeSync(fd, `${line}\n`);
  } finally {
    closeSync(fd);
  }
}

function openToAppend(path: string): number {
  refuseSpecial(path);
  return openSync(path, 'a', 0o600);
}
