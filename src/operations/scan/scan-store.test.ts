import { describe, expect, test } from 'bun:test';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../../test/support/operation-context.ts';
import { failureOf } from '../../../test/support/records.ts';
import { jsonl, scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines, type Step } from '../../../test/support/transcripts.ts';
import { homeFiles } from '../../platform/paths.ts';
import { makeContext } from '../context.ts';

describe('what a scan stores', () => {
  test('folds the live failures in, each once, and clears the log', async () => {
    const context = testContext();
    mkdirSync(context.home, { recursive: true });
    const failure = (n: number) =>
      JSON.stringify(
        failureOf({
          id: `err_20260504_100000_00${n}`,
          toolUseId: `t${n}`,
          input: { command: `x${n} --password hunter2hunter2` },
        }),
      );
    writeFileSync(homeFiles.errors(context.home), `${failure(1)}\n${failure(2)}\n{"cut": `);
    expect((await scan(context, [scratchDir()])).failuresIngested).toBe(2);
    expect(existsSync(homeFiles.errors(context.home))).toBe(false);
    // A crash after the log was moved aside.
    const moved = `${homeFiles.errors(context.home)}.folding`;
    writeFileSync(moved, `${failure(2)}\n${failure(3)}\n`);
    expect((await scan(context, [scratchDir()])).failuresIngested).toBe(1);
    // A hook that had opened the log before it was moved, and was not run for a while.
    const opened = openSync(homeFiles.errors(context.home), 'a');
    writeSync(opened, `${failure(4)}\n`);
    expect((await scan(context, [scratchDir()])).failuresIngested).toBe(1);
    writeSync(opened, `${failure(5)}\n`);
    closeSync(opened);
    expect((await scan(context, [scratchDir()])).failuresIngested).toBe(1);
    expect(readFileSync(moved, 'utf8').trim()).toBe('');
    const stored = await (await context.store()).listFailures();
    expect(stored).toHaveLength(5);
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
        jsonl(
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
    // The call that failed is one all the same, without what was told beside it.
    expect(report).toMatchObject({ tagsFound: 0, episodes: 1, candidatesNew: 0 });
    const [failed] = await (await context.store()).listEpisodes();
    expect(failed?.evidence).toBe('Bash: npm run x\n→ ');
    expect(JSON.stringify(failed)).not.toMatch(/lessons-learned|lessonInjection|use y/);
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
      jsonl(
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
