import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSteps } from '../../../test/support/mistakes.ts';
import { testContext } from '../../../test/support/operation-context.ts';
import { failureOf } from '../../../test/support/records.ts';
import { jsonl, scan } from '../../../test/support/scan-rig.ts';
import { scratchDir } from '../../../test/support/scratch.ts';
import { claudeLines } from '../../../test/support/transcripts.ts';

/** A home with repositories, folders without one, and a session in each of them. */
function homeWithSessions() {
  const home = scratchDir('user');
  const repository = (path: string, remote: string) => {
    mkdirSync(join(home, path, '.git'), { recursive: true });
    writeFileSync(
      join(home, path, '.git', 'config'),
      `[remote "origin"]\n\turl = https://host.test/${remote}.git\n`,
    );
  };
  repository('places/secret', 'me/secret');
  repository('places/shop', 'me/shop');
  repository('clone', 'me/secret');
  mkdirSync(join(home, 'places/secret/web'));
  mkdirSync(join(home, 'notes'));
  symlinkSync(join(home, 'places'), join(home, 'linked'));
  const transcripts = scratchDir('transcripts');
  const cwds = ['places/secret', 'places/secret/web', 'places/shop', 'places/secrets', 'clone', 'notes'];
  for (const [at, cwd] of cwds.entries()) {
    const story = { sessionId: `s${at}`, cwd: join(home, cwd), steps: sessionSteps(at, 1) };
    const lines = claudeLines(story).map((value) => JSON.stringify(value));
    writeFileSync(join(transcripts, `${at}.jsonl`), jsonl(lines));
  }
  return { home, transcripts, cwds };
}

async function keptWith(excludeProjects: string[], workers = 1) {
  const { home, transcripts, cwds } = homeWithSessions();
  const context = testContext({ env: { HOME: home } });
  context.config = {
    ...context.config,
    excludeProjects: excludeProjects.map((each) => each.replace('HOME', home)),
  };
  mkdirSync(context.home, { recursive: true });
  const failures = cwds.map((cwd, at) =>
    failureOf({
      id: `err_20261119_120000_00${at}`,
      toolUseId: `t${at}`,
      context: { working_dir: join(home, cwd), project: '' },
    }),
  );
  writeFileSync(
    join(context.home, 'errors.jsonl'),
    failures.map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
  const { failuresIngested } = await scan(context, [transcripts], { workers });
  const store = await context.store();
  const sessions = (await store.listSessions()).map(({ cwd }) => cwd?.slice(home.length + 1)).sort();
  expect(failuresIngested).toBe(sessions.length);
  expect(existsSync(join(context.home, 'errors.jsonl'))).toBe(false);
  return sessions;
}

const ALL = ['clone', 'notes', 'places/secret', 'places/secret/web', 'places/secrets', 'places/shop'];
const without = (...gone: string[]) => ALL.filter((each) => !gone.includes(each));

test.each([
  ['nothing', [], ALL],
  ['blank entries', ['', ' '], ALL],
  [
    'the id of a repository: all of its clones',
    ['host.test/me/secret'],
    without('places/secret', 'places/secret/web', 'clone'),
  ],
  [
    'the folder of a repository: its other clones, too',
    ['HOME/places/secret'],
    without('places/secret', 'places/secret/web', 'clone'),
  ],
  [
    'the same from the home folder',
    ['~/places/secret/'],
    without('places/secret', 'places/secret/web', 'clone'),
  ],
  ['the same through a link', ['~/linked/secret'], without('places/secret', 'places/secret/web', 'clone')],
  ['a folder of repositories', ['~/places'], ['clone', 'notes']],
  ['a folder inside of a repository', ['~/places/secret/web'], without('places/secret/web')],
  ['a folder without a repository', ['~/notes'], without('notes')],
  ['everything', ['/'], []],
] as [string, string[], string[]][])('%s', async (_, excluded, kept) => {
  expect(await keptWith(excluded)).toEqual(kept);
});

test('workers leave out the same', async () => {
  expect(await keptWith(['~/places'], 2)).toEqual(['clone', 'notes']);
});
