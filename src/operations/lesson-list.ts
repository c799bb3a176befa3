import { z } from 'zod';
import { LESSON_STATUSES } from '../model/constants.ts';
import { LessonSchema, LessonStatusSchema } from '../model/lesson.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { NARROW_FIELDS, NARROW_FLAGS } from './lesson/narrow.ts';
import { renderList } from './lesson/render-lesson.ts';
import { operation } from './operation.ts';

const input = z.object({
  status: z.array(LessonStatusSchema).min(1, 'names no status').optional(),
  ...NARROW_FIELDS,
  showArchived: z.boolean().optional(),
  limit: z.int().min(1).optional(),
  offset: z.int().min(0).optional(),
});

const output = z.object({
  lessons: z.array(LessonSchema),
  hidden: z.object({
    archived: z.int().min(0),
    belowGate: z.int().min(0).describe('Candidates less reusable than `reusableGate`.'),
  }),
});

export const lessonList = operation({
  name: 'lesson.list',
  docs: 'Lists lessons, best first. Without --status, archived ones and candidates that are unlikely to help a later session (below the setting reusableGate) are left out; with it, every lesson of that status is listed.',
  input,
  output,
  readOnly: true,
  cli: {
    command: ['list'],
    flags: {
      status: {
        type: 'csv',
        label: 'S',
        help: 'candidate, reviewed, active or archived; several with commas.',
      },
      ...NARROW_FLAGS,
      showArchived: { help: 'Archived ones too.' },
      limit: { help: 'At most N.' },
      offset: { help: 'Skip the first N.' },
    },
    render: renderList,
  },
  async run(context, { status, showArchived, limit, offset, ...narrow }) {
    const store = await context.store();
    const filter = withoutUndefined(narrow);
    const page = withoutUndefined({ limit, offset });
    if (status !== undefined) {
      const lessons = await store.listLessons({ ...filter, ...page, status });
      return { lessons, hidden: { archived: 0, belowGate: 0 } };
    }
    const gated = { ...filter, reusableMin: context.config.reusableGate };
    const shown = LESSON_STATUSES.filter((each) => each !== 'archived' || showArchived === true);
    const [all, left] = [await store.countLessons(filter), await store.countLessons(gated)];
    return {
      lessons: await store.listLessons({ ...gated, ...page, status: shown }),
      hidden: {
        archived: showArchived === true ? 0 : all.archived,
        belowGate: all.candidate - left.candidate,
      },
    };
  },
});
