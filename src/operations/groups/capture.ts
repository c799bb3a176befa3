import type { EntryInGroup } from '../entry.ts';

/** What reads the agents’ transcripts and logs. */
export const capture: EntryInGroup[] = [
  {
    name: 'transcript.scan',
    command: 'scan',
    summary: 'Read the transcripts and find mistakes and lessons in them',
    load: async () => (await import('../scan.ts')).scan,
  },
  {
    name: 'transcript.aggregate',
    command: 'scan aggregate',
    summary: 'List the candidates as they are grouped across sessions',
    load: async () => (await import('../scan-aggregate.ts')).scanAggregate,
  },
  {
    name: 'transcript.episodes',
    command: 'episodes',
    summary: 'Print the mistakes found in transcripts, storing nothing',
    load: async () => (await import('../episodes.ts')).episodes,
  },
  {
    name: 'transcript.compliance',
    command: 'compliance',
    summary: 'How often agents report their mistakes themselves',
    load: async () => (await import('../compliance.ts')).compliance,
  },
  {
    name: 'error.list',
    command: 'errors list',
    aliases: ['errors'],
    summary: 'List the failures that hooks logged',
    load: async () => (await import('../errors.ts')).errorList,
  },
  {
    name: 'error.cluster',
    command: 'errors clusters',
    summary: 'Group them by error',
    load: async () => (await import('../errors.ts')).errorClusters,
  },
  {
    name: 'error.propose',
    command: 'errors propose',
    summary: 'Make candidates of those that come again',
    load: async () => (await import('../errors.ts')).errorPropose,
  },
];
