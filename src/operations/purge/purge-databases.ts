import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { AppError, restated } from '../../platform/errors.ts';
import { homeFiles } from '../../platform/paths.ts';
import type { CallIndex } from '../../store/call-index-port.ts';
import { noPurgeCounts, type PurgeCounts, type Store } from '../../store/port.ts';
import { openCallIndex } from '../../store/sqlite/call-index-open.ts';
import { isDamaged, openStore } from '../../store/sqlite/index.ts';
import { forgetInAudits } from '../review/review-audit.ts';
import { forgetInSessions } from '../review/review-session-state.ts';
import { isTrace, type PurgeTargets } from './purge-texts.ts';
import { noteRecords } from './purged-records.ts';

/** Purges the rows of a store, live or a backup. Freed pages are overwritten by `compact`. */
export async function purgeRows(store: Store, targets: PurgeTargets): Promise<PurgeCounts> {
  const total = noPurgeCounts();
  await store.transaction(async (inside) => {
    await forgetInSessions(inside, targets.lessonIds);
    await forgetInAudits(inside, (session) => isTrace(targets, session));
    for (const lessonId of targets.freedIds) await freeOthers(inside, lessonId, targets.sessionIds);
    await noteRecords(inside, targets.lessonIds, targets.sessionIds);
    const what = [
      ...[...targets.lessonIds].map((lessonId) => ({ lessonId })),
      ...[...targets.sessionIds].map((sessionId) => ({ sessionId })),
      ...[...targets.projects].map((project) => ({ project })),
    ];
    for (const each of what) {
      const counts = await inside.purge(each);
      for (const key of Object.keys(total) as (keyof PurgeCounts)[]) total[key] += counts[key];
    }
  });
  return total;
}

/** Takes what other sessions found away from a lesson, so that it does not go with it. */
async function freeOthers(store: Store, lessonId: string, sessionIds: ReadonlySet<string>): Promise<void> {
  const idsOf = (found: readonly { id: string; sessionId: string }[]) =>
    found.filter((each) => !sessionIds.has(each.sessionId)).map(({ id }) => id);
  await store.assignEpisodes(idsOf(await store.listEpisodes({ lessonIds: [lessonId] })), null);
  const owners = await store.listAssignments();
  const tags = (await store.listTags()).filter(({ id }) => owners.get(id) === lessonId);
  await store.assignTags(idsOf(tags), null);
}

/**
 * Backups whose store is damaged: nothing can be taken out of them, so that a purge removes them. Throws where one
 * cannot be opened for a reason that may pass, or that an update mends.
 */
export async function damagedBackups(home: string, clock: Clock): Promise<string[]> {
  const damaged: string[] = [];
  for (const name of storedBackups(home)) {
    try {
      await (await openStore(join(homeFiles.backups(home), name), clock)).close();
    } catch (error) {
      if (isDamage(error)) damaged.push(name);
      else throw unopened(error);
    }
  }
  return damaged;
}

/** Does the same to every backup, and counts those that held something. A damaged one is removed, and named. */
export async function purgeBackups(
  home: string,
  clock: Clock,
  targets: PurgeTargets,
): Promise<{ cleaned: number; removed: string[] }> {
  const removed: string[] = [];
  let cleaned = 0;
  for (const name of storedBackups(home)) {
    const dir = join(homeFiles.backups(home), name);
    try {
      const store = await openStore(dir, clock);
      try {
        const counts = await purgeRows(store, targets);
        await store.compact();
        if (Object.values(counts).some((count) => count > 0)) cleaned += 1;
      } finally {
        await store.close();
      }
    } catch (error) {
      if (!isDamage(error)) throw unopened(error);
      rmSync(dir, { recursive: true, force: true });
      removed.push(name);
    }
  }
  return { cleaned, removed };
}

/** Folders among the backups that hold a store; `init` keeps other things there. */
function storedBackups(home: string): string[] {
  const root = homeFiles.backups(home);
  return existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(homeFiles.db(join(root, name))))
    : [];
}

const isDamage = (error: unknown): boolean => error instanceof AppError && isDamaged(error.cause);

function unopened(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return restated(
    error,
    `the purge is not done: ${error.message}`,
    'Or remove the backup. Then purge again.',
  );
}

/**
 * Removes calls from the index of past calls: of sessions and projects all, of lessons those that say the same.
 * Throws `DamagedIndex` where nothing can be taken out of it.
 * @returns how many were removed, and the keys of all that ever were
 */
export function purgeCalls(home: string, targets: PurgeTargets): { removed: number; keys: number[] } {
  if (!existsSync(homeFiles.calls(home))) return { removed: 0, keys: [] };
  const index: CallIndex = openCallIndex(home);
  try {
    let removed = 0;
    for (const sessionId of targets.sessionIds) removed += index.remove({ sessionId });
    for (const project of targets.projects) removed += index.remove({ project });
    if (targets.toolUseIds.size > 0) removed += index.remove({ callIds: [...targets.toolUseIds] });
    for (const text of targets.texts) removed += index.remove({ text });
    return { removed, keys: index.removedKeys() };
  } finally {
    index.close();
  }
}

/** Manifest files that the pointer does not name: they hold the lessons as they were. */
export function removeOldManifests(home: string, current: string): number {
  const stem = current.replace(/\.bin$/, '.');
  const old = readdirSync(home).filter((name) => name.startsWith('manifest-') && !name.startsWith(stem));
  for (const name of old) rmSync(join(home, name), { recursive: true, force: true });
  return old.length;
}
