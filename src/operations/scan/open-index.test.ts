import { describe, expect, test } from 'bun:test';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { folderOf, jsonl, scan, transcript } from '../../../test/support/scan-rig.ts';
import { fixedUuid } from '../../../test/support/transcripts.ts';
import { homeFiles } from '../../platform/paths.ts';
import { DamagedIndex } from '../../store/sqlite/call-index-damage.ts';
import { openCallIndex } from '../../store/sqlite/call-index-open.ts';
import { withUsableHistory } from '../history/open-history.ts';
import { runOperation } from '../run-operation.ts';

const SESSION = fixedUuid('session 1');

/** Ids of the calls that the index holds, in order. */
function callsOf({ home }: TestContext): string[] {
  const index = openCallIndex(home);
  const ids = [...index.calls({})].map((call) => `${call.sessionId} ${call.callId}`).sort();
  index.close();
  return ids;
}

const spoil = {
  'its header': (bytes: Buffer) => bytes.fill('x', 0, 100),
  'its pages': (bytes: Buffer) => {
    for (let at = 8192; at < bytes.length; at += 4096) bytes.fill('x', at, at + 300);
    return bytes;
  },
  'its second half': (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
};

function damage({ home }: TestContext, how: (bytes: Buffer) => Buffer): void {
  const path = homeFiles.calls(home);
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  writeFileSync(path, how(readFileSync(path)));
}

describe('an index of past calls that is damaged', () => {
  for (const [what, how] of Object.entries(spoil))
    test(`in ${what} is made anew by a scan, and what was purged stays out`, async () => {
      const context = testContext();
      const folder = folderOf([1, 2, 3]);
      await scan(context, [folder]);
      const before = callsOf(context);
      await runOperation(context, 'lesson.purge', { session: SESSION, yes: true });
      const kept = callsOf(context);
      expect(kept.length).toBeGreaterThan(0);
      expect(kept).toEqual(before.filter((id) => !id.startsWith(SESSION)));
      damage(context, how);
      await scan(context, [folder]);
      if (existsSync(`${homeFiles.calls(context.home)}.damaged`)) await scan(context, [folder]);
      expect(callsOf(context)).toEqual(kept);
      expect(context.warnings).toContain('the index of past calls was damaged');
      expect((await scan(context, [folder])).bytesRead).toBe(0);
    });

  test('of an older form is told to be empty until a scan has filled it', async () => {
    const context = testContext();
    const folder = folderOf([1]);
    await scan(context, [folder]);
    const totals = async () => {
      context.warnings.length = 0;
      const { totals } = await runOperation<{ totals: { calls: number } }>(context, 'stats.show', {});
      return { calls: totals.calls, warnings: [...context.warnings] };
    };
    const before = await totals();
    const db = new DatabaseSync(homeFiles.calls(context.home));
    db.exec('PRAGMA user_version = 1');
    db.close();
    const line = 'past calls are not known before the next `lessons scan`, which reads them again';
    expect(await totals()).toEqual({ calls: 0, warnings: [line] });
    await scan(context, [folder]);
    expect(await totals()).toEqual(before);
    expect(before.warnings).toEqual([]);
    expect(before.calls).toBeGreaterThan(0);
  });

  test('is gone on without, also where that shows only as it is read', async () => {
    const context = testContext();
    await scan(context, [folderOf([1])]);
    const readBy = (error: Error) =>
      withUsableHistory(context, (index) => {
        if (index !== null) throw error;
        return 'without past calls';
      });
    expect(await readBy(new DamagedIndex('calls.db'))).toBe('without past calls');
    expect(context.warnings).toEqual([expect.stringContaining('past calls are left out')]);
    expect(readBy(new Error('a bug'))).rejects.toThrow('a bug');
  });

  test('stops neither a build nor the statistics, and is told by the doctor', async () => {
    const context = testContext();
    await scan(context, [folderOf([1, 2])]);
    const [candidate] = await (await context.store()).listLessons();
    await runOperation(context, 'lesson.promote', { ids: [candidate?.slug] });
    damage(context, spoil['its header']);
    const built = await runOperation<{ lessons: number }>(context, 'manifest.build', {});
    expect(built.lessons).toBe(1);
    expect(await runOperation<object>(context, 'stats.show', {})).toMatchObject({ totals: { calls: 0 } });
    expect(context.warnings).toEqual([expect.stringContaining('`lessons scan` makes it anew')]);
    const { problems } = await runOperation<{ problems: string[] }>(context, 'home.check', {});
    expect(problems.join('\n')).toContain('is damaged. `lessons scan` makes it anew');
    expect(runOperation(context, 'lesson.purge', { ref: candidate?.slug, yes: true })).rejects.toThrow(
      'is damaged',
    );
    expect(await (await context.store()).getLesson(candidate?.id ?? '')).not.toBeNull();
  });

  test('is filled again where its file was removed, without the calls of a purged lesson', async () => {
    const context = testContext();
    const folder = folderOf([1, 2]);
    await scan(context, [folder]);
    const before = callsOf(context);
    const [candidate] = await (await context.store()).listLessons();
    await runOperation(context, 'lesson.purge', { ref: candidate?.slug, yes: true });
    const kept = callsOf(context);
    expect(kept.length).toBeLessThan(before.length);
    expect(kept.length).toBeGreaterThan(0);
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(`${homeFiles.calls(context.home)}${suffix}`, { force: true });
    await scan(context, [folder]);
    expect(callsOf(context)).toEqual(kept);
  });
});

test('what a purged session does later is not kept either', async () => {
  const context = testContext();
  const folder = folderOf([1, 2]);
  await scan(context, [folder]);
  await runOperation(context, 'lesson.purge', { session: SESSION, yes: true });
  const kept = callsOf(context);
  const later = jsonl(transcript(7)).replaceAll(fixedUuid('session 7'), SESSION);
  appendFileSync(join(folder, '1.jsonl'), later);
  expect((await scan(context, [folder])).filesChanged).toBeGreaterThan(0);
  expect(callsOf(context)).toEqual(kept);
});
