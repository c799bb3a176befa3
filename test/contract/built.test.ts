import { expect, test } from 'bun:test';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { executable, isBuilt } from '../../scripts/built.mjs';

const root = join(import.meta.dir, '..', '..');

test('the executable is what the sources make, also where one was only touched, or a test was written', () => {
  expect(isBuilt()).toBe(true);
  const now = new Date();
  for (const name of ['src/main.ts', 'src/text/similarity.test.ts']) utimesSync(join(root, name), now, now);
  expect(isBuilt()).toBe(true);
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('"!dist/.made-of"');
  expect(executable).toStartWith(join(root, 'dist'));
});
