import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../test/support/cli.ts';
import { sessionSteps } from '../../test/support/mistakes.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { scratchDir, scratchHome } from '../../test/support/scratch.ts';
import { FORMATS, fixedUuid } from '../../test/support/transcripts.ts';
import { runOperation } from './run-operation.ts';

test.each(Object.keys(FORMATS))(
  '%s: replay counts every call and names no file that is read',
  async (format) => {
    const folder = scratchDir('replay-format');
    const steps = sessionSteps(0, 8);
    FORMATS[format]!(folder, { sessionId: fixedUuid('replay'), cwd: '/home/dev/shop', steps });
    const context = testContext();
    const report = await runOperation(context, 'transcript.replay', { paths: [folder] });
    const toolCalls = steps.filter((step) => 'run' in step || 'edit' in step).length;
    expect(report).toMatchObject({ sessions: 1, toolCalls, failures: 7 });
    expect(context.warnings).toEqual([]);
  },
);

test('the table counts a lesson of two projects once, and what it met at calls and by errors apart', async () => {
  const folder = scratchDir('replay-table');
  for (const [nth, cwd] of ['/home/dev/shop', '/home/dev/api', '/home/dev/shop', '/home/dev/api'].entries()) {
    const steps = [
      { run: 'git log --online -5', exit: 128, out: 'fatal: unrecognized argument: --online' },
      { run: 'git log --oneline -5', exit: 0, out: 'a1b2c3d first' },
    ];
    const path = FORMATS['claude-code']!(folder, { sessionId: fixedUuid(`table ${nth}`), cwd, steps });
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('2026-05-04T', `2026-05-0${4 + nth}T`));
  }
  const { code, stdout } = await runCli(['replay', folder], { home: scratchHome() });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^lessons that met most +at call +by error +disturbed\n.*git log.* 2 +2 +0\n?$/m);
  expect((await runCli(['replay', join(folder, 'nothing')], { home: scratchHome() })).code).toBe(1);
});
