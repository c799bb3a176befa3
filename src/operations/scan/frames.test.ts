import { describe, expect, test } from 'bun:test';
import { FRAME, type FrameKind, FrameReader, FrameWriter } from './frames.ts';

const SIZES = [0, 1, 10, 40_000, 40_000, 65_531, 65_532, 200_000, 3];

function written(): { bytes: Buffer; writes: number } {
  const parts: Buffer[] = [];
  const writer = new FrameWriter((bytes) => void parts.push(Buffer.from(bytes)));
  for (const [at, size] of SIZES.entries()) writer.add(FRAME.episodes, Buffer.alloc(size, at));
  writer.flush();
  writer.flush();
  return { bytes: Buffer.concat(parts), writes: parts.length };
}

describe('frames', () => {
  test('are the same however they are cut on their way', () => {
    const { bytes } = written();
    for (const cut of [1, 3, 4096, 65_536, bytes.length]) {
      const got: [FrameKind, Buffer][] = [];
      const reader = new FrameReader((kind, payload) => void got.push([kind, payload]));
      for (let at = 0; at < bytes.length; at += cut)
        expect(reader.push(bytes.subarray(at, at + cut))).toBe(true);
      expect(got.map(([kind, payload]) => [kind, payload.length])).toEqual(
        SIZES.map((size) => [FRAME.episodes, size]),
      );
      expect(got.every(([, payload], at) => payload.every((byte) => byte === at))).toBe(true);
    }
  });

  test('small ones are written together', () => {
    expect(written().writes).toBeLessThan(SIZES.length);
  });

  test('what is none is refused', () => {
    const reader = new FrameReader(() => {});
    expect(reader.push(Buffer.from('{"kind":"calls"}\n'))).toBe(false);
  });

  test.each([
    ['of no kind', 0, 0],
    ['of a later kind', 4, 0],
    ['longer than any answer', FRAME.calls, 2 ** 30 + 1],
  ])('one %s is refused', (_, kind, length) => {
    const header = Buffer.alloc(5);
    header.writeUInt8(kind, 0);
    header.writeUInt32LE(length, 1);
    expect(new FrameReader(() => {}).push(header)).toBe(false);
  });
});
