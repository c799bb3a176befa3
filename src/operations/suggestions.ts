import { z } from 'zod';
import { AGENT_IDS, CANONICAL_TOOLS, LESSON_STATUSES } from '../model/constants.ts';
import type { LessonStatus } from '../model/lesson.ts';

/** What a shell offers for a field whose schema does not list its values. */
interface Suggestion {
  words?: readonly string[];
  /** Slugs of lessons of these statuses. */
  lessons?: readonly LessonStatus[];
  /** Ids of backups. */
  backups?: true;
}

/** Fields that take any text, and what is usual there. */
export const suggestions = z.registry<Suggestion>();

/** Slug, id, unique prefix or #number of a lesson; shells offer those of these statuses. */
export function refSchema(...lessons: LessonStatus[]): z.ZodString {
  return z.string().register(suggestions, { lessons: lessons.length > 0 ? lessons : [...LESSON_STATUSES] });
}

/** Name of a tool, canonical or an agent's own. */
export const toolSchema = (): z.ZodString => z.string().register(suggestions, { words: CANONICAL_TOOLS });

/** Name of an agent: one that we know, or a runtime of the user's. */
export const agentSchema = (): z.ZodString => z.string().register(suggestions, { words: AGENT_IDS });
