import { z } from 'zod';
import { LESSON_STATUSES } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { FailureSchema } from '../model/failure.ts';
import { type Lesson, LessonSchema } from '../model/lesson.ts';
import { oneLine } from '../text/one-line.ts';
import { redact } from '../text/redact.ts';
import { salientLine } from '../text/salient.ts';
import { type ProposedCluster, proposedClusters } from './error-clusters.ts';
import { allFailures } from './home/hook-logs.ts';
import { buildLesson, storeLesson } from './lesson/create-lesson.ts';
import { FilterSchema, operation } from './operation.ts';
import { toolSchema } from './suggestions.ts';
import { fit, moment, plain } from './words/columns.ts';

const LIST_SHOWN = 30;
const EXAMPLE_CHARS_MAX = 300;

const listOutput = z.object({ errors: z.array(FailureSchema) });

export const errorList = operation({
  name: 'error.list',
  docs: 'Lists the failing tool calls that hooks have logged, and those that were migrated, in order of time. The scan of transcripts is what is complete; this is what was seen live.',
  input: z.object({ tool: toolSchema().min(1, 'is empty').optional(), session: FilterSchema.optional() }),
  output: listOutput,
  readOnly: true,
  cli: {
    command: ['errors', 'list'],
    flags: {
      tool: { label: 'T', help: 'Only of this tool.' },
      session: { label: 'ID', help: 'Only of this session.' },
    },
    render: ({ errors }, { tool, session }, screen) => {
      if (errors.length === 0)
        return (tool ?? session) === undefined
          ? 'No failure has been logged.'
          : 'No failure that fits has been logged.';
      const lines = errors.slice(-LIST_SHOWN).map((each) => {
        const kind = each.category.replace('_error', '');
        const about = salientLine(each.error) || oneLine(each.error);
        return fit(
          `${moment(each.timestamp)}  ${plain(each.tool).padEnd(8)} ${kind.padEnd(10)} ${plain(about)}`,
          screen.width,
        );
      });
      if (errors.length > LIST_SHOWN) lines.unshift(`… ${errors.length - LIST_SHOWN} earlier (--json)`);
      return lines.join('\n');
    },
  },
  async run(context, { tool, session }) {
    const errors = (await allFailures(context)).filter(
      (each) =>
        (tool === undefined || each.tool === tool) && (session === undefined || each.session_id === session),
    );
    return { errors };
  },
});

const ProposalSchema = z.object({
  program: z.string().describe('What failed: a program, or the tool.'),
  summary: z.string(),
  mistake: z.string(),
  remediation: z.string(),
  toolNames: z.array(z.string()),
  commandPatterns: z.array(z.string()),
  errorPatterns: z.array(z.string()),
  backtest: z
    .object({ callsSeen: z.int(), matched: z.int(), failingMet: z.int(), goodDisturbed: z.int() })
    .nullable()
    .describe('Of the command patterns, over the scanned history.'),
});

const ClusterSchema = z.object({
  fingerprint: z.string(),
  tool: z.string(),
  category: z.string(),
  count: z.int().min(1),
  sessions: z.int().min(1),
  projects: z.int().min(1),
  firstAt: z.string(),
  lastAt: z.string(),
  line: z.string().describe('The line that says what went wrong.'),
  examples: z.array(
    z.object({ id: z.string(), timestamp: z.string(), input: z.string(), error: z.string() }),
  ),
  proposal: ProposalSchema.optional(),
  lesson: z
    .object({ number: z.int(), slug: z.string(), status: z.enum(LESSON_STATUSES) })
    .optional()
    .describe('The lesson or candidate that is about it already.'),
});
type Cluster = z.infer<typeof ClusterSchema>;

export const errorClusters = operation({
  name: 'error.cluster',
  docs: 'Groups the logged failures by tool and error. A cluster of three or more in two or more sessions comes with a proposal, unless it is about a missing path or a permission. The lesson or candidate that is about it already is named.',
  input: z.object({}),
  output: z.array(ClusterSchema),
  readOnly: true,
  cli: {
    command: ['errors', 'clusters'],
    render: (clusters, _input, screen) =>
      clusters.length === 0
        ? 'No failure has been logged.'
        : clusters
            .slice(0, LIST_SHOWN)
            .map((each) => {
              const note = noteOf(each);
              const seen = `${String(each.count).padStart(4)} in ${counted(each.sessions, 'session')}`;
              return `${fit(`${seen}  ${plain(`${each.tool}  ${each.line}`)}`, screen.width - note.length)}${note}`;
            })
            .join('\n'),
  },
  async run(context) {
    return (await proposedClusters(context)).map(toOutput);
  },
});

