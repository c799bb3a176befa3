import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sessionSteps } from '../../../test/support/mistakes.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines, fixedUuid, type Step } from '../../../test/support/transcripts.ts';
import { homeFiles } from '../../platform/paths.ts';
import { makeContext } from '../context.ts';
import { runOperation } from '../run-operation.ts';

interface Report {
  files: number;
  filesChanged: number;
  filesSkipped: number;
  linesSkipped: number;
  bytesRead: number;
  tagsFound: number;
  tagsMalformed: number;
  episodes: number;
  candidatesNew: number;
  candidatesUpdated: number;
  failuresIngested: number;
}

type TestContext = ReturnType<typeof testContext>;
const scan = (context: TestContext, paths: string[], more: object = {}) =>
  runOperation<Report>(context, 'transcript.scan', { paths, ...more });

/** What must not depend on how the transcripts were scanned. */
async function candidates(context: TestContext) {
  const lessons = await (await context.store()).listLessons();
  return lessons
    .map(
      ({
        contentHash,
        status,
        priority,
        confidence,
        occurrenceCount,
        sessionCount,
        projectCount,
        reusable,
        summary,
        commandPatterns,
        signals,
      }) => ({
        contentHash,
        status,
        priority,
        confidence,
        occurrenceCount,
        sessionCount,
        projectCount,
        reusable,
        summary,
        commandPatterns,
        signals,
      }),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function transcript(seed: number, mistakes = 4, cwd = `/home/dev/shop${seed % 2}`): string[] {
  const story = { sessionId: fixedUuid(`session ${seed}`), cwd, steps: sessionSteps(seed, mistakes) };
  return claudeLines(story).map((value) => JSON.stringify(value));
}

const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

function folderOf(seeds: number[]): string {
  const folder = scratchDir('transcripts');
  for (const seed of seeds) writeFileSync(join(folder, `${seed}.jsonl`), text(transcript(seed)));
  return folder;
}

async function freshly(paths: string[], more: object = {}) {
  const context = testContext();
  await scan(context, paths, more);
  const found = await candidates(context);
  await context.close();
  return found;
}

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
  }, 60_000);

  test('a transcript that grows between scans gives what one scan gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        async (seed, cuts) => {
          const whole = Buffer.from(text(transcript(seed, 5)));
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
  }, 120_000);

  test('a failure in one scan and its fix in the next are one whole episode', async () => {
    const context = testContext();
    const lines = transcript(1, 0);
    const steps: Step[] = [
      { user: 'Show the log' },
      { run: 'git log --online -5', exit: 128, out: 'fatal: unrecognized argument: --online' },
      { run: 'git log --oneline -5', exit: 0, out: 'a1b2c3d first' },
    ];
    const story = claudeLines({ sessionId: 's-1', cwd: '/home/dev/shop', steps }).map((value) =>
      JSON.stringify(value),
    );
    const path = join(scratchDir(), 'a.jsonl');
    writeFileSync(path, text(story.slice(0, 3)));
    await scan(context, [path]);
    appendFileSync(path, text(story.slice(3)));
    const second = await scan(context, [path]);
    expect(second.candidatesNew).toBe(0);
    const episodes = await (await context.store()).listEpisodes();
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.correction?.input['command']).toBe('git log --oneline -5');
    expect(lines.length).toBeGreaterThan(0);
    await context.close();
  });

  test('a resumed copy of a session adds nothing', async () => {
    const folder = scratchDir('resumed');
    const lines = transcript(3);
    writeFileSync(join(folder, 'first.jsonl'), text(lines));
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
      text([...copy, ...more.map((value) => JSON.stringify(value))]),
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

  test('a file that shrinks, is replaced or is rewritten is read again, and what it no longer says goes', async () => {
    const context = testContext();
    const folder = scratchDir('replaced');
    const path = join(folder, 'a.jsonl');
    writeFileSync(path, text(transcript(1)));
    await scan(context, [folder]);
    const check = async (lines: string[]) => {
      const report = await scan(context, [folder]);
      expect(report.filesChanged).toBe(1);
      const alone = join(scratchDir(), 'a.jsonl');
      writeFileSync(alone, text(lines));
      expect(await candidates(context)).toEqual(await freshly([alone]));
    };
    const short = transcript(1).slice(0, 5);
    writeFileSync(path, text(short));
    await check(short);
    const other = transcript(7);
    writeFileSync(join(folder, 'new'), text(other));
    renameSync(join(folder, 'new'), path);
    await check(other);
    // Same size, and the old time put back.
    const { mtime, atime } = statSync(path);
    const rewritten = other.map((line) => line.replaceAll('--online', '--onlinx'));
    writeFileSync(path, text(rewritten));
    utimesSync(path, atime, mtime);
    await check(rewritten);
    await context.close();
  });

  test('what cannot be read is named and skipped, and the rest is scanned', async () => {
    const folder = folderOf([1]);
    const lines = transcript(2);
    writeFileSync(join(folder, 'cut.jsonl'), text(lines).slice(0, -30));
    writeFileSync(
      join(folder, 'crlf.jsonl'),
      `\uFEFF${lines.join('\r\n')}`.replaceAll(fixedUuid('session 2'), 'other'),
    );
    writeFileSync(join(folder, 'empty.jsonl'), '');
    writeFileSync(
      join(folder, 'binary.jsonl'),
      Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 151) % 256)),
    );
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling.jsonl'));
    symlinkSync(join(folder, 'loop.jsonl'), join(folder, 'loop.jsonl'));
    symlinkSync(folder, join(folder, 'itself'));
    mkdirSync(join(folder, 'locked'));
    if (process.platform !== 'win32') spawnSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    if (process.getuid?.() !== 0) chmodSync(join(folder, 'locked'), 0);
    const context = testContext();
    const report = await scan(context, [folder, join(folder, 'nowhere')]);
    expect(report.filesChanged).toBe(3);
    expect(report.linesSkipped).toBe(1);
    const said = context.warnings.join('\n');
    for (const name of [
      'empty.jsonl: empty',
      'binary.jsonl: not a transcript',
      'dangling.jsonl: a link to nothing',
      'loop.jsonl: a loop of links',
      'nowhere: not found',
      'cut.jsonl: line',
    ])
      expect(said).toContain(name);
    if (process.platform !== 'win32') expect(said).toContain('pipe.jsonl: not a regular file');
    for (const line of context.warnings) expect(line).not.toContain('\n');
    await context.close();
  });

  test('--dry-run stores nothing; excluded paths and projects are left out', async () => {
    const folder = folderOf([1, 2]);
    const context = testContext();
    const dry = await scan(context, [folder], { dryRun: true });
    expect(dry.episodes).toBeGreaterThan(0);
    expect(await candidates(context)).toEqual([]);
    expect((await (await context.store()).getCursors()).size).toBe(0);
    await context.close();
    const excluding = testContext();
    excluding.config = {
      ...excluding.config,
      excludePaths: [join(folder, '1.jsonl')],
      excludeProjects: ['/home/dev/shop0'],
    };
    const report = await scan(excluding, [folder]);
    expect(report.files).toBe(1);
    expect(await candidates(excluding)).toEqual([]);
    await excluding.close();
  });

  test('default folders: every known agent, no word about those that are not installed', async () => {
    const home = scratchDir('user');
    const projects = join(home, '.claude', 'projects', '-home-dev-shop');
    mkdirSync(join(projects, 's', 'subagents'), { recursive: true });
    writeFileSync(join(projects, 's.jsonl'), text(transcript(1)));
    writeFileSync(
      join(projects, 's', 'subagents', 'agent-1.jsonl'),
      text(
        transcript(2).map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"')),
      ),
    );
    writeFileSync(join(projects, 's', 'subagents', 'agent-1.meta.json'), '{}');
    const context = testContext({ env: { HOME: home } });
    const report = await scan(context, []);
    expect(report).toMatchObject({ files: 2, filesSkipped: 0 });
    expect(context.warnings).toEqual([]);
    const sessions = await (await context.store()).listSessions();
    expect(sessions.map((session) => session.isSubagent).sort()).toEqual([false, true]);
    await context.close();
  });

  test('--auto keeps to its interval, its lock and its silence', async () => {
    const folder = folderOf([1]);
    const context = testContext();
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(1);
    writeFileSync(join(folder, '9.jsonl'), text(transcript(9)));
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(0);
    context.time.now += 25 * 3600 * 1000;
    writeFileSync(join(context.home, 'scan.lock'), String(process.pid));
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(0);
    rmSync(join(context.home, 'scan.lock'));
    writeFileSync(join(folder, 'bad.jsonl'), 'nothing');
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(1);
    expect(context.warnings).toEqual([]);
    context.time.now += 25 * 3600 * 1000;
    context.config = { ...context.config, paused: true };
    writeFileSync(join(folder, '10.jsonl'), text(transcript(10)));
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(0);
    await context.close();
  });

  test('folds the live failures in, each once, and removes the log', async () => {
    const context = testContext();
    mkdirSync(context.home, { recursive: true });
    const failure = (n: number) =>
      JSON.stringify({
        id: `err_20260504_100000_00${n}`,
        toolUseId: `t${n}`,
        timestamp: '2026-05-04T10:00:00.000Z',
        session_id: 's',
        category: 'action_error',
        tool: 'Bash',
        input: { command: `x${n} --password hunter2hunter2` },
        error: 'exit 1',
        context: { working_dir: '/w', project: 'p' },
      });
    writeFileSync(homeFiles.errors(context.home), `${failure(1)}\n${failure(2)}\n{"cut": `);
    expect((await scan(context, [scratchDir()])).failuresIngested).toBe(2);
    expect(existsSync(homeFiles.errors(context.home))).toBe(false);
    // A crash after the log was moved aside.
    writeFileSync(`${homeFiles.errors(context.home)}.folding`, `${failure(2)}\n${failure(3)}\n`);
    expect((await scan(context, [scratchDir()])).failuresIngested).toBe(1);
    const stored = await (await context.store()).listFailures();
    expect(stored).toHaveLength(3);
    expect(JSON.stringify(stored)).not.toContain('hunter2hunter2');
    await context.close();
  });

  test('our own words never come back: injections, protocol, curator runs, tags in files', async () => {
    const lesson =
      '#lesson\ntool: Bash\ntrigger: npm run x\nmistake: The script x was called, which does not exist in this package.\nfix: Call npm run y, which is the name of the script here.\n#/lesson';
    const meta = '<!-- lessonInjection: {"slug":"a-b"} -->';
    const context = testContext();
    const folder = scratchDir('own');
    const write = (name: string, steps: Step[]) =>
      writeFileSync(
        join(folder, name),
        text(
          claudeLines({ sessionId: name, cwd: '/home/dev/shop', steps }).map((value) =>
            JSON.stringify(value),
          ),
        ),
      );
    write('injected.jsonl', [
      { user: 'Go' },
      { run: 'npm run x', exit: 1, out: `[lessons-learned]\n**Lesson**: use y\n${meta}` },
      { run: 'cat notes.md', exit: 0, out: lesson },
      { injected: lesson },
      { user: `<system-reminder>${lesson}</system-reminder>` },
    ]);
    write('curator.jsonl', [
      { user: `[lessons-learned curator] Write these up` },
      { say: lesson },
      { run: 'git log --online', exit: 128, out: 'fatal: unrecognized argument: --online' },
      { run: 'git log --oneline', exit: 0, out: 'a' },
    ]);
    const report = await scan(context, [folder]);
    expect(report).toMatchObject({ tagsFound: 0, episodes: 0, candidatesNew: 0 });
    write('real.jsonl', [
      { user: 'Go' },
      { say: `Noted.\n${lesson}\nGoing on.` },
      { say: '#lesson\nmistake: too short\n#/lesson' },
      { say: '#lesson\nmistake: never closed' },
    ]);
    expect(await scan(context, [folder])).toMatchObject({ tagsFound: 1, tagsMalformed: 2, candidatesNew: 1 });
    await context.close();
  });

  test('no planted secret is in any byte of the data folder', async () => {
    const secrets = [
      'ghp_aB3dE5fGh7JkLm9NpQr2StUv4WxYz6aB3dE5',
      'hunter2hunter2',
      'AKIAQ2W3E4R5T6Y7U8I9',
      'sk-ant-api03-aB3dE5fGh7JkLm9NpQr2StUv4WxYz6aB3dE5fGh7',
      'p4ssw0rdInUrl',
    ];
    const [github, password, aws, anthropic, url] = secrets as [string, string, string, string, string];
    const steps: Step[] = [
      { user: `Deploy with the token ${github}` },
      {
        run: `curl -H "Authorization: token ${github}" https://api.example.org/x --fial`,
        exit: 2,
        out: `curl: option --fial: is unknown\nkey was ${aws} and ANTHROPIC_API_KEY=${anthropic}`,
      },
      {
        run: `curl -H "Authorization: token ${github}" https://api.example.org/x --fail`,
        exit: 0,
        out: `ok ${anthropic}`,
      },
      {
        run: `DB_PASSWORD=${password} psql postgres://bob:${url}@db/x --lisst`,
        exit: 1,
        out: 'psql: unrecognized option: lisst',
      },
      { run: `DB_PASSWORD=${password} psql postgres://bob:${url}@db/x --list`, exit: 0, out: 'x' },
      { user: `No, that is wrong: never put DB_PASSWORD=${password} into the command, use the .env file` },
      { say: `You are right, I will not. ${github}` },
      {
        say: `#lesson\nmistake: The key ${aws} was put into the command line, where others can read it.\nfix: Read it from the file .env, as the token ${github} is.\n#/lesson`,
      },
    ];
    const folder = scratchDir('secrets');
    writeFileSync(
      join(folder, 'a.jsonl'),
      text(
        claudeLines({ sessionId: 's', cwd: '/home/dev/shop', steps }).map((value) => JSON.stringify(value)),
      ),
    );
    const context = testContext();
    const report = await scan(context, [folder]);
    expect(report.candidatesNew).toBeGreaterThan(1);
    expect(report.tagsFound).toBe(1);
    await context.close();
    for (const name of readdirSync(context.home, { recursive: true }) as string[]) {
      const path = join(context.home, name);
      if (!statSync(path).isFile()) continue;
      const bytes = readFileSync(path);
      for (const secret of secrets) expect(`${name}: ${bytes.includes(secret)}`).toBe(`${name}: false`);
    }
    const again = makeContext({ home: context.home, env: {} });
    const lessons = await (await again.store()).listLessons();
    expect(lessons.some((lesson) => lesson.remediation.includes('Read it from the file .env'))).toBe(true);
    await again.close();
  });
});
