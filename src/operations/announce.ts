import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isTold } from '../learn/scoring.ts';
import { TOLD_KINDS } from '../model/injection-event.ts';
import { readText, writeFileAtomic } from '../platform/files.ts';
import type { Store } from '../store/port.ts';
import { object, parsedJson } from '../transcripts/json.ts';
import type { Context } from './operation.ts';

const WEEK_MS = 7 * 86_400_000;
const LAST_DIGEST = 'digest.last';

/** What the hook tells the user, and never the model, at the next session start; it takes the file away. */
interface Announcement {
  /** Candidates that wait for review. */
  pending: number;
  /** Of those, how many came since the last announcement. */
  new: number;
  at: string;
  /** What lessons did in the last week, in a line. */
  digest?: string;
}

/** Leaves news for the next session start: new candidates, and once a week what lessons did. Nothing to say: no file. */
export async function announceNews(context: Context, candidatesNew: number): Promise<void> {
  const store = await context.store();
  const path = join(context.home, 'announce.json');
  const before = unread(path);
  const pending = await pendingCount(context, store);
  const fresh = Math.min(candidatesNew, pending, context.config.maxCandidatesPerScan) + (before?.new ?? 0);
  const digest = (await weeklyDigest(context, store)) ?? before?.digest;
  if (fresh === 0 && digest === undefined) return;
  const news: Announcement = {
    pending,
    new: Math.min(fresh, pending),
    at: new Date(context.clock.now()).toISOString(),
    ...(digest === undefined ? {} : { digest }),
  };
  writeFileAtomic(path, `${JSON.stringify(news)}\n`);
}

/** Brings news that nobody was told yet up to date, after candidates were decided: what is done waits for nobody. */
export async function recountNews(context: Context): Promise<void> {
  const path = join(context.home, 'announce.json');
  const before = unread(path);
  if (before === null) return;
  const pending = await pendingCount(context, await context.store());
  const fresh = Math.min(before.new, pending);
  if (fresh === 0 && before.digest === undefined) rmSync(path, { force: true });
  else writeFileAtomic(path, `${JSON.stringify({ ...before, pending, new: fresh })}\n`);
}

/** Candidates that a review shows. */
async function pendingCount(context: Context, store: Store): Promise<number> {
  const shown = { status: ['candidate' as const], reusableMin: context.config.reusableGate };
  return (await store.countLessons(shown)).candidate;
}

function unread(path: string): Announcement | null {
  return object(parsedJson(readText(path) ?? '')) as Announcement | null;
}

/** Once in seven days, where anything was told; the first week ends a week after the first delivery. */
async function weeklyDigest(context: Context, store: Store): Promise<string | undefined> {
  const now = context.clock.now();
  const last = await store.getState(LAST_DIGEST);
  // A clock that was ahead would otherwise keep the digest back until that time.
  if (last === null || Number(last) > now) {
    await store.setState(LAST_DIGEST, String(now));
    return undefined;
  }
  if (now - Number(last) < WEEK_MS) return undefined;
  const since = new Date(now - WEEK_MS).toISOString();
  const told = (await store.listEvents({ since, kinds: [...TOLD_KINDS] })).length;
  await store.setState(LAST_DIGEST, String(now));
  if (told === 0) return undefined;
  const outcomes = (await store.listOutcomes({ since })).filter(isTold);
  const count = (outcome: string): number => outcomes.filter((row) => row.outcome === outcome).length;
  return `lessons, last week: told ${told}, prevented ${count('prevented')}, ignored ${count('ignored')}, irrelevant ${count('irrelevant')} (lessons stats)`;
}
