import type { Lesson } from '../../model/lesson.ts';
import type { Store } from '../../store/port.ts';
import type { IncomingLesson } from '../formats/incoming.ts';
import { fromPython } from '../formats/pattern-text.ts';

type Parts = ReadonlyMap<string, readonly Lesson[]>;

/**
 * Lessons of the store by what they say, archived ones left out: asked where a file's format holds only a part of a
 * lesson, so that what was written out of the store is known when it comes back. Null where no lesson is such a part.
 */
export async function partsOf(store: Store, incoming: readonly IncomingLesson[]): Promise<Parts | null> {
  if (!incoming.some(({ isPart }) => isPart === true)) return null;
  const lessons = await store.listLessons({ status: ['candidate', 'reviewed', 'active'] });
  return Map.groupBy(lessons, wordsOf);
}

/** Id of a lesson that says the same and has the part's whole trigger; a part that names no scope may be of any. */
export function knownPart(parts: Parts, lesson: Omit<Lesson, 'number'>, namesScope: boolean): string | null {
  const same = parts.get(wordsOf(lesson)) ?? [];
  return (
    same.find((other) => isPartOf(lesson, other) && (!namesScope || other.scope === lesson.scope))?.id ?? null
  );
}

function isPartOf(part: Omit<Lesson, 'number'>, whole: Lesson): boolean {
  const within = (some: readonly string[], all: readonly string[]): boolean => {
    const known = new Set(all.map(plainPattern));
    return some.every((each) => known.has(plainPattern(each)));
  };
  const takesTools =
    part.toolNames.length === 0 ? whole.toolNames.length === 0 : within(part.toolNames, whole.toolNames);
  return (
    takesTools &&
    within(part.commandPatterns, whole.commandPatterns) &&
    within(part.pathPatterns, whole.pathPatterns) &&
    within(part.contentPatterns, whole.contentPatterns) &&
    within(part.errorPatterns, whole.errorPatterns)
  );
}

/** As it stands where a format knows no raw text, and after it was read as one of Python's. */
const plainPattern = (pattern: string): string => fromPython(pattern.replace(/^raw:/, ''));

/** Formats break lines and escape marks in their own ways: letters and digits tell. */
function wordsOf({ mistake, remediation }: Pick<Lesson, 'mistake' | 'remediation'>): string {
  const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return `${words(mistake)}\n${words(remediation)}`;
}
