import type { FastIo } from './fast-io.ts';
import { decodeText } from './text-bytes.ts';

/**
 * At least the last `bytes` of a file, and less than twice as many; none where it cannot be read. The size is felt for,
 * in steps that double and then halve: asking for it would take a function more of the C library.
 */
export function fileEnd(io: FastIo, path: string, bytes: number): Uint8Array {
  const fd = io.openRead(path);
  const end = new Uint8Array(2 * bytes);
  const goesOn = (at: number): boolean => io.readAt(fd, end.subarray(0, 1), at + bytes) === 1;
  let start = 0;
  let step = bytes;
  while (goesOn(step)) step *= 2;
  while (step > bytes) {
    step /= 2;
    if (goesOn(start + step)) start += step;
  }
  const count = io.readAt(fd, end, start);
  if (fd >= 0) io.close(fd);
  return end.subarray(0, Math.max(count, 0));
}

/** The same as text. The first line may be cut. */
export const textEnd = (io: FastIo, path: string, bytes: number): string =>
  decodeText(fileEnd(io, path, bytes));
