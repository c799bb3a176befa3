import { z } from 'zod';
import { AGENT_IDS, SEVERITIES, SIGNALS } from './constants.ts';

export const AgentIdSchema = z.enum(AGENT_IDS);
export type AgentId = z.infer<typeof AgentIdSchema>;

export const CallRefSchema = z.object({
  line: z.int().positive().describe('1-based physical line in the transcript.'),
  toolUseId: z.string().nullable(),
  tool: z.string().describe('Canonical tool name.'),
  input: z.record(z.string(), z.unknown()).describe('Redacted tool input.'),
});
export type CallRef = z.infer<typeof CallRefSchema>;

/** One mistake and, where it was seen, its correction; the unit that becomes a candidate. */
export const EpisodeSchema = z
  .object({
    id: z
      .string()
      .describe('Derived from agent, session and failing call, so that finding it again is an upsert.'),
    agent: AgentIdSchema,
    file: z.string(),
    sessionId: z.string(),
    project: z.string().describe('Project id, or the working directory where none is known.'),
    timestamp: z.string().nullable().describe('When the failing result came, from the transcript.'),
    lines: z.array(z.int().positive()).max(12),
    uuids: z.array(z.string()),
    toolUseIds: z.array(z.string()),
    failure: CallRefSchema.extend({ uuid: z.string().nullable(), error: z.string() }),
    correction: CallRefSchema.nullable(),
    signals: z.array(z.enum(SIGNALS)),
    kind: z
      .string()
      .describe('Kind of error, such as `usage`, `missing-path`, `edit-mismatch`; `user` for spoken words.'),
    summary: z.string(),
    mistake: z.string(),
    remediation: z.string(),
    trigger: z.object({
      toolNames: z.array(z.string()),
      commandPatterns: z.array(z.string()),
      pathPatterns: z.array(z.string()),
      contentPatterns: z.array(z.string()).optional().describe('What no edit of these paths is to write.'),
      errorPatterns: z.array(z.string()),
    }),
    tags: z.array(z.string()),
    severity: z.enum(SEVERITIES),
    fingerprint: z.string(),
    attempts: z.int().min(1).describe('Failing tries of this one mistake.'),
    cost: z.object({ calls: z.int().min(0), bytes: z.int().min(0), seconds: z.number().min(0) }),
    fixedByCommand: z
      .boolean()
      .optional()
      .describe('The correction is another command, with no edit in between.'),
    subject: z
      .object({
        rule: z
          .string()
          .describe(
            "The linter's rule that was broken, and its check where it is many in one; the habit that a user asks for.",
          ),
        path: z.string().describe('The path that is not there.'),
        program: z.string().describe('The program that was given the path.'),
        meant: z.string().describe('The name in the path that is there instead.'),
      })
      .partial()
      .optional()
      .describe('What the failure is about, where that alone makes it the same as another.'),
    evidence: z.string().describe('Redacted excerpt: call, error, correction.'),
    confidence: z.number().min(0).max(1).describe('Probability that it is a genuine mistake.'),
    reusable: z.number().min(0).max(1),
    model: z.string().nullable(),
    isSubagent: z.boolean(),
  })
  .meta({ id: 'Episode', title: 'Episode' });
export type Episode = z.infer<typeof EpisodeSchema>;
export type Signal = (typeof SIGNALS)[number];
