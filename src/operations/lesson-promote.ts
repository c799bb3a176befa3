import { z } from 'zod';
import { type Lesson, LessonSchema } from '../model/lesson.ts';
import { mayActivate, ONLY_PROPOSED } from './guard.ts';
import { recountNews } from './home/announce.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { approved, patched, readPatch, saveChanges, writeUp } from './lesson/change-lesson.ts';
import { describeWarnings, WarningsSchema, warningsOnChange } from './lesson/lesson-warnings.ts';
import { problemsOf, refuseProblems } from './lesson/validate-lesson.ts';
import { type Context, operation } from './operation.ts';
import { refSchema } from './suggestions.ts';

const output = z.object({
  lessons: z.array(LessonSchema),
  proposal: z.string().nullable().describe('Why they are only proposed, or null where they are active.'),
  warnings: WarningsSchema,
});
type Output = z.infer<typeof output>;

export const lessonPromote = operation({
  name: 'lesson.promote',
  docs: `Approves candidates: all of them become active, or none. A write-up that a review left on a candidate is applied first, then --patch. ${ONLY_PROPOSED}`,
  input: z.object({
    ids: z.array(refSchema('candidate', 'reviewed')).min(1, 'names no lesson'),
    patch: z.record(z.string(), z.unknown()).optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['promote'],
    args: [{ field: 'ids', label: 'REF', variadic: true }],
    flags: {
      ids: { type: 'csv', help: 'The same as REF: slugs, ids, prefixes or #numbers.' },
      patch: { type: 'json', help: 'Fields to set on each of them, as a JSON object.' },
    },
    render: ({ lessons, proposal, warnings }) =>
      [
        ...lessons.map((lesson) =>
          proposal === null
            ? `Promoted #${lesson.number} ${lesson.slug}. It is active.`
            : `Proposed #${lesson.number} ${lesson.slug}; not active: ${proposal}.`,
        ),
        ...describeWarnings(warnings),
      ].join('\n'),
  },
  async run(context, { ids, patch: given }): Promise<Output> {
    const patch = readPatch(given ?? {});
    const store = await context.store();
    const found = new Map<string, Lesson>();
    for (const ref of ids) {
      const lesson = await store.resolveLesson(ref);
      found.set(lesson.id, lesson);
    }
    const before = [...found.values()];
    const after: Lesson[] = [];
    for (const lesson of before) {
      const draft = await store.getDraft(lesson.id);
      const whole = { ...(draft === null ? {} : readPatch(draft.patch)), ...patch };
      after.push(await approved(lesson, whole, { now: context.clock.now(), home: context.home }));
    }
    const permission = await mayActivate(
      context,
      after.some(({ delivery }) => delivery === 'block'),
    );
    if (!permission.allowed) {
      await propose(context, before, patch);
      return { lessons: before, proposal: permission.reason, warnings: [] };
    }
    const lessons = await store.transaction(async (inside) => {
      const saved: Lesson[] = [];
      for (const [index, lesson] of before.entries()) {
        saved.push(await saveChanges(inside, lesson, after[index]!));
        await inside.deleteDraft(lesson.id);
      }
      return saved;
    });
    const report = await rebuildManifest(context);
    await recountNews(context);
    return { lessons, proposal: null, warnings: await warningsOnChange(context, lessons, report) };
  },
});

/** Leaves the patch as a write-up on each candidate, checked as it would be when approved. */
async function propose(context: Context, before: Lesson[], patch: Record<string, unknown>): Promise<void> {
  const store = await context.store();
  for (const lesson of before) {
    refuseProblems(await problemsOf(patched(lesson, patch), context.home), lesson.slug);
    const draft = await store.getDraft(lesson.id);
    await store.saveDraft(writeUp(context, lesson.id, { ...draft?.patch, ...patch }));
  }
}
