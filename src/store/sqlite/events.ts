import { sql } from 'kysely';
import { type Failure, failureKey } from '../../model/failure.ts';
import type { InjectionEvent } from '../../model/injection-event.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { OutcomeRow } from '../port.ts';
import { isAmong } from './among.ts';
import { rowJson } from './errors.ts';
import type { Db } from './lessons.ts';

/** Adds failures that are not known yet; answers how many. */
export async function ingestFailures(db: Db, failures: Failure[]): Promise<number> {
  let added = 0;
  for (const failure of failures) {
    const result = await db
      .insertInto('failure')
      .values({
        key: failureKey(failure),
        id: failure.id,
        session_id: failure.session_id,
        tool: failure.tool,
        project: failure.context.project,
        timestamp: failure.timestamp,
        body: JSON.stringify(failure),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

/** In order of time. */
export async function listFailures(db: Db): Promise<Failure[]> {
  const query = db.selectFrom('failure').select('body').orderBy('timestamp').orderBy('key');
  return (await query.execute()).map((row) => rowJson(row.body));
}

/** Adds events that are not known yet, and counts what was shown before a turn; the same line read twice is one. Answers how many. */
export async function ingestEvents(db: Db, events: InjectionEvent[]): Promise<number> {
  let added = 0;
  for (const event of events) {
    const body = JSON.stringify(event);
    const result = await db
      .insertInto('injection_event')
      .values({
        key: sha256(body).slice(0, 32),
        at: event.at,
        kind: event.kind,
        session_id: event.sessionId,
        slug: event.slug ?? null,
        lesson_id: event.lessonId ?? null,
        body,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    if (Number(result.numInsertedOrUpdatedRows ?? 0n) === 0) continue;
    added += 1;
    if (event.kind === 'pitfalls' && event.lessonId != null) await noteShown(db, event.lessonId, event.at);
  }
  return added;
}

/** A lesson was shown before a turn. */
async function noteShown(db: Db, lessonId: string, at: string): Promise<void> {
  await db
    .updateTable('lesson')
    .set({
      hit_count: sql<number>`hit_count + 1`,
      last_seen_at: sql<string>`max(coalesce(last_seen_at, ''), ${at})`,
    })
    .where('id', '=', lessonId)
    .execute();
}

/** In order of time. */
export async function listEvents(
  db: Db,
  filter: { lessonId?: string; sessionId?: string; since?: string; kinds?: string[] } = {},
): Promise<InjectionEvent[]> {
  let query = db.selectFrom('injection_event').select('body').orderBy('at').orderBy('key');
  if (filter.lessonId !== undefined) query = query.where('lesson_id', '=', filter.lessonId);
  if (filter.sessionId !== undefined) query = query.where('session_id', '=', filter.sessionId);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  if (filter.kinds !== undefined) query = query.where(isAmong('kind', filter.kinds));
  return (await query.execute()).map((row) => rowJson(row.body));
}

export async function firstEventAt(db: Db): Promise<string | null> {
  const row = await db.selectFrom('injection_event').select('at').orderBy('at').limit(1).executeTakeFirst();
  return row?.at ?? null;
}

export async function saveOutcomes(db: Db, rows: OutcomeRow[]): Promise<void> {
  for (const row of rows) {
    const value = {
      lesson_id: row.lessonId,
      slug: row.slug,
      session_id: row.sessionId,
      agent: row.agent,
      project: row.project,
      at: row.at,
      outcome: row.outcome,
      evidence: row.evidence,
      withheld: Number(row.withheld),
      came_back: row.cameBack === null ? null : Number(row.cameBack),
    };
    await db
      .insertInto('outcome')
      .values({ id: row.id, ...value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
      .execute();
  }
}

/** In order of time. */
export async function listOutcomes(
  db: Db,
  filter: { lessonId?: string; since?: string } = {},
): Promise<OutcomeRow[]> {
  let query = db.selectFrom('outcome').selectAll().orderBy('at').orderBy('id');
  if (filter.lessonId !== undefined) query = query.where('lesson_id', '=', filter.lessonId);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  return (await query.execute()).map((row) => ({
    id: row.id,
    lessonId: row.lesson_id,
    slug: row.slug,
    sessionId: row.session_id,
    agent: row.agent,
    project: row.project,
    at: row.at,
    outcome: row.outcome as OutcomeRow['outcome'],
    evidence: row.evidence,
    withheld: row.withheld === 1,
    cameBack: row.came_back === null ? null : row.came_back === 1,
  }));
}
