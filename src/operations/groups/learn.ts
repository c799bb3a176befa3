import type { EntryInGroup } from '../entry.ts';

/** What measures whether it helped. */
export const learn: EntryInGroup[] = [
  {
    name: 'corpus.eval',
    command: 'eval',
    summary: 'Measure detection against hand labels',
    load: async () => (await import('../corpus-eval.ts')).corpusEval,
  },
  {
    name: 'transcript.replay',
    command: 'replay',
    summary: 'Measure what lessons would have met, on your own transcripts',
    load: async () => (await import('../transcript-replay.ts')).transcriptReplay,
  },
  {
    name: 'stats.show',
    command: 'stats',
    summary: 'Show what lessons did, and whether it helped',
    load: async () => (await import('../stats.ts')).stats,
  },
  {
    name: 'event.log',
    command: 'log',
    summary: 'Show what fired, on what, with which outcome',
    load: async () => (await import('../event-log.ts')).eventLog,
  },
  {
    name: 'lesson.wrong',
    command: 'wrong',
    summary: 'Say that a lesson misfired',
    load: async () => (await import('../lesson-wrong.ts')).lessonWrong,
  },
];
