import { medianCost } from '../../learn/cost.ts';
import { holdoutEffect } from '../../learn/effect.ts';
import { callsAbout, episodesAbout } from '../../learn/episodes-about.ts';
import { proposals } from '../../learn/lifecycle.ts';
import { deliveryId } from '../../learn/outcomes.ts';
import { recurrence } from '../../learn/recurrence.ts';
import { isTold, plainScore } from '../../learn/scoring.ts';
import { DAY_MS } from '../../model/constants.ts';
import type { Episode } from '../../model/episode.ts';
import type { CallRecord } from '../../model/findings.ts';
import {
  type InjectionEvent,
  type InjectionKind,
  SHOWN_KINDS,
  TOLD_KINDS,
} from '../../model/injection-event.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { CallIndex } from '../../store/call-index-port.ts';
import type { OutcomeRow } from '../../store/port.ts';
import { compileForHistory, hasTrigger } from '../history/backtests.ts';
import { withUsableHistory } from '../history/open-history.ts';
import { allEvents } from '../home/hook-logs.ts';
import { episodesOf } from '../lesson/lesson-episodes.ts';
import type { Context } from '../operation.ts';
import { activeSince } from '../outcomes/arrivals.ts';
import { comparedOutcomes, splitOutcomes } from '../outcomes/effects.ts';
import { lifecycleFacts } from '../outcomes/lifecycle-facts.ts';
import { heardSessions } from '../outcomes/silence.ts';
import { estimatesOf, round, savedOnce, spent } from './estimates.ts';
import type { LessonStats, OutcomeCounts, Stats } from './stats-schema.ts';

const WEEKS = 12;
const WEEK_MS = 7 * DAY_MS;
const TOLD = new Set<InjectionKind>(TOLD_KINDS);
const SHOWN = new Set<InjectionKind>(SHOWN_KINDS);

/** Everything that is known of how lessons do, worked out from events, outcomes and past calls. */
export async function collectStats(context: Context): Promise<Stats> {
  const store = await context.store();
  const now = context.clock.now();
  const [lessons, events, rows, sessions] = await Promise.all([
    store.listLessons(),
    allEvents(context, {}),
    store.listOutcomes(),
    store.listSessions(),
  ]);
  const delivered = groupEvents(events);
  const { outcomes } = splitOutcomes(rows);
  const judged = new Set(rows.map((row) => row.lessonId));
  const source: Source = {
    now,
    events: delivered,
    ...(await episodesByLesson(context, lessons, delivered)),
    factsOf: await lifecycleFacts(context, lessons, rows),
  };
  const counts = await store.countLessons();
  const silence = await heardSessions(context, events);
  return withUsableHistory(context, (index) => {
    const told = lessons.filter(
      (lesson) => lesson.status === 'active' || delivered.has(lesson.id) || judged.has(lesson.id),
    );
    const perLesson = told.map((lesson) => lessonStats(lesson, source, index));
    // A skill's digest is told once, and may be a delivery of several lessons.
    const ids = new Set(lessons.map((lesson) => lesson.id));
    const digests = events.filter((event) => TOLD.has(event.kind) && !ids.has(event.lessonId ?? ''));
    const calls = index?.totals() ?? { calls: 0, failing: 0 };
    return {
      at: new Date(now).toISOString(),
      holdoutRate: context.config.holdoutRate,
      totals: {
        lessons: counts,
        sessions: sessions.filter((session) => !session.isSubagent).length,
        calls: calls.calls,
        failures: calls.failing,
        injections: events.filter((event) => TOLD.has(event.kind)).length,
        shown: sum(perLesson, (each) => each.shown),
        withheld: sum(perLesson, (each) => each.withheld),
        outcomes: addCounts(perLesson.map((each) => each.outcomes)),
        estimates: {
          tokensSpent: sum(perLesson, (each) => each.estimates.tokensSpent) + spent(digests),
          ...savedOnce(outcomes, events, (id) => medianCost(source.episodes.get(id) ?? [])),
        },
      },
      effect: holdoutEffect(comparedOutcomes(lessons, outcomes)),
      weekly: weeklyTotals(events, outcomes, now),
      silence,
      lessons: perLesson.sort(
        (a, b) => b.injections - a.injections || b.posterior.mean - a.posterior.mean || a.number - b.number,
      ),
    };
  });
}

interface Source {
  now: number;
  events: Map<string, InjectionEvent[]>;
  episodes: Map<string, Episode[]>;
  /** Of a lesson that no scan made: which failing calls it is about. */
  isAbout: Map<string, (call: CallRecord) => boolean>;
  factsOf: Awaited<ReturnType<typeof lifecycleFacts>>;
}

