import { describe, expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSteps } from '../../../test/support/mistakes.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines, fixedUuid } from '../../../test/support/transcripts.ts';
import { type PoolHandlers, type SizedTask, scanAll } from './pool.ts';

function made(folder: string, count: number): SizedTask[] {
  return Array.from({ length: count }, (_, seed) => {
    const path = join(folder, `${seed}.jsonl`);
    const story = {
      sessionId: fixedUuid(`pool ${seed}`),
      cwd: '/home/dev/shop',
      steps: sessionSteps(seed, 12),
    };
    writeFileSync(
      path,
      claudeLines(story)
        .map((value) => `${JSON.stringify(value)}\n`)
        .join(''),
    );
    return { path, cursor: null, size: statSync(path).size };
  });
}

const scan = (tasks: SizedTask[], onFile: PoolHandlers['onFile']) =>
  scanAll(tasks, { agent: null, tagsOnly: false, calls: true, workers: 2 }, { onCalls: () => {}, onFile });

/** Processes that this one started, as Linux tells them. */
const children = (): number[] =>
  (readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);

describe('scanAll with workers', () => {
  test('reports every file once', async () => {
    const tasks = made(scratchDir('pool'), 30);
    const seen: string[] = [];
    await scan(tasks, async (path) => {
      await Bun.sleep(seen.length % 3);
      seen.push(path);
    });
    expect(seen.sort()).toEqual(tasks.map((task) => task.path).sort());
  });

  const onLinux = test.skipIf(process.platform !== 'linux');
  onLinux('a worker that ends costs at most the file that it was at', async () => {
    const tasks = made(scratchDir('pool'), 30);
    const seen: string[] = [];
    const stopped: (string | null)[] = [];
    const others = new Set(children());
    await scan(tasks, (path, outcome) => {
      seen.push(path);
      if ('skipped' in outcome) stopped.push(outcome.skipped);
      const child = seen.length === 5 ? children().find((each) => !others.has(each)) : undefined;
      if (child !== undefined) process.kill(child, 'SIGKILL');
    });
    expect(seen.sort()).toEqual(tasks.map((task) => task.path).sort());
    // One that had not begun yet costs nothing.
    expect(['', 'the reader stopped: SIGKILL']).toContain(stopped.join());
  });

  test('ends with the error of what could not be stored', async () => {
    let files = 0;
    const run = scan(made(scratchDir('pool'), 30), () => {
      files += 1;
      if (files === 4) throw new Error('the store is full');
    });
    expect(run).rejects.toThrow('the store is full');
    await run.catch(() => undefined);
  });

  test.each([{ workers: 1 }, { workers: 2 }])(
    'a call that could not be stored ends it too, and no file is told as unreadable: %p',
    async (where) => {
      const tasks = made(scratchDir('pool'), 5);
      const skipped: (string | null)[] = [];
      const run = scanAll(
        tasks,
        { agent: null, tagsOnly: false, calls: true, ...where },
        {
          onCalls: () => {
            throw new Error('the index is full');
          },
          onFile: (_, outcome) => {
            if ('skipped' in outcome) skipped.push(outcome.skipped);
          },
        },
      );
      expect(run).rejects.toThrow('the index is full');
      await run.catch(() => undefined);
      expect(skipped).toEqual([]);
    },
  );
});
