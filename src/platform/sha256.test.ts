import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { sha256 } from './sha256.ts';

test('agrees with node:crypto at every length around the block size', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = 'aé✓'.repeat(70).slice(0, length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
