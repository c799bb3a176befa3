import { isoTime } from '../../platform/clock.ts';
import type { Store } from '../../store/port.ts';
import { mayActivate } from '../guard.ts';
import { rebuildManifest } from '../home/rebuild.ts';
import { similarLessons } from '../lesson/similar-lessons.ts';
import type { Context } from '../operation.ts';
import { considerCandidates } from '../review/review-consider.ts';

/**
 * With `autoPromoteTags`, what agents tagged becomes active, also what an unattended scan has found. What the noise filter
 * objects to waits for a human, and so does what says nearly the same as a lesson that was decided on, archived ones included.
 * @returns how many became active
 */
export async function promoteTagged(context: Context, store: Store): Promise<number> {
  if (!context.config.autoPromoteTags || !(await mayActivate(context)).allowed) return 0;
  const tags = await store.listTags();
  const tagged = new Set((await store.listAssignments(tags.map(({ id }) => id))).values());
  const waiting = (await store.lessonHeads()).filter(
    ({ id, status }) => status === 'candidate' && tagged.has(id),
  );
  if (waiting.length === 0) return 0;
  const { candidates } = await considerCandidates(context, { all: true, ids: waiting.map(({ id }) => id) });
  const plain = candidates.filter(({ noise, proposal }) => noise === null && proposal === null);
  const similar = await similarLessons(store, plain);
  const promoted = plain.filter((_, at) => similar[at]!.every(({ lesson }) => lesson.status === 'candidate'));
  const at = isoTime(context.clock);
  for (const { id } of promoted)
    await store.updateLesson(id, { status: 'active', reviewedAt: at }, 'candidate');
  if (promoted.length > 0) await rebuildManifest(context);
  return promoted.length;
}
