import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lessonOf } from '../../test/support/lessons.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { candidates, folderOf, scan, transcript } from '../../test/support/scan-rig.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { openManifest } from '../manifest/read.ts';
import { tryLock } from '../platform/locks.ts';
import { rebuildManifest } from './home/rebuild.ts';
import type { Context } from './operation.ts';
import { runOperation } from './run-operation.ts';

interface Maintained {
  scanned: boolean;
}

describe('what hooks start in the background, while another does the same', () => {
  test('the transcript of a session that ended is scanned as soon as that is done', async () => {
    const folder = folderOf([1]);
    const context = testContext();
    const release = tryLock(join(context.home, 'maintain.lock'))!;
    const transcript = join(folder, readdirSync(folder)[0]!);
    const ended = runOperation<Maintained>(context, 'home.maintain', { transcript });
    setTimeout(release, 150);
    expect((await ended).scanned).toBe(true);
    expect((await candidates(context)).length).toBeGreaterThan(0);
    await context.close();
  });

  test('a session that starts leaves it to the other', async () => {
    const context = testContext();
    const release = tryLock(join(context.home, 'maintain.lock'))!;
    expect((await runOperation<Maintained>(context, 'home.maintain', {})).scanned).toBe(false);
    release();
    await context.close();
  });
});

describe('a session that has ended', () => {
  test('is read whole where its client writes its last lines after its hooks have ended', async () => {
    const lines = transcript(1);
    const path = join(scratchDir(), 'late.jsonl');
    const context = testContext();
    const ended = runOperation<Maintained>(context, 'home.maintain', { transcript: path });
    for (const line of lines) {
      await Bun.sleep(900 / lines.length);
      appendFileSync(path, `${line}\n`);
    }
    await ended;
    expect((await candidates(context)).length).toBeGreaterThan(0);
    await context.close();
  });

  const id = '0ee0c1a4-9ac2-4238-97c7-ef16ed7e0fae';
  test.each([
    ['Claude Code', `${id}.jsonl`, `${id}/subagents/agent-a1.jsonl`],
    ['Gemini CLI', 'session-2026-05-04T10-00-0ee0c1a4.jsonl', `${id}/sub.jsonl`],
    ['Codex', 'rollout-2026-05-04T10-00-00-a.jsonl', 'rollout-2026-05-04T10-00-00-b.jsonl'],
  ])('is scanned with its subagents: %s', async (_agent, own, subagents) => {
    const folder = scratchDir();
    const other = `1${id.slice(1)}`;
    const written = [
      [own, 1],
      [subagents, 2],
      [`${other}.jsonl`, 3],
      [`${other}/subagents/agent-b2.jsonl`, 4],
      ['rollout-2026-05-04T09-00-00-c.jsonl', 5],
    ] as const;
    for (const [name, seed] of written) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), `${transcript(seed).join('\n')}\n`);
    }
    const ended = testContext();
    await runOperation(ended, 'home.maintain', { transcript: join(folder, own) });
    const asked = testContext();
    await scan(
      asked,
      [own, subagents].map((name) => join(folder, name)),
    );
    expect((await candidates(asked)).length).toBeGreaterThan(0);
    expect(await candidates(ended)).toEqual(await candidates(asked));
    await ended.close();
    await asked.close();
  });
});

describe('a session whose end was not heard', () => {
  test('is scanned at the next start in its folder, with its subagents; no folder but an agent’s own is', async () => {
    const context = testContext();
    const root = scratchDir();
    context.env['CLAUDE_CONFIG_DIR'] = root;
    const folder = join(root, 'projects', 'shop');
    const elsewhere = scratchDir();
    const put = (path: string, seed: number): string => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${transcript(seed).join('\n')}\n`);
      return path;
    };
    const start = (beside: string) => runOperation(context, 'home.maintain', { beside });
    put(join(root, 'projects', 'first.jsonl'), 9);
    await start(join(folder, 'new.jsonl'));
    const known = await candidates(context);
    put(join(elsewhere, 's3.jsonl'), 3);
    await start(join(elsewhere, 'new.jsonl'));
    expect(await candidates(context)).toEqual(known);
    put(join(folder, 's1.jsonl'), 1);
    put(join(folder, 's1', 'subagents', 'agent-a.jsonl'), 2);
    await start(join(folder, 'new.jsonl'));
    const asked = testContext();
    await scan(asked, [root]);
    expect((await candidates(asked)).length).toBeGreaterThan(known.length);
    expect(await candidates(context)).toEqual(await candidates(asked));
    await context.close();
    await asked.close();
  });
});

describe('a project that lies elsewhere, too', () => {
  const git = (folder: string, ...args: string[]) =>
    spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
    });
  const repository = (folder: string): string => {
    git(scratchDir('unused'), 'init', '-q', folder);
    git(folder, 'commit', '-q', '--allow-empty', '-m', folder);
    return git(folder, 'rev-parse', 'HEAD').stdout.trim();
  };
  const known = async (context: Context, cwd: string): Promise<string | null> => {
    const manifest = openManifest(context.home)!;
    const project = manifest.projectOf(cwd);
    manifest.close();
    return project;
  };

  test('is known to hooks once a session has started there; a stranger is not noted', async () => {
    const context = testContext();
    const [shop, clone, other] = [scratchDir('shop'), scratchDir('clone'), scratchDir('other')];
    const id = repository(shop);
    git(clone, 'clone', '-q', shop, clone);
    repository(other);
    const store = await context.store();
    await store.upsertProjectRoots([{ root: shop, project: id }]);
    await rebuildManifest(context);
    expect(await known(context, clone)).toBe(clone);
    for (const folder of [clone, other]) {
      context.env['PWD'] = folder;
      await runOperation(context, 'home.maintain', {});
    }
    expect(await known(context, join(clone, 'src'))).toBe(id);
    expect((await store.listProjectRoots()).map(({ root }) => root)).toEqual([clone, shop].sort());
    await context.close();
  });

  test('is known to hooks once a session has started there where a lesson came for it from elsewhere', async () => {
    const context = testContext();
    const shop = scratchDir('shop');
    const id = repository(shop);
    const store = await context.store();
    await store.insertLesson(lessonOf({ status: 'active', scope: `project:${id}` }));
    await rebuildManifest(context);
    expect(await known(context, shop)).toBe(shop);
    context.env['PWD'] = shop;
    await runOperation(context, 'home.maintain', {});
    expect(await known(context, shop)).toBe(id);
    await context.close();
  });

  test('is known to hooks after a scan has met it', async () => {
    const context = testContext();
    await rebuildManifest(context);
    const store = await context.store();
    await store.upsertProjectRoots([{ root: '/home/dev/clone', project: 'p1' }]);
    await runOperation(context, 'transcript.scan', { paths: [folderOf([1])] });
    expect(await known(context, '/home/dev/clone/src')).toBe('p1');
    await context.close();
  });
});
