import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sweepUnfinished } from '../../scripts/build.mjs';
import { scratchDir } from '../support/scratch.ts';

test('a build takes away what one that was killed has left, and nothing of one that goes on', () => {
  const dist = scratchDir('dist');
  const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of ['build-killed', 'build-going', 'lib']) {
    mkdirSync(join(dist, name));
    writeFileSync(join(dist, name, 'first'), '');
    if (name !== 'build-going') utimesSync(join(dist, name), long, long);
  }
  sweepUnfinished(dist);
  expect(readdirSync(dist).sort()).toEqual(['build-going', 'lib']);
});
