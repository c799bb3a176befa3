import { HOOK_DEADLINE_MS, STDIN_BYTES_MAX } from '../model/constants.ts';
import type { FastIo } from '../platform/fast-io.ts';
import { compileHotCode } from '../platform/jit.ts';
import { decodeText } from '../platform/text-bytes.ts';

/** Most payloads fit. */
const FIRST_BYTES = 8 * 1024;
const PARSED_BYTES_MAX = 64 * 1024;
/** Longest pause within a payload; before it, a busy client may take as long as the hook may last. */
const STALL_MS = HOOK_DEADLINE_MS;
/** From so many bytes on, patterns may run long enough to be worth a compiler: commands alone are faster without up to 60 KB. */
const LARGE_BYTES = 16 * 1024;
const NEWLINE = 10;
const BRACE = 125;

/** Either the bytes up to the end, or what they say where they were one whole JSON value before it. */
export type Payload = { bytes: Uint8Array } | { value: unknown };

/**
 * Standard input up to its end, or a pause of 150 ms after the first byte; also ends where the bytes so far are one whole
 * JSON object, so that a client which keeps the pipe open is answered at once. Null where nothing comes, or over 16 MB.
 * @param firstMs how long to wait for the first byte
 * @param msLeft how long the whole may still take
 */
export function readStdin(io: FastIo, firstMs: number, msLeft: () => number): Payload | null {
  let buffer = new Uint8Array(FIRST_BYTES);
  let size = 0;
  for (;;) {
    if (size === buffer.length) {
      if (size >= STDIN_BYTES_MAX) return null;
      // Not by `Math`: a function that so much as names it has the engine make that object, which takes a hook 50 µs.
      const length = buffer.length * 4;
      const larger = new Uint8Array(length < STDIN_BYTES_MAX ? length : STDIN_BYTES_MAX);
      larger.set(buffer);
      buffer = larger;
    }
    const count = io.read(0, buffer, size, size === 0 ? firstMs : pauseMs(msLeft()));
    if (count === -2 && size === 0) return null;
    if (size + count > LARGE_BYTES && size <= LARGE_BYTES) compileHotCode();
    if (count <= 0) return { bytes: buffer.subarray(0, size) };
    size += count;
    const last = buffer[size - 1];
    if (last !== NEWLINE && last !== BRACE) continue;
    const whole = parseWhole(buffer.subarray(0, size));
    if (whole !== null) return whole;
  }
}

function pauseMs(left: number): number {
  if (left > STALL_MS) return STALL_MS;
  return left > 0 ? left : 0;
}

/** Only looked at for payloads of ordinary size: parsing a large one after every chunk would be quadratic. */
function parseWhole(bytes: Uint8Array): { value: unknown } | null {
  if (bytes.length > PARSED_BYTES_MAX) return null;
  try {
    return { value: JSON.parse(decodeText(bytes)) };
  } catch {
    return null;
  }
}
