import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOperation } from '../../src/operations/run-operation.ts';
import type { scan as scanOperation } from '../../src/operations/scan.ts';
import { sessionSteps } from './mistakes.ts';
import { type TestContext, testContext } from './operation-context.ts';
import { scratchDir } from './scratch.ts';
import { claudeLines, fixedUuid } from './transcripts.ts';

/** What a scan says of itself. */
type Report = Awaited<ReturnType<typeof scanOperation.run>>;

/** Runs `transcript.scan`. */
export const scan = (context: TestContext, paths: string[], more: object = {}) =>
  runOperation<Report>(context, 'transcript.scan', { paths, ...more });

/** Fields that must not depend on how the transcripts were scanned. */
const KEPT = [
  'contentHash',
  'status',
  'priority',
  'confidence',
  'occurrenceCount',
  'sessionCount',
  'projectCount',
  'reusable',
  'summary',
  'commandPatterns',
  'signals',
] as const;

/** The stored candidates, in an order of their own. */
export async function candidates(context: TestContext) {
  const lessons = await (await context.store()).listLessons();
  return lessons
    .map((lesson) => Object.fromEntries(KEPT.map((key) => [key, lesson[key]])))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** The lines of a Claude Code session with some planted mistakes; the same for the same seed. */
export function transcript(seed: number, mistakes = 4): string[] {
  const cwd = `/home/dev/shop${seed % 2}`;
  const story = { sessionId: fixedUuid(`session ${seed}`), cwd, steps: sessionSteps(seed, mistakes) };
  return claudeLines(story).map((value) => JSON.stringify(value));
}

/** Lines as the bytes of a file. */
export const jsonl = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

/** A folder with a transcript for every seed, `SEED.jsonl`. */
export function folderOf(seeds: number[]): string {
  const folder = scratchDir('transcripts');
  for (const seed of seeds) writeFileSync(join(folder, `${seed}.jsonl`), jsonl(transcript(seed)));
  return folder;
}

/** What one scan finds with an empty data folder. */
export async function freshly(paths: string[], more: object = {}) {
  const context = testContext();
  await scan(context, paths, more);
  const found = await candidates(context);
  await context.close();
  return found;
}
