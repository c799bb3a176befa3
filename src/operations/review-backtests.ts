import { existsSync } from 'node:fs';
import { compileLesson } from '../manifest/compile-lesson.ts';
import { doubtfulSources, verdictsOf } from '../manifest/verdicts.ts';
import type { Lesson } from '../model/lesson.ts';
import { homeFiles } from '../platform/paths.ts';
import type { BacktestView } from '../review/candidate-view.ts';
import { openCallIndex } from '../store/sqlite/call-index.ts';
import { backtestMany } from '../triggers/backtest.ts';
import type { Context } from './operation.ts';

export const NO_BACKTEST: BacktestView = { failingMet: 0, goodDisturbed: 0, callsSeen: 0 };

/** What the triggers of many lessons would have met, in one pass over the past calls; all zero where none are known. */
export async function backtestsOf(
  context: Context,
  lessons: readonly Lesson[],
): Promise<(lessonId: string) => BacktestView> {
  if (lessons.length === 0 || !existsSync(homeFiles.calls(context.home))) return () => NO_BACKTEST;
  const verdict = await verdictsOf(context.home, doubtfulSources([...lessons]));
  const options = { effect: undefined, history: undefined, verdict, refused: () => {} };
  const compiled = lessons.map((lesson) => compileLesson(lesson, options).compiled);
  const index = openCallIndex(context.home);
  try {
    const results = backtestMany(compiled, index.texts());
    return (lessonId) => {
      const result = results.get(lessonId);
      if (!result) return NO_BACKTEST;
      const { failingMet, goodDisturbed, callsSeen } = result;
      return { failingMet, goodDisturbed, callsSeen };
    };
  } finally {
    index.close();
  }
}
