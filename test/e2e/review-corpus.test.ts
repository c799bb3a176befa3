import { expect, test } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../../src/model/lesson.ts';
import { readAudit } from '../../src/operations/review/review-audit.ts';
import { openStore } from '../../src/store/sqlite/index.ts';
import { runCli } from '../support/cli.ts';
import { corpusDir, NO_CORPUS } from '../support/corpus.ts';
import { replayAudit } from '../support/replay-audit.ts';
import { lastingScratchDir } from '../support/scratch.ts';

/** One sitting over 40 candidates out of real transcripts: promote, archive, skip, expand, supersede, leave alone. */

const corpus = corpusDir();
const CONSIDERED = 40;
const folder = lastingScratchDir('corpus');
const home = join(folder, 'data');

async function json<T>(args: string[], stdin = ''): Promise<T> {
  const ran = await runCli([...args, '--json'], { home, stdin });
  expect(`${ran.code} ${ran.stderr}`).toStartWith('0 ');
  return JSON.parse(ran.stdout) as T;
}

const target = (name: string) => ({
  summary: `Runs ${name} without looking at its help first`,
  mistake: `The option of ${name} was guessed, and the command stopped with a usage message.`,
  remediation: `Ask ${name} --help for the option, then run it.`,
  toolNames: ['Bash'],
  commandPatterns: [`^${name}\\s+--guess\\b`],
});

/** Everything that a review decides of a lesson; times differ between two runs. */
function decided(lessons: Lesson[]): unknown[] {
  return lessons
    .map(({ updatedAt: _u, reviewedAt: _r, archivedAt: _a, ...rest }) => rest)
    .toSorted((a, b) => a.number - b.number);
}

async function allLessons(data: string): Promise<Lesson[]> {
  const store = await openStore(data);
  const lessons = await store.listLessons();
  await store.close();
  return lessons;
}

test(`40 candidates of the corpus in one review${corpus === null ? ` (${NO_CORPUS})` : ''}`, async () => {
  if (corpus === null) return console.log(NO_CORPUS);
  await json(['scan', join(corpus, 'claude'), join(corpus, 'codex')]);
  const [wide, older] = await Promise.all(
    ['alphatool', 'betatool'].map((name) =>
      json<Lesson>(['add', '--from-json', '-'], JSON.stringify(target(name))),
    ),
  );
  const review = await json<{ sessionId: string; candidates: Lesson[] }>(['review', '--all']);
  const fit = review.candidates.filter((each) => each.remediation !== '' && !each.needsHumanFix);
  expect(fit.length).toBeGreaterThanOrEqual(CONSIDERED);
  const chosen = fit.slice(0, CONSIDERED);
  const before = join(folder, 'before');
  cpSync(home, before, { recursive: true });

  const part = (from: number, to: number) => chosen.slice(from, to).map((each) => each.id);
  const items = [
    ...part(0, 10).map((candidateId) => ({ action: 'promote', candidateId })),
    ...part(10, 20).map((candidateId) => ({ action: 'archive', candidateId, archiveReason: 'once only' })),
    ...part(20, 25).map((candidateId) => ({ action: 'skip', candidateId })),
    ...part(25, 27).map((candidateId) => ({
      action: 'expand_existing',
      candidateId,
      targetSlug: wide!.slug,
      expansionNote: 'another case of it',
    })),
    ...part(27, 28).map((candidateId) => ({ action: 'supersede', candidateId, targetSlug: older!.slug })),
  ];
  await json(['review', 'apply', '--from-json', '-'], JSON.stringify({ sessionId: review.sessionId, items }));

  const after = new Map((await allLessons(home)).map((lesson) => [lesson.id, lesson]));
  const statuses = (ids: string[]) => [...new Set(ids.map((id) => after.get(id)?.status))];
  expect(statuses(part(0, 10))).toEqual(['active']);
  expect(statuses(part(10, 20))).toEqual(['archived']);
  expect(statuses(part(20, 25))).toEqual(['candidate']);
  expect(statuses(part(25, 27))).toEqual(['archived']);
  expect(statuses(part(27, 28))).toEqual(['active']);
  expect(after.get(older!.id)).toMatchObject({ status: 'archived', supersededBy: chosen[27]!.id });

  const again = await json<{ candidates: Lesson[] }>(['review', '--all']);
  const gone = new Set(items.filter((item) => item.action !== 'skip').map((item) => item.candidateId));
  const untouched = review.candidates.map((each) => each.id).filter((id) => !gone.has(id));
  expect(again.candidates.map((each) => each.id).sort()).toEqual(untouched.sort());

  const session = readAudit(home, review.sessionId);
  const copy = await openStore(before);
  await replayAudit(copy, session!);
  await copy.close();
  expect(decided(await allLessons(before))).toEqual(decided(await allLessons(home)));
});
