import type { Lesson } from '../model/lesson.ts';
import { compare } from '../text/compare.ts';
import { addTo } from '../text/lists.ts';
import { adviceOf, contradictions } from './directives.ts';

/**
 * Active lessons that another one has replaced: marked so, or a newer active lesson of the same tools says the
 * opposite. Answers why, by lesson id; a proposal, nothing more.
 */
export function supersededLessons(active: readonly Lesson[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [id, newer] of newerOpposites(active))
    found.set(id, `the newer active lesson ${newer.slug} says the opposite`);
  for (const lesson of active)
    if (lesson.supersededBy !== null) found.set(lesson.id, `superseded by ${lesson.supersededBy}`);
  return found;
}

/** What so many lessons speak of is too common to tell that two of them speak of one thing. */
const OF_ONE_OBJECT_MAX = 50;

/** For each lesson the newest other one, of the same tools, that advises what it forbids or the reverse. */
function newerOpposites(active: readonly Lesson[]): Map<string, Lesson> {
  const advice = new Map(active.map((lesson) => [lesson.id, adviceOf(lesson)]));
  const byObject = new Map<string, Lesson[]>();
  for (const lesson of active)
    for (const object of [...advice.get(lesson.id)!.does, ...advice.get(lesson.id)!.donts])
      addTo(byObject, object, lesson);
  const isOpposed = (lesson: Lesson, later: Lesson) =>
    later.createdAt > lesson.createdAt &&
    sharesTool(lesson, later) &&
    contradictions(advice.get(lesson.id)!, advice.get(later.id)!).length > 0;
  const found = new Map<string, Lesson>();
  for (const lessons of byObject.values()) {
    if (lessons.length > OF_ONE_OBJECT_MAX) continue;
    const ordered = [...lessons].sort((a, b) => compare(a.createdAt, b.createdAt) || a.number - b.number);
    for (const lesson of ordered) {
      const newest = ordered.findLast((later) => isOpposed(lesson, later));
      if (newest) found.set(lesson.id, newest);
    }
  }
  return found;
}

function sharesTool(a: Lesson, b: Lesson): boolean {
  return (
    a.toolNames.length === 0 ||
    b.toolNames.length === 0 ||
    a.toolNames.some((tool) => b.toolNames.includes(tool))
  );
}
