import { z } from 'zod';
import { DELIVERIES } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { AppError } from '../platform/errors.ts';
import type { Store } from '../store/port.ts';
import { tellSkipped } from './formats/incoming.ts';
import { ONLY_PROPOSED } from './guard.ts';
import { dryRunContext, rehearse } from './home/dry-run.ts';
import { rebuildIfStale, rebuildManifest } from './home/rebuild.ts';
import { isShipped, repositoryOf, trustState } from './home/trust-file.ts';
import { renamedSchema, tellRenamed } from './lesson/incoming-batch.ts';
import { originOfFile } from './lesson/origin.ts';
import { readLessonsFile, refuseDelivery } from './lesson/read-lessons-file.ts';
import { storeIncoming } from './lesson/store-incoming.ts';
import { earlierSchema, tellEarlier } from './lesson/versions.ts';
import { type Context, operation, PathSchema } from './operation.ts';

const output = z.object({
  format: z.string(),
  name: z.string().nullable(),
  read: z.int().describe('Lessons or failures in the file.'),
  added: z.int(),
  duplicates: z.int().describe('In the store already.'),
  failures: z.int().describe('New failures, from a failure log.'),
  proposed: z.int().describe('Added, but waiting for a human.'),
  proposal: z.string().nullable(),
  refused: z
    .array(z.object({ slug: z.string(), pattern: z.string(), reason: z.string() }))
    .describe('Patterns that were kept but do not act, since they are not valid or could stall the hook.'),
  renamed: z
    .array(renamedSchema)
    .describe(
      'Added beside a lesson that has their id or slug, says something else and came from elsewhere.',
    ),
  earlier: z.array(earlierSchema),
  dryRun: z.boolean(),
  skipped: z.array(z.string()),
});
type Output = z.infer<typeof output>;

const REFUSED_MAX = 100;

export const lessonImport = operation({
  name: 'lesson.import',
  docs: `Takes lessons in from a pack, a store export, a known-errors file, Markdown, or a file of an older tool; the format is told by the content. Ids and slugs are kept where they are free; what the file says is active becomes active. What came from the same pack or file before is superseded by what it says now; what was changed or archived here since then stays, and is named. A file that lies in a repository must be trusted first. ${ONLY_PROPOSED}`,
  input: z.object({
    file: PathSchema,
    dryRun: z.boolean().optional(),
    delivery: z.enum(DELIVERIES).optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['import'],
    args: [{ field: 'file', label: 'FILE', required: true }],
    flags: {
      dryRun: { help: 'Say what would be done; change nothing.' },
      delivery: { label: 'D', help: 'What known errors become: context (default), hold or block.' },
    },
    render: renderImport,
  },
  async run(context, { file, dryRun = false, delivery }): Promise<Output> {
    if (file !== '-') refuseUntrusted(context, file);
    const incoming = readLessonsFile(file, delivery);
    refuseDelivery(delivery, [incoming]);
    const within = dryRun ? dryRunContext(context) : context;
    const store = await within.store();
    const takeIn = (inside: Store) =>
      storeIncoming(within, inside, incoming, {
        origin: originOfFile(file, incoming),
        progress: (done, total) => context.progress(`imported ${done} of ${total}`),
      });
    const report = await (dryRun ? rehearse(store, takeIn) : store.transaction(takeIn));
    const compiles = report.added > 0 && !dryRun;
    if (compiles) context.progress('checking patterns, compiling…');
    const refused = compiles ? await compile(context, new Set(report.ids)) : [];
    if (report.added === 0 && !dryRun) await rebuildIfStale(context);
    return {
      format: incoming.format,
      name: incoming.name,
      read: incoming.records,
      added: report.added,
      duplicates: report.duplicates,
      failures: report.failures,
      proposed: report.proposed,
      proposal: report.why,
      refused,
      renamed: report.renamed,
      earlier: report.earlier,
      dryRun,
      skipped: incoming.skipped,
    };
  },
});

/** What a repository brings along is somebody else's text: the human looks at it first. */
function refuseUntrusted(context: Context, file: string): void {
  const repository = repositoryOf(file);
  if (repository === null || isShipped(file)) return;
  const state = trustState(context.home, file);
  if (state === 'trusted') return;
  const why = state === 'changed' ? 'has changed since it was trusted' : 'is not trusted';
  throw new AppError('NOT_TRUSTED', `${file} lies in the repository ${repository} and ${why}`, {
    hint: `Read it, then run \`lessons trust ${file}\`.`,
  });
}

/** Compiles, and says which patterns of the file's lessons were refused: the build names those of every lesson. */
async function compile(context: Context, ids: Set<string>): Promise<Output['refused']> {
  const { refused } = await rebuildManifest(context);
  return refused
    .filter(({ lessonId }) => ids.has(lessonId))
    .slice(0, REFUSED_MAX)
    .map(({ slug, pattern, reason }) => ({ slug, pattern, reason }));
}

function renderImport(result: Output): string {
  const what =
    result.format === 'errors.jsonl' ? counted(result.failures, 'failure') : counted(result.added, 'lesson');
  const lines = [
    `${result.dryRun ? 'Would import' : 'Imported'} ${what} of ${result.read} from the ${result.format}${result.name ? ` "${result.name}"` : ''}.`,
  ];
  if (result.duplicates > 0) lines.push(`${counted(result.duplicates, 'was', 'were')} in the store already.`);
  if (result.proposal !== null)
    lines.push(
      `${counted(result.proposed, 'waits', 'wait')} for a human in \`lessons review\`: ${result.proposal}.`,
    );
  for (const each of result.refused)
    lines.push(`${each.slug}: the pattern ${each.pattern} does not act: ${each.reason}.`);
  return [
    ...lines,
    ...tellEarlier(result.earlier),
    ...tellRenamed(result.renamed),
    ...tellSkipped(result.skipped),
  ].join('\n');
}
