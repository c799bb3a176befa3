import { z } from 'zod';
import { LessonSchema } from '../model/lesson.ts';
import { renderList } from './lesson/render-lesson.ts';
import { operation } from './operation.ts';

export const lessonSearch = operation({
  name: 'lesson.search',
  docs: 'Finds lessons by their words, best first. No character is syntax: any text is a query.',
  input: z.object({ query: z.array(z.string()).min(1), limit: z.int().min(1).max(1000).optional() }),
  output: z.object({ lessons: z.array(LessonSchema) }),
  readOnly: true,
  cli: {
    command: ['search'],
    args: [{ field: 'query', label: 'QUERY', required: true, variadic: true }],
    flags: { limit: { help: 'At most N (20).' } },
    render: renderList,
  },
  async run(context, { query, limit }) {
    const store = await context.store();
    return { lessons: await store.searchLessons(query.join(' '), limit ?? 20) };
  },
});
