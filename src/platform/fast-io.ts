import { fsIo } from './fs-io.ts';
import { libcIo } from './libc-io.ts';

/**
 * The hook's few file operations, without `node:fs`: loading that module costs an executable 1.5–3 ms,
 * a third of an empty process. On Linux under Bun they go straight to the C library (0.6 ms, once);
 * everywhere else, or where that is refused, through `node:fs`. Paths are absolute; nothing here throws.
 */
export interface FastIo {
  /** Which one is in use; a test asserts it. */
  kind: 'libc' | 'fs';
  /** Reads from a file descriptor. Returns bytes read, 0 at the end, -1 on error, -2 where nothing came within `waitMs`. */
  read(fd: number, into: Uint8Array, offset: number, waitMs: number): number;
  /** Writes everything, or false. */
  write(fd: number, bytes: Uint8Array): boolean;
  /** Opens a file for reading, without waiting for a writer where it is a pipe. Returns a descriptor, or -1. */
  openRead(path: string): number;
  /** Fills `into` with the file's bytes from `position` on. Returns bytes read: fewer at the end, -1 on error. */
  readAt(fd: number, into: Uint8Array, position: number): number;
  close(fd: number): void;
  /** A file as text, of one of more than 16 MB perhaps only so much; null where it cannot be read. */
  readText(path: string): string | null;
  /** Creates a file that must not exist (`O_EXCL`), with one write. */
  createExclusive(path: string, text: string): 'created' | 'exists' | 'failed';
  /** Gives a file a second name, which must not exist; false where that cannot be. */
  link(from: string, to: string): boolean;
  /** Appends with one write call, so that parallel writers do not interleave; false for a pipe that nobody reads. */
  append(path: string, text: string): boolean;
  /** Creates one folder (0700); true where it now exists. */
  makeDir(path: string): boolean;
  exists(path: string): boolean;
}

let chosen: FastIo | null = null;

/** The implementation for this process. */
export function fastIo(): FastIo {
  chosen ??= libcIo() ?? fsIo();
  return chosen;
}
