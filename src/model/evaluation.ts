import { z } from 'zod';

/** A hand-labelled event of a corpus. What the product does not know of is ignored. */
export const LabelSchema = z.looseObject({
  file: z.string(),
  line: z.int().nullish(),
  uuid: z.string().nullish(),
  tool_use_id: z.string().nullish(),
  event: z.string().optional(),
  label: z.enum(['mistake', 'not_mistake']),
  is_error_flag: z.boolean().nullish(),
  reusable: z.boolean().optional(),
  signals: z.array(z.string()).optional(),
});
export type Label = z.infer<typeof LabelSchema>;

const RateSchema = z.object({ hits: z.int(), of: z.int(), rate: z.number().nullable() });
export type Rate = z.infer<typeof RateSchema>;

const EvaluationGroupSchema = z.object({
  recall: RateSchema,
  negativesFlagged: RateSchema,
  precision: RateSchema.describe('Mistakes among the labelled events that were flagged.'),
});

export const EvaluationSchema = z.object({
  labels: z.int(),
  filesMissing: z.array(z.string()),
  minConfidence: z.number(),
  ...EvaluationGroupSchema.shape,
  perSignal: z
    .record(z.string(), RateSchema)
    .describe('Recall of the labelled mistakes that carry the signal.'),
  perAgent: z.record(z.string(), EvaluationGroupSchema),
  hiddenFailures: RateSchema.describe('Recall of mistakes in results that the log does not flag as failed.'),
  reusablePass: RateSchema.describe('Labelled reusable mistakes that are flagged and pass the gate.'),
  gatePrecision: RateSchema.describe(
    'Labelled reusable among the flagged labelled mistakes that pass the gate.',
  ),
  missed: z.array(
    z.object({ file: z.string(), line: z.int().nullable(), confidence: z.number().nullable() }),
  ),
  wronglyFlagged: z.array(
    z.object({ file: z.string(), line: z.int().nullable(), confidence: z.number(), kind: z.string() }),
  ),
});
export type Evaluation = z.infer<typeof EvaluationSchema>;
export type EvaluationGroup = z.infer<typeof EvaluationGroupSchema>;
