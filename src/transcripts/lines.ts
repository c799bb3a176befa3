import { reuseGarbage } from '../platform/collect-garbage.ts';
import type { ByteSource } from './byte-source.ts';

/** A line beyond this is skipped; everything shorter is held in memory at once. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;
/** Small enough to stay in a core's cache between reading and parsing. */
const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 10;
/** Of one file, between two collections: left alone, the runtime lets 60 MB pile up (`docs/eval/speed.md`). */
const BYTES_PER_COLLECTION = 64 * 1024 * 1024;

interface LinesRead {
  /** Bytes read. */
  bytes: number;
  /** Physical lines seen, an unterminated last one included. */
  lines: number;
  /** Lines beyond the limit. */
  tooLong: number[];
}

/**
 * Calls `onLine` for every physical line of a transcript, in large blocks and with constant memory: only one
 * block, or one line where that is longer, is held. The buffer given is reused; copy what must stay.
 * @param onLine bytes without line break, carriage return, byte order mark and padding NULs; 1-based number
 */
export function readLines(source: ByteSource, onLine: (bytes: Buffer, line: number) => void): LinesRead {
  const read: LinesRead = { bytes: 0, lines: 0, tooLong: [] };
  let buffer: Buffer = takeBlock();
  let filled = 0;
  let searched = 0;
  let skipping = false;
  for (;;) {
    if (filled === buffer.length) {
      if (buffer.length >= LINE_BYTES_MAX) {
        skipping = true;
        filled = 0;
        searched = 0;
      } else buffer = grown(buffer, filled);
    }
    const got = source.read(buffer, filled, buffer.length - filled, read.bytes);
    if (got === 0) break;
    const before = read.bytes;
    read.bytes += got;
    filled += got;
    if (isCrossed(before, read.bytes)) reuseGarbage();
    let start = 0;
    let newline = indexWithin(buffer, searched, filled);
    while (newline >= 0) {
      read.lines += 1;
      if (skipping) {
        skipping = false;
        read.tooLong.push(read.lines);
      } else deliver(buffer, start, newline, read.lines, onLine);
      start = newline + 1;
      newline = indexWithin(buffer, start, filled);
    }
    if (start > 0) {
      buffer.copy(buffer, 0, start, filled);
      filled -= start;
      if (buffer.length > BLOCK_BYTES && filled < BLOCK_BYTES / 2) buffer = shrunk(buffer, filled);
    }
    searched = filled;
  }
  if (buffer.length === BLOCK_BYTES) spare = buffer;
  if (skipping) {
    read.lines += 1;
    read.tooLong.push(read.lines);
  } else if (filled > 0) {
    read.lines += 1;
    deliver(buffer, 0, filled, read.lines, onLine);
  }
  return read;
}

const isCrossed = (before: number, after: number): boolean =>
  Math.floor(before / BYTES_PER_COLLECTION) < Math.floor(after / BYTES_PER_COLLECTION);

/** One block is kept from file to file: fresh pages cost more than reading into them. */
let spare: Buffer | null = null;

function takeBlock(): Buffer {
  const block = spare ?? Buffer.allocUnsafe(BLOCK_BYTES);
  spare = null;
  return block;
}

function indexWithin(buffer: Buffer, from: number, filled: number): number {
  const at = buffer.indexOf(NEWLINE, from);
  return at >= filled ? -1 : at;
}

function grown(buffer: Buffer, filled: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(LINE_BYTES_MAX, buffer.length * 2));
  buffer.copy(larger, 0, 0, filled);
  return larger;
}

function shrunk(buffer: Buffer, filled: number): Buffer {
  const smaller = Buffer.allocUnsafe(BLOCK_BYTES);
  buffer.copy(smaller, 0, 0, filled);
  return smaller;
}

function deliver(
  buffer: Buffer,
  from: number,
  to: number,
  line: number,
  onLine: (bytes: Buffer, line: number) => void,
): void {
  let start = from;
  let end = to;
  if (buffer[end - 1] === 13) end -= 1;
  if (line === 1 && buffer[start] === 0xef && buffer[start + 1] === 0xbb && buffer[start + 2] === 0xbf)
    start += 3;
  while (start < end && (buffer[start] === 0 || buffer[start] === 32)) start += 1;
  while (end > start && (buffer[end - 1] === 0 || buffer[end - 1] === 32)) end -= 1;
  if (end > start) onLine(buffer.subarray(start, end), line);
}
