import { describe, expect, test } from 'bun:test';
import { appendFileSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { testContext } from '../../../test/support/operation-context.ts';
import { candidates, folderOf, freshly, jsonl, scan, transcript } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines, fixedUuid, type Step } from '../../../test/support/transcripts.ts';

describe('scan', () => {
  test('finds mistakes, stores candidates, and reads nothing the second time', async () => {
    const context = testContext();
    const folder = folderOf([1, 2, 3]);
    const first = await scan(context, [folder]);
    expect(first).toMatchObject({ files: 3, filesChanged: 3, filesSkipped: 0, linesSkipped: 0 });
    expect(first.bytesRead).toBe(
      readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    );
    expect(first.episodes).toBeGreaterThan(5);
    expect(first.candidatesNew).toBeGreaterThan(3);
    const before = await candidates(context);
    const second = await scan(context, [folder]);
    expect(second).toMatchObject({ filesChanged: 0, bytesRead: 0, candidatesNew: 0, candidatesUpdated: 0 });
    const full = await scan(context, [folder], { full: true });
    expect(full).toMatchObject({ filesChanged: 3, candidatesNew: 0, candidatesUpdated: 0 });
    expect(await candidates(context)).toEqual(before);
    await context.close();
  });

  test('the candidates do not depend on order, on the number of scans or of workers', async () => {
    const seeds = [1, 2, 3, 4, 5, 6];
    const folder = folderOf(seeds);
    const wanted = await freshly([folder]);
    expect(wanted.length).toBeGreaterThan(4);
    expect(await freshly([folder], { workers: 2 })).toEqual(wanted);
    for (const order of [
      [6, 2, 4, 1, 5, 3],
      [3, 1, 5, 2, 6, 4],
    ]) {
      const context = testContext();
      for (const seed of order) await scan(context, [join(folder, `${seed}.jsonl`)]);
      expect(await candidates(context)).toEqual(wanted);
      await context.close();
    }
  });

  test('a transcript that grows between scans gives what one scan gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        async (seed, cuts) => {
          const whole = Buffer.from(jsonl(transcript(seed, 5)));
          const folder = scratchDir('grows');
          const path = join(folder, 'a.jsonl');
          const context = testContext();
          // Cut anywhere, also within a line or a character.
          for (const cut of [...cuts].sort((a, b) => a - b)) {
            writeFileSync(path, whole.subarray(0, Math.floor(cut * whole.length)));
            await scan(context, [path]);
          }
          writeFileSync(path, whole);
          await scan(context, [path]);
          const found = await candidates(context);
          await context.close();
          expect(found).toEqual(await freshly([path]));
        },
      ),
      { numRuns: 12 },
    );
  });

  test('a failure in one scan and its fix in the next are one whole episode', async () => {
    const context = testContext();
    const steps: Step[] = [
      { user: 'Show the log' },
      { run: 'git log --online -5', exit: 128, out: 'fatal: unrecognized argument: --online' },
      { run: 'git log --oneline -5', exit: 0, out: 'a1b2c3d first' },
    ];
    const story = claudeLines({ sessionId: 's-1', cwd: '/home/dev/shop', steps }).map((value) =>
      JSON.stringify(value),
    );
    const path = join(scratchDir(), 'a.jsonl');
    writeFileSync(path, jsonl(story.slice(0, 3)));
    await scan(context, [path]);
    appendFileSync(path, jsonl(story.slice(3)));
    const second = await scan(context, [path]);
    expect(second.candidatesNew).toBe(0);
    const episodes = await (await context.store()).listEpisodes();
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.correction?.input['command']).toBe('git log --oneline -5');
    await context.close();
  });

  test('a resumed copy of a session adds nothing', async () => {
    const folder = scratchDir('resumed');
    const lines = transcript(3);
    writeFileSync(join(folder, 'first.jsonl'), jsonl(lines));
    const context = testContext();
    await scan(context, [folder]);
    const before = await candidates(context);
    // The same records under a new session, and some new work behind them.
    const copy = lines.map((line) => line.replaceAll(fixedUuid('session 3'), fixedUuid('resumed')));
    const more = claudeLines({
      sessionId: fixedUuid('resumed'),
      cwd: '/home/dev/shop1',
      steps: [{ user: 'Go on' }, { run: 'true', exit: 0, out: '' }],
    });
    writeFileSync(
      join(folder, 'second.jsonl'),
      jsonl([...copy, ...more.map((value) => JSON.stringify(value))]),
    );
    const report = await scan(context, [folder]);
    expect(report.candidatesNew).toBe(0);
    const after = await candidates(context);
    expect(after).toEqual(before);
    // In the other order.
    const other = testContext();
    await scan(other, [join(folder, 'second.jsonl')]);
    await scan(other, [join(folder, 'first.jsonl')]);
    expect(await candidates(other)).toEqual(before);
    await Promise.all([context.close(), other.close()]);
  });

  test('a file that shrinks, is replaced or is rewritten is read again, and what it no longer says goes', async () => {
    const context = testContext();
    const folder = scratchDir('replaced');
    const path = join(folder, 'a.jsonl');
    writeFileSync(path, jsonl(transcript(1)));
    await scan(context, [folder]);
    const check = async (lines: string[]) => {
      const report = await scan(context, [folder]);
      expect(report.filesChanged).toBe(1);
      const alone = join(scratchDir(), 'a.jsonl');
      writeFileSync(alone, jsonl(lines));
      expect(await candidates(context)).toEqual(await freshly([alone]));
    };
    const short = transcript(1).slice(0, 5);
    writeFileSync(path, jsonl(short));
    await check(short);
    const other = transcript(7);
    writeFileSync(join(folder, 'new'), jsonl(other));
    renameSync(join(folder, 'new'), path);
    await check(other);
    // Same size, and the old time put back.
    const { mtime, atime } = statSync(path);
    const rewritten = other.map((line) => line.replaceAll('--online', '--onlinx'));
    writeFileSync(path, jsonl(rewritten));
    utimesSync(path, atime, mtime);
    await check(rewritten);
    await context.close();
  });
});
