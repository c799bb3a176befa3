import { inScope } from '../../inject/scope.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Context } from '../operation.ts';

/** On which days sessions ran where a lesson applies: UTC dates, in any order. */
export async function sessionDaysOf(
  context: Context,
): Promise<(lesson: Pick<Lesson, 'scope'>) => readonly string[]> {
  const sessions = await (await context.store()).listSessions();
  const known = new Map<string, readonly string[]>();
  return ({ scope }) => {
    const days = known.get(scope) ?? daysIn(scope);
    known.set(scope, days);
    return days;
  };

  function daysIn(scope: string): string[] {
    const { team } = context.config;
    const there = sessions.filter(({ project, agent }) =>
      inScope(scope, { project: project || null, agent, team }),
    );
    return [...new Set(there.map(({ startedAt }) => startedAt?.slice(0, 10) ?? ''))].filter(Boolean);
  }
}
