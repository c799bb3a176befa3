import type { EntryInGroup } from '../entry.ts';

/** What sets up this machine, and keeps it. */
export const setup: EntryInGroup[] = [
  {
    name: 'start.run',
    command: 'start',
    summary: 'Scan this machine and show the best candidates',
    load: async () => (await import('../start.ts')).start,
  },
  {
    name: 'demo.run',
    command: 'demo',
    summary: 'Play the whole loop in a temporary folder',
    load: async () => (await import('../demo.ts')).demo,
  },
  {
    name: 'backup.create',
    command: 'backup create',
    summary: 'Copy the store and the settings',
    load: async () => (await import('../backup.ts')).backupCreate,
  },
  {
    name: 'backup.list',
    command: 'backup list',
    summary: 'List the backups',
    load: async () => (await import('../backup.ts')).backupList,
  },
  {
    name: 'backup.restore',
    command: 'backup restore',
    summary: 'Make the store what a backup holds',
    load: async () => (await import('../backup.ts')).backupRestore,
  },
  {
    name: 'home.maintain',
    command: 'maintain',
    summary: 'Do the unattended work that hooks start',
    load: async () => (await import('../maintain.ts')).maintain,
  },
  {
    name: 'config.get',
    command: 'config get',
    aliases: ['config list'],
    summary: 'Show the settings',
    load: async () => (await import('../config-get.ts')).configGet,
  },
  {
    name: 'config.set',
    command: 'config set',
    summary: 'Change a setting',
    load: async () => (await import('../config-set.ts')).configSet,
  },
  {
    name: 'config.pause',
    command: 'pause',
    summary: 'Switch hooks and scans off',
    load: async () => (await import('../pause.ts')).pause,
  },
  {
    name: 'config.resume',
    command: 'resume',
    summary: 'Switch them on again',
    load: async () => (await import('../pause.ts')).resume,
  },
  {
    name: 'cli.completion',
    command: 'completions',
    aliases: ['completion'],
    summary: 'Print the completion script of a shell',
    load: async () => (await import('../completion.ts')).completion,
  },
  {
    name: 'cli.values',
    command: 'completions of',
    summary: 'Print what such a script offers where a lesson is named',
    load: async () => (await import('../completion-values.ts')).completionValues,
  },
];
