import { z } from 'zod';
import { DELIVERIES, INJECT_EVENTS } from '../model/constants.ts';
import { type Lesson, LessonSchema } from '../model/lesson.ts';
import { AppError } from '../platform/errors.ts';
import { isObject } from '../text/json.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { mayActivate, ONLY_PROPOSED } from './guard.ts';
import { BacktestSummarySchema, backtestLesson, describeBacktest } from './history/backtests.ts';
import { rebuildIfStale, rebuildManifest } from './home/rebuild.ts';
import { buildLesson, findIdentical, storeLesson } from './lesson/create-lesson.ts';
import { describeWarnings, WarningsSchema, warningsOnChange } from './lesson/lesson-warnings.ts';
import { scopeHere } from './lesson/scope-here.ts';
import { similarLessons } from './lesson/similar-lessons.ts';
import { problemsOf, readDraft, refuseProblems } from './lesson/validate-lesson.ts';
import { type Context, operation } from './operation.ts';
import { suggestions, toolSchema } from './suggestions.ts';

const input = z.object({
  lesson: z.unknown().optional().describe('A whole draft; the other fields are laid over it.'),
  summary: z.string().optional(),
  mistake: z.string().optional(),
  remediation: z.string().optional(),
  toolNames: z.array(toolSchema()).optional(),
  commandPatterns: z.array(z.string()).optional(),
  pathPatterns: z.array(z.string()).optional(),
  contentPatterns: z.array(z.string()).optional(),
  errorPatterns: z.array(z.string()).optional(),
  delivery: z.enum(DELIVERIES).optional(),
  blockReason: z.string().optional(),
  signature: z.string().optional(),
  injectOn: z.array(z.string().register(suggestions, { words: INJECT_EVENTS })).optional(),
  priority: z.number().optional(),
  confidence: z.number().optional(),
  tags: z.array(z.string()).optional(),
  scope: z
    .string()
    .register(suggestions, { words: ['global', 'project'] })
    .optional(),
});

const output = LessonSchema.extend({
  proposal: z.string().nullable().describe('Why it is not active, or null where it is.'),
  similar: z.array(z.object({ slug: z.string(), status: z.string(), similarity: z.number() })),
  backtest: BacktestSummarySchema.nullable().describe('Null where no past calls are known.'),
  warnings: WarningsSchema,
});
type Output = z.infer<typeof output>;

