import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../../test/support/lessons.ts';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines } from '../../../test/support/transcripts.ts';
import { DAY_MS } from '../../model/constants.ts';
import { homeFiles } from '../../platform/paths.ts';
import { runOperation } from '../run-operation.ts';
import { collectStats } from '../stats/stats-data.ts';
import { executableThere } from './silence.ts';

/** Writes sessions with a call each that begin at the moment, and answers what a scan of the folder then warns of. */
async function warningsAfter(context: TestContext, folder: string, count: number, start: number) {
  for (let n = 0; n < count; n += 1) {
    const id = `${start}-${n}`;
    const lines = claudeLines({
      sessionId: id,
      cwd: '/home/dev/shop',
      steps: [{ user: 'Go' }, { run: 'ls', exit: 0, out: 'a' }],
    });
    const at = new Date(start + n * 1000).toISOString();
    const text = lines.map((line) => `${JSON.stringify({ ...line, timestamp: at })}\n`).join('');
    writeFileSync(join(folder, `${id}.jsonl`), text);
  }
  context.time.now = start + 60_000;
  context.warnings.length = 0;
  await scan(context, [folder]);
  return context.warnings.filter((line) => line.includes('hooks were heard'));
}

test('sessions from before the hooks were registered are not counted as silent', async () => {
  const context = testContext({ now: Date.now() });
  const store = await context.store();
  await store.insertLesson(lessonOf({ status: 'active' }));
  const folder = scratchDir('silence');
  const hour = 3_600_000;
  expect(await warningsAfter(context, folder, 6, Date.now() - 2 * hour)).toEqual([
    'claude-code: 6 sessions, hooks were heard from 0 of them. 0 hook calls: no lesson is being delivered. Run `lessons doctor`.',
  ]);
  expect(executableThere(context)).toBeNull();
  mkdirSync(homeFiles.bin(context.home), { recursive: true });
  writeFileSync(join(homeFiles.bin(context.home), 'lessons'), '');
  context.warnings.length = 0;
  context.time.now = Date.now() + hour;
  await scan(context, [folder]);
  expect(context.warnings).toEqual([]);
  expect(await warningsAfter(context, folder, 5, Date.now() + 2 * hour)).toEqual([
    'claude-code: 5 sessions, hooks were heard from 0 of them. 0 hook calls: no lesson is being delivered. Run `lessons doctor`.',
  ]);
});

test('scan and stats tell alike of hooks that were heard long ago, and no more', async () => {
  const context = testContext({ now: Date.now() });
  const store = await context.store();
  await store.insertLesson(lessonOf({ status: 'active' }));
  const at = new Date(Date.now() - 60 * DAY_MS).toISOString();
  const heard = { at, kind: 'hook', agent: 'claude-code', event: 'SessionStart', sessionId: 'before' };
  writeFileSync(homeFiles.events(context.home), `${JSON.stringify(heard)}\n`);
  const warnings = await warningsAfter(context, scratchDir('silence'), 3, Date.now() - DAY_MS);
  expect(warnings).toHaveLength(1);
  const { silence } = await collectStats(context);
  expect(silence).toMatchObject([{ sessions: 3, silent: 3, suspicious: true }]);
});

test('sessions that began while hooks were switched off are not silent', async () => {
  const context = testContext({ now: Date.now() });
  const store = await context.store();
  await store.insertLesson(lessonOf({ status: 'active' }));
  const folder = scratchDir('silence');
  const start = Date.now() + 3_600_000;
  await runOperation(context, 'config.pause', {});
  expect(await warningsAfter(context, folder, 6, start)).toEqual([]);
  await runOperation(context, 'config.set', { key: 'paused', value: 'true' });
  await runOperation(context, 'config.resume', {});
  expect((await collectStats(context)).silence).toEqual([]);
  expect(await warningsAfter(context, folder, 6, start + 3_600_000)).toHaveLength(1);
  expect((await collectStats(context)).silence).toMatchObject([{ sessions: 6, silent: 6 }]);
});
