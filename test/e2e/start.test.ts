import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { calledAs } from '../../src/platform/called-as.ts';
import { scratchDir } from '../support/scratch.ts';
import { startTerminal } from '../support/terminal.ts';
import { FORMATS } from '../support/transcripts.ts';

const root = join(import.meta.dir, '..', '..');
const lessons = join(root, 'dist', 'lessons');

function run(home: string, ...args: string[]) {
  const ran = spawnSync(lessons, args, {
    env: { HOME: home, PATH: process.env['PATH'] ?? '' },
    encoding: 'utf8',
    cwd: home,
  });
  return { ...ran, text: ran.stdout };
}

describe('the first command', () => {
  test('without transcripts it says so and plays the loop', () => {
    const { status, text, stderr } = run(scratchDir('start'), 'start');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(text).toContain('No transcripts of Claude Code');
    expect(text).toContain('4. Inject.');
  });

  test('the README shows what the demo prints', () => {
    const [, shown = 'nothing'] =
      /^```\n(2\. Review\..*?)^```/ms.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    expect(run(scratchDir('start'), 'demo').text).toContain(shown);
  });

  test('the README shows what its commands print', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, shown = ''] = /^```console\n(.*?)^```/ms.exec(readme) ?? [];
    const steps = shown.split(/^\$ /m).slice(1);
    expect(steps.length).toBeGreaterThan(2);
    const home = scratchDir('start');
    mkdirSync(join(home, 'shop'));
    for (const step of steps) {
      const [, command = '', answer = ''] = /^((?:[^\n]*\\\n)*[^\n]*\n)([\s\S]*)$/.exec(step) ?? [];
      const ran = spawnSync('sh', ['-c', `lessons() { "${lessons}" "$@"; }\n${command}`], {
        env: { HOME: home, PATH: process.env['PATH'] ?? '' },
        encoding: 'utf8',
        cwd: join(home, 'shop'),
      });
      expect(ran.stderr).toBe('');
      expect(ran.stdout.trim()).toBe(answer.trim());
    }
  });

  test('with transcripts it scans them and shows the best', () => {
    const home = scratchDir('start');
    const sessions = join(home, '.claude', 'projects', '-home-dev-shop');
    mkdirSync(sessions, { recursive: true });
    cpSync(join(root, 'test', 'fixtures', 'demo'), sessions, { recursive: true });
    const first = run(home, 'start');
    expect(first.status).toBe(0);
    expect(first.text).toContain('transcripts of Claude Code');
    expect(first.text.replaceAll('\n', ' ')).toMatch(
      /In 3 sessions with \d+ tool calls: \d+ mistakes, each counted once/,
    );
    const told = first.text.split('\n').filter((line) => !line.startsWith('Next:'));
    expect(told.filter((line) => line.length > 80)).toEqual([]);
    expect(first.text).toContain('git push');
    expect(first.text).toContain(`Next: \`${lessons} review\` to decide`);
    expect(existsSync(join(home, '.local', 'share', 'lessons-learned', 'lessons.db'))).toBe(true);
    expect(run(home, 'start').text).toContain('Nothing new since the last scan');
  });

  test('counts what the statistics count: no refused call, and the failures that an exit code hides', () => {
    const home = scratchDir('start');
    const steps = [
      { run: 'npm run build 2>&1 | tail -3', exit: 0, out: 'npm error Missing script: "build"' },
      { run: 'npm run compile', exit: 0, out: 'compiled' },
      { run: 'rm -rf dist', exit: 1, out: 'PreToolUse:Bash hook error: not here' },
    ];
    const path = FORMATS['claude-code']!(join(home, '.claude', 'projects', 'shop'), {
      sessionId: 's1',
      cwd: home,
      steps,
    });
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Exit code 1\\nPreToolUse', 'PreToolUse'));
    const { scanned } = JSON.parse(run(home, 'start', '--json').text);
    const { totals } = JSON.parse(run(home, 'stats', '--json').text);
    expect(scanned).toMatchObject({ sessions: 1, calls: 2, failures: 1 });
    expect(totals).toMatchObject({ sessions: 1, calls: 2, failures: 1 });
  });

  test('counts a mistake once that a resumed session repeats', () => {
    const home = scratchDir('start');
    const sessions = join(home, '.claude', 'projects', 'shop');
    const path = FORMATS['claude-code']!(sessions, {
      sessionId: 's1',
      cwd: home,
      steps: [
        { run: 'npm run biuld', exit: 1, out: 'npm error Missing script: "biuld"' },
        { run: 'npm run build', exit: 0, out: 'built' },
      ],
    });
    writeFileSync(join(sessions, 's2.jsonl'), readFileSync(path, 'utf8').replaceAll('"s1"', '"s2"'));
    const { scanned } = JSON.parse(run(home, 'start', '--json').text);
    expect(scanned).toMatchObject({ sessions: 2, calls: 2, failures: 1, episodes: 1 });
    const again = run(home, 'scan', '--full').text;
    expect(again).toContain('2 mistakes (those that a resumed session repeats counted again)');
    expect(run(home, 'episodes').text.trim().split('\n')).toHaveLength(1);
  });

  test('the demo tells the agent, and leaves nothing behind', () => {
    const home = scratchDir('start');
    const { status, text } = run(home, 'demo', '--json');
    expect(status).toBe(0);
    const played = JSON.parse(text);
    expect(played.candidates.map((each: { from: string }) => each.from).sort()).toContain(
      'the user corrected the agent',
    );
    expect(played.told.answer.hookSpecificOutput.hookEventName).toBe('PreToolUse');
    expect(played.told.text).toContain('git push -u origin HEAD');
    expect(played.silent.answer).toBe('');
    expect(readdirSync(home)).toEqual([]);
  });
});

test.skipIf(process.platform === 'win32')(
  'what a terminal is told can be typed as it stands; a pipe gets the text',
  async () => {
    const home = scratchDir('start');
    const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
    const typed = `${calledAs(env.PATH, home, [realpathSync(lessons)])} scan`;
    expect(typed).not.toBe('lessons scan');
    const terminal = startTerminal([lessons, 'list'], { env, cwd: home, cols: 200 });
    expect(await terminal.exited).toBe(0);
    expect(terminal.raw()).toContain(`\`${typed}\``);
    const refused = startTerminal([lessons, 'purge'], { env, cwd: home, cols: 200 });
    expect(await refused.exited).toBe(2);
    expect(refused.raw()).toContain(`\`${typed.replace(/scan$/, 'purge')} --help\``);
    expect(run(home, 'list').text).toContain('`lessons scan`');
    expect(run(home, 'purge').stderr).toContain('`lessons purge --help`');
  },
);
