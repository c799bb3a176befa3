import type { StatementSync } from 'node:sqlite';
import { callIdentity, isOpen, recordIdentity } from '../../model/call-identity.ts';
import type { CallRecord } from '../../model/findings.ts';
import { KNOWN, type KnownCall, key, storable, tellsMore, timeOf } from './call-index-rows.ts';
import { CallTexts } from './call-index-texts.ts';

const NAMES_MAX = 50_000;

/** A call with what it and its text are known by. */
interface Keyed {
  identity: number;
  call: CallRecord;
  text: string;
  hash: number;
}

/** Stores calls, inside of a transaction of its caller. Of copies the better one is kept. */
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

  /**
   * What a look-up costs is mostly the statement: those of many calls go together.
   * @returns how many were new: not known, and not removed once
   */
  add(calls: Iterable<CallRecord>): number {
    const keyed = this.#withoutRemoved(Array.from(calls, keyedOf));
    const known = new Set(
      this.#keysIn(
        'calls',
        keyed.map(({ identity }) => identity),
      ),
    );
    const texts = new CallTexts(
      this.#prepare,
      keyed.map(({ hash }) => hash),
    );
    const copies: Keyed[] = [];
    for (const each of keyed) {
      if (known.has(each.identity)) copies.push(each);
      else {
        known.add(each.identity);
        this.#insert(each, texts);
      }
    }
    texts.flush();
    for (const copy of copies) this.#settle(copy);
    return keyed.length - copies.length;
  }

  #withoutRemoved(keyed: Keyed[]): Keyed[] {
    if (this.#prepare('SELECT 1 FROM removed LIMIT 1').get() === undefined) return keyed;
    const keys = keyed.map(({ identity, call }) => [identity, key(recordIdentity(call))]);
    const removed = new Set(this.#keysIn('removed', keys.flat()));
    return keyed.filter((_, at) => !keys[at]!.some((each) => removed.has(each)));
  }

  #keysIn(table: 'calls' | 'removed', keys: number[]): number[] {
    const select = this.#prepare(`SELECT key FROM ${table} WHERE key IN (SELECT value FROM json_each(?))`);
    return (select.all(JSON.stringify(keys)) as { key: number }[]).map((row) => row.key);
  }

  #insert(each: Keyed, texts: CallTexts): void {
    const { identity, call } = each;
    this.#prepare(
      `INSERT INTO calls (tool, text, at, ok, fingerprint, kind, bytes, seconds, error, key, agent, session, thread,
        project, uuid, call_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...this.#told(each, texts),
      identity,
      this.#name(call.agent),
      this.#name(call.sessionId),
      call.thread === null ? null : this.#name(call.thread),
      this.#name(call.project),
      call.uuid,
      call.callId,
    );
  }

  /** What copies of a call may tell differently, as columns; its text is counted. */
  #told({ call, text, hash }: Keyed, texts: CallTexts): (string | number | null)[] {
    const tool = this.#name(call.tool);
    const ok = isOpen(call) ? null : Number(call.ok);
    return [
      tool,
      texts.idOf(text, { hash, tool, ok }),
      timeOf(call),
      ok,
      call.fingerprint === null ? null : this.#name(call.fingerprint),
      call.kind === null ? null : this.#name(call.kind),
      call.bytes,
      call.seconds,
      call.error === null ? null : storable(call.error),
    ];
  }

  #settle(copy: Keyed): void {
    const { identity, call } = copy;
    const known = this.#prepare(KNOWN).get(identity) as unknown as KnownCall;
    this.#settleOwner(identity, known, call);
    this.#settleThread(identity, known, call);
    this.#settleResult(copy, known);
  }

  #settleResult(copy: Keyed, known: KnownCall): void {
    if (!tellsMore(copy.call, known)) return;
    const texts = new CallTexts(this.#prepare, [copy.hash]);
    this.#prepare('UPDATE texts SET good = good - ?, failing = failing - ? WHERE id = ?').run(
      known.ok === 1 ? 1 : 0,
      known.ok === 0 ? 1 : 0,
      known.textId,
    );
    this.#prepare(
      `UPDATE calls SET tool = ?, text = ?, at = ?, ok = ?, fingerprint = ?, kind = ?, bytes = ?, seconds = ?, error = ?
       WHERE key = ?`,
    ).run(...this.#told(copy, texts), copy.identity);
    texts.flush();
    this.#prepare('DELETE FROM texts WHERE id = ? AND id NOT IN (SELECT text FROM calls WHERE text = ?)').run(
      known.textId,
      known.textId,
    );
    this.#prepare('DELETE FROM results').run();
  }

  /** A copied call belongs to the session whose id sorts first, so that the order of scans does not matter. */
  #settleOwner(identity: number, known: KnownCall, call: CallRecord): void {
    const [session, project] = [this.#name(call.sessionId), this.#name(call.project)];
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

function keyedOf(call: CallRecord): Keyed {
  const text = storable(call.text);
  return { identity: key(callIdentity(call)), call, text, hash: key(call.tool, text) };
}
