import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lesson } from '../../src/model/lesson.ts';
import { tryLock } from '../../src/platform/locks.ts';
import { homeFiles } from '../../src/platform/paths.ts';
import { openStore } from '../../src/store/sqlite/index.ts';
import { addLesson as add, cliCommand, lessonsIn, PIP, runCli, runJson } from '../support/cli.ts';
import { lessonOf } from '../support/lessons.ts';
import { sessionSteps } from '../support/mistakes.ts';
import { scratchDir, scratchHome } from '../support/scratch.ts';
import { FORMATS } from '../support/transcripts.ts';
import { until } from '../support/until.ts';

/** What the command line says of wrong usage, odd values and a broken machine: one clear line and the promised exit code. */

const oneLine = /^lessons: [^\n]*\n$/;

describe('help and wrong usage', () => {
  test('an empty home says what to do first, and settings are named alike', async () => {
    const home = scratchHome();
    const options = { home, env: { HOME: home } };
    expect((await runCli(['list'], options)).stdout).toMatch(/^No lessons yet: `lessons scan`/);
    expect((await runCli(['search', 'pip'], options)).stdout).toBe('No lesson matches.\n');
    expect((await runCli(['scan'], options)).stdout).toMatch(/^No transcripts were found/);
    expect((await runCli(['import', 'gone'], options)).stderr).toBe(
      'lessons: there is no file or folder gone\n',
    );
    const unsafe = await runCli(['backtest', '--pattern', '(a+)+$', '--tool', 'Bash'], options);
    expect(unsafe.stderr).toMatch(/^lessons: it has no pattern that may run: \(a\+\)\+\$: .*run away/);
    const { slug } = await add(PIP, options);
    const same = await runCli(['edit', slug, `priority=${PIP.priority}`], options);
    expect(same.stdout).toStartWith(`#1 ${slug} says so already: nothing was changed.\n`);
    for (const args of [
      ['get', 'gone'],
      ['set', 'gone', '1'],
    ]) {
      const { stderr } = await runCli(['config', ...args], options);
      expect(stderr).toMatch(/there is no setting "gone"\. Settings are paused, /);
    }
  });

  test('a flag whose value was forgotten does not take the next flag for it', async () => {
    const folder = scratchDir('forgotten');
    const options = { home: scratchHome(), cwd: folder };
    const html = await runCli(['stats', '--html', '--json'], options);
    expect([html.code, JSON.parse(html.stdout).error.code]).toEqual([2, 'USAGE']);
    const archived = await runCli(['add', '--summary', '--mistake', 'x'], options);
    expect([archived.code, archived.stdout]).toEqual([2, '']);
    expect(archived.stderr).toBe(
      "lessons: option '--summary <TEXT>' argument missing. See `lessons add --help`.\n",
    );
    expect(readdirSync(folder)).toEqual([]);
    expect((await runCli(['stats', '--html=--json'], options)).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['--json']);
    const matched = await runCli(['match', '--tool', 'Bash', '--command', '--force', '--json'], options);
    expect(JSON.parse(matched.stdout).matched).toEqual([]);
  });

  test('--help names every group; a command has its own', async () => {
    const home = scratchHome();
    const all = await runCli(['--help'], { home });
    expect(all.code).toBe(0);
    for (const word of ['list', 'add', 'build', 'config get', 'LESSONS_HOME'])
      expect(all.stdout).toContain(word);
    for (const args of [[], ['--json'], ['help', '--json'], ['--json', '--help']])
      expect(await runCli(args, { home })).toMatchObject({ code: 0, stdout: all.stdout });
    const one = await runCli(['list', '--help'], { home });
    expect(one.code).toBe(0);
    for (const flag of ['--status', '--tool', '--tag', '--scope', '--show-archived', '--json']) {
      expect(one.stdout).toContain(flag);
    }
    expect((await runCli(['help', 'list'], { home })).stdout).toBe(one.stdout);
    for (const args of [['hook'], ['hook', 'claude-code'], ['mcp']]) {
      for (const flag of ['--help', '-h'])
        expect((await runCli([...args, flag], { home })).stdout).toContain(`Usage: lessons ${args[0]}`);
    }
    expect(one.stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  test.each([
    ['scan', ['scan aggregate'], 'Reads the agents'],
    ['review', ['review apply', 'review interpret'], 'Begins a review'],
    ['errors', ['errors list', 'errors clusters', 'errors propose'], 'Lists the failing'],
  ])(
    'the help of `%s` names the commands that begin with it, theirs does not',
    async (word, further, docs) => {
      const home = scratchHome();
      const { stdout } = await runCli([word, '--help'], { home });
      expect(stdout).toContain(docs);
      const [, listed = ''] = stdout.split('\nCommands:\n');
      expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
      expect(
        listed
          .trim()
          .split(/\n(?! {4})/)
          .map((line) => line.trim().split(/ {2,}/)[0]),
      ).toEqual(further.map((each) => `lessons ${each}`));
      const last = further.at(-1)!.split(' ');
      expect((await runCli([...last, '--help'], { home })).stdout).not.toContain('Commands:');
    },
  );

  const wrong: [string[], RegExp][] = [
    [['lst'], /unknown command "lst", did you mean "list"/],
    [['list', '--bogus'], /unknown option '--bogus'/],
    [['list', '--status', 'gone'], /--status: must be candidate, reviewed, active or archived, not "gone"/],
    [['list', '--limit', 'many'], /--limit/],
    [['list', '--limit', '0'], /--limit: must be 1 or more/],
    [['trust', '--remove'], /trust --remove needs the PATH/],
    [['reject', '1'], /did you mean "archive"/],
    [['list', 'extra'], /^lessons: list does not take 'extra'/],
    [['--nonsense'], /unknown option "--nonsense"/],
    [['show'], /missing required argument 'REF'. Write 12 for #12: a shell/],
    [['archive', 'x'], /--reason is needed/],
    [['promote'], /REF is needed/],
    [['add'], /needs --from-json/],
    [['add', '--summary', 'x'], /add also needs mistake and remediation\. See `lessons add --help`/],
    [['match'], /match needs --command, or the --tool of another call/],
    [['arch', '1'], /did you mean "archive"/],
    [['init', '--agent', 'claude'], /did you mean "claude-code"\? Known: claude-code, codex/],
    [['purge'], /exactly one of REF, --session ID and --project P\. See `lessons purge --help`/],
    [['edit', '1', '--keep', 'priority=9'], /--keep or a change, not both/],
    [['edit', '1', '--keep', '--accept'], /--keep or a change, not both/],
    [['backtest', '1', '--tool', 'Edit'], /--tool is for a --pattern/],
    [['export', '--name', 'mine'], /--name is for --format pack: json has none/],
    [['import', 'packs/starter.json', '--delivery', 'hold'], /--delivery is for known errors: a pack says/],
    [['config'], /config needs one of: get, set/],
    [['completions', 'tcsh'], /SHELL/],
    ...[
      ['scan', ''],
      ['episodes', '/log', ''],
      ['replay', ''],
      ['import', ''],
      ['trust', ''],
      ['stats', '--html', ''],
      ['add', '--from-json', ''],
      ['purge', 'x', '--project', ''],
    ].map((args): [string[], RegExp] => [args, /path.* is empty/]),
    [['add', '--delivery', 'shout', '--summary', 's'], /--delivery/],
    [['log', '--since', 'last week'], /--since: no date/],
    [['list', '--status', ''], /--status: names no status/],
    [['list', '--scope', 'nope'], /--scope: must be global, project, /],
    ...[
      'list --tool',
      'list --tag',
      'list --scope',
      'errors list --tool',
      'log --session',
      'purge x --session',
    ].map((line): [string[], RegExp] => [[...line.split(' '), ''], /--\w+: is empty/]),
  ];
  for (const [args, message] of wrong) {
    test(`lessons ${args.join(' ')}: exit 2 and one line`, async () => {
      const result = await runCli(args, { home: scratchHome() });
      expect(result.stderr).toMatch(message);
      expect(result.stderr).toMatch(oneLine);
      expect(result.stdout).toBe('');
      expect(result.code).toBe(2);
    });
  }

  const needed: [string[], flag: string][] = [
    [['archive', 'x'], '--reason'],
    [['curate'], '--agent'],
    [['eval', '--corpus', '.'], '--labels'],
    [['review', 'interpret', 'skip 1'], '--session'],
  ];
  test.each(needed)('what %p is refused for, its help calls needed', async (args, flag) => {
    const home = scratchHome();
    expect((await runCli(args, { home })).stderr).toContain(`${flag} is needed`);
    const { stdout } = await runCli([...args.slice(0, args[0] === 'review' ? 2 : 1), '--help'], { home });
    const told = stdout.split(/\n(?= +-)/).find((each) => each.trim().startsWith(flag));
    expect(told).toMatch(/Needed\.\s*$/);
    expect(stdout.match(/Needed\./g)).toHaveLength(args[0] === 'eval' ? 2 : 1);
  });

  test('--version', async () => {
    const home = scratchHome();
    const { version } = JSON.parse(readFileSync(join(import.meta.dir, '..', '..', 'package.json'), 'utf8'));
    expect((await runCli(['--version'], { home })).stdout).toBe(`${version}\n`);
    expect(await runJson(['--version'], { home })).toEqual({ version });
  });
});

describe('odd values', () => {
  const CONTROLS = 'x\u001b]0;title\u0007\u001b[31mred\u009b1m\u202ey';

  test('none of their control characters reaches the terminal, as an error or as a note', async () => {
    const options = { home: scratchHome() };
    for (const [args, code] of [
      [['show', CONTROLS], 1],
      [['list', '--status', CONTROLS], 2],
      [[CONTROLS], 2],
      [['scan', join(options.home, CONTROLS)], 0],
    ] as const) {
      const result = await runCli([...args], options);
      expect(result.stderr).toMatch(oneLine);
      expect(result.stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
      expect(result.code).toBe(code);
    }
  });

  test('nor does one that a tool has printed, as text or as JSON', async () => {
    const home = scratchHome();
    mkdirSync(home, { recursive: true });
    const failure = {
      tool: 'Bash',
      timestamp: '2026-11-01T00:00:00Z',
      error: CONTROLS,
      tool_input: { command: CONTROLS },
    };
    writeFileSync(homeFiles.errors(home), `${JSON.stringify(failure)}\n`);
    for (const args of [
      ['errors', 'list'],
      ['errors', 'list', '--json'],
      ['errors', 'clusters', '--json'],
    ]) {
      const { stdout } = await runCli(args, { home });
      expect(stdout).toContain('red');
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });

  test('of any length are answered with a line that can be read, and as JSON', async () => {
    const options = { home: scratchHome() };
    await add(PIP, options);
    const long = 'x'.repeat(100_000);
    for (const [args, code] of [
      [['show', long], 1],
      [['scan', long], 0],
      [['list', '--limit', long], 2],
      [[long], 2],
    ] as const) {
      const result = await runCli([...args, '--json'], options);
      expect(result.stderr.length).toBeLessThan(1200);
      expect(result.code).toBe(code);
      expect(JSON.parse(result.stdout)).toBeObject();
    }
    for (const args of [
      ['search', long],
      ['search', '%_\\'.repeat(20_000)],
      ['list', '--tag', long],
      ['list', '--scope', `project:${long}`],
    ]) {
      expect((await runJson<{ lessons: Lesson[] }>(args, options)).lessons).toEqual([]);
    }
  });

  test('a lesson is told which fields it lacks, each once; controls in its texts are left out', async () => {
    const options = { home: scratchHome() };
    const refused = await runCli(['add', '--from-json', '-'], { ...options, stdin: '{"priority": 1e99}' });
    expect(refused.stderr).toMatch(
      /^lessons: summary: is missing; mistake: is missing; remediation: is missing; priority: [^;]+\n$/,
    );
    expect(refused.code).toBe(1);
    const hidden = { ...PIP, summary: '\u0000\u0007\u001b' };
    expect(
      (await runCli(['add', '--from-json', '-'], { ...options, stdin: JSON.stringify(hidden) })).code,
    ).toBe(1);
    const lesson = await add({ ...PIP, mistake: `Ran it.\n\tTwice\u0007\u001b.` }, options);
    expect(lesson.mistake).toBe('Ran it.\n\tTwice.');
  });
});

describe('standard output', () => {
  test('that nobody reads any more ends the command quietly', async () => {
    const options = { home: scratchHome() };
    const store = await openStore(options.home);
    await store.insertLessons(Array.from({ length: 3000 }, () => lessonOf()));
    await store.close();
    const result = await runCli(['list', '--json'], { ...options, closeStdout: true });
    expect(result.stderr).toBe('');
    expect(result.code).toBe(0);
    const whole = await runJson<{ lessons: Lesson[] }>(['list'], options);
    expect(whole.lessons).toHaveLength(3000);
  });

  const lost = 'lessons: cannot write to standard output: the disk is full.';
  test.skipIf(!existsSync('/dev/full')).each([
    ['list', `${lost} Free some space and try again.\n`],
    ['resume', `${lost} The command has ended: only its report is lost.\n`],
  ])('on a full disk is one line and exit 1: %s', async (command, stderr) => {
    const result = await runCli([command], { home: scratchHome(), stdoutTo: '/dev/full' });
    expect(result).toMatchObject({ code: 1, stderr });
  });
});

describe('what goes wrong on the machine', () => {
  test('a damaged store', async () => {
    const home = scratchHome();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'lessons.db'), 'not a database'.repeat(1000));
    const result = await runCli(['list'], { home });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(oneLine);
    expect(result.stderr).toContain('damaged');
  });

  test.each([true, false])(
    'a setting that hooks cannot be told of stays as it was (set before: %p)',
    async (isSet) => {
      const home = scratchHome();
      if (isSet) expect((await runCli(['config', 'set', 'minPriority', '2'], { home })).code).toBe(0);
      mkdirSync(home, { recursive: true });
      const file = join(home, 'config.json');
      const before = isSet && readFileSync(file, 'utf8');
      writeFileSync(join(home, 'lessons.db'), 'not a database'.repeat(1000));
      const result = await runCli(['config', 'set', 'minPriority', '3'], { home });
      expect([result.code, result.stdout]).toEqual([1, '']);
      expect(result.stderr).toMatch(oneLine);
      expect(result.stderr).toMatch(/lessons\.db is damaged .*; minPriority stays as it was\./);
      expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(before);
      expect((await runCli(['pause'], { home })).code).toBe(0);
    },
  );

  test('a change that cannot be compiled is stored, and it is said that hooks have not heard of it', async () => {
    const home = scratchHome();
    mkdirSync(join(home, 'build.lock', 'x'), { recursive: true });
    const added = await runCli(['add', '--from-json', '-'], { home, stdin: JSON.stringify(PIP) });
    expect([added.code, added.stdout]).toEqual([1, '']);
    expect(added.stderr).toMatch(oneLine);
    expect(added.stderr).toContain('Changes of lessons are stored, but hooks go on with those that were');
    expect((await runCli(['list'], { home })).stdout).toContain(PIP.summary);
  });

  test('doctor says ten of each kind of doubt about lessons, how many more there are, and shows all as JSON', async () => {
    const home = scratchHome();
    for (let n = 1; n <= 12; n += 1) {
      const name = `shop-tool-${'abcdefghijkl'[n - 1]}`;
      const words = { summary: `${name} wants its own folder`, remediation: `Run ${name} --in the folder.` };
      await add({ ...words, mistake: `Ran ${name} elsewhere.`, commandPatterns: [name] }, { home });
    }
    const { stdout } = await runCli(['doctor'], { home });
    const [, lint = ''] = stdout.split('\nLessons\n');
    const lines = lint.split('\n').filter((line) => line.includes('bare-word'));
    expect(lines.length).toBe(11);
    expect(lines.at(-1)).toBe('  bare-word: 2 more, see `lessons doctor --json`');
    const report = await runJson<{ lint: { rule: string }[] }>(['doctor'], { home });
    expect(report.lint.filter((each) => each.rule === 'bare-word').length).toBe(12);
  });

  test('doctor names what it cannot use, and checks the rest', async () => {
    const home = scratchHome();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'lessons.db'), 'not a database'.repeat(1000));
    writeFileSync(join(home, 'config.json'), '{');
    const report = await runJson<{ ok: boolean; problems: string[]; agents: unknown[] }>(['doctor'], {
      home,
    });
    expect(report.ok).toBe(false);
    expect(report.problems[0]).toMatch(/config\.json is not valid JSON\. Mend/);
    expect(report.problems[1]).toMatch(/lessons\.db is damaged.* backup restore/);
    expect(report.agents.length).toBeGreaterThan(0);
  });

  test('doctor says that hooks cannot write, which say nothing of it', async () => {
    const home = scratchHome();
    await add(PIP, { home });
    const problems = async () => (await runJson<{ problems: string[] }>(['doctor'], { home })).problems;
    expect(await problems()).toEqual([]);
    expect(readdirSync(homeFiles.sessions(home))).toEqual([]);
    rmSync(homeFiles.sessions(home), { recursive: true });
    writeFileSync(homeFiles.sessions(home), '');
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^hooks cannot write in .+ \(a file of that name, or a link that leads nowhere, is in the way\): /,
      ),
    ]);
    rmSync(homeFiles.sessions(home));
    mkdirSync(homeFiles.events(home));
    expect((await problems()).join()).toContain('events.jsonl is a folder, not a file');
    mkdirSync(homeFiles.bin(home));
    writeFileSync(join(homeFiles.bin(home), process.platform === 'win32' ? 'lessons.exe' : 'lessons'), '');
    expect((await problems()).at(-1)).toMatch(/^\S+events\.jsonl is a folder, not a file\. Move it away/);
  });

  test('doctor names work in the background that may hang, which keeps other work out', async () => {
    const home = scratchHome();
    await add(PIP, { home });
    const problems = async () => (await runJson<{ problems: string[] }>(['doctor'], { home })).problems;
    const releases = ['maintain.lock', 'scan.lock'].map((name) => tryLock(join(home, name))!);
    try {
      expect(await problems()).toEqual([]);
      const began = Date.now() / 1000 - 3 * 3600;
      for (const name of ['maintain.lock', 'scan.lock']) utimesSync(join(home, name), began, began);
      // One process holds both.
      expect(await problems()).toEqual([
        `the background work has been running for 3 hours, and no other is started meanwhile: if it hangs, end process ${process.pid}, which loses nothing`,
      ]);
    } finally {
      for (const release of releases) release();
    }
  });

  test('doctor without a temporary folder says so, and checks the rest', async () => {
    const home = scratchHome();
    const options = { home, env: { TMPDIR: join(home, 'gone'), PATH: process.env['PATH'] ?? '' } };
    await add(PIP, options);
    await runCli(['init', '--agent', 'claude-code'], options);
    const report = await runJson<{
      problems: string[];
      store: { usable: boolean };
      agents: { agent: string; problems: string[] }[];
    }>(['doctor'], options);
    expect(report.store.usable).toBe(true);
    expect(report.problems[0]).toMatch(
      /^lessons could not be checked: cannot write in .+gone: it is not there\. Set T\w+ to a folder/,
    );
    const { problems } = report.agents.find(({ agent }) => agent === 'claude-code')!;
    expect(problems[0]).toMatch(/^the installed hook could not be tried: cannot write in .+gone: /);
  });

  test('what works in a temporary folder says which variable names one', async () => {
    const home = scratchHome();
    await runJson(['scan', join(import.meta.dir, '../fixtures/demo')], { home });
    const gone = join(home, 'gone');
    const env = process.platform === 'win32' ? { TEMP: gone } : { TMPDIR: gone };
    for (const args of [['demo'], ['curate', '--agent', 'codex', '--command', process.execPath]]) {
      const result = await runCli(args, { home, env });
      expect(result.stderr).toMatch(oneLine);
      expect(result.stderr).toMatch(/cannot write in .+gone: it is not there\. Set T\w+ to a folder/);
      expect(result.code).toBe(1);
    }
  });

  const mountsNothing = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0;
  if (mountsNothing) console.log('no full disk is tried: nothing can be mounted here');
  test.skipIf(mountsNothing).each([
    ['of bytes', 'dd if=/dev/zero of="$LESSONS_HOME/fill" bs=4k 2>"$1/dd"'],
    ['of files', 'while touch "$LESSONS_HOME/fill$((i += 1))" 2>/dev/null; do :; done'],
  ])('a disk full %s can be read, and what cannot be written says why', async (_what, filled) => {
    const home = scratchHome();
    await add(PIP, { home });
    await runJson(['scan', join(import.meta.dir, '../fixtures/demo')], { home });
    const fill = [
      'mount -t tmpfs -o size=4m,nr_inodes=40 none "$LESSONS_HOME"',
      'cp "$1"/lessons.db "$1"/calls.db "$1"/manifest* "$LESSONS_HOME"',
      filled,
      'shift; exec "$@"',
    ];
    const disk = scratchHome();
    mkdirSync(disk, { recursive: true });
    const run = (...args: string[]) =>
      spawnSync('unshare', ['-rm', 'sh', '-c', fill.join('\n'), 'sh', home, ...cliCommand(), ...args], {
        env: { PATH: process.env['PATH'], HOME: join(home, '..'), LESSONS_HOME: disk },
        encoding: 'utf8',
      });
    for (const command of ['list', 'stats', 'log', 'doctor', 'show']) {
      const { status, stderr, stdout } = run(command, ...(command === 'show' ? ['1'] : []), '--json');
      expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
      if (command === 'doctor') expect(stdout).toMatch(/hooks cannot write in [^"]+ \(the disk is full\): /);
      if (command === 'list') expect(stdout).toContain(PIP.summary);
    }
    const refused = run('archive', '1', '--reason', 'outdated');
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^lessons: cannot write to [^\n]+: the disk is full\. Free some space[^\n]*\n$/,
    );
  });

  test.skipIf(process.platform === 'win32')(
    'a pipe, a folder or a link to itself in the place of a file is named and not waited for',
    async () => {
      const home = scratchHome();
      const { slug } = await add({ ...PIP, commandPatterns: ['pip .*install.*x.*y'] }, { home });
      const { id } = (await runJson(['backup', 'create'], { home })) as { id: string };
      await runJson(['skills', 'build'], { home });
      const cases: [string, string[]][] = [
        ['pattern-verdicts.jsonl', ['build']],
        ['config.json', ['backup', 'create']],
        [join('backups', id, 'config.json'), ['backup', 'restore', id]],
        [join('backups', id, 'lessons.db'), ['backup', 'restore', id]],
        ['trust.json', ['trust']],
        ['events.jsonl', ['stats']],
        ['manifest.json', ['pause']],
        [join('skills', 'index.json'), ['skills', 'build']],
        ['errors.jsonl.folding', ['errors']],
        ['calls.db', ['scan', join(import.meta.dir, '../fixtures/demo')]],
      ];
      const makes: [RegExp, string, ...string[]][] = [
        [/is a pipe or a device/, 'mkfifo'],
        [/is a folder/, 'mkdir'],
        [/its links lead in a circle/, 'ln', '-s', 'itself'],
      ];
      for (const [name, args] of cases)
        for (const [why, make, ...how] of makes) {
          const path = join(home, name);
          const kept = existsSync(path);
          if (kept) renameSync(path, `${path}.kept`);
          const target = how.map((each) => (each === 'itself' ? path : each));
          expect(spawnSync(make, [...target, path]).status).toBe(0);
          const { code, stderr } = await runCli(args, { home });
          expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine)]);
          expect(stderr).toMatch(why);
          rmSync(path, { recursive: true });
          if (kept) renameSync(`${path}.kept`, path);
        }
      mkdirSync(join(home, 'manifest-3-0000000000000000.db', 'x'), { recursive: true });
      expect((await runCli(['purge', slug], { home })).code).toBe(0);
      expect(readdirSync(home)).not.toContain('manifest-3-0000000000000000.db');
    },
  );

  test('a home that cannot be', async () => {
    const file = join(scratchDir(), 'file');
    writeFileSync(file, '');
    const init = ['init', '--agent', 'claude-code'];
    for (const [home, ...args] of [
      [join(file, 'home'), 'list'],
      [file, 'pause'],
      [file, ...init],
    ]) {
      const result = await runCli(args, { home: home! });
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(oneLine);
      expect(result.stderr).toContain('LESSONS_HOME');
    }
  });

  // Root may write anywhere: there the command runs as nobody.
  const user = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const [program = '', ...first] = cliCommand();
  const asUser = { cwd: tmpdir(), uid: user.uid, gid: user.uid };
  const startsNot = spawnSync(program, [...first, '--version'], asUser).status !== 0;
  if (startsNot)
    console.log('no read-only home is tried: this folder or the temporary one is closed to nobody');
  test.skipIf(process.platform === 'win32' || startsNot)(
    "beside a folder of transcripts that is another user's, doctor sees what reached the agent",
    async () => {
      const home = scratchHome();
      const projects = join(home, '..', '.claude', 'projects');
      for (const name of ['closed', 'shop']) mkdirSync(join(projects, name), { recursive: true });
      const told = '[lessons-learned]\n<!-- lessonInjection: {"kind":"inject","lessons":["pip-venv"]} -->';
      const attachment = { type: 'hook_additional_context', content: [told] };
      const line = { type: 'attachment', attachment, timestamp: '2026-11-01T00:00:00Z', sessionId: 's1' };
      writeFileSync(join(projects, 'shop', 's1.jsonl'), `${JSON.stringify(line)}\n`);
      chmodSync(join(home, '..'), 0o755);
      chmodSync(join(projects, 'closed'), 0o000);
      const { stdout } = await runCli(['doctor', '--json'], { home, cwd: '/', ...user });
      chmodSync(join(projects, 'closed'), 0o755);
      const { agents } = JSON.parse(stdout) as { agents: { agent: string; lastInjection: unknown }[] };
      expect(agents.find(({ agent }) => agent === 'claude-code')?.lastInjection).toMatchObject({
        sessionId: 's1',
        lessons: ['pip-venv'],
      });
    },
  );

  test.skipIf(process.platform === 'win32' || startsNot)(
    'a read-only home can be read, with a store',
    async () => {
      const home = scratchHome();
      chmodSync(join(home, '..'), 0o755);
      mkdirSync(home);
      chmodSync(home, 0o555);
      const first = await lessonsOfEmpty(home, user);
      expect(readdirSync(home)).toEqual([]);
      chmodSync(home, 0o000);
      const closed = await runCli(['list'], { home, cwd: '/', ...user });
      expect(closed.stderr).toContain('no permission');
      expect(closed.code).toBe(1);
      chmodSync(home, 0o755);
      expect(first).toEqual(await lessonsOfEmpty(scratchHome(), {}));
      const { slug } = await add(PIP, { home });
      const story = { sessionId: 'one', cwd: '/home/dev/shop', steps: sessionSteps(1, 3) };
      const transcript = FORMATS['claude-code']!(join(home, '..', 'log'), story);
      await runJson(['scan', transcript], { home });
      const before = new Map(readdirSync(home).map((name) => [name, readFileSync(join(home, name))]));
      for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444);
      chmodSync(home, 0o555);
      for (const args of [
        ['list'],
        ['show', slug],
        ['search', 'pip'],
        ['stats'],
        ['log'],
        ['statusline'],
        ['export'],
        ['compliance'],
        ['errors'],
        ['backtest', slug],
        ['scan', 'aggregate'],
        ['match', '--tool', 'Bash', '--command', 'pip install x'],
      ]) {
        const result = await runCli([...args, '--json'], { home, cwd: '/', ...user });
        expect(result.stderr).toBe('');
        expect(result.code).toBe(0);
      }
      for (const args of [
        ['pause'],
        ['archive', '1', '--reason', 'x'],
        ['build'],
        ['scan', transcript],
        ['skills', 'build'],
        ['review', '--json'],
        ['stats', '--html', join(home, 'page.html')],
      ]) {
        const result = await runCli(args, { home, cwd: '/', ...user });
        expect(result.stderr).toMatch(oneLine);
        expect(result.stderr).toMatch(/no permission|read-only/);
        expect(result.stderr).not.toMatch(/\.tmp|\.lock|\bE[A-Z]{4}/);
        expect(result.stderr).toContain(home);
        expect(result.code).toBe(1);
      }
      chmodSync(home, 0o755);
      for (const [name, bytes] of before) expect(readFileSync(join(home, name))).toEqual(bytes);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a prompt does not wait for a pipe in the place of its index',
    async () => {
      const home = scratchHome();
      await add(PIP, { home });
      const texts = readdirSync(home).find((name) => /^manifest-.*\.db$/.test(name))!;
      rmSync(join(home, texts));
      spawnSync('mkfifo', [join(home, texts)]);
      const stdin = JSON.stringify({
        session_id: 's1',
        hook_event_name: 'UserPromptSubmit',
        cwd: home,
        prompt: PIP.summary,
      });
      const answer = await runCli(['hook', 'claude-code'], { home, stdin, killAfterMs: 30_000 });
      expect(answer).toMatchObject({ code: 0, signal: null, stderr: '' });
    },
  );

  test('the end of a session is scanned where it is the first that a hook hears', async () => {
    const home = join(scratchHome(), 'data');
    const steps = sessionSteps(1, 1);
    const path = FORMATS['claude-code']!(scratchDir(), { sessionId: 's1', cwd: '/home/dev/shop', steps });
    const end = { session_id: 's1', transcript_path: path, hook_event_name: 'SessionEnd', reason: 'other' };
    const answer = await runCli(['hook', 'claude-code'], { home, stdin: JSON.stringify(end) });
    expect(answer).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await until(() => existsSync(homeFiles.db(home)))).toBe(true);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  test('ten processes at once all get their turn', async () => {
    const options = { home: scratchHome() };
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        runCli(['add', '--from-json', '-', '--json'], {
          ...options,
          stdin: JSON.stringify({ ...PIP, mistake: `Mistake number ${index}, unlike all the others.` }),
        }),
      ),
    );
    expect(results.map((result) => result.stderr).join('')).toBe('');
    expect(results.every((result) => result.code === 0)).toBe(true);
    const lessons = await lessonsIn(options);
    expect(lessons.map((lesson) => lesson.number).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect((await runJson<{ lessons: number }>(['build'], options)).lessons).toBe(10);
    expect(statSync(join(options.home, 'manifest.json')).size).toBeGreaterThan(0);
  });

  test('of two that add the same, one does', async () => {
    const options = { home: scratchHome(), stdin: JSON.stringify(PIP) };
    const results = await Promise.all([1, 2, 3].map(() => runCli(['add', '--from-json', '-'], options)));
    expect(results.map((result) => result.code).sort()).toEqual([0, 1, 1]);
    expect(await lessonsIn(options)).toHaveLength(1);
  });

  test('killed at any moment, the store is whole and the next command works', async () => {
    const options = { home: scratchHome() };
    await add(PIP, options);
    for (let index = 0; index < 12; index += 1) {
      await runCli(['add', '--from-json', '-'], {
        ...options,
        killAfterMs: 5 + index * 12,
        stdin: JSON.stringify({ ...PIP, mistake: `Killed on the way, number ${index}.` }),
      });
    }
    const lessons = await lessonsIn(options);
    expect(lessons.length).toBeGreaterThanOrEqual(1);
    expect((await runJson<{ lessons: number }>(['build'], options)).lessons).toBe(lessons.length);
  });
});

/** What the commands that only read answer where there is nothing yet. */
async function lessonsOfEmpty(home: string, user: { uid?: number }): Promise<string[]> {
  const said: string[] = [];
  for (const args of [
    ['list'],
    ['list', '--json'],
    ['search', 'pip'],
    ['log'],
    ['statusline'],
    ['export'],
    ['compliance'],
    ['errors', 'clusters'],
    ['scan', 'aggregate'],
    ['match', '--tool', 'Bash', '--command', 'pip install x', '--json'],
  ]) {
    const result = await runCli(args, { home, cwd: '/', ...user });
    expect(result).toMatchObject({ stderr: '', code: 0 });
    said.push(result.stdout);
  }
  return said;
}
