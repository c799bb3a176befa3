import { z } from 'zod';
import { PACK_VERSION } from './constants.ts';
import { LessonSchema } from './lesson.ts';

/** A lesson as it travels in a pack: its text, and whatever else of it is kept. */
const PackLessonSchema = LessonSchema.omit({ origin: true, originKey: true, originDigest: true })
  .partial()
  .extend({
    summary: LessonSchema.shape.summary,
    reference: z.string().optional().describe('Where it can be read up; for people, not kept on import.'),
  })
  .meta({ id: 'PackLesson', title: 'Lesson of a pack' });

/** A pack as it is written. Reading one is laxer: `lessons import` cuts, rounds and fills in. */
export const PackSchema = z
  .object({
    $schema: z.string().optional(),
    type: z.literal('lessons-learned-pack'),
    version: z.literal(PACK_VERSION),
    name: z.string(),
    lessons: z.array(PackLessonSchema),
  })
  .meta({ id: 'Pack', title: 'Pack' });
export type Pack = z.infer<typeof PackSchema>;

/** Every lesson of a store, as it is exported. */
export const StoreExportSchema = z
  .object({
    $schema: z.string().optional(),
    type: z.literal('lessons-learned-store'),
    version: z.literal(PACK_VERSION),
    lessons: z.array(LessonSchema),
  })
  .meta({ id: 'StoreExport', title: 'Exported store' });
