import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { sha256 } from './sha256.ts';

test('agrees with node:crypto at every length around the block size, of texts and of bytes', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = 'aé✓\u{1f389}'.repeat(70).slice(0, length);
    const digest = createHash('sha256').update(text).digest('hex');
    expect(sha256(text)).toBe(digest);
    expect(sha256(Buffer.from(text))).toBe(digest);
  }
});
