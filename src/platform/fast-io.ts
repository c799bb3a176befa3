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
  /** A whole small file as text, or null where it cannot be read. */
  readText(path: string, bytesMax?: number): string | null;
  /** Creates a file that must not exist (`O_EXCL`), with one write. */
  createExclusive(path: string, text: string): 'created' | 'exists' | 'failed';
  /** Gives a file a second name, which must not exist; false where that cannot be. */
  link(from: string, to: string): boolean;
  /** Appends with one write call, so that parallel writers do not interleave. */
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

/** UTF-8 of a text. `TextEncoder` is only made for one that is not ASCII: its first use takes 40 µs. */
export function encodeText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 127) return encodeUtf8(text);
    bytes[i] = code;
  }
  return bytes;
}

function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

let decoder: InstanceType<typeof TextDecoder> | null = null;

/** A text from UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  decoder ??= new TextDecoder();
  return decoder.decode(bytes);
}

interface Libc {
  open(path: Uint8Array, flags: number, mode: number): number;
  read(fd: number, into: Uint8Array, count: number): number;
  pread(fd: number, into: Uint8Array, count: number, position: number): number;
  write(fd: number, from: Uint8Array, count: number): number;
  close(fd: number): number;
  poll(fds: Uint8Array, count: number, timeoutMs: number): number;
}

const O = {
  write: 0o1,
  create: 0o100,
  exclusive: 0o200,
  append: 0o2000,
  nonBlocking: 0o4000,
  closeOnExec: 0o2000000,
  pathOnly: 0o10000000,
} as const;
const POLL_IN = 1;
const POLL_OUT = 4;

/** Null unless this is Bun on 64-bit Linux and the C library can be called. */
function libcIo(): FastIo | null {
  if (process.platform !== 'linux' || process.versions['bun'] === undefined) return null;
  const libc = openLibc(OFTEN) as Libc | null;
  if (libc === null) return null;

  const name = (path: string) => encodeText(`${path}\0`);
  const ready = (fd: number, what: number, waitMs: number): number => {
    // A `struct pollfd`: descriptor, events, events that came.
    const entry = new Uint8Array(8);
    entry[0] = fd & 0xff;
    entry[1] = fd >> 8;
    entry[4] = what;
    return libc.poll(entry, 1, waitMs > 0 ? (waitMs + 1) | 0 : 0);
  };
  const write = (fd: number, bytes: Uint8Array): boolean => {
    for (let done = 0; done < bytes.length; ) {
      const count = libc.write(fd, done === 0 ? bytes : bytes.subarray(done), bytes.length - done);
      if (count > 0) done += count;
      else if (ready(fd, POLL_OUT, 100) <= 0) return false;
      else if (libc.write(fd, bytes.subarray(done), 0) < 0) return false;
    }
    return true;
  };
  const writeFile = (path: string, flags: number, text: string): boolean | null => {
    const fd = libc.open(name(path), O.write | O.create | O.closeOnExec | flags, 0o600);
    if (fd < 0) return null;
    const bytes = encodeText(text);
    const count = bytes.length === 0 ? 0 : libc.write(fd, bytes, bytes.length);
    libc.close(fd);
    return count === bytes.length;
  };

  // Cheaper than a function more for it: each takes 6 µs to set up.
  const exists = (path: string): boolean => {
    const fd = libc.open(name(path), O.pathOnly | O.closeOnExec, 0);
    if (fd < 0) return false;
    libc.close(fd);
    return true;
  };
  let rare: RareLibc | null = null;
  const rarely = (): RareLibc | null => {
    rare ??= openLibc(RARELY) as RareLibc | null;
    return rare;
  };

  return {
    kind: 'libc',
    read(fd, into, offset, waitMs) {
      const state = ready(fd, POLL_IN, waitMs);
      if (state === 0) return -2;
      const rest = offset === 0 ? into : into.subarray(offset);
      return libc.read(fd, rest, rest.length);
    },
    write,
    openRead: (path) => libc.open(name(path), O.closeOnExec | O.nonBlocking, 0),
    readAt: (fd, into, position) => libc.pread(fd, into, into.length, position),
    close(fd) {
      libc.close(fd);
    },
    readText(path, bytesMax = 1 << 20) {
      const fd = libc.open(name(path), O.closeOnExec | O.nonBlocking, 0);
      if (fd < 0) return null;
      let buffer = new Uint8Array(4096);
      let size = 0;
      for (;;) {
        if (size === buffer.length) {
          if (size >= bytesMax) break;
          const larger = new Uint8Array(buffer.length * 4 < bytesMax ? buffer.length * 4 : bytesMax);
          larger.set(buffer);
          buffer = larger;
        }
        const count = libc.read(fd, size === 0 ? buffer : buffer.subarray(size), buffer.length - size);
        if (count <= 0) break;
        size += count;
      }
      libc.close(fd);
      return decodeText(buffer.subarray(0, size));
    },
    createExclusive(path, text) {
      const done = writeFile(path, O.exclusive, text);
      if (done !== null) return 'created';
      return exists(path) ? 'exists' : 'failed';
    },
    append: (path, text) => writeFile(path, O.append, text) === true,
    link: (from, to) => rarely()?.link(name(from), name(to)) === 0,
    makeDir: (path) => rarely()?.mkdir(name(path), 0o700) === 0 || exists(path),
    exists,
  };
}

