import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { asTyped, calledAs } from './called-as.ts';

test.skipIf(process.platform === 'win32')('is the shortest that works where the user stands', () => {
  const folder = scratchDir('called as');
  const [dist, bin] = [join(folder, 'dist'), join(folder, 'bin')];
  for (const each of [dist, bin]) mkdirSync(each);
  const self = [join(dist, 'lessons')];
  writeFileSync(self[0]!, '');
  expect(calledAs('/usr/bin', folder, self)).toBe('dist/lessons');
  expect(calledAs('/usr/bin', dist, self)).toBe('./lessons');
  expect(calledAs('/usr/bin', bin, self)).toBe(`"${self[0]}"`);
  expect(calledAs('/usr/bin', null, self)).toBe(`"${self[0]}"`);
  symlinkSync(self[0]!, join(bin, 'lessons'));
  expect(calledAs(`/usr/bin:${bin}`, folder, self)).toBe('lessons');
  expect(calledAs('', folder, ['/opt/bun', '/src/main.ts'])).toBe('lessons');
});

test('texts have their commands as they are typed', () => {
  const text = 'Run `lessons scan`, then `lessons review`. The `lessons` of a pack and lessons review stay.';
  expect(asTyped(text, 'lessons')).toBe(text);
  expect(asTyped(text, 'dist/lessons')).toBe(
    'Run `dist/lessons scan`, then `dist/lessons review`. The `lessons` of a pack and lessons review stay.',
  );
});
