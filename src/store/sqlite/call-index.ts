import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CallRecord } from '../../model/findings.ts';
import type {
  CallIndex,
  CallQuery,
  CallRemoval,
  CallText,
  CallTotals,
  TextQuery,
  ViewOf,
} from '../call-index-port.ts';
import { atomically } from './atomically.ts';
import {
  countCalls,
  newestText,
  readCalls,
  readTexts,
  readToolNames,
  readTotals,
} from './call-index-queries.ts';
import { removeCalls } from './call-index-removal.ts';
import { deleteResults, RECALL, resultsOthers, saveResults } from './call-index-results.ts';
import { COUNT_TEXTS, COUNT_TEXTS_OF_PROJECT } from './call-index-rows.ts';
import { UNFILLED } from './call-index-schema.ts';
import { storeViews } from './call-index-views.ts';
import { CallWriter } from './call-index-writer.ts';
import { isUnwritable } from './errors.ts';

/** New texts from which on, if they are a quarter of all, the file is packed. */
const PACK_MIN = 50_000;
/** Of pages that are held while the file is packed, in KB: as many again are held of the copy. */
const PACKING_CACHE_KB = 2048;

/** Every call that a scan saw, in a file of its own beside the store. */
export class SqliteCallIndex implements CallIndex {
  readonly #db: DatabaseSync;
  readonly #readOnly: boolean;
  /** Makes the views that could not be stored, where the disk is full or read-only. */
  #viewOf: ViewOf = () => null;
  readonly #statements = new Map<string, StatementSync>();
  readonly #writer = new CallWriter((sql) => this.#prepare(sql));
  /** Totals that were asked for since something was last written: each back-test asks for the same. */
  readonly #totals = new Map<string, CallTotals>();

  /** @param readOnly nothing can be written: results are not remembered */
  constructor(db: DatabaseSync, readOnly = false) {
    this.#db = db;
    this.#readOnly = readOnly;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  add(calls: Iterable<CallRecord>): number {
    return this.#write(() => this.#writer.add(calls));
  }

  fillViews(viewOf: ViewOf, version: string): number {
    this.#viewOf = viewOf;
    return this.#ifWritable(0, () => {
      const filled = storeViews(this.#db, (work) => this.#write(work), viewOf, version);
      if (filled >= PACK_MIN) this.#pack(filled);
      return filled;
    });
  }

  /**
   * Brings the texts together, which were stored between calls: a first query then reads half of the file, in order.
   * The copy is made in a file and with few pages held, since it is as large as the index.
   */
  #pack(filled: number): void {
    const { texts } = this.#prepare('SELECT count(*) AS texts FROM texts').get() as { texts: number };
    if (filled * 4 < texts) return;
    const { cache_size } = this.#prepare('PRAGMA cache_size').get() as { cache_size: number };
    this.#statements.clear();
    try {
      this.#db.exec(`PRAGMA temp_store = FILE; PRAGMA cache_size = -${PACKING_CACHE_KB}`);
      this.#compact();
    } catch {
      // Another process reads it now, or there is no room: it works as it is.
    } finally {
      this.#db.exec(`PRAGMA shrink_memory; PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${cache_size}`);
    }
  }

  totals(query: { tools?: string[]; project?: string } = {}): CallTotals {
    const asked = JSON.stringify([query.tools, query.project]);
    const totals = this.#totals.get(asked) ?? readTotals(this.#db, query);
    this.#totals.set(asked, totals);
    return totals;
  }

  toolNames(): string[] {
    return readToolNames(this.#db);
  }

  texts(query: TextQuery = {}): Iterable<CallText> {
    return readTexts(this.#db, query, this.#viewOf);
  }

  newestText(): number {
    return newestText(this.#db);
  }

  countTexts(ids: readonly number[], project?: string): { good: number; failing: number } {
    const own = project === undefined ? [] : [project];
    const count = this.#prepare(project === undefined ? COUNT_TEXTS : COUNT_TEXTS_OF_PROJECT);
    return count.get(...own, JSON.stringify(ids)) as { good: number; failing: number };
  }

  countText(textId: number, until: string, project?: string): { good: number; failing: number } {
    const own = project === undefined ? '' : 'AND project = (SELECT id FROM names WHERE name = ?)';
    const row = this.#prepare(
      `SELECT coalesce(sum(ok), 0) AS good, count(ok) - coalesce(sum(ok), 0) AS failing FROM calls
       WHERE text = ? AND (at IS NULL OR at < ?) ${own}`,
    ).get(textId, Date.parse(until), ...(project === undefined ? [] : [project]));
    return row as { good: number; failing: number };
  }

  count(query: CallQuery): CallTotals {
    return countCalls(this.#db, query);
  }

  calls(query: CallQuery): Iterable<CallRecord> {
    return readCalls(this.#db, query);
  }

  recall(name: string, staleShare: number): string | null {
    const row = this.#prepare(RECALL).get(name) as { calls: number; value: string } | undefined;
    if (!row) return null;
    return this.totals().calls - row.calls > row.calls * staleShare ? null : row.value;
  }

  remember(results: Iterable<[name: string, value: string]>): void {
    if (this.#readOnly) return;
    const { calls } = this.totals();
    this.#ifWritable(undefined, () => this.#write(() => saveResults(this.#db, results, calls)));
  }

  forget(prefix: string, except: ReadonlySet<string>): void {
    if (this.#readOnly) return;
    const gone = resultsOthers(this.#db, prefix, except);
    if (gone.length > 0) this.#ifWritable(undefined, () => this.#write(() => deleteResults(this.#db, gone)));
  }

  remove(what: CallRemoval): number {
    this.#writer.forgetNames();
    const removed = this.#write(() => removeCalls(this.#db, what));
    this.#writer.forgetNames();
    this.#compact();
    return removed;
  }

  removedKeys(): number[] {
    return (this.#prepare('SELECT key FROM removed').all() as { key: number }[]).map((row) => row.key);
  }

  isUnfilled(): boolean {
    return this.#prepare('SELECT 1 FROM meta WHERE name = ?').get(UNFILLED) !== undefined;
  }

  begin(removed: number[]): void {
    this.#write(() => {
      const insert = this.#prepare('INSERT OR IGNORE INTO removed (key) VALUES (?)');
      for (const each of removed) insert.run(each);
      this.#prepare('DELETE FROM meta WHERE name = ?').run(UNFILLED);
    });
  }

  isSound(): boolean {
    const row = this.#prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    return row.quick_check === 'ok';
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #compact(): void {
    this.#db.exec('VACUUM');
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** What is kept only to be quicker the next time may be left out. */
  #ifWritable<T>(otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      return otherwise;
    }
  }

  #write<T>(work: () => T): T {
    this.#totals.clear();
    try {
      return atomically(this.#db, work);
    } catch (error) {
      this.#writer.forgetNames();
      throw error;
    }
  }
}
