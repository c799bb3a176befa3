import type { FastIo } from './fast-io.ts';
import { type Libc, O, openLibc, openRareLibc, POLL_IN, POLL_OUT, type RareLibc } from './libc.ts';
import { decodeText, encodeText } from './text-bytes.ts';

/** Null unless this is Bun on 64-bit Linux and the C library can be called. */
export function libcIo(): FastIo | null {
  // Not by `process.versions`: making that object takes a hook 13 µs.
  if (process.platform !== 'linux' || !('Bun' in globalThis)) return null;
  const libc = openLibc();
  if (libc === null) return null;

  // Cheaper than a function more of the library for it.
  const exists = (path: string): boolean => {
    const fd = libc.open(name(path), O.pathOnly | O.closeOnExec, 0);
    if (fd < 0) return false;
    libc.close(fd);
    return true;
  };
  let rare: RareLibc | null = null;
  const rarely = (): RareLibc | null => {
    rare ??= openRareLibc();
    return rare;
  };

  return {
    kind: 'libc',
    read(fd, into, offset, waitMs) {
      const state = ready(libc, fd, POLL_IN, waitMs);
      if (state === 0) return -2;
      const rest = offset === 0 ? into : into.subarray(offset);
      return libc.read(fd, rest, rest.length);
    },
    write: (fd, bytes) => writeAll(libc, fd, bytes),
    openRead: (path) => libc.open(name(path), O.closeOnExec | O.nonBlocking, 0),
    readAt: (fd, into, position) => libc.pread(fd, into, into.length, position),
    close(fd) {
      libc.close(fd);
    },
    readText(path) {
      const fd = libc.open(name(path), O.closeOnExec | O.nonBlocking, 0);
      return fd < 0 ? null : readToEnd(libc, fd);
    },
    createExclusive(path, text) {
      const done = writeFile(libc, path, O.exclusive | O.append, text);
      if (done !== null) return 'created';
      return exists(path) ? 'exists' : 'failed';
    },
    append: (path, text) => writeFile(libc, path, O.append | O.nonBlocking, text) === true,
    link: (from, to) => libc.link(name(from), name(to)) === 0,
    makeDir: (path) => rarely()?.mkdir(name(path), 0o700) === 0 || exists(path),
    exists,
  };
}

/** Whether something can be read or written, or an error be told: 0 where not within the time. */
function ready(libc: Libc, fd: number, what: number, waitMs: number): number {
  // A `struct pollfd`: descriptor, events, events that came.
  const entry = new Uint8Array(8);
  entry[0] = fd & 0xff;
  entry[1] = fd >> 8;
  entry[4] = what;
  return libc.poll(entry, 1, waitMs > 0 ? (waitMs + 1) | 0 : 0);
}

/** What cannot be written when the descriptor is ready never will be: its reader has gone, or the disk is full. */
function writeAll(libc: Libc, fd: number, bytes: Uint8Array): boolean {
  let refused = false;
  for (let done = 0; done < bytes.length; ) {
    const count = libc.write(fd, done === 0 ? bytes : bytes.subarray(done), bytes.length - done);
    if (count > 0) done += count;
    else if (refused || ready(libc, fd, POLL_OUT, 100) <= 0) return false;
    refused = count <= 0;
  }
  return true;
}

/** Writes a file at once: whether all of it; null where it could not be opened. */
function writeFile(libc: Libc, path: string, flags: number, text: string): boolean | null {
  const fd = libc.open(name(path), O.write | O.create | O.closeOnExec | flags, 0o600);
  if (fd < 0) return null;
  const bytes = encodeText(text);
  const count = bytes.length === 0 ? 0 : libc.write(fd, bytes, bytes.length);
  libc.close(fd);
  return count === bytes.length;
}

/** A power of 4 times the first buffer. */
const TEXT_BYTES_MAX = 1 << 24;

const name = (path: string): Uint8Array => encodeText(`${path}\0`);

/** The text of an open file, which is closed. */
function readToEnd(libc: Libc, fd: number): string {
  let buffer = new Uint8Array(4096);
  let size = 0;
  for (;;) {
    if (size === buffer.length) {
      if (size >= TEXT_BYTES_MAX) break;
      const larger = new Uint8Array(buffer.length * 4);
      larger.set(buffer);
      buffer = larger;
    }
    const count = libc.read(fd, size === 0 ? buffer : buffer.subarray(size), buffer.length - size);
    if (count <= 0) break;
    size += count;
  }
  libc.close(fd);
  return decodeText(buffer.subarray(0, size));
}
