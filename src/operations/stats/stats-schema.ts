import { z } from 'zod';

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const RateSchema = z.object({
  calls: count,
  failures: count,
  per1000: z.number().nullable().describe('Failures per 1,000 calls of that tool.'),
});
const RecurrenceSchema = z.object({ before: RateSchema, after: RateSchema });

const ArmSchema = z.object({ sessions: count, failed: count });
const EffectSchema = z.union([
  z.object({
    enough: z.literal(true),
    withLesson: ArmSchema,
    withheld: ArmSchema,
    difference: z.number().describe('Failure rate with the lesson minus without: below 0 where it helps.'),
    low: z.number(),
    high: z.number(),
  }),
  z.object({ enough: z.literal(false), withLesson: ArmSchema, withheld: ArmSchema, reason: z.string() }),
]);

const OutcomeCountsSchema = z.object({
  prevented: count,
  ignored: count,
  irrelevant: count,
  unknown: count,
});
export type OutcomeCounts = z.infer<typeof OutcomeCountsSchema>;

const ProposalSchema = z.union([
  z.object({
    kind: z.literal('archive'),
    why: z.enum(['stale', 'no-effect', 'harmful']),
    reason: z.string(),
  }),
  z.object({ kind: z.literal('demote'), to: z.enum(['context', 'hold', 'block']), reason: z.string() }),
  z.object({ kind: z.literal('promote'), to: z.enum(['context', 'hold', 'block']), reason: z.string() }),
  z.object({ kind: z.literal('widen'), to: z.literal('global'), reason: z.string() }),
  z.object({ kind: z.literal('re-check'), reason: z.string() }),
]);

const EstimateSchema = z.object({
  tokensSpent: count.describe('Estimate: bytes told ÷ 4.'),
  tokensSaved: count.describe('Estimate: prevented failures × the median cost of that failure in the past.'),
  callsSaved: z.number().min(0).describe('Estimate, alike.'),
  secondsSaved: z.number().min(0).describe('Estimate, alike.'),
});

const LessonStatsSchema = z.object({
  id: z.string(),
  number: z.int(),
  slug: z.string(),
  status: z.string(),
  summary: z.string(),
  delivery: z.string(),
  injections: count.describe('Deliveries at a call or after its failure.'),
  shown: count.describe('Shown before a turn or at session start; counts for nothing.'),
  withheld: count,
  outcomes: OutcomeCountsSchema,
  complaints: count.describe('`lessons wrong`.'),
  score: z.int().describe('+1 for each prevented, −1 for each ignored, irrelevant or reported.'),
  posterior: z.object({ mean: share, low: share, high: share, weight: z.number() }),
  effect: EffectSchema,
  estimates: EstimateSchema,
  recurrence: RecurrenceSchema.extend({
    tool: z.string(),
    byProject: z.array(RecurrenceSchema.extend({ project: z.string() })),
    byAgent: z.array(RecurrenceSchema.extend({ agent: z.string() })),
  }).nullable(),
  lastMatchedAt: z.string().nullable(),
  lastUsefulAt: z.string().nullable(),
  weekly: z.array(count).describe('Deliveries in each of the last 12 weeks, the present one last.'),
  proposals: z.array(ProposalSchema),
});
export type LessonStats = z.infer<typeof LessonStatsSchema>;

export const StatsSchema = z.object({
  at: z.string(),
  holdoutRate: z.number(),
  totals: z.object({
    lessons: z.object({ active: count, candidate: count, reviewed: count, archived: count }),
    sessions: count,
    calls: count,
    failures: count,
    injections: count,
    shown: count,
    withheld: count,
    outcomes: OutcomeCountsSchema,
    estimates: EstimateSchema.describe('A failure that several lessons prevented at one call counts once.'),
  }),
  effect: EffectSchema.describe(
    'Over all lessons: sessions with a lesson against sessions where it was withheld.',
  ),
  weekly: z.array(
    z.object({
      week: z.string().describe('Its first day.'),
      injections: count,
      prevented: count,
      ignored: count,
      irrelevant: count,
    }),
  ),
  silence: z.array(
    z.object({
      agent: z.string(),
      sessions: count,
      silent: count,
      silentSince: count,
      suspicious: z.boolean(),
    }),
  ),
  lessons: z.array(LessonStatsSchema),
});
export type Stats = z.infer<typeof StatsSchema>;
