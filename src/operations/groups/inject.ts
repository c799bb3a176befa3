import type { EntryInGroup } from '../entry.ts';

/** What brings lessons to the hooks, and says what they would do. */
export const inject: EntryInGroup[] = [
  {
    name: 'call.match',
    command: 'match',
    summary: 'See which lessons would act at a call, and why',
    load: async () => (await import('../call-match.ts')).callMatch,
  },
  {
    name: 'manifest.build',
    command: 'build',
    summary: 'Compile the active lessons for the hooks',
    load: async () => (await import('../manifest-build.ts')).manifestBuild,
  },
  {
    name: 'trigger.backtest',
    command: 'backtest',
    summary: 'Run a lesson or a pattern over past calls',
    load: async () => (await import('../trigger-backtest.ts')).triggerBacktest,
  },
  {
    name: 'call.allow',
    command: 'allow-once',
    summary: 'Let one blocked call through',
    humanOnly: true,
    load: async () => (await import('../allow-once.ts')).allowOnce,
  },
];
