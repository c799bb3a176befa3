import { z } from 'zod';
import { ConfigSchema } from './config.ts';
import { DeliverySchema, InjectEventSchema } from './lesson.ts';

const LookSchema = z.object({
  negate: z.boolean(),
  behind: z.boolean(),
  alternatives: z.array(z.object({ sets: z.array(z.int()), edge: z.boolean() })),
});

const LinearProgramSchema = z.object({
  ops: z.array(z.int()),
  sets: z.array(z.array(z.int())),
  looks: z.array(LookSchema).optional(),
  native: z
    .int()
    .optional()
    .describe('Characters of the longest text that the expression may be run on instead.'),
});

const CompiledPatternSchema = z.object({
  source: z.string().describe('As written in the lesson.'),
  match: z.string().describe('JavaScript regular expression that must match.'),
  unless: z.string().nullable().describe('And this one must not.'),
  flags: z.string(),
  view: z.enum(['shell', 'raw']),
  runs: z.string().optional().describe('Names of a command that the line has to run.'),
  linear: z
    .object({ match: LinearProgramSchema.nullable(), unless: LinearProgramSchema.nullable() })
    .optional()
    .describe('The same as machines for long texts.'),
});

/** The compiled lessons as one JSON document, for other tools; the hook reads the binary form. */
export const ManifestSchema = z
  .object({
    $schema: z.string(),
    type: z.literal('lessons-learned-manifest'),
    version: z.literal(1),
    format: z.int().describe('Format of the binary form that was written with it.'),
    builtAt: z.string(),
    config: ConfigSchema,
    roots: z.array(z.object({ root: z.string(), project: z.string() })),
    lessons: z.array(
      z.object({
        id: z.string(),
        number: z.int(),
        slug: z.string(),
        delivery: DeliverySchema,
        injectOn: z.array(InjectEventSchema),
        toolNames: z.array(z.string()),
        command: z.array(CompiledPatternSchema),
        path: z.array(CompiledPatternSchema),
        content: z.array(CompiledPatternSchema),
        error: z.array(CompiledPatternSchema),
        fingerprint: z.string().nullable(),
        priority: z.int(),
        confidence: z.number(),
        effect: z.number().describe('Posterior mean of being useful; 0.5 where nothing is known.'),
        scope: z.string(),
        tags: z.array(z.string()),
        actsAtCalls: z.boolean(),
        text: z.string(),
        summaryText: z.string(),
        reason: z.string(),
        signature: z.string().nullable(),
        shownTrigger: z.string().describe('What it waits for in a few words, for a person.'),
      }),
    ),
  })
  .meta({ id: 'Manifest', title: 'Manifest' });
export type ManifestDocument = z.infer<typeof ManifestSchema>;
