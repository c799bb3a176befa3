import { agentSpecs } from '../../agents/index.ts';
import { andMore } from '../../model/counted.ts';
import type { AgentId } from '../../model/episode.ts';
import type { CallRecord, Cursor, FileFindings } from '../../model/findings.ts';
import { collectEvery, collectGarbage } from '../../platform/collect-garbage.ts';
import { unreadableReason } from '../../platform/errors.ts';
import type { CallIndex } from '../../store/call-index-port.ts';
import type { ProjectRoot, Purged, Store } from '../../store/port.ts';
import { isUnchanged, stampOf } from '../../transcripts/cursor.ts';
import type { Context } from '../operation.ts';
import { withoutPurged } from '../purge/purged-records.ts';
import { type Discovery, discover, expand, type FoundFile } from './discover.ts';
import { excludedEntries, isExcluded, withoutExcluded } from './excluded.ts';
import { openIndexToFill } from './open-index.ts';
import { type SizedTask, scanAll } from './pool.ts';
import { Progress } from './progress.ts';
import type { FileOutcome } from './protocol.ts';
import { redactFindings } from './redact-findings.ts';
import { Skipped } from './skipped.ts';
import { StoredCalls } from './stored-calls.ts';
import { StoredFindings } from './stored-findings.ts';

/** Calls, and bytes of transcript, between two collections: one takes longer than storing a small file. */
const CALLS_PER_COLLECTION = 16_000;
const BYTES_PER_COLLECTION = 512 * 1024 * 1024;

interface ScanTotals {
  files: number;
  filesChanged: number;
  filesSkipped: number;
  linesSkipped: number;
  bytesRead: number;
  tagsFound: number;
  tagsMalformed: number;
  episodes: number;
}

interface ScanTarget {
  paths: string[];
  agent: AgentId | null;
  full: boolean;
  /** Leaves the store as it is, and hands what was found to this instead. */
  instead: ((findings: FileFindings) => void) | null;
  /** Nobody reads what this scan warns of. */
  unheard: boolean;
  workers: number | null;
}

/** Folders that hold transcripts: every known agent's own, and those of the settings. */
function defaultPaths(context: Context, agent: AgentId | null): { path: string; mustExist: boolean }[] {
  const found: { path: string; mustExist: boolean }[] = [];
  for (const spec of agentSpecs) {
    if (agent !== null && spec.id !== agent) continue;
    for (const path of spec.transcriptRoots(context.env)) found.push({ path, mustExist: false });
    for (const path of context.config.scanPaths[spec.id] ?? []) found.push({ path, mustExist: true });
  }
  return found;
}

/** What is to be scanned; an agent that is not installed is no reason to say anything. */
export function findTranscripts(context: Context, target: Pick<ScanTarget, 'paths' | 'agent'>): Discovery {
  const options = { cwd: context.cwd, excludePaths: context.config.excludePaths };
  if (target.paths.length > 0) return discover(target.paths, options);
  const roots = defaultPaths(context, target.agent);
  const found = discover(
    roots.map(({ path }) => path),
    options,
  );
  const optional = new Set(roots.filter(({ mustExist }) => !mustExist).map(({ path }) => path));
  return {
    files: found.files,
    skipped: found.skipped.filter(({ path, missing }) => !missing || !optional.has(path)),
  };
}

/** Reads every changed transcript and stores what is found in it. */
export async function scanTranscripts(context: Context, target: ScanTarget): Promise<ScanTotals> {
  const found = findTranscripts(context, target);
  const store = await context.store();
  const skipped = await Skipped.of(context, store, {
    all: target.full || target.instead !== null,
    everywhere: target.paths.length === 0 && target.agent === null,
    asked: target.paths.map((path) => expand(path, context.cwd)),
  });
  for (const { path, reason } of found.skipped) skipped.note(path, reason);
  const fills = target.instead === null && found.files.length > 0;
  const index = fills ? await openIndexToFill(context, store) : null;
  try {
    const totals = await scanFound(context, target, found, skipped, store, index);
    await skipped.end(target.instead === null && !target.unheard ? store : null);
    return totals;
  } finally {
    index?.close();
  }
}

