import { deliveryId, isDelivery, judgeSession } from '../../learn/outcomes.ts';
import { isTold } from '../../learn/scoring.ts';
import { type JudgedLesson, SessionCalls } from '../../learn/session-calls.ts';
import { digestMembers, isDigest } from '../../learn/skills.ts';
import { DAY_MS } from '../../model/constants.ts';
import type { Episode } from '../../model/episode.ts';
import type { CallRecord } from '../../model/findings.ts';
import { type InjectionEvent, TOLD_KINDS } from '../../model/injection-event.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { OutcomeRow, Store } from '../../store/port.ts';
import { compileForHistory } from '../history/backtests.ts';
import { openHistory } from '../history/open-history.ts';
import { rebuildManifest } from '../home/rebuild.ts';
import type { Context } from '../operation.ts';
import { effectsOf } from './effects.ts';

/** A session that goes on after so long was judged for good. */
const WINDOW_DAYS = 14;
/** Older deliveries whose transcript never came are given up. */
const KEPT_DAYS = 400;
const EFFECT_STEP = 0.01;

interface JudgeReport {
  sessions: number;
  judged: number;
}

/**
 * Judges what became of deliveries, from the transcripts' calls and the hooks' events, and stores it; run by every
 * scan after calls and events are in. A session is judged again while it can still go on: an outcome has the
 * identity of its delivery, so that judging twice changes nothing.
 */
export async function judgeOutcomes(context: Context): Promise<JudgeReport> {
  const store = await context.store();
  const events = await eventsToJudge(context, store);
  if (events.size === 0) return { sessions: 0, judged: 0 };
  const index = openHistory(context.home);
  if (index === null) return { sessions: 0, judged: 0 };
  try {
    const all = [...events.values()].flat();
    const members = all.some(({ lessonId }) => isDigest(lessonId))
      ? digestMembers(await store.listLessons({ status: ['active'] }))
      : new Map<string, Lesson[]>();
    const lessons = await judgedLessons(context, store, all, [...members.values()].flat());
    const objections = await objectionsBySession(store, events);
    const before = await effectsOf(store, context.clock.now());
    const report: JudgeReport = { sessions: 0, judged: 0 };
    for (const [sessionId, own] of events) {
      const calls = [...index.calls({ sessionId })];
      if (calls.length === 0) continue;
      const told = withMembers(own, calls, members, lessons);
      events.set(sessionId, told);
      const rows = judgeSession({
        sessionId,
        events: told,
        calls,
        objections: objections.get(sessionId) ?? [],
        lessons,
      });
      await store.saveOutcomes(rows satisfies OutcomeRow[]);
      report.sessions += 1;
      report.judged += rows.length;
    }
    await noteUse(store, events, lessons);
    if (rankingChanged(before, await effectsOf(store, context.clock.now()))) await rebuildManifest(context);
    return report;
  } finally {
    index.close();
  }
}

async function eventsToJudge(context: Context, store: Store): Promise<Map<string, InjectionEvent[]>> {
  const since = new Date(context.clock.now() - KEPT_DAYS * DAY_MS).toISOString();
  const events = (await store.listEvents({ since })).filter(({ lessonId }) => lessonId != null);
  const bySession = Map.groupBy(events, ({ sessionId }) => sessionId);
  return stillOpen(bySession, await store.listOutcomes({ since }), context);
}

/** Sessions that may go on, and those with a delivery that no scan has judged. */
function stillOpen(
  sessions: Map<string, InjectionEvent[]>,
  outcomes: readonly OutcomeRow[],
  context: Context,
): Map<string, InjectionEvent[]> {
  const judged = new Set(outcomes.map((row) => row.id));
  const recent = new Date(context.clock.now() - WINDOW_DAYS * DAY_MS).toISOString();
  const isUnjudged = (event: InjectionEvent): boolean =>
    isDelivery(event.kind) && !isDigest(event.lessonId) && !judged.has(deliveryId(event));
  const open = (event: InjectionEvent): boolean => event.at >= recent || isUnjudged(event);
  return new Map([...sessions].filter(([, events]) => events.some(open)));
}

