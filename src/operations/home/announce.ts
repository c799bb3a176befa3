import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isTold } from '../../learn/scoring.ts';
import { DAY_MS } from '../../model/constants.ts';
import { counted } from '../../model/counted.ts';
import { TOLD_KINDS } from '../../model/injection-event.ts';
import { calledAs } from '../../platform/called-as.ts';
import { isoTime } from '../../platform/clock.ts';
import { readText, writeFileAtomic } from '../../platform/files.ts';
import type { Store } from '../../store/port.ts';
import { object, parsedJson } from '../../transcripts/json.ts';
import type { Context } from '../operation.ts';
import { lifecycleOf } from '../review/review-lifecycle.ts';
import { keepState, readState } from './stored-state.ts';

const WEEK_MS = 7 * DAY_MS;
const LOOKED_UP = 'look-again';
const LAST_DIGEST = 'digest.last';

/** What is new to the user. */
interface News {
  /** Candidates that wait for review. */
  pending: number;
  /** Of those, how many came since the last announcement. */
  new: number;
  /** Active lessons to look at again; 0 where the user was told of all of them. */
  again: number;
  /** What lessons did in the last week, in a line. */
  week: string | null;
}

/** What the hook tells the user, and never the model, at the next session start; it takes the file away. */
interface Announcement extends News {
  at: string;
  /** What the user types to call this program, from wherever. */
  called: string;
  /** What it tells beside the candidates, a line each. */
  digest?: string;
}

/**
 * Leaves news for the next session start: new candidates, active lessons that are newly to be looked at, and once a week
 * what lessons did. Nothing to say: no file.
 * @param candidates ids of those that may be new to whoever reviews
 */
export async function announceNews(context: Context, candidates: readonly string[]): Promise<void> {
  const store = await context.store();
  const before = unread(context);
  const pending = await pendingCount(context, store);
  const found = candidates.length === 0 ? 0 : await pendingCount(context, store, [...candidates]);
  const fresh = Math.min(found, context.config.maxCandidatesPerScan) + (before?.new ?? 0);
  const week = (await weeklyDigest(context, store)) ?? before?.week ?? null;
  const again = (await newlyToLookAt(context, store)) ?? before?.again ?? 0;
  announce(context, { pending, new: Math.min(fresh, pending), again, week });
}

/** Brings news that nobody was told yet up to date, after something was decided: what is done waits for nobody. */
export async function recountNews(context: Context): Promise<void> {
  const before = unread(context);
  if (before === null) return;
  const store = await context.store();
  const pending = await pendingCount(context, store);
  const again = before.again === 0 ? 0 : lessonsIn(await toLookAt(context, store));
  announce(context, { ...before, pending, new: Math.min(before.new, pending), again });
}

const pathOf = ({ home }: Context): string => join(home, 'announce.json');

function announce(context: Context, { pending, new: fresh, again, week }: News): void {
  const called = calledAs(context.env['PATH'], null);
  const digest = [
    again > 0 &&
      `lessons-learned: ${counted(again, 'active lesson is', 'active lessons are')} to be looked at again (${called} review)`,
    week,
  ].filter(Boolean);
  if (fresh === 0 && digest.length === 0) {
    rmSync(pathOf(context), { force: true });
    return;
  }
  const news: Announcement = {
    pending,
    new: fresh,
    again,
    week,
    at: isoTime(context.clock),
    called,
    ...(digest.length === 0 ? {} : { digest: digest.join('\n') }),
  };
  writeFileAtomic(pathOf(context), `${JSON.stringify(news)}\n`);
}

/** News that no session start has told yet. */
function unread(context: Context): News | null {
  const news = object(parsedJson(readText(pathOf(context)) ?? '')) as Partial<Announcement> | null;
  return news && { pending: 0, new: 0, again: 0, week: news.digest ?? null, ...news };
}

/** When active lessons were last looked up (milliseconds since the epoch), and what was found to be looked at. */
const LookUpSchema = z.object({ at: z.number(), told: z.array(z.string()) });

/** Ids of active lessons for which something is proposed, each with what: `01J…:changed`. */
async function toLookAt(context: Context, store: Store): Promise<string[]> {
  return (await lifecycleOf(context, store)).map(({ id, kind }) => `${id}:${kind}`);
}

/**
 * How many active lessons are to be looked at, where that is asked for something that the user was not told of yet; else
 * null. Looked up once a day.
 */
async function newlyToLookAt(context: Context, store: Store): Promise<number | null> {
  const now = context.clock.now();
  const { at, told } = (await readState(store, LOOKED_UP, LookUpSchema)) ?? { at: 0, told: [] };
  if (at <= now && now - at < DAY_MS) return null;
  const found = await toLookAt(context, store);
  await keepState(store, LOOKED_UP, { at: now, told: found });
  if (found.every((each) => told.includes(each))) return null;
  return lessonsIn(found);
}

const lessonsIn = (found: readonly string[]): number => new Set(found.map((each) => each.split(':')[0])).size;

/** How many lessons, of all or of those with these ids, a review shows to be decided. */
async function pendingCount(context: Context, store: Store, ids?: string[]): Promise<number> {
  const reusableMin = context.config.reusableGate;
  const { candidate, reviewed } = await store.countLessons({ reusableMin, ...(ids && { ids }) });
  return candidate + reviewed;
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
  return `lessons, last week: told ${told}, prevented ${count('prevented')}, ignored ${count('ignored')}, irrelevant ${count('irrelevant')} (${calledAs(context.env['PATH'], null)} stats)`;
}
