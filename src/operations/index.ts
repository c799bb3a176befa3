import type { Operation } from './operation.ts';

/** One line of the registry: enough to find and list a command without loading it. */
export interface OperationEntry {
  name: string;
  /** Words after `lessons`; empty where it is no command. */
  command: string;
  aliases?: string[];
  /** One line for `lessons --help`. */
  summary: string;
  group: 'Capture' | 'Review' | 'Compile and inject' | 'Learn' | 'Agents' | 'Setup';
  /** True for what no agent is offered as a tool: it deletes, lets through, or reads files that a path names. */
  humanOnly?: true;
  load(): Promise<Operation>;
}

/**
 * Every operation. Each is its own module, loaded only when it is asked for, so that a command pays for itself alone.
 * To add one: write `src/operations/<resource>-<verb>.ts` and add its line here.
 */
export const operationEntries: OperationEntry[] = [
  {
    name: 'start.run',
    command: 'start',
    summary: 'Scan this machine and show the best candidates',
    group: 'Setup',
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'demo.run',
    command: 'demo',
    summary: 'Play the whole loop in a temporary folder',
    group: 'Setup',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'transcript.scan',
    command: 'scan',
    summary: 'Read the transcripts and find mistakes and lessons in them',
    group: 'Capture',
    load: async () => (await import('./scan.ts')).scan,
  },
  {
    name: 'transcript.aggregate',
    command: 'scan aggregate',
    summary: 'List the candidates as they are grouped across sessions',
    group: 'Capture',
    load: async () => (await import('./scan-aggregate.ts')).scanAggregate,
  },
  {
    name: 'transcript.episodes',
    command: 'episodes',
    summary: 'Print the mistakes found in transcripts, storing nothing',
    group: 'Capture',
    load: async () => (await import('./episodes.ts')).episodes,
  },
  {
    name: 'transcript.compliance',
    command: 'compliance',
    summary: 'How often agents report their mistakes themselves',
    group: 'Capture',
    load: async () => (await import('./compliance.ts')).compliance,
  },
  {
    name: 'corpus.eval',
    command: 'eval',
    summary: 'Measure detection against hand labels',
    group: 'Learn',
    load: async () => (await import('./corpus-eval.ts')).corpusEval,
  },
  {
    name: 'lesson.list',
    command: 'list',
    aliases: ['ls'],
    summary: 'List lessons',
    group: 'Review',
    load: async () => (await import('./lesson-list.ts')).lessonList,
  },
  {
    name: 'lesson.show',
    command: 'show',
    summary: 'Show one lesson with its evidence',
    group: 'Review',
    load: async () => (await import('./lesson-show.ts')).lessonShow,
  },
  {
    name: 'lesson.search',
    command: 'search',
    summary: 'Find lessons by their words',
    group: 'Review',
    load: async () => (await import('./lesson-search.ts')).lessonSearch,
  },
  {
    name: 'lesson.add',
    command: 'add',
    summary: 'Add a lesson of your own',
    group: 'Review',
    load: async () => (await import('./lesson-add.ts')).lessonAdd,
  },
  {
    name: 'lesson.edit',
    command: 'edit',
    summary: 'Change fields of a lesson',
    group: 'Review',
    load: async () => (await import('./lesson-edit.ts')).lessonEdit,
  },
  {
    name: 'lesson.promote',
    command: 'promote',
    summary: 'Approve candidates',
    group: 'Review',
    load: async () => (await import('./lesson-promote.ts')).lessonPromote,
  },
  {
    name: 'lesson.archive',
    command: 'archive',
    summary: 'Archive a lesson',
    group: 'Review',
    load: async () => (await import('./lesson-archive.ts')).lessonArchive,
  },
  {
    name: 'lesson.restore',
    command: 'restore',
    summary: 'Make an archived lesson a candidate again',
    group: 'Review',
    load: async () => (await import('./lesson-restore.ts')).lessonRestore,
  },
  {
    name: 'trigger.try',
    command: 'try',
    summary: 'See what a pattern would match before it is kept',
    group: 'Review',
    load: async () => (await import('./trigger-try.ts')).triggerTry,
  },
  {
    name: 'call.match',
    command: 'match',
    summary: 'See which lessons would act at a call, and why',
    group: 'Compile and inject',
    load: async () => (await import('./call-match.ts')).callMatch,
  },
  {
    name: 'review.list',
    command: 'review',
    summary: 'Review candidates on a screen, or as a numbered list',
    group: 'Review',
    load: async () => (await import('./review-list.ts')).reviewList,
  },
  {
    name: 'review.apply',
    command: 'review apply',
    summary: 'Apply the decisions of a review, all or none',
    group: 'Review',
    load: async () => (await import('./review-apply.ts')).reviewApply,
  },
  {
    name: 'review.interpret',
    command: 'review interpret',
    summary: "Turn a human's answer to the list into decisions",
    group: 'Review',
    load: async () => (await import('./review-interpret.ts')).reviewInterpret,
  },
  {
    name: 'lesson.writ',
    command: 'writ',
    summary: 'Carry out /lesson writs',
    group: 'Review',
    load: async () => (await import('./lesson-writ.ts')).lessonWrit,
  },
  {
    name: 'lesson.import',
    command: 'import',
    summary: 'Take lessons in from a file',
    group: 'Review',
    load: async () => (await import('./lesson-import.ts')).lessonImport,
  },
  {
    name: 'lesson.export',
    command: 'export',
    summary: 'Write lessons to standard output',
    group: 'Review',
    load: async () => (await import('./lesson-export.ts')).lessonExport,
  },
  {
    name: 'lesson.migrate',
    command: 'migrate',
    summary: 'Take over the files of earlier tools',
    group: 'Review',
    humanOnly: true,
    load: async () => (await import('./lesson-migrate.ts')).lessonMigrate,
  },
  {
    name: 'trust.add',
    command: 'trust',
    summary: 'Trust the lessons of a repository or a file',
    group: 'Review',
    humanOnly: true,
    load: async () => (await import('./trust.ts')).trust,
  },
  {
    name: 'backup.create',
    command: 'backup create',
    summary: 'Copy the store and the settings',
    group: 'Setup',
    load: async () => (await import('./backup.ts')).backupCreate,
  },
  {
    name: 'backup.list',
    command: 'backup list',
    summary: 'List the backups',
    group: 'Setup',
    load: async () => (await import('./backup.ts')).backupList,
  },
  {
    name: 'backup.restore',
    command: 'backup restore',
    summary: 'Make the store what a backup holds',
    group: 'Setup',
    load: async () => (await import('./backup.ts')).backupRestore,
  },
  {
    name: 'lesson.purge',
    command: 'purge',
    summary: 'Remove a lesson, a session or a project for good',
    group: 'Review',
    humanOnly: true,
    load: async () => (await import('./lesson-purge.ts')).lessonPurge,
  },
  {
    name: 'lesson.curate',
    command: 'curate',
    summary: 'Let your own agent write up the candidates, as proposals',
    group: 'Review',
    load: async () => (await import('./curate/curate.ts')).curate,
  },
  {
    name: 'manifest.build',
    command: 'build',
    summary: 'Compile the active lessons for the hooks',
    group: 'Compile and inject',
    load: async () => (await import('./manifest-build.ts')).manifestBuild,
  },
  {
    name: 'trigger.backtest',
    command: 'backtest',
    summary: 'Run a lesson or a pattern over past calls',
    group: 'Compile and inject',
    load: async () => (await import('./trigger-backtest.ts')).triggerBacktest,
  },
  {
    name: 'transcript.replay',
    command: 'replay',
    summary: 'Measure what lessons would have met, on your own transcripts',
    group: 'Learn',
    load: async () => (await import('./transcript-replay.ts')).transcriptReplay,
  },
  {
    name: 'call.allow',
    command: 'allow-once',
    summary: 'Let one blocked call through',
    group: 'Compile and inject',
    humanOnly: true,
    load: async () => (await import('./allow-once.ts')).allowOnce,
  },
  {
    name: 'home.maintain',
    command: 'maintain',
    summary: 'Do the unattended work that hooks start',
    group: 'Setup',
    load: async () => (await import('./maintain.ts')).maintain,
  },
  {
    name: 'error.list',
    command: 'errors list',
    aliases: ['errors'],
    summary: 'List the failures that hooks logged',
    group: 'Capture',
    load: async () => (await import('./errors.ts')).errorList,
  },
  {
    name: 'error.cluster',
    command: 'errors clusters',
    summary: 'Group them by error',
    group: 'Capture',
    load: async () => (await import('./errors.ts')).errorClusters,
  },
  {
    name: 'error.propose',
    command: 'errors propose',
    summary: 'Make candidates of those that come again',
    group: 'Capture',
    load: async () => (await import('./errors.ts')).errorPropose,
  },
  {
    name: 'stats.show',
    command: 'stats',
    summary: 'Show what lessons did, and whether it helped',
    group: 'Learn',
    load: async () => (await import('./stats.ts')).stats,
  },
  {
    name: 'event.log',
    command: 'log',
    summary: 'Show what fired, on what, with which outcome',
    group: 'Learn',
    load: async () => (await import('./event-log.ts')).eventLog,
  },
  {
    name: 'lesson.wrong',
    command: 'wrong',
    summary: 'Say that a lesson misfired',
    group: 'Learn',
    load: async () => (await import('./lesson-wrong.ts')).lessonWrong,
  },
  {
    name: 'stats.line',
    command: 'statusline',
    summary: 'Print a segment for the agent’s status line',
    group: 'Agents',
    load: async () => (await import('./statusline.ts')).statusline,
  },
  {
    name: 'skill.build',
    command: 'skills build',
    summary: 'Write a skill for tools with many lessons',
    group: 'Agents',
    load: async () => (await import('./skills-build.ts')).skillsBuild,
  },
  {
    name: 'home.check',
    command: 'doctor',
    summary: 'Check that lessons reach your agents',
    group: 'Agents',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'agent.init',
    command: 'init',
    summary: 'Register the hooks with your agents',
    group: 'Agents',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'config.get',
    command: 'config get',
    aliases: ['config list'],
    summary: 'Show the settings',
    group: 'Setup',
    load: async () => (await import('./config-get.ts')).configGet,
  },
  {
    name: 'config.set',
    command: 'config set',
    summary: 'Change a setting',
    group: 'Setup',
    load: async () => (await import('./config-set.ts')).configSet,
  },
  {
    name: 'config.pause',
    command: 'pause',
    summary: 'Switch hooks and scans off',
    group: 'Setup',
    load: async () => (await import('./pause.ts')).pause,
  },
  {
    name: 'config.resume',
    command: 'resume',
    summary: 'Switch them on again',
    group: 'Setup',
    load: async () => (await import('./pause.ts')).resume,
  },
  {
    name: 'cli.completion',
    command: 'completions',
    aliases: ['completion'],
    summary: 'Print the completion script of a shell',
    group: 'Setup',
    load: async () => (await import('./completion.ts')).completion,
  },
];

/** Commands that are no operations: they speak a protocol on standard input and output, and are started by `main.ts`. */
export const protocolCommands: Pick<OperationEntry, 'command' | 'summary' | 'group'>[] = [
  { command: 'hook AGENT', summary: 'Answer one hook event of an agent', group: 'Agents' },
  { command: 'mcp', summary: 'Serve the operations to agents over MCP', group: 'Agents' },
];

/** Loads every operation: for reference docs, completions, MCP and HTTP. */
export async function loadOperations(): Promise<Operation[]> {
  return Promise.all(operationEntries.map((entry) => entry.load()));
}
