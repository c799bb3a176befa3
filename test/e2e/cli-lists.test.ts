import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../../src/model/lesson.ts';
import { addLesson as add, cliCommand, PIP, runCli, runJson } from '../support/cli.ts';
import { sessionSteps } from '../support/mistakes.ts';
import { scratchHome } from '../support/scratch.ts';
import { startTerminal } from '../support/terminal.ts';
import { FORMATS } from '../support/transcripts.ts';

describe('lists', () => {
  test('fit 80 columns without colour, and --json is one document', async () => {
    const options = { home: scratchHome() };
    await add(
      { ...PIP, summary: 'パッケージを入れる前に仮想環境を作る '.repeat(3).trim().slice(0, 80) },
      options,
    );
    await add(
      { ...PIP, summary: 'x'.repeat(80), mistake: 'Another mistake\u001b[31m of the same kind.' },
      options,
    );
    for (const args of [['list'], ['search', 'pip'], ['show', '2']]) {
      const result = await runCli(args, { ...options, env: { CI: '1', NO_COLOR: '1' } });
      expect(result.code).toBe(0);
      expect(result.stderr).toBe('');
      expect(result.stdout).not.toContain('\u001b');
      for (const line of result.stdout.split('\n')) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
    }
    for (const args of [['list'], ['search', '"'], ['config', 'get'], ['build'], ['completions', 'zsh']]) {
      const result = await runCli(['--json', ...args], options);
      expect(result.code).toBe(0);
      JSON.parse(result.stdout);
    }
  });

  test('help fits a narrow terminal', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: scratchHome(), TERM: 'xterm' };
    const terminal = startTerminal([...cliCommand(), 'add', '--help'], { env, cols: 60, rows: 80 });
    expect(await terminal.exited).toBe(0);
    const lines = terminal.raw().split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });

  test('any text is a query', async () => {
    const options = { home: scratchHome() };
    await add(PIP, options);
    for (const query of ['"', "'", 'a AND', '*', 'NEAR(', 'summary:pip', 'pip - -', '\\', '%', '()']) {
      expect((await runCli(['search', '--', query], options)).code).toBe(0);
    }
    expect(
      (await runJson<{ lessons: Lesson[] }>(['search', 'virtual', 'pip'], options)).lessons,
    ).toHaveLength(1);
    expect((await runJson<{ lessons: Lesson[] }>(['search', 'kubernetes'], options)).lessons).toEqual([]);
  });

  test('a reference that is none or several', async () => {
    const options = { home: scratchHome() };
    await add(PIP, options);
    await add({ ...PIP, mistake: 'A second one with the same summary.' }, options);
    const several = await runCli(['show', 'pip', '--json'], options);
    expect(several.code).toBe(1);
    expect(JSON.parse(several.stdout).error.code).toBe('AMBIGUOUS_REF');
    for (const ref of ['nope', '#99', '', '99999999999999999999']) {
      expect((await runCli(['show', ref], options)).code).toBe(1);
    }
  });
});

