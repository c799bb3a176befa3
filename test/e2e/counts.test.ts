import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { addLesson, PIP, runCli, runJson } from '../support/cli.ts';
import { sessionSteps } from '../support/mistakes.ts';
import { scratchHome } from '../support/scratch.ts';
import { FORMATS } from '../support/transcripts.ts';

test('of one thing, no command speaks as of several', async () => {
  const home = scratchHome();
  const story = { sessionId: 'one', cwd: '/home/dev/shop', steps: sessionSteps(1, 1) };
  const transcript = FORMATS['claude-code']!(join(home, '..', 'log'), story);
  const one = await addLesson(PIP, { home });
  const backup = await runJson<{ id: string }>(['backup', 'create'], { home });
  const said: string[] = [];
  for (const args of [
    ['scan', transcript],
    ['scan', 'aggregate', '--all'],
    ['stats'],
    ['compliance'],
    ['build'],
    ['doctor'],
    ['list'],
    ['show', one.slug],
    ['review', '--all'],
    ['replay', transcript],
    ['backtest', '--pattern', 'npm', '--tool', 'Bash', transcript],
    ['backup', 'list'],
    ['backup', 'restore', backup.id],
    ['wrong', one.slug],
    ['purge', one.slug],
  ]) {
    const result = await runCli(args, { home });
    expect(result.stderr).toBe('');
    said.push(`${args.join(' ')}\n${result.stdout}`);
  }
  const plural =
    /(?<![\d.,–-])1 (?:\w+ )?(?:lessons|candidates|sessions|projects|transcripts|files|lines|tags|mistakes|calls|events|records|failures|backups|times|occurrences|reports|tokens)\b/;
  expect(said.filter((text) => plural.test(text))).toEqual([]);
  expect(said.filter((text) => /\b1 \w/.test(text)).length).toBeGreaterThan(8);
});
