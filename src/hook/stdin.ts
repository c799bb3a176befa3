import { STDIN_BYTES_MAX } from '../model/constants.ts';
import type { FastIo } from '../platform/fast-io.ts';

const CHUNK = 64 * 1024;
const NEWLINE = 10;
const BRACE = 125;

/**
 * Standard input up to its end, 16 MB, or the deadline; also ends where the bytes so far are one whole JSON object,
 * so that a client which keeps the pipe open is answered. Null where it is too long or stalls half-way.
 */
export function readStdin(io: FastIo, msLeft: () => number): Uint8Array | null {
  let buffer = new Uint8Array(CHUNK);
  let size = 0;
  for (;;) {
    if (size === buffer.length) {
      if (size >= STDIN_BYTES_MAX) return null;
      const larger = new Uint8Array(Math.min(STDIN_BYTES_MAX, buffer.length * 4));
      larger.set(buffer);
      buffer = larger;
    }
    const count = io.read(0, buffer, size, Math.max(0, msLeft()));
    if (count === -2) return null;
    if (count <= 0) return buffer.subarray(0, size);
    size += count;
    const last = buffer[size - 1];
    if ((last === NEWLINE || last === BRACE) && isWhole(buffer.subarray(0, size)))
      return buffer.subarray(0, size);
  }
}

/** Only looked at for payloads of ordinary size: parsing a large one after every chunk would be quadratic. */
function isWhole(bytes: Uint8Array): boolean {
  if (bytes.length > CHUNK) return false;
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
