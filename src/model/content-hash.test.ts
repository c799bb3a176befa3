import { expect, test } from 'bun:test';
import { contentHash } from './content-hash.ts';

test('half a character is the sign that a store keeps in its place', () => {
  const of = (mark: string) => ({ mistake: `a ${mark} b`, remediation: mark, commandPatterns: [mark] });
  expect(contentHash(of('\ud800'))).toBe(contentHash(of('\ufffd')));
  expect(contentHash(of('x'))).not.toBe(contentHash(of('\ufffd')));
});
