import { expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runCli } from '../../../test/support/cli.ts';
import { pack } from '../../../test/support/packs.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { addTrust, lessonFiles, readTrust, removeTrust, trustState } from './trust-file.ts';

const AT = '2026-11-20T12:00:00.000Z';

/** A trusted repository with two files of lessons. */
async function repository() {
  const home = scratchDir('home');
  const root = scratchDir('repository');
  const lessons = join(root, '.lessons');
  mkdirSync(lessons);
  writeFileSync(join(lessons, 'a.json'), '{"a":1}');
  writeFileSync(join(lessons, 'b.md'), 'b');
  await addTrust(home, root, AT);
  return { root, lessons, state: () => trustState(home, join(lessons, 'a.json')), home };
}

test('what a repository was trusted with stays trusted, whatever else is in it', async () => {
  const { root, lessons, state } = await repository();
  expect(state()).toBe('trusted');
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(lessons, 'notes.txt'), 'no lessons');
  expect(state()).toBe('trusted');
});

test.each<[string, (lessons: string) => void]>([
  ['another text', (lessons) => writeFileSync(join(lessons, 'b.md'), 'c')],
  ['another file', (lessons) => writeFileSync(join(lessons, 'c.json'), '{}')],
  ['a file less', (lessons) => rmSync(join(lessons, 'b.md'))],
  ['another name', (lessons) => renameSync(join(lessons, 'b.md'), join(lessons, 'c.md'))],
  [
    'the same bytes, parted in another way',
    (lessons) => {
      writeFileSync(join(lessons, 'a.json'), '{"a":1}b');
      writeFileSync(join(lessons, 'b.md'), '');
    },
  ],
])('%s: the repository has changed', async (_what, change) => {
  const { lessons, state } = await repository();
  change(lessons);
  expect(state()).toBe('changed');
});

test('a trusted repository speaks for its lessons files alone, not for what else lies in it', async () => {
  const { home, root, lessons } = await repository();
  const elsewhere = join(root, 'pack.json');
  writeFileSync(elsewhere, '{}');
  writeFileSync(join(lessons, 'notes.txt'), '{}');
  symlinkSync(elsewhere, join(lessons, 'link.json'));
  for (const file of [elsewhere, join(lessons, 'notes.txt'), join(lessons, 'link.json')])
    expect(trustState(home, file)).toBe('unknown');
});

test('a repository without a folder for lessons holds none, a plain folder those in it', async () => {
  const root = scratchDir('plain');
  writeFileSync(join(root, 'package.json'), '{}');
  expect(lessonFiles(root)).toEqual([join(root, 'package.json')]);
  mkdirSync(join(root, '.git'));
  expect(lessonFiles(root)).toEqual([]);
  mkdirSync(join(root, '.lessons'));
  writeFileSync(join(root, '.lessons', 'ours.json'), '{}');
  expect(lessonFiles(root)).toEqual([join(root, '.lessons', 'ours.json')]);
});

test('a place that is trusted anew is trusted as it is now, and others stay trusted', async () => {
  const { home, root, lessons, state } = await repository();
  const other = join(scratchDir('other'), 'pack.json');
  writeFileSync(other, '{}');
  await addTrust(home, other, AT);
  writeFileSync(join(lessons, 'b.md'), 'c');
  await addTrust(home, root, AT);
  expect([state(), trustState(home, other)]).toEqual(['trusted', 'trusted']);
  writeFileSync(join(lessons, 'b.md'), 'b');
  expect(state()).toBe('changed');
});

test('trust that is taken back is gone, and that of another place is none', async () => {
  const { home, root, state } = await repository();
  expect(trustState(home, (await repository()).lessons)).toBe('unknown');
  expect(await removeTrust(home, root)).toBe(true);
  expect(await removeTrust(home, root)).toBe(false);
  expect(state()).toBe('unknown');
});

test('a folder that is gone loses its trust by a relative path too', async () => {
  const { root, home } = await repository();
  rmSync(root, { recursive: true });
  expect(await removeTrust(home, relative(process.cwd(), root))).toBe(true);
});

test('of several places that are trusted at once none is forgotten', async () => {
  const home = scratchDir('home');
  const places = Array.from({ length: 8 }, (_, n) => {
    const place = scratchDir(`place-${n}`);
    writeFileSync(join(place, 'a.json'), JSON.stringify(pack([])));
    return place;
  });
  await Promise.all(places.map((place) => runCli(['trust', place], { home })));
  expect(
    readTrust(home)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...places].sort());
});

test('what was trusted and cannot be looked at any more keeps nothing else from being loaded, and has changed', async () => {
  const { home, state } = await repository();
  const notes = scratchDir('notes');
  writeFileSync(join(notes, 'a.json'), '{}');
  await addTrust(home, notes, AT);
  for (let n = 0; n <= 2000; n += 1) writeFileSync(join(notes, `${n}.txt`), '');
  expect(state()).toBe('trusted');
  expect(trustState(home, notes)).toBe('changed');
});
