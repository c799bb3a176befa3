import { existsSync, renameSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { DELIVERIES } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { AppError, systemReason } from '../platform/errors.ts';
import type { Store } from '../store/port.ts';
import { type FormatName, type Incoming, tellSkipped } from './formats/incoming.ts';
import type { Backup } from './home/backup-list.ts';
import { createBackup } from './home/backups.ts';
import { dryRunContext, rehearse } from './home/dry-run.ts';
import { rebuildIfStale } from './home/rebuild.ts';
import { readLessonsFile, refuseDelivery } from './lesson/read-lessons-file.ts';
import { type IncomingReport, storeIncoming } from './lesson/store-incoming.ts';
import { type Context, operation, PathSchema } from './operation.ts';

const FileReportSchema = z.object({
  file: z.string(),
  format: z.string(),
  records: z.int().describe('Records in the file.'),
  added: z.int(),
  duplicates: z.int().describe('In the store already.'),
  failures: z.int().describe('New in the failure log.'),
  proposed: z.int().describe('Added, but waiting for a human.'),
  skipped: z.array(z.string()).describe('Records that could not be read.'),
  backup: z.string().nullable().describe('What the file is called now.'),
});
type FileReport = z.infer<typeof FileReportSchema>;

const output = z.object({
  dryRun: z.boolean(),
  files: z.array(FileReportSchema),
  storeBackup: z.string().nullable().describe('Id of the copy of the store that was made before.'),
  proposal: z.string().nullable(),
});
type Output = z.infer<typeof output>;

const OLDER: ReadonlySet<FormatName> = new Set([
  'lessons.json',
  'store',
  'filtered-candidates.json',
  'lesson-manifest.json',
  'known-errors.json',
  'errors.jsonl',
]);

export const lessonMigrate = operation({
  name: 'lesson.migrate',
  docs: 'Takes over the files of earlier tools: lessons.json, filtered-candidates.json, lesson-manifest.json, known-errors.json and errors.jsonl. All files are read before anything is changed; counts are verified; the store is backed up before, and each original renamed to .bak. Running it again adds nothing twice.',
  input: z.object({
    files: z.array(PathSchema).min(1, 'names no file'),
    dryRun: z.boolean().optional(),
    delivery: z.enum(DELIVERIES).optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['migrate'],
    args: [{ field: 'files', label: 'FILE', required: true, variadic: true }],
    flags: {
      dryRun: { help: 'Say what would be done; change nothing.' },
      delivery: { label: 'D', help: 'What known errors become: context (default), hold or block.' },
    },
    render: renderMigrate,
  },
  async run(context, { files, dryRun = false, delivery }): Promise<Output> {
    const read = [...new Set(files)].map((file) => ({ file, incoming: readOlder(file, delivery) }));
    refuseDelivery(
      delivery,
      read.map(({ incoming }) => incoming),
    );
    const within = dryRun ? dryRunContext(context) : context;
    const store = await within.store();
    const storeBackup = dryRun ? null : await backupBefore(context, store);
    const takeIn = async (inside: Store) => {
      const done: Migrated[] = [];
      for (const { file, incoming } of read) {
        const report = await storeIncoming(within, inside, incoming);
        await verify(inside, file, incoming, report);
        done.push({ file, incoming, report });
      }
      return done;
    };
    const migrated = await (dryRun ? rehearse(store, takeIn) : store.transaction(takeIn));
    if (!dryRun) await rebuildIfStale(context);
    return {
      dryRun,
      files: migrated.map((each) => ({
        ...reportOf(each),
        backup: dryRun ? null : setAside(context, each.file),
      })),
      storeBackup: storeBackup?.id ?? null,
      proposal: migrated.find(({ report }) => report.why !== null)?.report.why ?? null,
    };
  },
});

/** A file, and what became of what is in it. */
interface Migrated {
  file: string;
  incoming: Incoming;
  report: IncomingReport;
}

function readOlder(file: string, delivery: (typeof DELIVERIES)[number] | undefined): Incoming {
  const incoming = readLessonsFile(file, delivery);
  if (OLDER.has(incoming.format)) return incoming;
  throw new AppError('UNKNOWN_FORMAT', `${file} is a ${incoming.format}, not a file of an earlier tool`, {
    hint: `Use \`lessons import ${file}\`. Nothing was changed.`,
  });
}

async function backupBefore(context: Context, store: Store): Promise<Backup | null> {
  const counts = await store.countLessons();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return total === 0 ? null : createBackup(context, 'before a migration');
}

/** Every record of the file is in the store, under the status that it asks for or that a human has given it. */
async function verify(store: Store, file: string, incoming: Incoming, report: IncomingReport): Promise<void> {
  let missing = incoming.lessons.length - report.ids.length;
  for (const id of report.ids) if ((await store.getLesson(id)) === null) missing += 1;
  if (missing !== 0 || report.added + report.duplicates !== incoming.lessons.length)
    throw new AppError(
      'INTERNAL',
      `${file}: ${missing} of ${counted(incoming.records, 'record')} did not arrive; nothing was changed`,
    );
}

function reportOf({ file, incoming, report }: Migrated): Omit<FileReport, 'backup'> {
  return {
    file,
    format: incoming.format,
    records: incoming.records,
    added: report.added,
    duplicates:
      incoming.format === 'errors.jsonl' ? incoming.failures.length - report.failures : report.duplicates,
    failures: report.failures,
    proposed: report.proposed,
    skipped: incoming.skipped,
  };
}

/** What is read from there is a stream, whatever it leads to: there is no original to set aside. */
const STREAMS = /^\/(?:dev|proc)\//;

/** Renames the original; an existing `.bak` is left alone. A file that cannot be renamed stays, and that is said. */
function setAside(context: Context, file: string): string | null {
  if (file === '-' || STREAMS.test(resolve(file))) return null;
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  let target = `${file}.bak`;
  for (let number = 1; existsSync(target); number += 1) target = `${file}.bak.${number}`;
  try {
    renameSync(file, target);
    return target;
  } catch (error) {
    context.warn(`${file} was migrated but could not be renamed: ${systemReason(error)}`);
    return null;
  }
}

function renderMigrate(result: Output): string {
  const lines = result.files.flatMap((each) => {
    const what =
      each.format === 'errors.jsonl'
        ? counted(each.failures, 'failure')
        : `${counted(each.added, 'lesson')}${each.duplicates > 0 ? `, ${each.duplicates} known already` : ''}`;
    const kept = each.backup === null ? '' : ` The original is ${each.backup}.`;
    return [
      `${each.file} (${each.format}): ${counted(each.records, 'record')}, ${result.dryRun ? 'would add' : 'added'} ${what}.${kept}`,
      ...tellSkipped(each.skipped).map((line) => `  ${line}`),
    ];
  });
  if (result.proposal !== null)
    lines.push(`Some wait for a human in \`lessons review\`: ${result.proposal}.`);
  if (result.storeBackup !== null) lines.push(`The store as it was before is backup ${result.storeBackup}.`);
  return lines.join('\n');
}
