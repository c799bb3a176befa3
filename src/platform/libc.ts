/** The C library's functions that the hook calls under Bun on Linux, by Bun's foreign function interface. */

/** Bound at once: each takes 6 µs to set up. */
export interface Libc {
  open(path: Uint8Array, flags: number, mode: number): number;
  read(fd: number, into: Uint8Array, count: number): number;
  pread(fd: number, into: Uint8Array, count: number, position: number): number;
  write(fd: number, from: Uint8Array, count: number): number;
  close(fd: number): number;
  poll(fds: Uint8Array, count: number, timeoutMs: number): number;
  link(from: Uint8Array, to: Uint8Array): number;
}

/** Bound when it is needed. */
export interface RareLibc {
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
  // Only where a lesson is told: then, a second look into the library would take 80 µs.
  link: { args: ['buffer', 'buffer'], returns: 'i32' },
};
const RARELY = {
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
  return (bind(OFTEN) ?? null) as Libc | null;
}

/** Null where the C library cannot be called. */
export function openRareLibc(): RareLibc | null {
  return (bind(RARELY) ?? null) as RareLibc | null;
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
  return symbolsOf('libc.so.6', functions) ?? symbolsOf(muslName(), functions);
}

const muslName = (): string => `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`;

function symbolsOf(library: string, functions: Record<string, unknown>): unknown {
  try {
    // What `bun:ffi` throws, an error that has no symbols, is returned.
    return foreign().dlopen(library, functions).symbols;
  } catch {
    return undefined;
  }
}
