import type { StatementSync } from 'node:sqlite';
import { callIdentity, isOpen, recordIdentity } from '../../model/call-identity.ts';
import type { CallRecord } from '../../model/findings.ts';
import { KNOWN, type KnownCall, key, storable, tellsMore, timeOf } from './call-index-rows.ts';

const NAMES_MAX = 50_000;

/** Stores calls one by one, inside of a transaction of its caller. Of copies the better one is kept. */
export class CallWriter {
  readonly #prepare: (sql: string) => StatementSync;
  /** Ids of names that were looked up. */
  readonly #names = new Map<string, number>();

  constructor(prepare: (sql: string) => StatementSync) {
    this.#prepare = prepare;
  }

  /** After a rollback or a removal names may have other ids. */
  forgetNames(): void {
    this.#names.clear();
  }

  /** False where the call is known, or was removed. */
  add(call: CallRecord): boolean {
    const identity = key(callIdentity(call));
    const wasRemoved = this.#prepare('SELECT key FROM removed WHERE key IN (?, ?)');
    if (wasRemoved.get(identity, key(recordIdentity(call)))) return false;
    const session = this.#name(call.sessionId);
    const project = this.#name(call.project);
    const known = this.#prepare(KNOWN).get(identity) as KnownCall | undefined;
    if (known) {
      this.#settleOwner(identity, known, call, session, project);
      this.#settleThread(identity, known, call);
      this.#settleResult(identity, known, call);
      return false;
    }
    this.#prepare(
      `INSERT INTO calls (tool, text, at, ok, fingerprint, kind, bytes, seconds, error, key, agent, session, thread,
        project, uuid, call_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...this.#told(call),
      identity,
      this.#name(call.agent),
      session,
      call.thread === null ? null : this.#name(call.thread),
      project,
      call.uuid,
      call.callId,
    );
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
    // Each has it in its history, whichever of them it counts for.
    if (known.session !== session)
      for (const holder of [known.session, session])
        this.#prepare('INSERT OR IGNORE INTO copied (session, key) VALUES (?, ?)').run(holder, identity);
    const select = this.#prepare('SELECT name FROM names WHERE id = ?');
    const nameOf = (id: number): string => (select.get(id) as { name: string }).name;
    const [owner, own] = [nameOf(known.session), call.sessionId];
    if (owner < own || (owner === own && nameOf(known.project) <= call.project)) return;
    this.#prepare('UPDATE calls SET session = ?, project = ? WHERE key = ?').run(session, project, identity);
  }

  /** A subagent's log may begin with a copy of what the one that it works for had done. */
  #settleThread(identity: number, known: KnownCall, { thread }: CallRecord): void {
    if (known.thread === null || (thread !== null && known.thread <= thread)) return;
    const id = thread === null ? null : this.#name(thread);
    this.#prepare('UPDATE calls SET thread = ? WHERE key = ?').run(id, identity);
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
    if (this.#names.size > NAMES_MAX) this.#names.clear();
    this.#names.set(name, id);
    return id;
  }
}
