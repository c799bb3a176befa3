import { statSync } from 'node:fs';
import type { AgentId } from '../model/episode.ts';
import type { Cursor } from '../model/findings.ts';
import { stampBeside } from './parts-beside.ts';

/** What tells that a file is the one that was read, and unchanged. */
interface FileStamp {
  size: number;
  mtimeMs: number;
  /**
   * Inode and change time: a file that was replaced or rewritten in place. Not the device: many file systems (btrfs,
   * overlays, NFS) are given another number with every start of the machine.
   */
  identity: string;
}

/**
 * The stamp of a regular file. For a database its write-ahead log belongs to it, but not when that was last changed
 * otherwise than by writing: whoever opens the database as root gives the log its owner once more. Throws the
 * system's error.
 */
export function stampOf(path: string): FileStamp {
  const stat = statSync(path);
  const stamp = {
    size: stat.size,
    mtimeMs: stat.mtimeMs,
    identity: `${stat.ino}:${stat.ctimeMs}${stampBeside(path)}`,
  };
  if (!/\.(?:db|sqlite3?)$/.test(path)) return stamp;
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (wal === undefined || wal.size === 0) return stamp;
  return {
    size: stamp.size + wal.size,
    mtimeMs: Math.max(stamp.mtimeMs, wal.mtimeMs),
    identity: `${stamp.identity}+${wal.ino}:${wal.mtimeMs}`,
  };
}

/** True where a file is as it was when the cursor was stored. */
export function isUnchanged(cursor: Cursor, stamp: FileStamp): boolean {
  return cursor.size === stamp.size && cursor.mtimeMs === stamp.mtimeMs && cursor.state === stamp.identity;
}

/** The cursor behind a file that has been read as a whole. */
export function cursorAfter(
  path: string,
  agent: AgentId,
  stamp: FileStamp,
  bytes: number,
  lines: number,
): Cursor {
  return {
    path,
    agent,
    offset: bytes,
    line: lines,
    mtimeMs: stamp.mtimeMs,
    size: stamp.size,
    state: stamp.identity,
  };
}
