import type { FastIo } from './fast-io.ts';
import { decodeText } from './text-bytes.ts';

/**
 * At least the last `bytes` of a file as text, and less than twice as many; '' where it cannot be read. The first line
 * may be cut. The size is felt for in steps of `bytes`: asking for it would take a function more of the C library.
 */
export function textEnd(io: FastIo, path: string, bytes: number): string {
  const fd = io.openRead(path);
  if (fd < 0) return '';
  const one = new Uint8Array(1);
  let start = 0;
  while (io.readAt(fd, one, start + 2 * bytes) === 1) start += bytes;
  const end = new Uint8Array(2 * bytes);
  const count = io.readAt(fd, end, start);
  io.close(fd);
  return decodeText(end.subarray(0, Math.max(count, 0)));
}