async function scanFound(
  context: Context,
  target: ScanTarget,
  { files, skipped: leftOut }: Discovery,
  skipped: Skipped,
  store: Store,
  index: CallIndex | null,
): Promise<ScanTotals> {
  const cursors = target.full ? new Map<string, Cursor>() : await store.getCursors();
  const { changed, unreadable } = changedFiles(files, cursors);
  const records = await store.recordsIn(changed.map(({ path }) => path));
  for (const task of changed) task.records = [...(records.get(task.path) ?? [])];
  for (const { path, reason } of unreadable) skipped.note(path, reason);
  const totals: ScanTotals = {
    files: files.length,
    filesChanged: 0,
    filesSkipped: leftOut.length + unreadable.length,
    linesSkipped: 0,
    bytesRead: 0,
    tagsFound: 0,
    tagsMalformed: 0,
    episodes: 0,
  };
  if (changed.length === 0) return totals;
  const progress = new Progress(context, changed);
  const excluded = excludedEntries(context);
  const purged = await store.listPurged();
  const storedCalls = index && new StoredCalls(index);
  const stored = new StoredFindings(store, storedCalls);
  const callsRead = collectEvery(CALLS_PER_COLLECTION);
  const bytesRead = collectEvery(BYTES_PER_COLLECTION);
  try {
    await scanAll(
      changed,
      {
        agent: target.agent,
        tagsOnly: false,
        calls: index !== null,
        excluded,
        ...(target.workers === null ? {} : { workers: target.workers }),
      },
      {
        onCalls: (calls) => {
          storedCalls?.add(calls.filter((call) => !isExcluded(call.project) && !isPurged(purged, call)));
          callsRead(calls.length);
        },
        onFile: async (path, found, roots) => {
          progress.file(path);
          const outcome = 'cursor' in found && excluded.length > 0 ? withoutExcluded(found) : found;
          count(context, totals, path, outcome, skipped);
          if (roots.length > 0 && target.instead === null) await keepRoots(store, purged, roots);
          if (!('cursor' in outcome)) return;
          const { kept, toNote } = withoutPurged(await redactFindings(outcome), purged);
          if (target.instead === null) {
            if (toNote.length > 0) await store.notePurgedRecords(toNote);
            await stored.add(kept, outcome.bytesRead);
          } else target.instead(kept);
          bytesRead(outcome.bytesRead);
        },
      },
    );
    await stored.flush();
  } finally {
    progress.end();
    collectGarbage();
  }
  return totals;
}

function changedFiles(
  files: FoundFile[],
  cursors: Map<string, Cursor>,
): { changed: SizedTask[]; unreadable: Discovery['skipped'] } {
  const changed: SizedTask[] = [];
  const unreadable: Discovery['skipped'] = [];
  for (const file of files) {
    const cursor = cursors.get(file.path) ?? null;
    try {
      if (cursor !== null && isUnchanged(cursor, stampOf(file.path))) continue;
      changed.push({ path: file.path, cursor, size: file.size });
    } catch (error) {
      unreadable.push({ path: file.path, reason: unreadableReason(error) });
    }
  }
  return { changed, unreadable };
}

function count(
  context: Context,
  totals: ScanTotals,
  path: string,
  outcome: FileOutcome,
  skipped: Skipped,
): void {
  if ('unchanged' in outcome) return;
  if ('skipped' in outcome) {
    if (outcome.skipped === null) {
      totals.files -= 1;
      return;
    }
    totals.filesSkipped += 1;
    skipped.note(path, outcome.skipped);
    return;
  }
  totals.filesChanged += 1;
  totals.bytesRead += outcome.bytesRead;
  totals.linesSkipped += outcome.skippedLines.length;
  totals.tagsFound += outcome.tags.length;
  totals.tagsMalformed += outcome.malformed.length;
  totals.episodes += outcome.episodes.length;
  if (outcome.skippedLines.length > 0) context.warn(lineWarning(path, outcome.skippedLines));
}

const LINES_TOLD_MAX = 3;

function lineWarning(path: string, lines: { line: number; reason: string }[]): string {
  const shown = lines.slice(0, LINES_TOLD_MAX).map(({ line, reason }) => `line ${line} (${reason})`);
  return `skipped in ${path}: ${shown.join(', ')}${andMore(lines.length - shown.length)}`;
}

/** A purged project is known no more, until something of it is kept again. */
async function keepRoots(store: Store, { ids }: Purged, roots: ProjectRoot[]): Promise<void> {
  const kept = roots.filter(({ project }) => !ids.has(project));
  if (kept.length < roots.length) {
    const again = new Set((await store.listProjectRoots()).map(({ project }) => project));
    kept.push(...roots.filter(({ project }) => ids.has(project) && again.has(project)));
  }
  await store.upsertProjectRoots(kept);
}

/** A purged session may go on; what it does then is no more kept than what it did. */
function isPurged({ ids }: Purged, call: CallRecord): boolean {
  return ids.has(call.sessionId) || ids.has(call.project);
}
