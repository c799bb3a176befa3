import type { z } from 'zod';
import { FilterSchema } from '../operation.ts';
import { toolSchema } from '../suggestions.ts';

/** Fields by which lessons are narrowed on a command line; all that are given must hold. */
export const NARROW_FIELDS = {
  tool: toolSchema().min(1, 'is empty').optional(),
  tag: FilterSchema.optional(),
  scope: FilterSchema.regex(
    /^(?:global|(?:project|team|agent)(?::.+)?)$/s,
    'must be global, project, team or agent, the last three also with `:` and a name',
  ).optional(),
} satisfies z.ZodRawShape;

export const NARROW_FLAGS = {
  tool: {
    label: 'T',
    help: 'Only lessons that name this tool (`Bash`), or have its tag (`git` for `tool:git`).',
  },
  tag: { label: 'X', help: 'Only lessons with this tag (`lang:python` or `python`).' },
  scope: {
    label: 'S',
    help: '`global`, `project:ID`, `team:NAME` or `agent:ID`; `project`, `team` or `agent` for all of that kind.',
  },
} as const;
