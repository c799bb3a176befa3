import { z } from 'zod';
import type { Lesson } from '../../model/lesson.ts';
import { lessonState, type Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';

const LookSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** Projects in which its mistake had been made by then. */
  projects: z.int(),
});
/** When a human said of a lesson that it holds, and what was known of it by then. */
type Look = z.infer<typeof LookSchema>;

/** A human has looked at the lesson, and keeps it. */
export async function noteLook(
  store: Store,
  { id, projectCount }: Pick<Lesson, 'id' | 'projectCount'>,
  at: string,
): Promise<void> {
  const look: Look = { at, projects: projectCount };
  await keepState(store, lessonState('looked', id), look);
}

/** The last look at a lesson; null where there was none since its approval. */
export const lastLook = (store: Store, lessonId: string): Promise<Look | null> =>
  readState(store, lessonState('looked', lessonId), LookSchema);
