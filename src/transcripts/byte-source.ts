import { readSync } from 'node:fs';
import { inflateGzip, inflateZstd } from '../platform/inflate.ts';

/** Bytes of a transcript, by their position. */
export interface ByteSource {
  size: number;
  /** As of `readSync`: how many bytes there were, 0 behind the end. */
  read(into: Buffer, at: number, length: number, position: number): number;
}

/** Held in memory at once. */
const INFLATED_BYTES_MAX = 256 * 1024 * 1024;
const COMPRESSED_BYTES_MAX = 64 * 1024 * 1024;
/** Of each kind, by the end of its name: what it begins with. */
const KINDS = [
  { name: /\.zst$/i, magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), inflate: inflateZstd },
  { name: /\.gz$/i, magic: Buffer.from([0x1f, 0x8b]), inflate: inflateGzip },
];

/** By its name: Codex compresses what has not been touched for a week, and users what they put away. */
export const isCompressed = (path: string): boolean => KINDS.some(({ name }) => name.test(path));

/** The bytes of an open file as they are. */
export function fileBytes(fd: number, size: number): ByteSource {
  return { size, read: (into, at, length, position) => readSync(fd, into, at, length, position) };
}

/**
 * The bytes of an open file, uncompressed where its name and its first bytes say that it is compressed.
 * @returns the reason where that cannot be done
 */
export function transcriptBytes(fd: number, size: number, path: string): ByteSource | { skipped: string } {
  const plain = fileBytes(fd, size);
  const kind = KINDS.find(({ name }) => name.test(path));
  if (kind === undefined) return plain;
  const head = Buffer.alloc(kind.magic.length);
  plain.read(head, 0, head.length, 0);
  if (!head.equals(kind.magic)) return plain;
  if (size > COMPRESSED_BYTES_MAX)
    return { skipped: `compressed, and still more than ${COMPRESSED_BYTES_MAX >> 20} MB` };
  const bytes = Buffer.alloc(size);
  const got = plain.read(bytes, 0, size, 0);
  const inflated = kind.inflate(bytes.subarray(0, got), INFLATED_BYTES_MAX);
  return typeof inflated === 'string' ? { skipped: inflated } : memoryBytes(inflated);
}

function memoryBytes(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: (into, at, length, position) =>
      bytes.copy(into, at, Math.min(position, bytes.length), Math.min(position + length, bytes.length)),
  };
}
