import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../model/constants.ts';
import { isoTime } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { ensureDir, readBytes, writeFileAtomic } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { checkCopy, copyStore, replaceStore } from '../../store/sqlite/backup.ts';
import { openStore } from '../../store/sqlite/index.ts';
import type { Context } from '../operation.ts';
import { BACKUP_INFO, type Backup, backupDir, type ListedBackup, listBackups } from './backup-list.ts';
import { readConfig, writeConfig } from './config-file.ts';
import { alone } from './home-locks.ts';

export const BACKUPS_KEPT = 14;
const OTHER_BACKUP = 'Nothing was changed. Take another one of `lessons backup list`.';
const DAILY_KEY = 'backup:daily';

/** Throws LOCKED. */
export const withBackups = <T>(context: Context, work: () => Promise<T>): Promise<T> =>
  alone(context, 'backups', () => {
    sweepUnfinished(homeFiles.backups(context.home));
    return work();
  });

/** Copies the store as it is now, and lets the oldest copies beyond 14 go: never this one, whatever the clock was before. */
export const createBackup = (context: Context, reason: string): Promise<Backup> =>
  withBackups(context, () => copyNow(context, reason));

async function copyNow(context: Context, reason: string): Promise<Backup> {
  const counts = await (await context.store()).countLessons();
  const root = homeFiles.backups(context.home);
  ensureDir(root);
  const id = freeId(root, context.clock.now());
  const temporary = mkdtempSync(join(root, '.new-'));
  try {
    copyStore(context.home, homeFiles.db(temporary));
    const config = readBytes(homeFiles.config(context.home));
    if (config !== null) writeFileAtomic(homeFiles.config(temporary), config);
    const backup: Backup = {
      id,
      createdAt: isoTime(context.clock),
      reason,
      bytes: statSync(homeFiles.db(temporary)).size,
      lessons: Object.values(counts).reduce((sum, count) => sum + count, 0),
    };
    writeFileAtomic(join(temporary, BACKUP_INFO), `${JSON.stringify(backup, null, 2)}\n`);
    renameSync(temporary, backupDir(context.home, id));
    for (const old of beyondKept(listBackups(context.home).filter((each) => each.id !== id)))
      rmSync(backupDir(context.home, old.id), { recursive: true, force: true });
    return backup;
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** What is older than the newest of these that are kept beside a new one; damaged ones push none of them out. */
function beyondKept(others: ListedBackup[]): ListedBackup[] {
  const last = others.filter((each) => each.damaged === null)[BACKUPS_KEPT - 2];
  return last === undefined ? [] : others.slice(others.indexOf(last) + 1);
}

/** Removes what a process that was killed was making: nobody else makes anything there now. */
function sweepUnfinished(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root))
    if (/^\.(?:new|old)-/.test(name)) rmSync(join(root, name), { recursive: true, force: true });
}

/**
 * Makes the store what a backup holds; what it holds now is backed up first. Processes that have the store open
 * see it change in one step. What was purged since stays purged. Throws NOT_FOUND, NEWER_STORE.
 */
export const restoreBackup = (context: Context, ref: string): Promise<Restored> =>
  // A scan would store that files are read which the backup knows less of, and what they said would never be found.
  alone(context, 'scan', () =>
    alone(context, 'config', () => withBackups(context, () => restoreNow(context, ref))),
  );

interface Restored {
  restored: Backup;
  before: Backup;
}

async function restoreNow(context: Context, ref: string): Promise<Restored> {
  const backups = listBackups(context.home);
  const restored =
    backups.find((backup) => backup.id === ref) ?? onlyOne(backups.filter((each) => each.id.startsWith(ref)));
  if (!restored)
    throw new AppError('NOT_FOUND', `there is no backup ${ref}`, { hint: 'See `lessons backup list`.' });
  const { damaged, ...info } = restored;
  if (damaged !== null)
    throw new AppError('IO', `the backup ${restored.id} is damaged: its ${damaged}`, {
      hint: OTHER_BACKUP,
    });
  const temporary = mkdtempSync(join(homeFiles.backups(context.home), '.old-'));
  try {
    const source = backupDir(context.home, restored.id);
    readConfig(source);
    const config = readBytes(homeFiles.config(source));
    // All of it now: the backup that is made below may be one too many, and push this one out.
    await takeOut(context, source, temporary);
    const before = await copyNow(context, `before restoring ${restored.id}`);
    replaceStore(context.home, homeFiles.db(temporary));
    const settings = homeFiles.config(context.home);
    if (config !== null) writeFileAtomic(settings, config);
    // All were the defaults then.
    else if (existsSync(settings)) writeConfig(context.home, {});
    return { restored: info, before };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Copies a backup's store, brought up to date; what is wrong with it is found before anything is replaced by it. */
async function takeOut(context: Context, source: string, target: string): Promise<void> {
  try {
    checkCopy(homeFiles.db(source));
    copyFileSync(homeFiles.db(source), homeFiles.db(target));
    await (await openStore(target, context.clock)).close();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message.replaceAll(target, source), {
      hint: OTHER_BACKUP,
      cause: error,
    });
  }
}

/**
 * Called when something has changed: copies the store if the last copy is a day old. The first day of a store,
 * which has nothing to lose yet, only notes when it began.
 */
export async function dailyBackup(context: Context): Promise<Backup | null> {
  const store = await context.store();
  const now = context.clock.now();
  const noteNow = () => store.setState(DAILY_KEY, new Date(now).toISOString());
  const lastMade = async () => Date.parse((await store.getState(DAILY_KEY)) ?? '');
  const isDue = (last: number) => now - last >= DAY_MS || last > now;
  const last = await lastMade();
  if (Number.isNaN(last)) await noteNow();
  if (Number.isNaN(last) || !isDue(last)) return null;
  return withBackups(context, async () => {
    // Another process may have made it while this one waited.
    if (!isDue(await lastMade())) return null;
    const made = await copyNow(context, 'daily');
    await noteNow();
    return made;
  });
}

function onlyOne<T>(list: T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** The time to the millisecond, as digits that sort; two in one millisecond differ by a tail. */
function freeId(root: string, now: number): string {
  const stamp = new Date(now)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace('T', '-')
    .replace('.', '-')
    .replace('Z', '');
  for (let tail = 0; ; tail += 1) {
    const id = tail === 0 ? stamp : `${stamp}-${tail}`;
    if (!existsSync(join(root, id))) return id;
  }
}
