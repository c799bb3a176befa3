import { type EntryInGroup, GROUPS, type OperationEntry } from './entry.ts';
import { agents } from './groups/agents.ts';
import { capture } from './groups/capture.ts';
import { inject } from './groups/inject.ts';
import { learn } from './groups/learn.ts';
import { review } from './groups/review.ts';
import { setup } from './groups/setup.ts';
import type { Operation } from './operation.ts';

const entriesOf: Record<OperationEntry['group'], EntryInGroup[]> = {
  Capture: capture,
  Review: review,
  'Compile and inject': inject,
  Learn: learn,
  Agents: agents,
  Setup: setup,
};

/**
 * Every operation. Each is its own module, loaded only when it is asked for, so that a command pays for itself alone.
 * To add one: write `src/operations/<resource>-<verb>.ts` and add its line to a list in `groups/`.
 */
export const operationEntries: OperationEntry[] = GROUPS.flatMap((group) =>
  entriesOf[group].map((entry) => ({ ...entry, group })),
);

/** Commands that are no operations: they speak a protocol on standard input and output, and are started by `main.ts`. */
export const protocolCommands: Pick<OperationEntry, 'command' | 'summary' | 'group'>[] = [
  {
    command: 'hook AGENT',
    summary: 'Answer one hook event of an agent, from standard input',
    group: 'Agents',
  },
  { command: 'mcp', summary: 'Serve the operations to agents over MCP', group: 'Agents' },
];

/** Loads every operation: for the reference page, MCP and users of the library. */
export async function loadOperations(): Promise<Operation[]> {
  return Promise.all(operationEntries.map((entry) => entry.load()));
}
