import { describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonsIn, runCli, runJson } from '../support/cli.ts';
import { sessionSteps } from '../support/mistakes.ts';
import { scratchDir } from '../support/scratch.ts';
import { claudeLines, fixedUuid } from '../support/transcripts.ts';

const KILLS = 8;

async function candidates(home: string): Promise<unknown[]> {
  return (await lessonsIn({ home }, '--status', 'candidate'))
    .map(({ contentHash, occurrenceCount, sessionCount, projectCount, priority, confidence, summary }) => ({
      contentHash,
      occurrenceCount,
      sessionCount,
      projectCount,
      priority,
      confidence,
      summary,
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

describe('a scan that is killed', () => {
  test(`at ${KILLS} instants, and run again, finds what an undisturbed one finds`, async () => {
    const folder = scratchDir('killed');
    for (let seed = 0; seed < 30; seed += 1) {
      const story = {
        sessionId: fixedUuid(`s${seed}`),
        cwd: `/home/dev/p${seed % 3}`,
        steps: sessionSteps(seed, 6),
      };
      writeFileSync(
        join(folder, `${seed}.jsonl`),
        claudeLines(story)
          .map((value) => `${JSON.stringify(value)}\n`)
          .join(''),
      );
    }
    const base = scratchDir('homes');
    const calm = join(base, 'calm', 'data');
    const started = performance.now();
    await runJson(['scan', folder, '--workers', '2'], { home: calm });
    let duration = performance.now() - started;
    const wanted = await candidates(calm);
    expect(wanted.length).toBeGreaterThan(4);
    let killed = 0;
    for (let n = 0; n < KILLS; n += 1) {
      const home = join(base, `run${n}`, 'data');
      const workers = n % 2 === 0 ? '1' : '2';
      const result = await runCli(['scan', folder, '--workers', workers], {
        home,
        killAfterMs: (duration * (n + 0.5)) / KILLS,
      });
      if (result.signal === 'SIGKILL') killed += 1;
      // The machine was busy when the whole scan was timed.
      else duration *= 0.8;
      await runJson(['scan', folder], { home });
      expect(await candidates(home)).toEqual(wanted);
      rmSync(join(base, `run${n}`), { recursive: true, force: true });
    }
    expect(killed).toBeGreaterThan(KILLS / 3);
  });
});
