import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { scan } from './scan.ts';
import { triggerBacktest } from './trigger-backtest.ts';

const CALLS = 60;

/** A session of Claude Code in which every third of many calls fails; two lines a call. */
function longTranscript(): string {
  const base = { sessionId: 'd3b07384-d9a0-4c9b-8f3e-2c1a5e7b9f01', cwd: '/srv/shop', version: '2.1.197' };
  const lines = Array.from({ length: CALLS }, (_, n) => {
    const id = `toolu_${n}`;
    const timestamp = new Date(Date.parse('2026-11-19T23:58:00.000Z') + n * 4000).toISOString();
    const record = (type: string, uuid: string, block: object) =>
      JSON.stringify({
        ...base,
        ...{ type, uuid, timestamp, parentUuid: null, isSidechain: false, userType: 'external' },
        message: { id: uuid, role: type, content: [block] },
      });
    const isFailing = n % 3 === 0;
    return [
      record('assistant', `a${n}`, {
        type: 'tool_use',
        id,
        name: 'Bash',
        input: { command: `ship box${n}` },
      }),
      record('user', `r${n}`, {
        ...{
          type: 'tool_result',
          tool_use_id: id,
          content: isFailing ? 'Exit code 2\nship: no such box' : 'ok',
        },
        ...(isFailing ? { is_error: true } : {}),
      }),
    ].join('\n');
  });
  const folder = scratchDir();
  writeFileSync(join(folder, `${base.sessionId}.jsonl`), `${lines.join('\n')}\n`);
  return folder;
}

test.each(['Bash', 'run_shell_command', 'Bash|Edit'])(
  'a long transcript is counted to its end, as the scan that has read it counts: %s',
  async (tool) => {
    const context = testContext();
    const path = longTranscript();
    const asked = { pattern: '^ship box', tool };
    const overPath = await triggerBacktest.run(context, { ...asked, paths: [path] });
    const expected = {
      callsSeen: CALLS,
      matched: CALLS,
      failingMet: CALLS / 3,
      goodDisturbed: (CALLS * 2) / 3,
    };
    expect(overPath).toMatchObject(expected);
    await scan.run(context, { paths: [path], full: false, auto: false, dryRun: false });
    expect(await triggerBacktest.run(context, asked)).toMatchObject(expected);
  },
);

test('calls of other tools than the one that is named are neither seen nor matched', async () => {
  const paths = [longTranscript()];
  const counted = async (asked: object) => {
    const { callsSeen, matched } = await triggerBacktest.run(testContext(), {
      pattern: '^ship box',
      paths,
      ...asked,
    });
    return [callsSeen, matched];
  };
  expect(await counted({})).toEqual([CALLS, CALLS]);
  expect(await counted({ tool: 'Read' })).toEqual([0, 0]);
});
