import { type Lesson, LessonSchema } from '../../src/model/lesson.ts';
import type { ReviewSession } from '../../src/model/review-session.ts';
import { difference } from '../../src/operations/lesson/change-lesson.ts';
import type { Store } from '../../src/store/port.ts';

/**
 * Does to a store what a session did: every lesson becomes as its item says. On the store as it was before the
 * session this gives the store as it is after it. Lessons that are not in the store are left out.
 */
export async function replayAudit(store: Store, session: ReviewSession): Promise<number> {
  let changed = 0;
  await store.transaction(async (inside) => {
    for (const item of session.items)
      for (const state of [item.after, item.targetAfter]) {
        const parsed = LessonSchema.safeParse(state);
        if (parsed.success && (await become(inside, parsed.data))) changed += 1;
      }
  });
  return changed;
}

async function become(store: Store, lesson: Lesson): Promise<boolean> {
  const before = await store.getLesson(lesson.id);
  return (
    before !== null &&
    (await store.updateLesson(lesson.id, { ...difference(before, lesson), updatedAt: lesson.updatedAt }))
  );
}