interface Foreign {
  dlopen(name: string, symbols: Record<string, unknown>): { symbols: unknown };
}

/** What the module `bun:ffi` is a wrapper of, where it is to be had: loading the wrapper takes 0.3 ms. */
function foreign(): Foreign {
  const direct = (globalThis as { Bun?: { FFI?: Foreign } }).Bun?.FFI;
  if (typeof direct?.dlopen === 'function') return direct;
  return process.getBuiltinModule('bun:ffi' as 'node:fs') as unknown as Foreign;
}

const OFTEN = {
  open: { args: ['buffer', 'i32', 'i32'], returns: 'i32' },
  // Counts of less than 2 GB: their lower half says it all, and is no bigint.
  read: { args: ['i32', 'buffer', 'u64'], returns: 'i32' },
  pread: { args: ['i32', 'buffer', 'u64', 'i64'], returns: 'i32' },
  write: { args: ['i32', 'buffer', 'u64'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
  poll: { args: ['buffer', 'u64', 'i32'], returns: 'i32' },
};
const RARELY = {
  link: { args: ['buffer', 'buffer'], returns: 'i32' },
  mkdir: { args: ['buffer', 'i32'], returns: 'i32' },
};

interface RareLibc {
  link(from: Uint8Array, to: Uint8Array): number;
  mkdir(path: Uint8Array, mode: number): number;
}

/** The C library's functions of these types, or null where it cannot be called. */
function openLibc(functions: Record<string, unknown>): unknown {
  const cpu = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  for (const library of ['libc.so.6', `libc.musl-${cpu}.so.1`]) {
    try {
      return foreign().dlopen(library, functions).symbols;
    } catch {}
  }
  return null;
}

function systemCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
}

/** The same over `node:fs`. It cannot wait with a limit: a read blocks until there is something. */
export function fsIo(): FastIo {
  const fs = process.getBuiltinModule('node:fs');
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  const readFlags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
  const writeFile = (path: string, flags: string, text: string): void => {
    const fd = fs.openSync(path, flags, 0o600);
    try {
      if (text !== '') fs.writeSync(fd, text);
    } finally {
      fs.closeSync(fd);
    }
  };
  return {
    kind: 'fs',
    read(fd, into, offset, waitMs) {
      const until = Date.now() + waitMs;
      for (;;) {
        try {
          return fs.readSync(fd, into, offset, into.length - offset, null);
        } catch (error) {
          if (systemCode(error) === 'EOF') return 0;
          if (systemCode(error) !== 'EAGAIN') return -1;
          if (Date.now() >= until) return -2;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
      }
    },
    write(fd, bytes) {
      const until = Date.now() + 100;
      for (let done = 0; done < bytes.length; ) {
        try {
          done += fs.writeSync(fd, bytes, done);
        } catch (error) {
          if (systemCode(error) !== 'EAGAIN' || Date.now() >= until) return false;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
      }
      return true;
    },
    openRead: (path) => attempt(() => fs.openSync(path, readFlags), -1),
    readAt: (fd, into, position) => attempt(() => fs.readSync(fd, into, 0, into.length, position), -1),
    close: (fd) => attempt(() => fs.closeSync(fd), undefined),
    readText(path) {
      const fd = attempt(() => fs.openSync(path, readFlags), -1);
      if (fd < 0) return null;
      const text = attempt(() => fs.readFileSync(fd, 'utf8'), null);
      attempt(() => fs.closeSync(fd), undefined);
      return text;
    },
    createExclusive(path, text) {
      try {
        writeFile(path, 'wx', text);
        return 'created';
      } catch (error) {
        return systemCode(error) === 'EEXIST' || attempt(() => fs.existsSync(path), false)
          ? 'exists'
          : 'failed';
      }
    },
    link: (from, to) =>
      attempt(() => {
        fs.linkSync(from, to);
        return true;
      }, false),
    append: (path, text) =>
      attempt(() => {
        writeFile(path, 'a', text);
        return true;
      }, false),
    makeDir: (path) =>
      attempt(
        () => {
          fs.mkdirSync(path, { mode: 0o700 });
          return true;
        },
        attempt(() => fs.existsSync(path), false),
      ),
    exists: (path) => attempt(() => fs.existsSync(path), false),
  };
}
