import { lessonSummaryText, lessonText } from '../inject/render.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Lesson } from '../model/lesson.ts';

/** The texts of a lesson that the hook sends as they are. */
export function prerender(lesson: Lesson): Pick<CompiledLesson, 'text' | 'summaryText' | 'reason'> {
  return {
    text: lessonText(lesson),
    summaryText: lessonSummaryText(lesson),
    reason: lesson.blockReason ?? '',
  };
}
