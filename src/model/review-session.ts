import { z } from 'zod';
import { LessonPatchSchema } from './lesson.ts';

export const REVIEW_ACTIONS = [
  'promote',
  'archive',
  'skip',
  'expand_existing',
  'supersede',
  'unarchive',
] as const;

export const ReviewItemSchema = z.object({
  action: z.enum(REVIEW_ACTIONS),
  candidateId: z.string(),
  patch: LessonPatchSchema.optional(),
  archiveReason: z.string().optional(),
  targetSlug: z.string().optional(),
  expansionNote: z.string().optional(),
});
export type ReviewItem = z.infer<typeof ReviewItemSchema>;

/** What `review apply` takes. */
export const ReviewApplySchema = z
  .object({ sessionId: z.string(), items: z.array(ReviewItemSchema) })
  .meta({ id: 'ReviewApply', title: 'Review decisions' });
export type ReviewApply = z.infer<typeof ReviewApplySchema>;

/** The permanent audit file of one review session. */
export const ReviewSessionSchema = z
  .object({
    sessionId: z.string(),
    generatedAt: z.string(),
    appliedAt: z.string().nullable(),
    candidatesConsidered: z.int().min(0),
    items: z.array(
      ReviewItemSchema.extend({
        before: z.unknown().describe('The candidate as it was.'),
        after: z.unknown().describe('The candidate as it became.'),
        targetBefore: z
          .unknown()
          .optional()
          .describe('The lesson that was expanded or superseded, as it was.'),
        targetAfter: z.unknown().optional(),
        proposed: z.boolean().optional().describe('True where only a proposal was left for a human.'),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReviewSession', title: 'Review session' });
export type ReviewSession = z.infer<typeof ReviewSessionSchema>;