const OF_WORDS = new Set<string>(['user-correction', 'user-rule', 'data-loss']);

const isUsersWish = (signals: readonly string[]): boolean =>
  signals.includes('user-correction') && signals.every((signal) => OF_WORDS.has(signal));

/** The lessons of these events by id, as the hook would run them. */
export async function judgedLessons(
  context: Context,
  store: Store,
  events: readonly InjectionEvent[],
  more: readonly Lesson[] = [],
): Promise<Map<string, JudgedLesson>> {
  const ids = new Set(events.flatMap(({ lessonId }) => (lessonId ? [lessonId] : [])));
  const lessons = [...(await store.listLessons({ ids: [...ids] })), ...more];
  const said = new Map(
    lessons.map(({ id, remediation, signals }) => [id, { remediation, isUsersWish: isUsersWish(signals) }]),
  );
  const compiled = await compileForHistory(context, lessons);
  return new Map(
    compiled.map((lesson) => [lesson.id, { ...lesson, remediation: '', ...said.get(lesson.id) }]),
  );
}

/** A skill's digest speaks for each of its lessons that the call has the trigger of: it is a delivery of them. */
function withMembers(
  events: readonly InjectionEvent[],
  calls: readonly CallRecord[],
  members: ReadonlyMap<string, readonly Lesson[]>,
  lessons: ReadonlyMap<string, JudgedLesson>,
): InjectionEvent[] {
  const session = new SessionCalls(calls);
  return events.flatMap((event) => {
    const places = (members.get(event.lessonId ?? '') ?? []).flatMap(({ id }) => {
      const lesson = lessons.get(id);
      const { own } = lesson ? session.position(event, lesson) : { own: -1 };
      const call = calls[own];
      return lesson && call && session.matches(lesson, call) ? [{ lesson, own }] : [];
    });
    const at = Math.max(...places.map(({ own }) => own));
    const told = places.filter(({ own }) => own === at);
    return [event, ...told.map(({ lesson: { id, slug } }) => ({ ...event, lessonId: id, slug }))];
  });
}

async function objectionsBySession(
  store: Store,
  events: Map<string, InjectionEvent[]>,
): Promise<Map<string, Episode[]>> {
  const episodes = await store.listEpisodes({ sessionIds: [...events.keys()], excerpts: false });
  const objections = episodes.filter(({ signals }) => signals.includes('user-correction'));
  return Map.groupBy(objections, ({ sessionId }) => sessionId);
}

/** The manifest carries the effects that matches are ranked by. */
function rankingChanged(before: Map<string, number>, after: Map<string, number>): boolean {
  for (const [id, effect] of after)
    if (Math.abs(effect - (before.get(id) ?? 0.5)) >= EFFECT_STEP) return true;
  return false;
}

/** When each lesson last matched, and when it last helped: what ageing looks at. */
async function noteUse(
  store: Store,
  events: Map<string, InjectionEvent[]>,
  lessons: ReadonlyMap<string, unknown>,
): Promise<void> {
  const met = [...events.values()].flat().filter(({ kind }) => MATCHES.has(kind));
  const matches = Map.groupBy(met, ({ lessonId }) => lessonId);
  for (const id of lessons.keys()) {
    const lesson = await store.getLesson(id);
    if (!lesson) continue;
    const helped = (await store.listOutcomes({ lessonId: id })).filter(
      (row) => row.outcome === 'prevented' && isTold(row),
    );
    const lastMatchedAt = latest(lesson.lastMatchedAt, matches.get(id) ?? []);
    const lastUsefulAt = latest(lesson.lastUsefulAt, helped);
    if (lastMatchedAt !== lesson.lastMatchedAt || lastUsefulAt !== lesson.lastUsefulAt)
      await store.updateLesson(id, { lastMatchedAt, lastUsefulAt });
  }
}

const MATCHES = new Set<InjectionEvent['kind']>([...TOLD_KINDS, 'hold-passed', 'holdout', 'drop']);

/** When the last of these was, or what was known before where that is later: ISO 8601. */
const latest = (known: string | null, rows: readonly { at: string }[]): string | null =>
  rows.reduce<string | null>((last, { at }) => (at > (last ?? '') ? at : last), known);
