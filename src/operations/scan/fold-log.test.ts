import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { testContext } from '../../../test/support/operation-context.ts';
import { failureOf } from '../../../test/support/records.ts';
import type { Failure } from '../../model/failure.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { Store } from '../../store/port.ts';
import { foldLogs } from './fold-log.ts';

const LINES = 2500;
/** A hook that had the log open before it was moved, and goes on writing: a line, a moment, a line. */
const HOOK = `
  const { openSync, writeSync } = require('node:fs');
  const fd = openSync(process.argv[1], 'a');
  process.stdout.write('open');
  const line = process.argv[2];
  for (let n = 0; n < ${LINES}; n += 1) {
    for (const end = performance.now() + 0.4; performance.now() < end; );
    writeSync(fd, line.replaceAll('NUMBER', String(n)) + '\\n');
  }
`;

test('no line is lost that is written while its log is being stored', async () => {
  const context = testContext();
  mkdirSync(context.home, { recursive: true });
  const log = homeFiles.errors(context.home);
  writeFileSync(log, '');
  const line = JSON.stringify(failureOf({ id: 'err_NUMBER', toolUseId: 'tNUMBER' }));
  const hook = Bun.spawn([process.execPath, '-e', HOOK, log, line], { stdout: 'pipe' });
  await hook.stdout.getReader().read();
  const seen = new Set<string>();
  const store = {
    ingestFailures: async (failures: Failure[]) => {
      for (const { toolUseId } of failures) seen.add(String(toolUseId));
      return failures.length;
    },
    ingestEvents: async () => 0,
  } as unknown as Store;
  while (hook.exitCode === null) {
    await foldLogs(context, store);
    await Bun.sleep(0);
  }
  await foldLogs(context, store);
  expect(seen.size).toBe(LINES);
});

test('what is left of a folded log is not written again, and goes once no hook can have it open', async () => {
  const context = testContext();
  mkdirSync(context.home, { recursive: true });
  const log = homeFiles.errors(context.home);
  const moved = `${log}.folding`;
  writeFileSync(log, `${JSON.stringify(failureOf({ id: 'err_1', toolUseId: 't1' }))}\n`);
  const store = { ingestFailures: async () => 1, ingestEvents: async () => 0 } as unknown as Store;
  expect(await foldLogs(context, store)).toEqual({ failures: 1, events: 0 });
  expect(readFileSync(moved, 'utf8').trim()).toBe('');
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  utimesSync(moved, minutesAgo(5), minutesAgo(5));
  expect(await foldLogs(context, store)).toEqual({ failures: 0, events: 0 });
  expect(Date.now() - statSync(moved).mtimeMs).toBeGreaterThan(60_000);
  utimesSync(moved, minutesAgo(90), minutesAgo(90));
  await foldLogs(context, store);
  expect(existsSync(moved)).toBe(false);
});
