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
export const operationEntries: OperationEntry[] = [];

/** Loads every operation: for reference docs, completions, MCP and HTTP. */
export async function loadOperations(): Promise<Operation[]> {
  return Promise.all(operationEntries.map((entry) => entry.load()));
}
