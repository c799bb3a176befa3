import { z } from 'zod';
import { LessonSchema } from '../model/lesson.ts';
import { restored } from './lesson/change-lesson.ts';
import { operation } from './operation.ts';
import { refSchema } from './suggestions.ts';

export const lessonRestore = operation({
  name: 'lesson.restore',
  docs: 'Makes an archived lesson a candidate again, to be reviewed anew.',
  input: z.object({ ref: refSchema('archived') }),
  output: LessonSchema,
  readOnly: false,
  cli: {
    command: ['restore'],
    args: [{ field: 'ref', label: 'REF', required: true }],
    render: (lesson) => `Restored #${lesson.number} ${lesson.slug}: it is a candidate again.`,
  },
  async run(context, { ref }) {
    const store = await context.store();
    const before = await store.resolveLesson(ref);
    return store.transaction((inside) => restored(inside, before, context.clock.now()));
  },
});
