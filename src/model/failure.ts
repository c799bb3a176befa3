import { z } from 'zod';
import { isRandom } from './call-identity.ts';

import { FAILURE_CATEGORIES } from './constants.ts';

const INPUT_CHARS_MAX = 500;

/** One failing tool call: a line of `errors.jsonl`. Redacted before it is written. */
export const FailureSchema = z
  .object({
    id: z.string().describe('`err_YYYYMMDD_HHMMSS_nnn`.'),
    toolUseId: z
      .string()
      .nullable()
      .describe('The key where it is random: parallel hooks cannot agree on nnn.'),
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

/** What a failure is known by: its tool use, or all that tells it from others where that has no id, or one that counts. */
export function failureKey({ toolUseId, session_id, id, input }: Failure): string {
  if (toolUseId !== null && isRandom(toolUseId)) return toolUseId;
  return [session_id, id, toolUseId, JSON.stringify(input).slice(0, INPUT_CHARS_MAX)].join('\n');
}
