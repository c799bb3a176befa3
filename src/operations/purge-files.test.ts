import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { purgeFiles, remainingTraces } from './purge-files.ts';
import { noTargets } from './purge-texts.ts';

const SLUG = 'zebrafinch-flies-off-a1b2';
const TEXT = `about ${SLUG}: the zebrafinch flies off`;

function targets() {
  return { ...noTargets(), slugs: new Set([SLUG]), texts: new Set(['the zebrafinch flies off']) };
}

test('a purge ends at links: what they lead to stays as it is', () => {
  const [home, outside] = [scratchDir('home'), scratchDir('outside')];
  const theirs = join(outside, 'notes.json');
  mkdirSync(join(outside, 'empty'));
  writeFileSync(theirs, TEXT);
  for (const [folder, name] of [
    ['skills', 'birds'],
    ['sessions', 's-linked'],
  ] as const) {
    mkdirSync(join(home, folder));
    symlinkSync(outside, join(home, folder, name));
  }
  for (const folder of ['review-sessions', 'skills/own', 'sessions/s-own'])
    mkdirSync(join(home, folder), { recursive: true });
  symlinkSync(theirs, join(home, 'review-sessions', 'linked.json'));
  symlinkSync(theirs, join(home, 'sessions', 's-own', 'log'));
  symlinkSync(home, join(home, 'skills', 'circle'));
  const own = join(home, 'skills', 'own', 'SKILL.md');
  writeFileSync(own, TEXT);

  purgeFiles(home, targets());
  expect(existsSync(own)).toBe(false);
  expect(readFileSync(theirs, 'utf8')).toBe(TEXT);
  expect(existsSync(join(outside, 'empty'))).toBe(true);
  expect(remainingTraces(home, targets())).toEqual([]);
});

test('what is left is found also where a part of the data folder lies elsewhere', () => {
  const [home, disk] = [scratchDir('home'), scratchDir('disk')];
  writeFileSync(join(disk, 'left.json'), TEXT);
  symlinkSync(disk, join(home, 'backups'));
  expect(remainingTraces(home, targets())).toEqual([join(home, 'backups', 'left.json')]);
});

test('a log that a killed scan had moved aside is cleaned like the others', () => {
  const home = scratchDir('home');
  const moved = join(home, 'errors.jsonl.folding');
  writeFileSync(moved, `{"id":"kept"}\n${JSON.stringify({ id: 'gone', error: TEXT })}\n`);
  expect(purgeFiles(home, targets())).toBe(1);
  expect(readFileSync(moved, 'utf8')).toBe('{"id":"kept"}\n');
});
