import { z } from 'zod';
import { counted } from '../model/counted.ts';
import type { Lesson } from '../model/lesson.ts';
import { hasCallTrigger, historiesOf } from './history.ts';
import type { Context } from './operation.ts';

/** What a trigger would have met in the user's own past calls. */
export const BacktestSummarySchema = z.object({
  callsSeen: z.int().min(0).describe('Past calls of the tools that the lesson names.'),
  matched: z.int().min(0),
  failingMet: z.int().min(0).describe('Matched calls that failed.'),
  goodDisturbed: z.int().min(0).describe('Matched calls that went well.'),
  note: z.string().nullable(),
});
type BacktestSummary = z.infer<typeof BacktestSummarySchema>;

/** Runs a lesson's trigger over the past calls; null where none are known or it has no trigger for calls. */
export async function backtestLesson(context: Context, lesson: Lesson): Promise<BacktestSummary | null> {
  if (!hasCallTrigger(lesson)) return null;
  const result = (await historiesOf(context, [lesson])).get(lesson.id);
  if (!result) return null;
  const { callsSeen, matched, failingMet, goodDisturbed, note } = result;
  return { callsSeen, matched, failingMet, goodDisturbed, note };
}

/** The figures in a sentence or two, and what follows from them. */
export function describeBacktest(result: BacktestSummary | null): string[] {
  if (result === null) return [];
  if (result.callsSeen === 0) return ['No past calls of its tools are known.'];
  return [
    `In ${counted(result.callsSeen, 'past call')} it meets ${result.failingMet} that failed and disturbs ${result.goodDisturbed} that went well.`,
    ...(result.note === null ? [] : [result.note]),
  ];
}
