import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { AppError } from '../platform/errors.ts';
import { mayActivate, mayBlock } from './guard.ts';
import { BackupSchema, type ListedBackup, ListedBackupSchema, listBackups } from './home/backup-list.ts';
import { createBackup, restoreBackup } from './home/backups.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { operation } from './operation.ts';
import { notePause } from './outcomes/pauses.ts';
import { suggestions } from './suggestions.ts';

export const backupCreate = operation({
  name: 'backup.create',
  docs: 'Copies the store and the settings. The newest 14 copies are kept; one is also made before every migration and, on a change, once a day.',
  input: z.object({}),
  output: BackupSchema,
  readOnly: false,
  cli: {
    command: ['backup', 'create'],
    render: (backup) => `Backed up ${counted(backup.lessons, 'lesson')} as ${backup.id}.`,
  },
  run: (context) => createBackup(context, 'asked for'),
});

export const backupList = operation({
  name: 'backup.list',
  docs: 'Lists the backups, newest first. One that is damaged is listed as such and cannot be restored.',
  input: z.object({}),
  output: z.array(ListedBackupSchema),
  readOnly: true,
  cli: {
    command: ['backup', 'list'],
    render: (backups) =>
      backups.length === 0
        ? 'There are no backups. `lessons backup create` makes one.'
        : backups.map(listLine).join('\n'),
  },
  run: async (context) => listBackups(context.home),
});

function listLine({ id, createdAt, lessons, reason, damaged }: ListedBackup): string {
  const what = damaged === null ? `${counted(lessons, 'lesson')}  ${reason}` : `damaged: ${damaged}`;
  return `${id}  ${createdAt}  ${what}`;
}

const restoreOutput = z.object({
  restored: BackupSchema,
  before: BackupSchema.describe('Copy of what was replaced.'),
});

export const backupRestore = operation({
  name: 'backup.restore',
  docs: 'Makes the store and the settings what a backup holds and rebuilds the manifest; what the store holds now is backed up first. Inside an agent it needs a human who has called a /lesson command, or a terminal.',
  input: z.object({ id: z.string().min(1, 'is empty').register(suggestions, { backups: true }) }),
  output: restoreOutput,
  readOnly: false,
  cli: {
    command: ['backup', 'restore'],
    args: [{ field: 'id', label: 'ID', required: true }],
    render: ({ restored, before }) =>
      `Restored ${restored.id} with ${counted(restored.lessons, 'lesson')}. What was there is kept as ${before.id}.`,
  },
  async run(context, { id }) {
    const permission = mayBlock(context);
    if (!permission.allowed && !(await mayActivate(context)).allowed)
      throw new AppError('NEEDS_HUMAN', `not restored: this runs inside ${context.actor.agent}`, {
        hint: `A human can run \`lessons backup restore ${id}\` in a shell.`,
      });
    const result = await restoreBackup(context, id);
    await rebuildManifest(context);
    await notePause(context, context.config.paused);
    return result;
  },
});
