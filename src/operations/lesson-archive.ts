import { z } from 'zod';
import { type Lesson, LessonSchema } from '../model/lesson.ts';
import { AppError } from '../platform/errors.ts';
import { mayActivate } from './guard.ts';
import { recountNews } from './home/announce.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { moved, saveChanges } from './lesson/change-lesson.ts';
import { type Context, operation } from './operation.ts';
import { refSchema } from './suggestions.ts';

export const lessonArchive = operation({
  name: 'lesson.archive',
  docs: 'Archives a lesson: it stays in the store and acts no more. Inside an agent an active lesson is archived only if the human has called a /lesson command in this session.',
  input: z.object({
    ref: refSchema('candidate', 'reviewed', 'active'),
    reason: z.string().trim().min(1, 'must not be empty').max(1000),
  }),
  output: LessonSchema,
  readOnly: false,
  cli: {
    command: ['archive'],
    args: [{ field: 'ref', label: 'REF', required: true }],
    flags: { reason: { help: 'Why; kept with the lesson.' } },
    render: (lesson) => `Archived #${lesson.number} ${lesson.slug}: ${lesson.archiveReason}.`,
  },
  async run(context, { ref, reason }) {
    const store = await context.store();
    const before = await store.resolveLesson(ref);
    if (before.status === 'active') await needHuman(context, before);
    const after = moved(before, 'archive', context.clock.now(), reason);
    const saved = await store.transaction((inside) => saveChanges(inside, before, after));
    if (before.status === 'active') await rebuildManifest(context);
    await recountNews(context);
    return saved;
  },
});

/** An agent must not take a lesson away unseen. */
async function needHuman(context: Context, lesson: Lesson): Promise<void> {
  const permission = await mayActivate(context, lesson.delivery === 'block');
  if (permission.allowed) return;
  throw new AppError('NEEDS_HUMAN', `${lesson.slug} is active and stays so: ${permission.reason}`, {
    hint: `A human can run \`lessons archive ${lesson.slug}\` in a shell.`,
  });
}
