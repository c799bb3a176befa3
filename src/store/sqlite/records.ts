import { sql } from 'kysely';
import type { Episode } from '../../model/episode.ts';
import { ownRecords } from '../../model/record-names.ts';
import { isAmong } from './among.ts';
import { rowJson } from './errors.ts';
import type { Db } from './lessons.ts';

/** Tables of what was found in files. */
const TABLES = ['episode', 'tag', 'malformed_tag'] as const;
export type FoundTable = (typeof TABLES)[number];

/** Something that was found, by the records of the transcript that it was made of. */
interface Recorded {
  file: string;
  id: string;
  sessionId: string;
  own: readonly string[];
  /** And the call that corrected it. */
  all: readonly string[];
}

async function recordedIn(db: Db, table: FoundTable, files: readonly string[]): Promise<Recorded[]> {
  const rows = await db
    .selectFrom(table)
    .select(['file', 'id', 'session_id'])
    .select(sql<string>`json_remove(body, '$.evidence', '$.failure.error', '$.fields')`.as('rest'))
    .where(isAmong('file', files))
    .execute();
  return rows.map(({ file, id, session_id, rest }) => {
    const found = rowJson(rest);
    const own = ownRecords(found);
    const corrected: string | null = found.correction?.toolUseId ?? null;
    return { file, id, sessionId: session_id, own, all: corrected === null ? own : [...own, corrected] };
  });
}

export async function recordsIn(db: Db, files: readonly string[]): Promise<Map<string, Set<string>>> {
  const byFile = new Map<string, Set<string>>();
  const add = (file: string, names: readonly string[]) => {
    const known = byFile.get(file) ?? new Set();
    for (const name of names) known.add(name);
    byFile.set(file, known);
  };
  if (files.length === 0) return byFile;
  for (const table of TABLES) for (const { file, all } of await recordedIn(db, table, files)) add(file, all);
  const sessions = db.selectFrom('session_file').select(['file', 'session_id']).where(isAmong('file', files));
  for (const { file, session_id } of await sessions.execute()) add(file, [session_id]);
  return byFile;
}

/** What stays of earlier findings of a file, though it no longer holds all of what they were made of. */
export class Kept {
  readonly ids: ReadonlySet<string>;
  readonly #own: ReadonlySet<string>;

  static async in(db: Db, table: FoundTable, file: string, lost: ReadonlySet<string>): Promise<Kept> {
    if (lost.size === 0) return new Kept([]);
    const found = await recordedIn(db, table, [file]);
    return new Kept(found.filter(({ all }) => all.some((name) => lost.has(name))));
  }

  private constructor(kept: readonly Recorded[]) {
    this.ids = new Set(kept.map(({ id }) => id));
    this.#own = new Set(kept.flatMap(({ sessionId, own }) => own.map((name) => `${sessionId}\n${name}`)));
  }

  /** Whether it is what is left of an episode that stays as it was. */
  tells(episode: Episode): boolean {
    const own = ownRecords(episode).map((name) => `${episode.sessionId}\n${name}`);
    return this.ids.has(episode.id) || own.some((name) => this.#own.has(name));
  }
}