function lessonStats(lesson: Lesson, source: Source, index: CallIndex | null): LessonStats {
  const events = source.events.get(lesson.id) ?? [];
  const facts = source.factsOf(lesson);
  const { outcomes, complaints, posterior: belief, effect } = facts;
  const told = events.filter((event) => TOLD.has(event.kind));
  const counts = countOutcomes(outcomes);
  const own = new Set(told.map(deliveryId));
  const byDigest = outcomes.filter((row) => isTold(row) && !own.has(row.id));
  return {
    id: lesson.id,
    number: lesson.number,
    slug: lesson.slug,
    status: lesson.status,
    summary: lesson.summary,
    delivery: lesson.delivery,
    injections: told.length + byDigest.length,
    shown: events.filter((event) => SHOWN.has(event.kind)).length,
    withheld: events.filter((event) => event.kind === 'holdout').length,
    outcomes: counts,
    complaints: complaints.length,
    score: plainScore(outcomes, complaints),
    posterior: {
      mean: round(belief.mean),
      low: round(belief.low),
      high: round(belief.high),
      weight: round(belief.weight),
    },
    effect,
    estimates: estimatesOf(events, counts.prevented, medianCost(source.episodes.get(lesson.id) ?? [])),
    recurrence: recurrenceOf(lesson, facts.lesson.arrivedAt, source, index),
    lastMatchedAt: lesson.lastMatchedAt,
    lastUsefulAt: lesson.lastUsefulAt,
    weekly: weeks(
      [...told, ...byDigest].map(({ at }) => at),
      source.now,
    ),
    proposals: proposals(facts, source.now),
  };
}

/** Of every wording of the error that the lesson was learned from; of one that a human added, of those that it is about. */
function recurrenceOf(
  lesson: Lesson,
  arrivedAt: string | null,
  { episodes, isAbout }: Source,
  index: CallIndex | null,
): LessonStats['recurrence'] {
  if (index === null) return null;
  const about = (episodes.get(lesson.id) ?? []).map((episode) => episode.fingerprint);
  const fingerprints = new Set(lesson.fingerprint === null ? about : [lesson.fingerprint, ...about]);
  const since = activeSince(lesson, arrivedAt);
  return recurrence(index, [...fingerprints], {
    since,
    scope: lesson.scope,
    isAbout: isAbout.get(lesson.id),
  });
}

/** Neither what was withheld nor what was merely shown is an outcome of the lesson. */
function countOutcomes(rows: readonly OutcomeRow[]): OutcomeCounts {
  const counts: OutcomeCounts = { prevented: 0, ignored: 0, irrelevant: 0, unknown: 0 };
  for (const row of rows) if (isTold(row)) counts[row.outcome] += 1;
  return counts;
}

function addCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  return {
    prevented: sum(all, (each) => each.prevented),
    ignored: sum(all, (each) => each.ignored),
    irrelevant: sum(all, (each) => each.irrelevant),
    unknown: sum(all, (each) => each.unknown),
  };
}

const groupEvents = (events: readonly InjectionEvent[]): Map<string, InjectionEvent[]> =>
  Map.groupBy(
    events.filter(({ lessonId }) => lessonId != null),
    ({ lessonId }) => lessonId as string,
  );

/** Past episodes of active lessons: those that it was made of, else, where it was delivered, those that it is about. */
async function episodesByLesson(
  context: Context,
  lessons: readonly Lesson[],
  events: ReadonlyMap<string, unknown>,
): Promise<Pick<Source, 'episodes' | 'isAbout'>> {
  const store = await context.store();
  const active = lessons.filter(({ status }) => status === 'active');
  const found = await episodesOf(store, active);
  const foreign = active.filter(
    (lesson) => !found.has(lesson.id) && events.has(lesson.id) && hasTrigger(lesson),
  );
  if (foreign.length === 0) return { episodes: found, isAbout: new Map() };
  const compiled = await compileForHistory(context, foreign);
  for (const [id, about] of episodesAbout(compiled, await store.listEpisodes({ excerpts: false })))
    found.set(id, about);
  return { episodes: found, isAbout: callsAbout(compiled) };
}

function weeklyTotals(
  events: readonly InjectionEvent[],
  outcomes: readonly OutcomeRow[],
  now: number,
): Stats['weekly'] {
  const told = weeks(
    events.filter((event) => TOLD.has(event.kind)).map((event) => event.at),
    now,
  );
  const of = (outcome: OutcomeRow['outcome']): number[] =>
    weeks(
      outcomes.filter((row) => row.outcome === outcome && isTold(row)).map((row) => row.at),
      now,
    );
  const [prevented, ignored, irrelevant] = [of('prevented'), of('ignored'), of('irrelevant')];
  return told.map((injections, n) => ({
    week: new Date(now - (WEEKS - n) * WEEK_MS).toISOString().slice(0, 10),
    injections,
    prevented: prevented[n] ?? 0,
    ignored: ignored[n] ?? 0,
    irrelevant: irrelevant[n] ?? 0,
  }));
}

/** How many of the moments fall into each of the last weeks; older ones into none. */
function weeks(moments: readonly string[], now: number): number[] {
  const counts = new Array<number>(WEEKS).fill(0);
  for (const at of moments) {
    const age = Math.max(0, Math.floor((now - Date.parse(at)) / WEEK_MS));
    if (age < WEEKS) counts[WEEKS - 1 - age] = (counts[WEEKS - 1 - age] ?? 0) + 1;
  }
  return counts;
}

function sum<T>(items: readonly T[], pick: (item: T) => number): number {
  return items.reduce((total, item) => total + pick(item), 0);
}
