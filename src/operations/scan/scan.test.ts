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

  test('what was found in a file stays when the file is cut, and is told by it once more when it is whole again', async () => {
    const context = testContext();
    const path = join(scratchDir('cut'), 'a.jsonl');
    const lines = transcript(1);
    writeFileSync(path, jsonl(lines));
    await scan(context, [path]);
    const before = await candidates(context);
    expect(before.length).toBeGreaterThan(2);
    const whole = await (await context.store()).listEpisodes();
    for (const left of [lines.slice(0, 5), lines.slice(-5), [], lines.slice(0, 9)]) {
      writeFileSync(path, jsonl(left));
      for (const full of [false, true]) await scan(context, [path], { full });
      expect(await candidates(context)).toEqual(before);
      expect(await (await context.store()).listEpisodes()).toEqual(whole);
    }
    writeFileSync(path, jsonl(lines));
    expect(await scan(context, [path])).toMatchObject({ candidatesNew: 0, candidatesUpdated: 0 });
    expect(await (await context.store()).listEpisodes()).toEqual(whole);
    await context.close();
  });

  test('a file that is another one under its name adds to what the first one told', async () => {
    const context = testContext();
    const folder = scratchDir('replaced');
    const path = join(folder, 'a.jsonl');
    writeFileSync(path, jsonl(transcript(1)));
    await scan(context, [folder]);
    const other = transcript(7);
    writeFileSync(join(folder, 'new'), jsonl(other));
    renameSync(join(folder, 'new'), path);
    expect((await scan(context, [folder])).filesChanged).toBe(1);
    const wanted = await freshly([folderOf([1, 7])]);
    expect(await candidates(context)).toEqual(wanted);
    expect(await scan(context, [folder], { full: true })).toMatchObject({
      candidatesNew: 0,
      candidatesUpdated: 0,
    });
    expect(await candidates(context)).toEqual(wanted);
    expect(await (await context.store()).listSessions()).toHaveLength(2);
    await context.close();
  });

  test('a file that tells of the same records in other words is believed, also at its old size and time', async () => {
    const context = testContext();
    const path = join(scratchDir('rewritten'), 'a.jsonl');
    const lines = transcript(7);
    writeFileSync(path, jsonl(lines));
    await scan(context, [path]);
    const { mtime, atime } = statSync(path);
    writeFileSync(path, jsonl(lines.map((line) => line.replaceAll('--online', '--onlinx'))));
    utimesSync(path, atime, mtime);
    expect((await scan(context, [path])).filesChanged).toBe(1);
    expect(await candidates(context)).toEqual(await freshly([path]));
    await context.close();
  });
});
