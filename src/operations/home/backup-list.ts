import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing, systemFailure } from '../../platform/errors.ts';
import { readText } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { compare } from '../../text/compare.ts';

/** A copy of the store and the settings: a folder of its own under `backups/`, laid out like a data folder. */
export const BackupSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  reason: z.string(),
  bytes: z.int(),
  lessons: z.int().describe('Lessons of every status; 0 where it is damaged.'),
});
export type Backup = z.infer<typeof BackupSchema>;

export const ListedBackupSchema = BackupSchema.extend({
  damaged: z.string().nullable().describe('Why it cannot be restored, or null.'),
});
export type ListedBackup = z.infer<typeof ListedBackupSchema>;

/** What a backup says of itself, beside its `lessons.db`. */
export const BACKUP_INFO = 'backup.json';
/** The name that a backup's folder is given: a moment, and a tail where two were made in it. */
const STAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})(?:-\d+)?$/;

/** The folder of a backup, there or not. */
export function backupDir(home: string, id: string): string {
  return join(homeFiles.backups(home), id);
}

/** Newest first, those that are damaged too; folders that are no backups are passed over. */
export function listBackups(home: string): ListedBackup[] {
  return entriesOf(homeFiles.backups(home))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => STAMP.test(name) || existsSync(join(backupDir(home, name), BACKUP_INFO)))
    .map(({ name }) => readBackup(home, name))
    .sort((a, b) => compare(b.id, a.id));
}

function entriesOf(root: string): Dirent[] {
  try {
    return readdirSync(root, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw systemFailure(`cannot read ${root}`, error);
  }
}

/** A backup is known by its folder's name: a copied one may say any other, and the oldest folder is removed by it. */
function readBackup(home: string, id: string): ListedBackup {
  const dir = backupDir(home, id);
  const bytes = sizeOf(homeFiles.db(dir));
  const info = readInfo(dir);
  if (info !== null && bytes !== null) return { ...info, id, damaged: null };
  const what = bytes === null ? 'lessons.db is missing' : `${BACKUP_INFO} cannot be read`;
  const createdAt = info?.createdAt ?? madeAt(id, dir);
  return { id, createdAt, reason: info?.reason ?? 'unknown', bytes: bytes ?? 0, lessons: 0, damaged: what };
}

function readInfo(dir: string): Backup | null {
  try {
    return BackupSchema.parse(JSON.parse(readText(join(dir, BACKUP_INFO)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Null where there is no such file; what else is wrong with it is found when it is opened. */
function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch (error) {
    return isMissing(error) ? null : 0;
  }
}

/** As its name says, else as the folder does. */
function madeAt(id: string, dir: string): string {
  const stamped = id.replace(STAMP, '$1-$2-$3T$4:$5:$6.$7Z');
  const at = new Date(stamped);
  return (Number.isNaN(at.getTime()) ? statSync(dir).mtime : at).toISOString();
}
