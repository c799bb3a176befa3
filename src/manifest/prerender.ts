import { lessonSummaryText, lessonText } from '../inject/render.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Lesson } from '../model/lesson.ts';
import { startText } from './start-text.ts';

/** The texts of a lesson that the hook sends as they are. */
export function prerender(
  lesson: Lesson,
): Pick<CompiledLesson, 'text' | 'startText' | 'summaryText' | 'reason'> {
  const isToldAtStart = lesson.injectOn.some(
    (event) => event === 'SessionStart' || event === 'SubagentStart',
  );
  return {
    text: lessonText(lesson),
    ...(isToldAtStart && { startText: startText(lesson) }),
    summaryText: lessonSummaryText(lesson),
    reason: lesson.blockReason ?? '',
  };
}
