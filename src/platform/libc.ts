/** The C library's functions that the hook calls under Bun on Linux, by Bun's foreign function interface. */

/** Bound at once: each takes 6 µs to set up. */
export interface Libc {
  open(path: Uint8Array, flags: number, mode: number): number;
  read(fd: number, into: Uint8Array, count: number): number;
  pread(fd: number, into: Uint8Array, count: number, position: number): number;
  write(fd: number, from: Uint8Array, count: number): number;
  close(fd: number): number;
  poll(fds: Uint8Array, count: number, timeoutMs: number): number;
}

/** Bound when one of them is needed. */
export interface RareLibc {
  link(from: Uint8Array, to: Uint8Array): number;
  mkdir(path: Uint8Array, mode: number): number;
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

/** Flags of `open`. */
export const O = {
  write: 0o1,
  create: 0o100,
  exclusive: 0o200,
  append: 0o2000,
  nonBlocking: 0o4000,
  closeOnExec: 0o2000000,
  pathOnly: 0o10000000,
} as const;
/** Events of `poll`. */
export const POLL_IN = 1;
export const POLL_OUT = 4;

/** Null where the C library cannot be called. */
export function openLibc(): Libc | null {
  return bind(OFTEN) as Libc | null;
}

/** Null where the C library cannot be called. */
export function openRareLibc(): RareLibc | null {
  return bind(RARELY) as RareLibc | null;
}

interface Foreign {
  dlopen(name: string, symbols: Record<string, unknown>): { symbols?: unknown };
}

/** What the module `bun:ffi` is a wrapper of, where it is to be had: loading the wrapper takes 0.3 ms. */
function foreign(): Foreign {
  const direct = (globalThis as { Bun?: { FFI?: Foreign } }).Bun?.FFI;
  if (typeof direct?.dlopen === 'function') return direct;
  return process.getBuiltinModule('bun:ffi' as 'node:fs') as unknown as Foreign;
}

/** The C library's functions of these types, or null where it cannot be called. */
function bind(functions: Record<string, unknown>): unknown {
  const cpu = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  for (const library of ['libc.so.6', `libc.musl-${cpu}.so.1`]) {
    try {
      // What `bun:ffi` throws, an error that has no symbols, is returned.
      const { symbols } = foreign().dlopen(library, functions);
      if (symbols) return symbols;
    } catch {}
  }
  return null;
}
