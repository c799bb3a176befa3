import { sha256 } from '../../platform/sha256.ts';
import type { Draft, EvidenceRow } from '../port.ts';
import { isAmong } from './among.ts';
import { rowJson } from './errors.ts';
import type { Db } from './lessons.ts';

/** Adds rows; the same episode or excerpt behind the same lesson is one row, with its newest text. */
export async function addEvidence(db: Db, rows: Omit<EvidenceRow, 'id'>[]): Promise<void> {
  for (const row of rows) {
    const value = {
      lesson_id: row.lessonId,
      episode_id: row.episodeId,
      agent: row.agent,
      session_id: row.sessionId,
      project: row.project,
      file: row.file,
      line: row.line,
      timestamp: row.timestamp,
      excerpt: row.excerpt,
    };
    await db
      .insertInto('evidence')
      .values({ id: evidenceId(row), ...value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(value))
      .execute();
  }
}

function evidenceId(row: Omit<EvidenceRow, 'id'>): string {
  const key = row.episodeId ?? `${row.sessionId}\n${row.file}\n${row.line}\n${row.excerpt}`;
  return sha256(`${row.lessonId}\n${key}`).slice(0, 32);
}

/** In order of time; of one time by what was found, so that every store has the same order. */
export async function listEvidence(db: Db, ...lessonIds: string[]): Promise<EvidenceRow[]> {
  const rows = await db
    .selectFrom('evidence')
    .selectAll()
    .where(isAmong('lesson_id', lessonIds))
    .orderBy('timestamp')
    .orderBy('episode_id')
    .orderBy('file')
    .orderBy('line')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    lessonId: row.lesson_id,
    episodeId: row.episode_id,
    agent: row.agent,
    sessionId: row.session_id,
    project: row.project,
    file: row.file,
    line: row.line,
    timestamp: row.timestamp,
    excerpt: row.excerpt,
  }));
}

export async function saveDraft(db: Db, draft: Draft): Promise<void> {
  const value = { patch: JSON.stringify(draft.patch), by: draft.by, at: draft.at };
  await db
    .insertInto('draft')
    .values({ lesson_id: draft.lessonId, ...value })
    .onConflict((conflict) => conflict.column('lesson_id').doUpdateSet(value))
    .execute();
}

export const getDraft = async (db: Db, lessonId: string): Promise<Draft | null> =>
  (await listDrafts(db, [lessonId]))[0] ?? null;

export async function listDrafts(db: Db, lessonIds: readonly string[]): Promise<Draft[]> {
  const rows = await db.selectFrom('draft').selectAll().where(isAmong('lesson_id', lessonIds)).execute();
  return rows.map((row) => ({
    lessonId: row.lesson_id,
    patch: rowJson(row.patch),
    by: row.by,
    at: row.at,
  }));
}

export async function deleteDraft(db: Db, lessonId: string): Promise<void> {
  await db.deleteFrom('draft').where('lesson_id', '=', lessonId).execute();
}
