import { z } from 'zod';
import { AGENT_IDS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import type { FileFindings } from '../model/findings.ts';
import { tryLock } from '../platform/locks.ts';
import { lowerPriority } from '../platform/low-priority.ts';
import { isSwitchedOff } from '../platform/switched-off.ts';
import type { Store } from '../store/port.ts';
import { DamagedIndex } from '../store/sqlite/call-index-damage.ts';
import { announceNews } from './home/announce.ts';
import { dryRunContext } from './home/dry-run.ts';
import { alone, lockFile } from './home/home-locks.ts';
import { rebuildIfStale } from './home/rebuild.ts';
import { AGENT_FLAG, type Context, operation, PathSchema, WORKERS_FLAG } from './operation.ts';
import { judgeOutcomes } from './outcomes/judge.ts';
import { warnIfSilent } from './outcomes/silence.ts';
import { foldLogs } from './scan/fold-log.ts';
import { foresee } from './scan/foresee.ts';
import { groupStored } from './scan/group.ts';
import { promoteTagged } from './scan/promote-tagged.ts';
import { noteFirstReader, noteReader, olderReading } from './scan/read-by.ts';
import { scanTranscripts } from './scan/run-scan.ts';
import { UNGROUPED } from './scan/stored-findings.ts';

const input = z.object({
  paths: z
    .array(PathSchema)
    .default([])
    .describe('Files and folders; every known agent where none is given.'),
  agent: z.enum(AGENT_IDS).optional(),
  full: z.boolean().default(false).describe('Read everything again.'),
  auto: z
    .boolean()
    .default(false)
    .describe('Unattended: one at a time, at most once an interval, at low priority.'),
  dryRun: z.boolean().default(false).describe('Say what would be found; store nothing.'),
  workers: z.int().min(1).max(64).optional().describe('Worker processes; as many as there are cores.'),
});

const output = z.object({
  files: z.int(),
  filesChanged: z.int(),
  filesSkipped: z.int(),
  linesSkipped: z.int(),
  bytesRead: z.int(),
  tagsFound: z.int(),
  tagsMalformed: z.int(),
  episodes: z.int(),
  candidatesNew: z.int(),
  candidatesUpdated: z.int(),
  tagsPromoted: z.int().describe('Tagged lessons that became active, with the setting autoPromoteTags.'),
  failuresIngested: z.int(),
  durationMs: z.number(),
  mbPerSecond: z.number(),
});
type Output = z.infer<typeof output>;

const LAST_AUTO = 'scan.lastAutoAt';

export const scan = operation({
  name: 'transcript.scan',
  docs: "Reads the agents' transcripts and finds mistakes, corrections and #lesson tags in them. Only files that changed are read. A link is followed to transcripts that lie elsewhere, but not to a folder that it lies in itself, nor to the home folder, nor above either. Folds the hooks' logs in, and groups everything into candidates.",
  input,
  output,
  readOnly: false,
  cli: {
    command: ['scan'],
    args: [{ field: 'paths', label: 'PATH', variadic: true }],
    flags: {
      agent: AGENT_FLAG,
      full: { help: 'Read every file again.' },
      auto: { help: 'Unattended: lock, interval, low priority, nothing on stdout.' },
      dryRun: { help: 'Say what would be found; store nothing.' },
      workers: WORKERS_FLAG,
    },
    render: (report, given) => (given.auto ? '' : render(report, given.dryRun)),
  },
  run: (context, given) => {
    if (given.dryRun) return runScan(dryRunContext(context), given);
    return given.auto ? runAuto(context, given) : alone(context, 'scan', () => runScan(context, given));
  },
});

type Input = z.infer<typeof input>;

/** Does nothing where the product is paused, another scan runs, or the last one was within the interval. */
async function runAuto(context: Context, given: Input): Promise<Output> {
  const nothing = report(EMPTY, performance.now());
  if (context.config.paused || isSwitchedOff(context.env)) return nothing;
  const release = tryLock(lockFile(context.home, 'scan'));
  if (release === null) return nothing;
  try {
    const store = await context.store();
    const last = Number((await store.getState(LAST_AUTO)) ?? 0);
    const now = context.clock.now();
    if (now - last < context.config.autoScanIntervalHours * 3_600_000 && now >= last) return nothing;
    lowerPriority();
    const done = await runScan(quiet(context), given);
    await store.setState(LAST_AUTO, String(now));
    return done;
  } finally {
    release();
  }
}

function quiet(context: Context): Context {
  return Object.assign(Object.create(context) as Context, { warn: () => {}, progress: () => {} });
}

const EMPTY = {
  files: 0,
  filesChanged: 0,
  filesSkipped: 0,
  linesSkipped: 0,
  bytesRead: 0,
  tagsFound: 0,
  tagsMalformed: 0,
  episodes: 0,
};

/** Damage to the index of past calls that is met in the middle is mended at once: the transcripts are read again. */
async function runScan(context: Context, given: Input): Promise<Output> {
  try {
    return await scanOnce(context, given);
  } catch (error) {
    if (!(error instanceof DamagedIndex) || given.dryRun) throw error;
    return scanOnce(context, given);
  }
}

async function scanOnce(context: Context, given: Input): Promise<Output> {
  const started = performance.now();
  const found: FileFindings[] = [];
  if (!given.dryRun) await noteFirstReader(await context.store());
  const totals = await scanTranscripts(context, {
    paths: given.paths,
    agent: given.agent ?? null,
    full: given.full,
    instead: given.dryRun ? (findings) => found.push(findings) : null,
    unheard: given.auto,
    workers: given.workers ?? null,
  });
  if (given.dryRun) return report({ ...totals, ...(await foresee(context, found, given.full)) }, started);
  const store = await context.store();
  const folded = await foldLogs(context, store);
  const { unseen, ...grouped } = await groupIfNeeded(context, store, given.full);
  const tagsPromoted = given.auto ? 0 : await promoteTagged(context, store);
  if (given.full && given.paths.length === 0 && given.agent === undefined) await noteReader(store);
  const older = await olderReading(store);
  if (older !== null) context.warn(older);
  await judgeOutcomes(context);
  await rebuildIfStale(context);
  await announceNews(context, unseen);
  await warnIfSilent(context);
  return report({ ...totals, ...grouped, tagsPromoted, failuresIngested: folded.failures }, started);
}

/** Groups where a scan, this one or one that was killed, has left findings ungrouped. */
async function groupIfNeeded(context: Context, store: Store, full: boolean) {
  const none = { candidatesNew: 0, candidatesUpdated: 0, unseen: [] };
  if (!full && (await store.getState(UNGROUPED)) === null) return none;
  return store.transaction(async (inside) => {
    const grouped = await groupStored(context, inside, full);
    await inside.setState(UNGROUPED, null);
    return grouped;
  });
}

function report(totals: Partial<Output>, started: number): Output {
  const durationMs = performance.now() - started;
  const bytes = totals.bytesRead ?? 0;
  return {
    ...EMPTY,
    candidatesNew: 0,
    candidatesUpdated: 0,
    tagsPromoted: 0,
    failuresIngested: 0,
    ...pick(totals),
    durationMs: Math.round(durationMs),
    mbPerSecond: Math.round((bytes / 1e6 / Math.max(durationMs / 1000, 0.001)) * 10) / 10,
  };
}

function pick(totals: Partial<Output>): Partial<Output> {
  return Object.fromEntries(Object.entries(totals).filter(([key]) => key in output.shape)) as Partial<Output>;
}

/** How much was read, and, where it was enough to tell, how fast. */
function readText({ bytesRead, durationMs, mbPerSecond }: Output): string {
  const seconds = (durationMs / 1000).toFixed(1);
  return bytesRead < 1e6
    ? `${Math.ceil(bytesRead / 1000)} KB read in ${seconds} s`
    : `${(bytesRead / 1e6).toFixed(1)} MB read in ${seconds} s (${mbPerSecond} MB/s)`;
}

function render(report: Output, dryRun: boolean): string {
  if (report.files + report.filesSkipped === 0)
    return 'No transcripts were found. Give a PATH, or add folders to the setting scanPaths.';
  if (report.files === 0)
    return `No transcript could be read: ${counted(report.filesSkipped, 'file or folder was', 'files or folders were')} skipped, as named on standard error.`;
  const mayRepeat = report.filesChanged > 1 && report.episodes > 1;
  const copies = mayRepeat ? ' (those that a resumed session repeats counted again)' : '';
  const lines = [
    `${counted(report.files, 'transcript')}, ${report.filesChanged} of them new or changed; ${readText(report)}.`,
    `Found in them: ${counted(report.episodes, 'mistake')}${copies}, ${counted(report.tagsFound, 'lesson tag')}${report.tagsMalformed > 0 ? `, ${counted(report.tagsMalformed, 'malformed tag')}` : ''}.`,
  ];
  lines.push(`${counted(report.candidatesNew, 'new candidate')}, ${report.candidatesUpdated} updated.`);
  if (report.tagsPromoted > 0)
    lines.push(`${counted(report.tagsPromoted, 'tagged lesson is', 'tagged lessons are')} active now.`);
  if (report.failuresIngested > 0)
    lines.push(`${counted(report.failuresIngested, 'live failure')} folded in.`);
  if (dryRun) lines.push('This is what a scan would do: nothing was stored.');
  if (report.filesSkipped + report.linesSkipped > 0)
    lines.push(`Skipped: ${counted(report.filesSkipped, 'file')}, ${counted(report.linesSkipped, 'line')}.`);
  if (report.candidatesNew > 0 && !dryRun) lines.push('Next: `lessons review`');
  return lines.join('\n');
}
