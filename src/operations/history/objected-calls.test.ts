import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../../test/support/operation-context.ts';
import { jsonl, scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines, fixedUuid } from '../../../test/support/transcripts.ts';
import { lessonPromote } from '../lesson-promote.ts';
import { considerCandidates } from '../review/review-consider.ts';

const INSTALL = 'npm install left-pad';
const RULE = "No, don't use npm here. We always use pnpm in this repository, please never run npm install.";

/** The user's rule, held from now on, in a project in whose sessions these commands went well before they said it. */
async function held(said: string, ...sessions: string[][]) {
  const [folder, cwd] = [scratchDir('transcripts'), scratchDir('shop')];
  for (const [at, commands] of sessions.entries()) {
    const steps = [
      { user: 'Add left-pad' },
      ...commands.map((run) => ({ run, exit: 0, out: 'added 1 package' })),
      { say: 'I installed left-pad with npm.' },
      { user: said },
      { say: 'You are right, I should have used pnpm. I will use pnpm from now on.' },
    ];
    const story = { sessionId: fixedUuid(`session ${at}`), cwd, steps };
    const lines = claudeLines(story).map((value) => JSON.stringify(value));
    writeFileSync(join(folder, `${at}.jsonl`), jsonl(lines));
  }
  const context = testContext();
  await scan(context, [folder]);
  const { candidates } = await considerCandidates(context, { all: true });
  const rule = candidates.find((each) => each.commandPatterns.length > 0)!;
  const { warnings } = await lessonPromote.run(context, { ids: [rule.id], patch: { delivery: 'hold' } });
  return { backtest: rule.backtest, silenced: warnings.filter((each) => each.rule === 'silenced') };
}

test('a call that the user objected to is none that went well: their rule is held at the next', async () => {
  const { backtest, silenced } = await held(RULE, [INSTALL], [INSTALL]);
  expect(backtest).toMatchObject({ failingMet: 2, goodDisturbed: 0 });
  expect(silenced).toEqual([]);
});

test('one that they did not object to still is', async () => {
  const { backtest, silenced } = await held(
    RULE,
    ['npm install chalk', INSTALL],
    [INSTALL],
    [INSTALL],
    [INSTALL],
  );
  expect(backtest).toMatchObject({ failingMet: 4, goodDisturbed: 1 });
  expect(silenced.map(({ detail }) => detail)).toEqual([
    'context instead of a hold: 1 good and 4 failing past calls match',
  ]);
});

test('what they forbid is held however often it went well before', async () => {
  const before = ['npm install chalk', 'npm install ink', 'npm install zod', 'npm install react'];
  const { backtest, silenced } = await held('No. Never run npm install in this repository, use pnpm.', [
    ...before,
    INSTALL,
  ]);
  expect(backtest).toMatchObject({ failingMet: 1, goodDisturbed: 4 });
  expect(silenced).toEqual([]);
});
