import { expect, test } from 'bun:test';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { failingMarker, openSessionState, sessionDir } from '../../platform/session-state.ts';
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
  expect(readFileSync(moved, 'utf8').trimEnd()).toBe('{"id":"kept"}');
});

test('what a killed process was about to write goes where it holds a trace', () => {
  const home = scratchDir('home');
  const audits = join(home, 'review-sessions');
  mkdirSync(audits);
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const log = join(home, `errors.jsonl.${id}.tmp`);
  const audit = join(audits, `01J.json.${id}.tmp`);
  const other = join(home, `config.json.${id}.tmp`);
  writeFileSync(log, `{"id":"kept"}\n${JSON.stringify({ id: 'gone', error: TEXT })}\n`);
  writeFileSync(audit, JSON.stringify({ items: [{ before: { mistake: TEXT } }] }, null, 2));
  writeFileSync(other, '{}');
  // Another process may be making it now.
  const manifest = join(home, 'manifest-1-abc.tmp');
  writeFileSync(manifest, TEXT);
  expect(purgeFiles(home, targets())).toBe(2);
  expect([log, audit, other, manifest].map((path) => existsSync(path))).toEqual([false, false, true, true]);
});

test('an audit keeps that something was decided, not what it was about', () => {
  const home = scratchDir('home');
  const audits = join(home, 'review-sessions');
  mkdirSync(audits);
  const item = (candidateId: string, reason: string) => ({
    action: 'archive',
    candidateId,
    before: { reason },
    reason,
  });
  const kept = item('01A', 'says too little');
  const files: Record<string, unknown> = {
    'both.json': { sessionId: 's', items: [item('01B', TEXT), kept] },
    'other.json': { sessionId: 's', items: [kept] },
    'unreadable.json': `torn ${TEXT}`,
    'itemless.json': { items: TEXT },
  };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(audits, name), JSON.stringify(value));
  expect(purgeFiles(home, targets())).toBe(3);
  expect(readdirSync(audits).sort()).toEqual(['both.json', 'other.json']);
  const read = (name: string) => JSON.parse(readFileSync(join(audits, name), 'utf8'));
  const emptied = { action: 'archive', candidateId: 'purged', before: null, after: null, reason: 'purged' };
  expect(read('both.json')).toEqual({ sessionId: 's', items: [emptied, kept] });
  expect(read('other.json')).toEqual(files['other.json']);
});

test('of a lesson go its claims and lines in every session; of a session goes all', () => {
  const home = scratchDir('home');
  const [gone, stays] = [openSessionState(home, 'gone'), openSessionState(home, 'stays')];
  for (const state of [gone, stays]) {
    for (const claim of [SLUG, `p.${SLUG}`, `${SLUG}@a1`, 'another-lesson-c3d4']) state.claim(claim, '5\n');
    state.append('log', JSON.stringify({ sig: 'ls' }));
    state.append('log', JSON.stringify({ sig: TEXT }));
  }
  writeFileSync(join(stays.dir, 'reads'), TEXT);
  writeFileSync(join(stays.dir, 'other'), 'what else was noted');
  writeFileSync(failingMarker(home, 'gone'), '');
  writeFileSync(failingMarker(home, 'stays'), '');
  expect(purgeFiles(home, { ...targets(), sessionIds: new Set(['gone']) })).toBe(2 + 5);
  expect(existsSync(sessionDir(home, 'gone'))).toBe(false);
  const visible = (dir: string) =>
    readdirSync(dir)
      .filter((name) => !name.startsWith('.'))
      .sort();
  expect(visible(join(home, 'sessions'))).toEqual(['failing-stays', 's-stays']);
  expect(visible(stays.dir)).toEqual(['another-lesson-c3d4', 'log', 'other']);
  expect(stays.read('log')?.trimEnd()).toBe(JSON.stringify({ sig: 'ls' }));
});

test.skipIf(process.platform === 'win32')('what hooks write meanwhile is not lost', async () => {
  const home = scratchDir('home');
  const log = join(home, 'events.jsonl');
  writeFileSync(log, '');
  const hook = `n=0; while [ ! -e ${home}/stop ]; do n=$((n+1)); echo "{\\"id\\":$n}" >>${log}; done; echo $n >${home}/count`;
  const hooks = Bun.spawn(['sh', '-c', hook]);
  try {
    for (let round = 0; round < 8; round += 1) {
      await Bun.sleep(20);
      appendFileSync(log, `${JSON.stringify({ id: 'gone', error: TEXT })}\n`.repeat(200));
      expect(purgeFiles(home, targets())).toBe(1);
    }
  } finally {
    writeFileSync(join(home, 'stop'), '');
  }
  await hooks.exited;
  const written = Number(readFileSync(join(home, 'count'), 'utf8'));
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(written);
});

test('what is about other lessons and commands stays, though the slug of the purged one is a part of it', () => {
  const home = scratchDir('home');
  const log = join(home, 'events.jsonl');
  const lines = ['git', 'zebrafinch-flies', SLUG, 'fatal: git flies off'].map((slug) =>
    JSON.stringify({ kind: 'inject', slug }),
  );
  const slugs = new Set(['git', 'zebrafinch-flies']);
  writeFileSync(log, lines.join('\n'));
  purgeFiles(home, { ...noTargets(), slugs });
  const left = readFileSync(log, 'utf8').split('\n');
  expect(left.map((line) => line.trim())).toEqual(['', '', ...lines.slice(2)]);
  expect(remainingTraces(home, { ...noTargets(), slugs: new Set(['git']) })).toEqual([]);
});

test('of a review that was left undecided what is about other lessons stays', () => {
  const folder = join(scratchDir('home'), 'review-sessions');
  mkdirSync(folder);
  const path = join(folder, 'unfinished.json');
  const approve = { action: 'approve', reason: null };
  const other = ['OTHER', { summary: 'The kiln was cold' }];
  const pending = {
    decisions: [
      ['GONE', approve],
      ['OTHER', approve],
    ],
    patches: [['GONE', { summary: TEXT }], other],
  };
  writeFileSync(path, JSON.stringify(pending));
  purgeFiles(join(folder, '..'), { ...targets(), lessonIds: new Set(['GONE']) });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    decisions: [['OTHER', approve]],
    patches: [other],
  });
});
