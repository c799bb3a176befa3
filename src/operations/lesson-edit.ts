import { z } from 'zod';
import { type Lesson, type LessonPatch, LessonSchema } from '../model/lesson.ts';
import { AppError } from '../platform/errors.ts';
import { readAssignedField } from '../review/edit-field.ts';
import type { Store } from '../store/port.ts';
import { mayActivate, mayBlock, ONLY_PROPOSED } from './guard.ts';
import { BacktestSummarySchema, backtestLesson, describeBacktest } from './history/backtests.ts';
import { recountNews } from './home/announce.ts';
import { rebuildIfStale, rebuildManifest } from './home/rebuild.ts';
import { difference, patched, readPatch, saveChanges, writeUp } from './lesson/change-lesson.ts';
import { citeAnew } from './lesson/citations.ts';
import { noteEdited } from './lesson/edited-fields.ts';
import { describeWarnings, WarningsSchema, warningsOnChange } from './lesson/lesson-warnings.ts';
import { scopeHere } from './lesson/scope-here.ts';
import { problemsOf, refuseProblems } from './lesson/validate-lesson.ts';
import { type Context, operation } from './operation.ts';
import { refSchema } from './suggestions.ts';

const output = LessonSchema.extend({
  changed: z.array(z.string()).describe('Fields that changed, or would change.'),
  proposal: z.string().nullable().describe('Why the change is only proposed, or null where it was made.'),
  backtest: BacktestSummarySchema.nullable(),
  warnings: WarningsSchema,
});
type Output = z.infer<typeof output>;

export const lessonEdit = operation({
  name: 'lesson.edit',
  docs: `Changes fields of a lesson, checks the whole of it and rebuilds the manifest. Whatever is changed, also nothing, says that the lesson was looked at again: what it cites is taken as it is now. Lists are JSON arrays, or one value; an empty list is []. ${ONLY_PROPOSED}`,
  input: z.object({
    ref: refSchema(),
    set: z.array(z.string()).optional(),
    more: z.array(z.string()).optional(),
    patch: z.record(z.string(), z.unknown()).optional(),
    accept: z.boolean().optional(),
    keep: z.boolean().optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['edit'],
    args: [
      { field: 'ref', label: 'REF', required: true },
      { field: 'more', label: 'field=value', variadic: true },
    ],
    flags: {
      set: { label: 'field=value', help: 'A field and its new value; may be repeated.' },
      accept: { help: 'Make the change that an agent proposed.' },
      keep: { help: 'Change nothing: it was looked at, and still holds.' },
      patch: { type: 'json', help: 'Fields and values as a JSON object.' },
    },
    render: (edited, { keep }) => {
      const what = `#${edited.number} ${edited.slug}`;
      const fields = edited.changed.join(', ');
      const first =
        fields === ''
          ? unchangedLine(what, edited.proposal, keep === true)
          : edited.proposal === null
            ? `Changed ${what}: ${fields}.`
            : `Proposed for ${what}: ${fields}; not changed: ${edited.proposal}.`;
      return [first, ...describeBacktest(edited.backtest), ...describeWarnings(edited.warnings)].join('\n');
    },
  },
  async run(context, { ref, set, more, patch: whole, accept, keep }): Promise<Output> {
    const typed = readPatch({ ...whole, ...readPairs([...(set ?? []), ...(more ?? [])]) });
    if (Object.keys(typed).length === 0 && accept !== true && keep !== true) {
      throw new AppError('USAGE', 'edit needs --set field=value, --patch JSON, --accept or --keep', {
        hint: 'See `lessons edit --help`.',
      });
    }
    if (keep === true && (accept === true || Object.keys(typed).length > 0))
      throw new AppError('USAGE', 'edit takes --keep or a change, not both', {
        hint: 'Every change says as well that the lesson was looked at.',
      });
    if (typed.scope !== undefined) typed.scope = await scopeHere(context, typed.scope);
    const store = await context.store();
    const before = await store.resolveLesson(ref);
    const patch = accept === true ? { ...(await proposed(store, before)), ...typed } : typed;
    const after = patched(before, patch);
    refuseProblems(await problemsOf(after, context.home), before.slug);
    const changed = Object.keys(difference(before, after)).filter((field) => field !== 'contentHash');
    const permission = await allowed(context, before, after);
    if (!permission.allowed) {
      const draft = await store.getDraft(before.id);
      if (changed.length > 0)
        await store.saveDraft(writeUp(context, before.id, { ...draft?.patch, ...patch }));
      return { ...before, changed, proposal: permission.reason, backtest: null, warnings: [] };
    }
    const saved = await store.transaction(async (inside) => {
      if (accept === true) await inside.deleteDraft(before.id);
      await noteEdited(inside, before.id, changed);
      return saveChanges(inside, before, after);
    });
    await citeAnew(context, saved);
    const backtest = await backtestLesson(context, saved);
    const rebuild = changed.length > 0 ? rebuildManifest : rebuildIfStale;
    const report = saved.status === 'active' ? await rebuild(context) : undefined;
    await recountNews(context);
    return {
      ...saved,
      changed,
      proposal: null,
      backtest,
      warnings: await warningsOnChange(context, [saved], report ?? undefined),
    };
  },
});

function unchangedLine(what: string, refused: string | null, kept: boolean): string {
  if (!kept) return `${what} says so already: nothing was changed.`;
  return refused === null
    ? `${what} stays as it is, and counts as looked at.`
    : `Not noted for ${what}: ${refused}.`;
}

/** A change of a candidate acts on nothing: it is free. A lesson that is or becomes a block needs more than the human's word to an agent. */
async function allowed(context: Context, before: Lesson, after: Lesson) {
  if (before.status !== 'active')
    return after.delivery === 'block' ? mayBlock(context) : { allowed: true as const };
  return mayActivate(context, before.delivery === 'block' || after.delivery === 'block');
}

/** The change that an agent left as a proposal. Throws NOT_FOUND. */
async function proposed(store: Store, lesson: Lesson): Promise<LessonPatch> {
  const draft = await store.getDraft(lesson.id);
  if (draft === null) throw new AppError('NOT_FOUND', `nothing is proposed for ${lesson.slug}`);
  return readPatch(draft.patch);
}

/** `field=value` pairs as a patch. */
export function readPairs(pairs: string[]): LessonPatch {
  let patch: LessonPatch = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at <= 0)
      throw new AppError('USAGE', `${JSON.stringify(pair)} is not field=value`, {
        hint: 'See `lessons edit --help`.',
      });
    const read = readAssignedField(pair.slice(0, at).trim(), pair.slice(at + 1));
    if ('error' in read) throw new AppError('INVALID_INPUT', read.error);
    patch = { ...patch, ...read.patch };
  }
  return patch;
}
