import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runCli } from '../../test/support/cli.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { scratchHome } from '../../test/support/scratch.ts';
import { openManifest } from '../manifest/read.ts';
import { homeFiles } from '../platform/paths.ts';
import { configSet } from './config-set.ts';
import { readConfig } from './home/config-file.ts';
import { manifestBuild } from './manifest-build.ts';
import { pause } from './pause.ts';

/** What hooks hear of the settings. */
function compiled(home: string) {
  const manifest = openManifest(home);
  manifest?.close();
  return manifest?.config;
}

describe('settings', () => {
  test('of several changes at once none is lost, and hooks hear of all', async () => {
    const home = scratchHome();
    const changes = { minPriority: 4, maxLessonsPerInjection: 2, skillThreshold: 7 };
    for (let round = 0; round < 3; round += 1) {
      const set = Object.entries(changes).map(([key, value]) => [
        'config',
        'set',
        key,
        String(value + round),
      ]);
      await Promise.all(set.map((args) => runCli(args, { home })));
    }
    const last = { minPriority: 6, maxLessonsPerInjection: 4, skillThreshold: 9 };
    expect(readConfig(home)).toMatchObject(last);
    expect(compiled(home)).toMatchObject(last);
  });

  test('a change that cannot be told to the hooks is taken back, and takes no other one with it', async () => {
    const context = testContext();
    await configSet.run(context, { key: 'minPriority', value: '2' });
    const failing = testContext({ home: context.home });
    let other: Promise<unknown> | undefined;
    failing.store = async () => {
      other = configSet.run(context, { key: 'holdoutRate', value: '0.3' });
      await Bun.sleep(200);
      throw new Error('no store');
    };
    await expect(configSet.run(failing, { key: 'minPriority', value: '9' })).rejects.toThrow('no store');
    await other;
    expect(readConfig(context.home)).toMatchObject({ minPriority: 2, holdoutRate: 0.3 });
  });

  test.each([
    ['scanPaths', '{"codex": [""]}', 'scanPaths.codex[0]'],
    ['excludePaths', '[""]', 'excludePaths[0]'],
    ['excludeProjects', '["/a", ""]', 'excludeProjects[1]'],
  ])(
    '%s with a path of an unset variable is refused: it would be the current folder',
    async (key, value, at) => {
      const context = testContext();
      const refused = configSet.run(context, { key, value });
      expect(refused).rejects.toMatchObject({ message: `${at}: must not be empty` });
      await refused.catch(() => {});
      expect(readConfig(context.home)).toMatchObject({
        scanPaths: {},
        excludePaths: [],
        excludeProjects: [],
      });
    },
  );

  test('who has read them before they were changed compiles them as they are now', async () => {
    const open = testContext();
    expect(open.config.paused).toBe(false);
    await pause.run(testContext({ home: open.home }), {});
    await manifestBuild.run(open, {});
    expect(compiled(open.home)).toMatchObject({ paused: true });
  });

  test('those of a newer version stay as they are', async () => {
    const context = testContext();
    const text = '{"version": 2, "later": true}';
    mkdirSync(context.home, { recursive: true });
    writeFileSync(homeFiles.config(context.home), text);
    await expect(pause.run(context, {})).rejects.toMatchObject({ code: 'NEWER_FORMAT' });
    expect(readFileSync(homeFiles.config(context.home), 'utf8')).toBe(text);
  });
});
