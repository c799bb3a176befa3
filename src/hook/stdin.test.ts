import { expect, test } from 'bun:test';
import { HOOK_DEADLINE_MS } from '../model/constants.ts';
import type { FastIo } from '../platform/fast-io.ts';
import { readStdin } from './stdin.ts';

/** Standard input that delivers the pieces, noting how long each read was ready to wait. */
function pieces(all: string[]): { io: FastIo; waits: number[] } {
  const waits: number[] = [];
  const left = all.map((text) => new TextEncoder().encode(text));
  const read = (_fd: number, buffer: Uint8Array, offset: number, timeoutMs: number): number => {
    waits.push(timeoutMs);
    const next = left.shift();
    if (next === undefined) return -2;
    const now = next.subarray(0, buffer.length - offset);
    if (now.length < next.length) left.unshift(next.subarray(now.length));
    buffer.set(now, offset);
    return now.length;
  };
  return { io: { read } as unknown as FastIo, waits };
}

test('waits for a busy client before the first byte, and less within a payload', () => {
  const { io, waits } = pieces(['{"a":', '1}']);
  expect(readStdin(io, 900, () => 900)).toEqual({ value: { a: 1 } });
  expect(waits).toEqual([900, HOOK_DEADLINE_MS]);
});

test('a large payload is taken for whole at a pause, also where the client keeps the pipe open', () => {
  const text = JSON.stringify({ a: 'x'.repeat(100_000) });
  const payload = readStdin(pieces([text]).io, 900, () => 900);
  expect(payload !== null && 'bytes' in payload && new TextDecoder().decode(payload.bytes)).toBe(text);
});

test('where nothing comes there is no payload', () => {
  expect(readStdin(pieces([]).io, 900, () => 900)).toBeNull();
});