export const lessonAdd = operation({
  name: 'lesson.add',
  docs: `Adds a lesson: checks its fields and patterns, looks for duplicates, runs its trigger over past calls, activates it and rebuilds the manifest. ${ONLY_PROPOSED}`,
  input,
  output,
  readOnly: false,
  cli: {
    command: ['add'],
    flags: {
      lesson: {
        flag: '--from-json',
        type: 'json-file',
        help: 'A lesson as JSON; other flags override its fields.',
      },
      summary: { help: 'One line in present tense, at most 80 characters.' },
      mistake: { help: 'What goes wrong, and why.' },
      remediation: { help: 'The concrete fix.' },
      toolNames: { flag: '--tool', label: 'T', help: 'Tool that it is about; may be repeated.' },
      commandPatterns: {
        flag: '--command-pattern',
        label: 'RE',
        help: 'Regular expression over each command that would be executed; may be repeated.',
      },
      pathPatterns: { flag: '--path-pattern', label: 'GLOB', help: 'Glob over paths; may be repeated.' },
      contentPatterns: {
        flag: '--content-pattern',
        label: 'RE',
        help: 'Regular expression over new content of an edit; may be repeated.',
      },
      errorPatterns: {
        flag: '--error-pattern',
        label: 'RE',
        help: 'Regular expression over the error of a failing call; may be repeated.',
      },
      delivery: { label: 'D', help: 'context (beside the result), hold (denied once) or block (denied).' },
      blockReason: { help: 'What a block says; may contain {command}.' },
      signature: { help: 'Short trigger text for prompts.' },
      injectOn: {
        type: 'csv',
        help: 'Events: PreToolUse, SessionStart, SubagentStart, UserPromptSubmit, PostToolUseFailure.',
      },
      priority: { help: '1 to 10.' },
      confidence: { help: '0 to 1.' },
      tags: { flag: '--tag', label: 'X', help: 'category:value; may be repeated.' },
      scope: {
        label: 'S',
        help: 'global, project (the one that you are in), project:ID, team:NAME or agent:ID.',
      },
    },
    render: (added) => {
      const lines =
        added.proposal === null
          ? [
              `Added #${added.number} ${added.slug} (${added.delivery}, priority ${added.priority}). It is active.`,
            ]
          : [
              `Proposed #${added.number} ${added.slug}; not active: ${added.proposal}.`,
              `A human can approve it: lessons promote --ids ${added.slug}`,
            ];
      for (const each of added.similar)
        lines.push(`Says nearly the same as ${each.slug} (${each.status}, ${each.similarity.toFixed(2)}).`);
      lines.push(...describeBacktest(added.backtest), ...describeWarnings(added.warnings));
      return lines.join('\n');
    },
  },
  async run(context, { lesson: base, ...fields }): Promise<Output> {
    const built = await build(context, base, fields);
    const permission = await mayActivate(context, built.delivery === 'block');
    const lesson: Omit<Lesson, 'number'> = permission.allowed
      ? built
      : { ...built, status: 'candidate', reviewedAt: null, confidence: Math.min(built.confidence, 0.5) };
    const store = await context.store();
    const [near = []] = await similarLessons(store, [lesson]);
    // Whoever repeats a command that was killed before it compiled is told of a duplicate, which then has to act.
    if ((await findIdentical(store, lesson)) !== null) await rebuildIfStale(context);
    const stored = await store.transaction(async (inside) => {
      refuseIdentical(await findIdentical(inside, lesson));
      return storeLesson(inside, lesson);
    });
    const backtest = await backtestLesson(context, stored);
    const report = stored.status === 'active' ? await rebuildManifest(context) : undefined;
    return {
      ...stored,
      proposal: permission.allowed ? null : permission.reason,
      similar: near.slice(0, 5).map((each) => ({
        slug: each.lesson.slug,
        status: each.lesson.status,
        similarity: Math.round(each.similarity * 100) / 100,
      })),
      backtest,
      warnings: await warningsOnChange(context, [stored], report),
    };
  },
});

const WORDS = ['summary', 'mistake', 'remediation'] as const;

async function build(
  context: Context,
  base: unknown,
  fields: Record<string, unknown>,
): Promise<Omit<Lesson, 'number'>> {
  const given = withoutUndefined(fields);
  if (base === undefined && Object.keys(given).length === 0) {
    throw new AppError(
      'USAGE',
      'add needs --from-json FILE or flags such as --summary, --mistake and --remediation',
      {
        hint: 'See `lessons add --help`.',
      },
    );
  }
  const lacking = WORDS.filter((field) => base === undefined && given[field] === undefined);
  if (lacking.length > 0) {
    throw new AppError('USAGE', `add also needs ${lacking.join(' and ')}`, {
      hint: 'See `lessons add --help`.',
    });
  }
  const { draft, unknown } = readDraft(base === undefined ? given : overlay(base, given));
  if (draft.scope !== undefined) draft.scope = await scopeHere(context, draft.scope);
  const strange = unknown.filter((field) => !Object.hasOwn(LessonSchema.shape, field) && !IGNORED.has(field));
  if (strange.length > 0) context.warn(`ignored unknown fields: ${strange.slice(0, 10).join(', ')}`);
  const lesson = buildLesson(draft, { source: 'manual', status: 'active', now: context.clock.now() });
  refuseProblems(await problemsOf(lesson, context.home), 'not added');
  return lesson;
}

/** Fields that answers of other commands add to a lesson. */
const IGNORED = new Set(['evidence', 'draft', 'proposal', 'similar', 'backtest', 'warnings', '$schema']);

function overlay(base: unknown, fields: Record<string, unknown>): unknown {
  return isObject(base) ? { ...base, ...fields } : base;
}

function refuseIdentical(twin: Lesson | null): void {
  if (twin === null) return;
  const hint =
    twin.status === 'active'
      ? `Change it with \`lessons edit ${twin.slug}\`.`
      : `Approve it with \`lessons promote --ids ${twin.slug}\`.`;
  throw new AppError('DUPLICATE', `${twin.slug} (#${twin.number}, ${twin.status}) says exactly this`, {
    hint,
  });
}