describe('settings', () => {
  test('are checked, kept and taken back', async () => {
    const options = { home: scratchHome() };
    expect(await runJson(['config', 'get', 'minConfidence'], options)).toBe(0.5 as never);
    await runJson(['config', 'set', 'minConfidence', '0.7'], options);
    await runJson(['config', 'set', 'scoring.singleOccurrencePenalty', '-2'], options);
    expect((await runCli(['config', 'get'], options)).stdout).toMatch(/^(?:# .{10,}\n[\w.]+ = .+\n)+$/);
    const all = await runJson<Record<string, unknown>>(['config', 'get'], options);
    expect(all).toMatchObject({
      minConfidence: 0.7,
      scoring: { singleOccurrencePenalty: -2, dataLossBonus: 1 },
    });
    const file = JSON.parse(readFileSync(join(options.home, 'config.json'), 'utf8'));
    expect(file).toEqual({
      $schema: 'https://lessons-learned.dev/schemas/config.json',
      type: 'lessons-learned-config',
      version: 1,
      minConfidence: 0.7,
      scoring: { singleOccurrencePenalty: -2 },
    });
    await runJson(['config', 'set', 'minConfidence', 'default'], options);
    expect(await runJson(['config', 'get', 'minConfidence'], options)).toBe(0.5 as never);
    for (const args of [
      ['minConfidence', '7'],
      ['nonsense', '1'],
      ['scoring.nonsense', '1'],
      ['type', 'x'],
      ['scoring', '{"hangTimeoutBonus":2,"nonsense":1}'],
      ['scanPaths.claude', '["/x"]'],
      ['scanPaths', '{"claude":["/x"]}'],
    ]) {
      const { code, stderr } = await runCli(['config', 'set', ...args], options);
      expect([args, code]).toEqual([args, 1]);
      if (args[0]?.startsWith('scanPaths'))
        expect(stderr).toStartWith(
          'lessons: there is no setting "scanPaths.claude". Agents are claude-code, codex, ',
        );
    }
    await runJson(['config', 'set', 'scanPaths', '{"codex":["/x"]}'], options);
    await runJson(['config', 'set', 'scanPaths.claude', 'default'], options);
    const tooBig = await runCli(['config', 'set', 'minConfidence', '2'], options);
    expect(tooBig.stderr.match(/minConfidence/g)).toHaveLength(1);
    expect((await runCli(['config', 'get', 'nonsense'], options)).code).toBe(1);
  });

  test('a broken file is named in one line', async () => {
    const options = { home: scratchHome() };
    mkdirSync(options.home, { recursive: true });
    for (const text of ['{', '[]', '{"minConfidence": "high"}', '{"version": 2}']) {
      writeFileSync(join(options.home, 'config.json'), text);
      const result = await runCli(['config', 'get'], options);
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(/^lessons: [^\n]*config\.json[^\n]*\n$/);
    }
  });

  test('a value that is refused can be taken back, as the message says', async () => {
    const options = { home: scratchHome() };
    mkdirSync(options.home, { recursive: true });
    const file = join(options.home, 'config.json');
    writeFileSync(file, '{"minConfidence": "high", "minPriority": 3}');
    const { stderr } = await runCli(['list'], options);
    expect(stderr).toContain('Run `lessons config set minConfidence default`, or correct the file.');
    const other = await runCli(['config', 'set', 'minPriority', '4'], options);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('minConfidence default')]);
    const set = await runJson(['config', 'set', 'minConfidence', 'default'], options);
    expect(set).toEqual({ key: 'minConfidence', before: 'high', value: 0.5 });
    expect(await runJson(['config', 'get', 'minPriority'], options)).toBe(3 as never);
  });

  test('pause and resume', async () => {
    const options = { home: scratchHome() };
    expect(await runJson(['pause'], options)).toEqual({ paused: true });
    expect(await runJson(['config', 'get', 'paused'], options)).toBe(true as never);
    expect(await runJson(['resume'], options)).toEqual({ paused: false });
    expect(await runJson(['config', 'get', 'paused'], options)).toBe(false as never);
  });

  test('pause silences the hooks also where the store cannot be read', async () => {
    const options = { home: scratchHome() };
    await add(PIP, options);
    const told = async (session: string) => {
      const call = { tool_name: 'Bash', tool_input: { command: 'pip install x' }, tool_use_id: session };
      const event = { session_id: session, cwd: '/', hook_event_name: 'PreToolUse', ...call };
      return (await runCli(['hook', 'claude-code'], { ...options, stdin: JSON.stringify(event) })).stdout;
    };
    expect(await told('before')).toContain('[lessons-learned]');
    writeFileSync(join(options.home, 'lessons.db'), 'no database at all '.repeat(500));
    const { code, stderr } = await runCli(['pause'], options);
    expect(stderr).toContain('lessons.db');
    expect([code, await told('after')]).toEqual([0, '']);
  });
});

test('a small scan says in KB what it read, and names the next command in backticks', async () => {
  const home = scratchHome();
  const story = { sessionId: 'small', cwd: '/home/dev/shop', steps: sessionSteps(1, 3) };
  const file = FORMATS['claude-code']!(scratchHome(), story);
  const { stdout } = await runCli(['scan', file], { home });
  expect(stdout).toMatch(/^1 transcript, 1 of them new or changed; \d+ KB read in [\d.]+ s\.$/m);
  expect(stdout).toEndWith('Next: `lessons review`\n');
});

test('the work in the background adds to the news that nobody has read yet', async () => {
  const home = scratchHome();
  mkdirSync(home, { recursive: true });
  const news = join(home, 'announce.json');
  writeFileSync(
    news,
    JSON.stringify({ pending: 0, new: 0, at: '2026-11-20T12:00:00.000Z', digest: 'A week.' }),
  );
  const fixed = 'fix: Run tarit --sources, which leaves the caches out of the archive.';
  const tag = `#lesson\ntool: Bash\ntrigger: tarit --all\nmistake: Ran tarit --all, which packs the caches too and fills the disk.\n${fixed}\ntags: tool:tarit\n#/lesson`;
  const file = FORMATS['claude-code']!(scratchHome(), {
    sessionId: 's1',
    cwd: '/app',
    steps: [{ say: tag }],
  });
  expect(await runCli(['maintain', '--transcript', file], { home })).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(readFileSync(news, 'utf8'))).toMatchObject({ pending: 1, new: 1, digest: 'A week.' });
});
