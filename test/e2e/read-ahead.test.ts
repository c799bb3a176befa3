import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const executable = readFileSync(join(import.meta.dir, '..', '..', 'dist', 'lessons'));

/** Texts that nothing uses are read ahead at every start of the hook with all others: `docs/decisions/0011`. */
test.each([
  ['the worker of the ReDoS checker', 'self.addEventListener("message",({data:'],
  ["zod's messages in other languages", 'Terlalu kecil: diharapkan '],
])('the executable is without %s', (_, text) => {
  expect(executable.includes(text)).toBe(false);
});
