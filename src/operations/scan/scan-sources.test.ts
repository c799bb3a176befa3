import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { sessionSteps } from '../../../test/support/mistakes.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { failureOf } from '../../../test/support/records.ts';
import { candidates, folderOf, jsonl, scan, transcript } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { FORMATS, fixedUuid } from '../../../test/support/transcripts.ts';
import { openCallIndex } from '../../store/sqlite/call-index-open.ts';
import { scan as scanOperation } from '../scan.ts';
import { discover } from './discover.ts';

describe('what a scan reads', () => {
  test('what cannot be read is named and skipped, and the rest is scanned', async () => {
    const folder = folderOf([1]);
    const lines = transcript(2);
    writeFileSync(join(folder, 'cut.jsonl'), jsonl(lines).slice(0, -30));
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
    const deep = join(folder, ...Array.from({ length: 41 }, () => 'd'));
    mkdirSync(deep, { recursive: true });
    if (process.platform !== 'win32') spawnSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    if (process.getuid?.() !== 0) chmodSync(join(folder, 'locked'), 0);
    const context = testContext();
    const report = await scan(context, [folder, join(folder, 'nowhere')]);
    chmodSync(join(folder, 'locked'), 0o700);
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
      `${deep}: more than 40 folders deep`,
    ])
      expect(said).toContain(name);
    if (process.platform !== 'win32') expect(said).toContain('pipe.jsonl: not a regular file');
    for (const line of context.warnings) expect(line).not.toContain('\n');
    await context.close();
  });

  test('where nothing can be read, it says so in place of noughts', async () => {
    const context = testContext();
    const report = await scan(context, [join(scratchDir('none'), 'nowhere')]);
    const said = scanOperation.cli.render!(report, scanOperation.input.parse({}), {
      color: false,
      width: 80,
    });
    expect(said).toBe(
      'No transcript could be read: 1 file or folder was skipped, as named on standard error.',
    );
  });

  test('a link to other transcripts is followed, one to what lies above is named', async () => {
    const home = scratchDir('home');
    const elsewhere = folderOf([1]);
    const [folder, below] = [join(home, 'agent', 'projects'), join(home, 'agent', 'projects', 'web')];
    mkdirSync(below, { recursive: true });
    writeFileSync(join(home, 'not-asked-for.jsonl'), jsonl(transcript(2)));
    symlinkSync(elsewhere, join(below, 'moved'));
    symlinkSync(dirname(elsewhere), join(elsewhere, 'up'));
    symlinkSync(folder, join(below, 'again'));
    symlinkSync(join(home, 'agent'), join(below, 'parent'));
    symlinkSync('/', join(elsewhere, 'disk'));
    symlinkSync(home, join(home, 'itself'));
    const linked = join(scratchDir('linked'), 'projects');
    symlinkSync(folder, linked);
    const context = testContext();
    expect((await scan(context, [linked])).files).toBe(1);
    expect(context.warnings.map((line) => line.replace(/, which holds .*/, '')).sort()).toEqual(
      [
        `skipped ${join(below, 'parent')}: a link to ${join(home, 'agent')}`,
        `skipped ${join(elsewhere, 'disk')}: a link to /`,
        `skipped ${join(elsewhere, 'up')}: a link to ${dirname(elsewhere)}`,
      ].sort(),
    );
    expect((await scan(context, [home])).files).toBe(2);
  });

  test('no link in a folder elsewhere leads to the home folder', () => {
    const [home, folder] = [scratchDir('home'), folderOf([1])];
    writeFileSync(join(home, 'not-asked-for.jsonl'), jsonl(transcript(2)));
    symlinkSync(home, join(folder, 'home'));
    const before = process.env['HOME'];
    process.env['HOME'] = home;
    const found = discover([folder], { cwd: folder, excludePaths: [] });
    process.env['HOME'] = before;
    expect(found.files).toHaveLength(1);
    expect(found.skipped).toEqual([{ path: join(folder, 'home'), reason: 'a link to the home folder' }]);
  });

  test('what is skipped is named once, then counted; what is asked for by its name, and in a dry run, each time', async () => {
    const folder = folderOf([1]);
    const other = join(folder, 'other.jsonl');
    writeFileSync(other, '{"kind":"none of ours"}\n');
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling.jsonl'));
    const context = testContext();
    const said = async (...rest: Parameters<typeof scan> extends [unknown, ...infer R] ? R : never) => {
      context.warnings.length = 0;
      const { filesSkipped } = await scan(context, ...rest);
      return [filesSkipped, ...context.warnings];
    };
    expect(await said([folder], { auto: true })).toEqual([2]);
    const first = await said([folder]);
    expect(first).toHaveLength(3);
    const counted = 'skipped 2 files as before: `lessons scan --dry-run` names them';
    expect(await said([folder])).toEqual([2, counted]);
    expect(await said([folder], { dryRun: true })).toEqual(first);
    expect(await said([other])).toEqual([1, `skipped ${other}: not a transcript of a known agent`]);
    writeFileSync(other, '');
    expect(await said([folder])).toEqual([
      2,
      `skipped ${other}: empty`,
      'skipped 1 file as before: `lessons scan --dry-run` names it',
    ]);
    await context.close();
  });

  test('a transcript whose name ends in capital letters is read, compressed too, and what is none is not', async () => {
    const folder = scratchDir();
    writeFileSync(join(folder, 'A.JSONL'), jsonl(transcript(1)));
    writeFileSync(join(folder, 'B.JSONL.ZST'), zstdCompressSync(jsonl(transcript(2))));
    writeFileSync(join(folder, 'PACKAGE.JSON'), '{}');
    const context = testContext();
    expect(await scan(context, [folder])).toMatchObject({ files: 2, filesChanged: 2, filesSkipped: 0 });
  });

  test.skipIf(process.platform !== 'linux')('a name that is no UTF-8 is said to be that', async () => {
    const folder = folderOf([1]);
    const bytes = (name: string) => Buffer.concat([Buffer.from(`${folder}/${name}`), Buffer.of(0xff)]);
    mkdirSync(bytes('folder'));
    writeFileSync(Buffer.concat([bytes('file'), Buffer.from('.jsonl')]), jsonl(transcript(2)));
    symlinkSync(folder, bytes('link'));
    const context = testContext();
    expect((await scan(context, [folder])).filesSkipped).toBe(3);
    expect(context.warnings).toHaveLength(3);
    for (const line of context.warnings) expect(line).toEndWith('its name is not UTF-8');
    await context.close();
  });

  test('--dry-run stores nothing; excluded paths and projects are left out', async () => {
    const folder = folderOf([1, 2]);
    const context = testContext();
    mkdirSync(context.home, { recursive: true });
    writeFileSync(join(context.home, 'errors.jsonl'), `${JSON.stringify(failureOf())}\n`.repeat(2));
    const dry = await scan(context, [folder], { dryRun: true });
    expect(dry.episodes).toBeGreaterThan(0);
    expect(readdirSync(context.home)).toEqual(['errors.jsonl']);
    expect(await candidates(context)).toEqual([]);
    expect((await (await context.store()).getCursors()).size).toBe(0);
    const { candidatesNew, candidatesUpdated, failuresIngested, episodes } = await scan(context, [folder]);
    expect(candidatesNew).toBeGreaterThan(0);
    expect(dry).toMatchObject({ candidatesNew, candidatesUpdated, failuresIngested: 1, episodes });
    expect(failuresIngested).toBe(1);
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

  test.each([
    ['what it names below a folder', (folder: string) => `${folder}/*1.jsonl`, 1],
    ['a name at any depth', () => '1.jsonl?', 2],
    ['a name that stands for others', () => '?.jsonl', 0],
    ['all below', (folder: string) => `${folder}/**`, 0],
    ['a folder anywhere above', (folder: string) => `${basename(folder).slice(0, -2)}*`, 0],
    ['another folder', (folder: string) => `${folder}-other/**`, 2],
  ])('a glob excludes %s', async (_, globOf, files) => {
    const folder = folderOf([1, 2]);
    const context = testContext();
    context.config = { ...context.config, excludePaths: [globOf(folder)] };
    expect((await scan(context, [folder, join(folder, '1.jsonl')])).files).toBe(files);
    await context.close();
  });

  test.each([
    ['/home/dev/shop*', true],
    ['shop?', true],
    ['**/dev/**', true],
    ['/home/dev/shed*', false],
    ['op*', false],
  ])('a glob leaves out projects: %s', async (glob, isOut) => {
    const context = testContext();
    context.config = { ...context.config, excludeProjects: [glob] };
    await scan(context, [folderOf([1, 2])]);
    expect((await candidates(context)).length === 0).toBe(isOut);
    await context.close();
  });

  test('an excluded path through a link excludes what the link leads to', async () => {
    const folder = folderOf([1, 2]);
    const link = join(scratchDir('linked'), 'agent');
    symlinkSync(folder, link);
    const context = testContext();
    context.config = { ...context.config, excludePaths: [join(link, '1.jsonl')] };
    expect((await scan(context, [link])).files).toBe(1);
    context.config = { ...context.config, excludePaths: [link] };
    expect((await scan(context, [folder])).files).toBe(0);
    await context.close();
  });

  test('default folders: every known agent, no word about those that are not installed', async () => {
    const home = scratchDir('user');
    const projects = join(home, '.claude', 'projects', '-home-dev-shop');
    mkdirSync(join(projects, 's', 'subagents'), { recursive: true });
    writeFileSync(join(projects, 's.jsonl'), jsonl(transcript(1)));
    writeFileSync(
      join(projects, 's', 'subagents', 'agent-1.jsonl'),
      jsonl(
        transcript(2).map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"')),
      ),
    );
    writeFileSync(join(projects, 's', 'subagents', 'agent-1.meta.json'), '{}');
    // What the client keeps beside them of workflows and of long results, which may hold anything.
    mkdirSync(join(projects, 's', 'subagents', 'workflows', 'wf_1-a'), { recursive: true });
    writeFileSync(
      join(projects, 's', 'subagents', 'workflows', 'wf_1-a', 'journal.jsonl'),
      '{"type":"started"}\n',
    );
    for (const kept of ['workflows', 'tool-results']) mkdirSync(join(projects, 's', kept));
    writeFileSync(join(projects, 's', 'workflows', 'wf_1-a.json'), '{}');
    writeFileSync(join(projects, 's', 'tool-results', 'shown.jsonl'), jsonl(transcript(3)));
    // The prompts of Gemini CLI and Qwen Code once more, and the state of a session's process.
    for (const folder of ['.gemini/tmp/shop', '.qwen/tmp/shop', '.qwen/projects/-home-dev-shop/chats'])
      mkdirSync(join(home, folder), { recursive: true });
    for (const agent of ['.gemini', '.qwen'])
      writeFileSync(join(home, agent, 'tmp', 'shop', 'logs.json'), '[{"type":"user","message":"Hello"}]');
    writeFileSync(join(home, '.qwen', 'projects', '-home-dev-shop', 'chats', 's.runtime.json'), '{"pid":1}');
    const context = testContext({ env: { HOME: home } });
    const report = await scan(context, []);
    expect(report).toMatchObject({ files: 2, filesSkipped: 0 });
    expect(context.warnings).toEqual([]);
    const sessions = await (await context.store()).listSessions();
    expect(sessions.map((session) => session.isSubagent).sort()).toEqual([false, true]);
    await context.close();
  });

  test('a call that a fork of Claude Code has copied stays with the session that made it', async () => {
    const made = fixedUuid('session 1');
    for (const forked of ['00000000-fork', 'ffffffff-fork']) {
      const copies = transcript(1).map((line) =>
        `${line.slice(0, -1)},"requestSessionId":"${made}"}`.replaceAll(
          `"sessionId":"${made}"`,
          `"sessionId":"${forked}"`,
        ),
      );
      const folder = folderOf([1]);
      writeFileSync(join(folder, `${forked}.jsonl`), jsonl(copies));
      const context = testContext();
      await scan(context, [folder]);
      const index = openCallIndex(context.home);
      const owners = [...index.calls({})].map((call) => call.sessionId);
      index.close();
      expect(owners.length).toBeGreaterThan(0);
      expect(new Set(owners)).toEqual(new Set([made]));
      await context.close();
    }
  });

  test('--auto keeps to its interval, its lock and its silence; a dry run counts as none', async () => {
    const folder = folderOf([1]);
    const context = testContext();
    context.env['LESSONS_DISABLE'] = 'true';
    expect((await scan(context, [folder], { auto: true })).files).toBe(0);
    context.env['LESSONS_DISABLE'] = '0';
    expect((await scan(context, [folder], { auto: true, dryRun: true })).filesChanged).toBe(1);
    expect(await candidates(context)).toEqual([]);
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(1);
    writeFileSync(join(folder, '9.jsonl'), jsonl(transcript(9)));
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
    writeFileSync(join(folder, '10.jsonl'), jsonl(transcript(10)));
    expect((await scan(context, [folder], { auto: true })).filesChanged).toBe(0);
    await context.close();
  });

  test('a session whose messages lie beside its file is read again when only they have grown', async () => {
    const steps = sessionSteps(1, 2);
    const story = { sessionId: 'ses_1', cwd: '/home/dev/shop', steps };
    const write = FORMATS['opencode storage']!;
    const [folder, grown] = [scratchDir('storage'), scratchDir('storage')];
    write(folder, { ...story, steps: steps.slice(0, 1) });
    write(grown, story);
    const context = testContext();
    expect(await scan(context, [join(folder, 'session')])).toMatchObject({ filesChanged: 1, episodes: 0 });
    for (const name of ['message', 'part'])
      cpSync(join(grown, name), join(folder, name), { recursive: true });
    const report = await scan(context, [join(folder, 'session')]);
    expect(report.filesChanged).toBe(1);
    expect(report.episodes).toBeGreaterThan(0);
    expect((await scan(context, [join(folder, 'session')])).filesChanged).toBe(0);
    await context.close();
  });
});