function noteOf({ proposal, lesson }: Cluster): string {
  if (lesson) return `  [#${lesson.number}, ${lesson.status}]`;
  return proposal ? '  [worth a lesson]' : '';
}

function toOutput(found: ProposedCluster): Cluster {
  const { failures, proposal, lesson, ...cluster } = found;
  const examples = failures.map((each) => ({
    id: each.id,
    timestamp: each.timestamp,
    input: inputText(each.input),
    error: each.error.slice(0, EXAMPLE_CHARS_MAX),
  }));
  const about = lesson && { number: lesson.number, slug: lesson.slug, status: lesson.status };
  return { ...cluster, examples, ...(proposal ? { proposal } : {}), ...(about ? { lesson: about } : {}) };
}

function inputText(input: Record<string, unknown>): string {
  const command = input['command'] ?? input['file_path'] ?? input['path'] ?? input['pattern'];
  return (typeof command === 'string' ? command : JSON.stringify(input)).slice(0, EXAMPLE_CHARS_MAX);
}

const proposeOutput = z.object({
  clusters: z.int().min(0),
  proposed: z.array(LessonSchema).describe('New candidates.'),
  known: z.int().min(0).describe('Clusters that a lesson is about already.'),
});

export const errorPropose = operation({
  name: 'error.propose',
  docs: 'Makes a candidate of every cluster of logged failures that deserves a lesson and that no lesson is about. What to do instead is told where the error tells it, and else is for the review to fill in.',
  input: z.object({}),
  output: proposeOutput,
  readOnly: false,
  cli: {
    command: ['errors', 'propose'],
    render: ({ proposed, known, clusters }) => {
      if (proposed.length === 0)
        return clusters === 0
          ? 'No cluster deserves a lesson yet.'
          : `${counted(known, 'cluster')} worth a lesson, and each has one already: see \`lessons errors clusters\`.`;
      return [
        `${counted(proposed.length, 'new candidate')}:`,
        ...proposed.map((each) => `  #${each.number} ${each.summary}`),
        'Decide on them with `lessons review`.',
      ].join('\n');
    },
  },
  async run(context) {
    const store = await context.store();
    const worth = (await proposedClusters(context)).filter((each) => each.proposal !== null);
    const proposed = await store.transaction(async (inside) => {
      // Another process may have proposed the same meanwhile.
      const known = new Set((await inside.lessonHeads()).map(({ fingerprint }) => fingerprint));
      const stored: Lesson[] = [];
      for (const found of worth) {
        if (found.lesson !== null || known.has(found.fingerprint)) continue;
        stored.push(await storeLesson(inside, candidateOf(found, context.clock.now())));
      }
      return stored;
    });
    return { clusters: worth.length, proposed, known: worth.length - proposed.length };
  },
});

function candidateOf(found: ProposedCluster, now: number): Omit<Lesson, 'number'> {
  const { backtest: _, program, ...draft } = found.proposal as NonNullable<ProposedCluster['proposal']>;
  const sessions = [...new Set(found.failures.map((failure) => failure.session_id))].filter(Boolean);
  return buildLesson(
    {
      ...draft,
      mistake: redact(draft.mistake),
      needsHumanFix: draft.remediation === '',
      confidence: found.projects > 1 ? 0.7 : 0.55,
      scope: found.projects > 1 ? 'global' : scopeOf(found),
      tags: [`tool:${toolTag(program, found.tool)}`],
    },
    {
      source: 'failure-log',
      status: 'candidate',
      now,
      known: {
        fingerprint: found.fingerprint,
        occurrenceCount: found.count,
        sessionCount: found.sessions,
        projectCount: found.projects,
        sourceSessionIds: sessions,
        reusable: 0.6,
      },
    },
  );
}

function scopeOf(found: ProposedCluster): string {
  const project = found.failures.map(({ context }) => context.project).find(Boolean);
  return project === undefined ? 'global' : `project:${project}`;
}

function toolTag(program: string, tool: string): string {
  const name = program.toLowerCase();
  return /^[a-z][\w.-]{0,30}$/.test(name) ? name : tool.toLowerCase();
}
