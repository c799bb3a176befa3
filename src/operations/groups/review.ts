import type { EntryInGroup } from '../entry.ts';

/** What lists, writes and decides on lessons. */
export const review: EntryInGroup[] = [
  {
    name: 'lesson.list',
    command: 'list',
    aliases: ['ls'],
    summary: 'List lessons',
    load: async () => (await import('../lesson-list.ts')).lessonList,
  },
  {
    name: 'lesson.show',
    command: 'show',
    summary: 'Show one lesson with its evidence',
    load: async () => (await import('../lesson-show.ts')).lessonShow,
  },
  {
    name: 'lesson.search',
    command: 'search',
    summary: 'Find lessons by their words',
    load: async () => (await import('../lesson-search.ts')).lessonSearch,
  },
  {
    name: 'lesson.add',
    command: 'add',
    summary: 'Add a lesson of your own',
    load: async () => (await import('../lesson-add.ts')).lessonAdd,
  },
  {
    name: 'lesson.edit',
    command: 'edit',
    summary: 'Change fields of a lesson',
    load: async () => (await import('../lesson-edit.ts')).lessonEdit,
  },
  {
    name: 'lesson.promote',
    command: 'promote',
    summary: 'Approve candidates',
    load: async () => (await import('../lesson-promote.ts')).lessonPromote,
  },
  {
    name: 'lesson.archive',
    command: 'archive',
    summary: 'Archive a lesson',
    load: async () => (await import('../lesson-archive.ts')).lessonArchive,
  },
  {
    name: 'lesson.restore',
    command: 'restore',
    summary: 'Make an archived lesson a candidate again',
    load: async () => (await import('../lesson-restore.ts')).lessonRestore,
  },
  {
    name: 'trigger.try',
    command: 'try',
    summary: 'See what a pattern would match before it is kept',
    load: async () => (await import('../trigger-try.ts')).triggerTry,
  },
  {
    name: 'review.list',
    command: 'review',
    summary: 'Review candidates on a screen, or as a numbered list',
    load: async () => (await import('../review-list.ts')).reviewList,
  },
  {
    name: 'review.apply',
    command: 'review apply',
    summary: 'Apply the decisions of a review, all or none',
    load: async () => (await import('../review-apply.ts')).reviewApply,
  },
  {
    name: 'review.interpret',
    command: 'review interpret',
    summary: "Turn a human's answer to the list into decisions",
    load: async () => (await import('../review-interpret.ts')).reviewInterpret,
  },
  {
    name: 'lesson.writ',
    command: 'writ',
    summary: 'Carry out /lesson writs',
    load: async () => (await import('../lesson-writ.ts')).lessonWrit,
  },
  {
    name: 'lesson.import',
    command: 'import',
    summary: 'Take lessons in from a file',
    load: async () => (await import('../lesson-import.ts')).lessonImport,
  },
  {
    name: 'lesson.export',
    command: 'export',
    summary: 'Write lessons to standard output',
    load: async () => (await import('../lesson-export.ts')).lessonExport,
  },
  {
    name: 'lesson.migrate',
    command: 'migrate',
    summary: 'Take over the files of earlier tools',
    humanOnly: true,
    load: async () => (await import('../lesson-migrate.ts')).lessonMigrate,
  },
  {
    name: 'trust.add',
    command: 'trust',
    summary: 'Trust the lessons of a repository or a file',
    humanOnly: true,
    load: async () => (await import('../trust.ts')).trust,
  },
  {
    name: 'lesson.purge',
    command: 'purge',
    summary: 'Remove a lesson, a session or a project for good',
    humanOnly: true,
    load: async () => (await import('../lesson-purge.ts')).lessonPurge,
  },
  {
    name: 'lesson.curate',
    command: 'curate',
    summary: 'Let your own agent write up the candidates, as proposals',
    load: async () => (await import('../curate/curate.ts')).curate,
  },
];
