import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../test/support/operation-context.ts';
import { candidates, folderOf } from '../../test/support/scan-rig.ts';
import { tryLock } from '../platform/locks.ts';
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
