import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { callIdentity, isOpen, recordIdentity } from '../../model/call-identity.ts';
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
import {
  COUNT_TEXTS,
  COUNT_TEXTS_OF_PROJECT,
  KNOWN,
  type KnownCall,
  key,
  storable,
  tellsMore,
  timeOf,
} from './call-index-rows.ts';
import { UNFILLED } from './call-index-schema.ts';
import { storeViews } from './call-index-views.ts';
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
  /** Ids of names that were looked up; emptied by a rollback or a removal. */
  readonly #names = new Map<string, number>();
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
    return this.#write(() => {
      let added = 0;
      for (const call of calls) if (this.#addOne(call)) added += 1;
      return added;
    });
  }

  #addOne(call: CallRecord): boolean {
    const identity = key(callIdentity(call));
    const wasRemoved = this.#prepare('SELECT key FROM removed WHERE key IN (?, ?)');
    if (wasRemoved.get(identity, key(recordIdentity(call)))) return false;
    const session = this.#name(call.sessionId);
    const project = this.#name(call.project);
    const known = this.#prepare(KNOWN).get(identity) as KnownCall | undefined;
    if (known) {
      this.#settleOwner(identity, known, call, session, project);
      this.#settleResult(identity, known, call);
      return false;
    }
    this.#prepare(
      `INSERT INTO calls (tool, text, at, ok, fingerprint, kind, bytes, seconds, error, key, agent, session, project,
        uuid, call_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(...this.#told(call), identity, this.#name(call.agent), session, project, call.uuid, call.callId);
    return true;
  }

  /** What copies of a call may tell differently, as columns; its text is counted. */
  #told(call: CallRecord): (string | number | null)[] {
    const tool = this.#name(call.tool);
    const good = isOpen(call) ? null : Number(call.ok);
    const text = this.#text(tool, call.tool, storable(call.text), good ?? 0, good === 0 ? 1 : 0);
    return [
      tool,
      text,
      timeOf(call),
      good,
      call.fingerprint === null ? null : this.#name(call.fingerprint),
      call.kind === null ? null : this.#name(call.kind),
      call.bytes,
      call.seconds,
      call.error === null ? null : storable(call.error),
    ];
  }

  #settleResult(identity: number, known: KnownCall, call: CallRecord): void {
    if (!tellsMore(call, known)) return;
    this.#prepare('UPDATE texts SET good = good - ?, failing = failing - ? WHERE id = ?').run(
      known.ok === 1 ? 1 : 0,
      known.ok === 0 ? 1 : 0,
      known.textId,
    );
    this.#prepare(
      `UPDATE calls SET tool = ?, text = ?, at = ?, ok = ?, fingerprint = ?, kind = ?, bytes = ?, seconds = ?, error = ?
       WHERE key = ?`,
    ).run(...this.#told(call), identity);
    this.#prepare('DELETE FROM texts WHERE id = ? AND id NOT IN (SELECT text FROM calls WHERE text = ?)').run(
      known.textId,
      known.textId,
    );
    this.#prepare('DELETE FROM results').run();
  }

  /** A copied call belongs to the session whose id sorts first, so that the order of scans does not matter. */
  #settleOwner(identity: number, known: KnownCall, call: CallRecord, session: number, project: number): void {
    if (known.session === session && known.project === project) return;
    const select = this.#prepare('SELECT name FROM names WHERE id = ?');
    const nameOf = (id: number): string => (select.get(id) as { name: string }).name;
    const [owner, own] = [nameOf(known.session), call.sessionId];
    if (owner < own || (owner === own && nameOf(known.project) <= call.project)) return;
    this.#prepare('UPDATE calls SET session = ?, project = ? WHERE key = ?').run(session, project, identity);
  }

  #text(tool: number, toolName: string, text: string, good: number, failing: number): number {
    const hash = key(toolName, text);
    const rows = this.#prepare('SELECT id, tool, text FROM texts WHERE hash = ?').all(hash) as {
      id: number;
      tool: number;
      text: string;
    }[];
    const row = rows.find((each) => each.tool === tool && each.text === text);
    if (row) {
      this.#prepare('UPDATE texts SET good = good + ?, failing = failing + ? WHERE id = ?').run(
        good,
        failing,
        row.id,
      );
      return row.id;
    }
    const result = this.#prepare(
      'INSERT INTO texts (hash, tool, good, failing, text) VALUES (?, ?, ?, ?, ?)',
    ).run(hash, tool, good, failing, text);
    return Number(result.lastInsertRowid);
  }

  #name(name: string): number {
    const cached = this.#names.get(name);
    if (cached !== undefined) return cached;
    const row = this.#prepare('SELECT id FROM names WHERE name = ?').get(name) as { id: number } | undefined;
    const id =
      row?.id ?? Number(this.#prepare('INSERT INTO names (name) VALUES (?)').run(name).lastInsertRowid);
    if (this.#names.size > 50000) this.#names.clear();
    this.#names.set(name, id);
    return id;
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
    this.#names.clear();
    const removed = this.#write(() => removeCalls(this.#db, what));
    this.#names.clear();
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
      this.#names.clear();
      throw error;
    }
  }
}
