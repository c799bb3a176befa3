import type { Lesson } from '../../model/lesson.ts';
import type { LessonIndexer, Store } from '../../store/port.ts';
import { bands, estimateJaccard, minHash, wordSet } from '../../text/similarity.ts';

/** From here on two lessons say nearly the same. */
const SIMILAR_MIN = 0.5;

interface Similar {
  lesson: Lesson;
  /** Estimated Jaccard similarity of their words, 0–1. */
  similarity: number;
}

/** What similarity looks at: the words of summary, mistake and fix. */
function wordsOf(lesson: Pick<Lesson, 'summary' | 'mistake' | 'remediation'>): Set<string> {
  return wordSet(`${lesson.summary}\n${lesson.mistake}\n${lesson.remediation}`);
}

/** The store's similarity index. */
export const lessonIndexer: LessonIndexer = (lesson) => {
  const signature = minHash(wordsOf(lesson));
  return { signature, bands: bands(signature) };
};

/** For each of the lessons those that say nearly the same, most alike first; the lesson itself left out. */
export async function similarLessons(
  store: Store,
  lessons: readonly (Pick<Lesson, 'summary' | 'mistake' | 'remediation'> & { id?: string })[],
): Promise<Similar[][]> {
  const signatures = lessons.map((lesson) => minHash(wordsOf(lesson)));
  const near = await store.lessonsByBands(
    signatures.map((signature) => ({
      bands: bands(signature),
      keep: (other) => estimateJaccard(signature, other) >= SIMILAR_MIN,
    })),
  );
  return near.map((found, at) =>
    found
      .filter((each) => each.lesson.id !== lessons[at]!.id)
      .map((each) => ({
        lesson: each.lesson,
        similarity: estimateJaccard(signatures[at]!, each.signature),
      }))
      .sort((a, b) => b.similarity - a.similarity || a.lesson.number - b.lesson.number),
  );
}
