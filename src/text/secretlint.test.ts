import { expect, test } from 'bun:test';
import { performance } from 'node:perf_hooks';
import { secretLintProfiler } from '@secretlint/profiler';
import { redactAllThoroughly } from './secretlint.ts';

test('a run leaves nothing behind that the next one would look through', async () => {
  const texts = Array.from({ length: 20 }, (_, nth) => `build 0a1b2c3d4e5f60718293 of step ${nth}`);
  expect(await redactAllThoroughly(texts)).toEqual(texts);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(performance.getEntriesByType('mark')).toEqual([]);
  expect(await secretLintProfiler.getEntries()).toEqual([]);
});
