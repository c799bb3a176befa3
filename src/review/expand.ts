import { TEXT_CHARS_MAX } from '../model/constants.ts';
import { callPatterns, type Lesson, type Trigger } from '../model/lesson.ts';
import { codeTokens } from './words.ts';

/**
 * The lesson with a candidate's sub-case taken in: its note, its fix where that names new code, its patterns, tools,
 * tags and counts. Nothing of the lesson is removed, and it never acts on fewer calls than before.
 * Answers why not where the texts would grow too long.
 */
export function expanded(
  lesson: Lesson,
  candidate: Lesson,
  note: string,
): { lesson: Lesson } | { refused: string } {
  const mistake = joined(lesson.mistake, `Also: ${note.trim()}`);
  const adds = [...codeTokens(candidate.remediation)].some(
    (token) => !lesson.remediation.toLowerCase().includes(token),
  );
  const remediation = adds
    ? joined(lesson.remediation, `Also: ${candidate.remediation}`)
    : lesson.remediation;
  if (mistake.length > TEXT_CHARS_MAX || remediation.length > TEXT_CHARS_MAX)
    return { refused: `${lesson.slug} would grow longer than ${TEXT_CHARS_MAX} characters` };
  const sessions = union(lesson.sourceSessionIds, candidate.sourceSessionIds);
  return {
    lesson: {
      ...lesson,
      mistake,
      remediation,
      ...mergedTrigger(lesson, candidate),
      tags: union(lesson.tags, candidate.tags),
      signals: union(lesson.signals, candidate.signals),
      injectOn: mergedEvents(lesson, candidate),
      sourceSessionIds: sessions,
      occurrenceCount: lesson.occurrenceCount + candidate.occurrenceCount,
      sessionCount: Math.max(lesson.sessionCount, candidate.sessionCount, sessions.length),
      projectCount: Math.max(lesson.projectCount, candidate.projectCount),
    },
  };
}

/**
 * Patterns of both. No tool means any tool, so an empty list stays empty. Content patterns narrow path patterns:
 * both are taken over only where the two lessons use them alike. What acts at every call of its tools, since it names
 * nothing else, would act on fewer with any pattern, and stays as it is.
 */
function mergedTrigger(lesson: Lesson, candidate: Lesson): Partial<Trigger> {
  if (takesWholeTools(lesson)) return {};
  const alike = lesson.contentPatterns.length > 0 === candidate.contentPatterns.length > 0;
  return {
    toolNames: lesson.toolNames.length === 0 ? [] : union(lesson.toolNames, candidate.toolNames),
    commandPatterns: union(lesson.commandPatterns, candidate.commandPatterns),
    pathPatterns: alike ? union(lesson.pathPatterns, candidate.pathPatterns) : lesson.pathPatterns,
    contentPatterns: alike
      ? union(lesson.contentPatterns, candidate.contentPatterns)
      : lesson.contentPatterns,
    errorPatterns: union(lesson.errorPatterns, candidate.errorPatterns),
  };
}

const takesWholeTools = (lesson: Lesson): boolean =>
  lesson.injectOn.includes('PreToolUse') &&
  lesson.toolNames.length > 0 &&
  lesson.fingerprint === null &&
  callPatterns(lesson).length + lesson.errorPatterns.length === 0;

/** A lesson that named no call by a pattern is told at those that it gets. */
function mergedEvents(lesson: Lesson, candidate: Lesson): Lesson['injectOn'] {
  const isFirst = callPatterns(lesson).length === 0 && callPatterns(candidate).length > 0;
  return union(lesson.injectOn, [
    ...(isFirst && candidate.injectOn.includes('PreToolUse') ? (['PreToolUse'] as const) : []),
    ...(candidate.errorPatterns.length > 0 ? (['PostToolUseFailure'] as const) : []),
  ]);
}

function joined(text: string, addition: string): string {
  return text.includes(addition) ? text : `${text}\n${addition}`.trim();
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}
