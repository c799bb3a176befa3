import { hash } from 'node:crypto';
import { isBetterCopy } from '../../model/call-identity.ts';
import type { CallRecord } from '../../model/findings.ts';

/** First 53 bits of the SHA-256 of the parts: a safe integer, so that SQLite keeps it as a key. */
export function key(...parts: string[]): number {
  const digest = hash('sha256', parts.join('\u0000'), 'buffer');
  return digest.readUInt32BE(0) * 0x200000 + (digest.readUInt32BE(4) >>> 11);
}

/** A call that is stored under a key, with its text. */
export const KNOWN = `SELECT session, project, calls.text AS textId, texts.text AS text, at, ok, error, bytes, seconds,
  (SELECT name FROM names WHERE names.id = thread) AS thread FROM calls JOIN texts ON texts.id = calls.text WHERE key = ?`;

/** How texts of a list of ids ended: everywhere, and in one project, which is asked for first. */
export const COUNT_TEXTS = `SELECT coalesce(sum(good), 0) AS good, coalesce(sum(failing), 0) AS failing FROM texts
  WHERE id IN (SELECT value FROM json_each(?))`;
export const COUNT_TEXTS_OF_PROJECT = `SELECT coalesce(sum(ok), 0) AS good, count(ok) - coalesce(sum(ok), 0) AS failing
  FROM calls WHERE project = (SELECT id FROM names WHERE name = ?) AND text IN (SELECT value FROM json_each(?))`;

/** What is stored of a call. */
export interface KnownCall {
  session: number;
  /** Name of the subagent that made it. */
  thread: string | null;
  project: number;
  textId: number;
  text: string;
  at: number | null;
  ok: number | null;
  error: string | null;
  bytes: number;
  seconds: number | null;
}

/** Milliseconds since 1970, or null where the log tells no time. */
export function timeOf(call: CallRecord): number | null {
  const at = Date.parse(call.timestamp ?? '');
  return Number.isNaN(at) ? null : at;
}

export const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Of copies that tell a call differently the same one is believed, so that the order of scans does not matter. */
export function tellsMore(call: CallRecord, known: KnownCall): boolean {
  const text = storable(call.text);
  const error = call.error === null ? null : storable(call.error);
  const stored = { ...known, ok: known.ok === 1, timestamp: isoOf(known.at) };
  return isBetterCopy({ ...call, text, error, timestamp: isoOf(timeOf(call)) }, stored);
}

/** What SQLite gives back as it was given: no NUL (a C function would stop there), no lone surrogate. */
export function storable(text: string): string {
  const whole = text.includes('\u0000') ? text.replaceAll('\u0000', ' ') : text;
  return /\p{Surrogate}/u.test(whole) ? Buffer.from(whole, 'utf8').toString('utf8') : whole;
}
