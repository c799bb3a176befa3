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
  load(): Promise<Operation>;
}

/**
 * Every operation. Each is its own module, loaded only when it is asked for, so that a command pays for itself alone.
 * To add one: write `src/operations/<resource>-<verb>.ts` and add its line here.
 */
export const operationEntries: OperationEntry[] = [
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
    name: 'manifest.build',
    command: 'build',
    summary: 'Compile the active lessons for the hooks',
    group: 'Compile and inject',
    load: async () => (await import('./manifest-build.ts')).manifestBuild,
  },
];

/** Loads every operation: for reference docs, completions, MCP and HTTP. */
export async function loadOperations(): Promise<Operation[]> {
  return Promise.all(operationEntries.map((entry) => entry.load()));
}
