import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { transcriptReaders } from '../../src/agents/index.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { scratchDir } from '../support/scratch.ts';
import { FORMATS, type Step } from '../support/transcripts.ts';

const TAG = [
  '#lesson',
  'mistake: Asked git for a short log with an option that it does not know.',
  'fix: Write --oneline, which prints a commit in each of its lines.',
  '#/lesson',
].join('\n');

const steps = (task: string): Step[] => [
  { user: `${task} please` },
  { run: `git ${task} --online`, exit: 129, out: "error: unknown option `online'" },
  { run: `git ${task} --oneline`, exit: 0, out: 'a1b2c3d first' },
  { say: TAG },
  { user: 'No, use pnpm in this repository, never npm' },
  { say: 'You are right, I will use pnpm.' },
];
const [SHORT, LONG] = [steps('log').slice(0, 3), [...steps('log'), ...steps('reflog')]];

const store = await openStore(scratchDir('found-again'));
afterAll(() => store.close());

for (const [format, write] of Object.entries(FORMATS))
  test(`what ${format} has lost is told from what it still holds`, async () => {
    const story = { sessionId: '0a1b2c3d-4e5f-4061-8071-aabbccddeeff', cwd: '/home/dev/shop', steps: LONG };
    const folder = scratchDir();
    const path = write(folder, story);
    const scanned = (records: readonly string[] = []) => {
      const found = scanFile(path, null, { readers: transcriptReaders, project: (cwd) => cwd, records });
      if (!('cursor' in found)) throw new Error(JSON.stringify(found));
      return found;
    };
    await store.applyFindings(scanned());
    const records = [...((await store.recordsIn([path])).get(path) ?? [])];
    expect(records.length).toBeGreaterThan(2);
    expect(scanned(records).lost).toEqual([]);
    const before = (await store.listEpisodes()).filter(({ file }) => file === path);
    expect(before.length).toBeGreaterThan(1);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(write(folder, { ...story, steps: SHORT })).toBe(path);
    await store.applyFindings(scanned(records));
    expect((await store.listEpisodes()).filter(({ file }) => file === path)).toEqual(before);
  });
