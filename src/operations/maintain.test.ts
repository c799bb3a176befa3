import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { candidates, folderOf } from '../../test/support/scan-rig.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { openManifest } from '../manifest/read.ts';
import { tryLock } from '../platform/locks.ts';
import type { Context } from './operation.ts';
import { rebuildManifest } from './rebuild.ts';
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
