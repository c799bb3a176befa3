import { z } from 'zod';
import { LessonDraftSchema, LessonSchema } from './lesson.ts';

/** A lesson as it travels in a pack or a store export: a draft, and whatever identity it has. */
export const PackLessonSchema = LessonDraftSchema.extend(LessonSchema.partial().shape).extend({
  summary: z.string().min(1),
});

export const PackSchema = z
  .object({
    $schema: z.string().optional(),
    type: z.literal('lessons-learned-pack'),
    version: z.literal(1),
    name: z.string(),
    lessons: z.array(z.unknown()),
  })
  .meta({ id: 'Pack', title: 'Pack' });
export type Pack = z.infer<typeof PackSchema>;
