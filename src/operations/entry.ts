import type { Operation } from './operation.ts';

/** The groups of `lessons --help`, in its order. */
export const GROUPS = ['Capture', 'Review', 'Compile and inject', 'Learn', 'Agents', 'Setup'] as const;

/** One line of the registry: enough to find and list a command without loading it. */
export interface OperationEntry {
  name: string;
  /** Words after `lessons`. */
  command: string;
  /** Other words for the same command. */
  aliases?: string[];
  /** One line for `lessons --help`. */
  summary: string;
  group: (typeof GROUPS)[number];
  /** True for what no agent is offered as a tool: it deletes, lets through, or reads files that a path names. */
  humanOnly?: true;
  load(): Promise<Operation>;
}

/** A line as its group lists it. */
export type EntryInGroup = Omit<OperationEntry, 'group'>;
