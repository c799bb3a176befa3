import { z } from 'zod';
import { FAILURE_CATEGORIES } from './constants.ts';

/** One failing tool call: a line of `errors.jsonl`. Redacted before it is written. */
export const FailureSchema = z
  .object({
    id: z.string().describe('`err_YYYYMMDD_HHMMSS_nnn`.'),
    toolUseId: z.string().nullable().describe('The key: parallel hooks cannot agree on nnn.'),
    timestamp: z.string(),
    session_id: z.string(),
    category: z.enum(FAILURE_CATEGORIES),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    error: z.string(),
    context: z.object({ working_dir: z.string(), project: z.string() }),
  })
  .meta({ id: 'Failure', title: 'Failure' });
export type Failure = z.infer<typeof FailureSchema>;
export type FailureCategory = (typeof FAILURE_CATEGORIES)[number];
