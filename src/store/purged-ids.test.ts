import { expect, test } from 'bun:test';
import { DatabaseSync } from 'node:sqlite';
import { scratchHome } from '../../test/support/scratch.ts';
import { homeFiles } from '../platform/paths.ts';
import { openStore } from './sqlite/open.ts';

test('what an earlier version noted by its name is known, and named no more after the next purge', async () => {
  const home = scratchHome();
  const store = await openStore(home);
  const database = new DatabaseSync(homeFiles.db(home));
  database.exec(
    "insert into purged (kind, id) values ('session', 'heron'), ('project', '/srv/heron'), ('call', '7')",
  );
  const known = async () => {
    const { ids } = await store.listPurged();
    return ['heron', '/srv/heron', 'egret', 'other', ''].filter((id) => ids.has(id));
  };
  expect(await known()).toEqual(['heron', '/srv/heron']);
  await store.purge({ sessionId: 'egret' });
  await store.purge({ project: '/srv/egret' });
  expect(await known()).toEqual(['heron', '/srv/heron', 'egret']);
  const rows = database.prepare("select id from purged where kind <> 'call'").all();
  expect(rows).toHaveLength(4);
  expect(JSON.stringify(rows)).not.toMatch(/heron|egret/);
  expect((await store.listPurged()).calls).toEqual([7]);
  database.close();
  await store.close();
});
