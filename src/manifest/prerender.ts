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
    text: lessonText(saidOnce(lesson)),
    ...(isToldAtStart && { startText: startText(lesson) }),
    summaryText: lessonSummaryText(lesson),
    reason: lesson.blockReason ?? '',
  };
}

/** The summary of a `/lesson` writ is its signature and its text, which stand as mistake and fix again. */
function saidOnce(lesson: Lesson): Pick<Lesson, 'summary' | 'mistake' | 'remediation'> {
  const { source, summary, mistake } = lesson;
  const isWhole = source === 'writ' && summary.startsWith(`${mistake}: `);
  return isWhole ? { ...lesson, summary: mistake } : lesson;
}
