import { TEXT_CHARS_MAX } from '../model/constants.ts';
import type { Lesson, Trigger } from '../model/lesson.ts';
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
      injectOn: union(lesson.injectOn, candidate.errorPatterns.length > 0 ? ['PostToolUseFailure'] : []),
      sourceSessionIds: sessions,
      occurrenceCount: lesson.occurrenceCount + candidate.occurrenceCount,
      sessionCount: Math.max(lesson.sessionCount, candidate.sessionCount, sessions.length),
      projectCount: Math.max(lesson.projectCount, candidate.projectCount),
    },
  };
}

/**
 * Patterns of both. No tool means any tool, so an empty list stays empty. Content patterns narrow path patterns:
 * both are taken over only where the two lessons use them alike.
 */
function mergedTrigger(lesson: Trigger, candidate: Trigger): Trigger {
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

function joined(text: string, addition: string): string {
  return text.includes(addition) ? text : `${text}\n${addition}`.trim();
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}
