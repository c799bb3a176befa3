import type { CallRecord } from './findings.ts';

const RANDOM_ID = /^(?:[a-z]+[_-])?[A-Za-z0-9-]{20,}$/;
const DISTINCT_MIN = 10;

type Identified = Pick<CallRecord, 'agent' | 'sessionId' | 'uuid' | 'callId'>;

/**
 * What a call is known by in every copy of its history. A fork may give the copied record a new uuid, but keeps the
 * model's call id, which counts alone where it is visibly random (a counter starts again elsewhere); else the uuid does.
 */
export function callIdentity(call: Identified): string {
  return isRandom(call.callId) ? `${call.agent}\n${call.callId}` : recordIdentity(call);
}

/** What the first layout of the call index knew a call by: what was purged under it stays out. */
export function recordIdentity(call: Identified): string {
  if (call.uuid !== '') return `${call.agent}\n${call.uuid}\n${call.callId}`;
  return isRandom(call.callId) ? callIdentity(call) : `${call.agent}\n${call.sessionId}\n${call.callId}`;
}

/** Whether an id is visibly random, so that it is no other call's. */
export function isRandom(callId: string): boolean {
  return RANDOM_ID.test(callId) && hasDistinct(callId, DISTINCT_MIN);
}

/** Refused before it ran, by a hook, a permission or a human, or left to run without its end being seen: it counts neither way. */
export function isOpen(call: Pick<CallRecord, 'ok' | 'error'>): boolean {
  return !call.ok && call.error === null;
}

/** What copies of one call may tell differently. */
type CallCopy = Pick<CallRecord, 'ok' | 'error' | 'text' | 'timestamp' | 'bytes' | 'seconds'>;

/**
 * Whether one copy of a call is to be believed rather than another, whichever was read first: one whose error is
 * there before one that went well, that before one that never ran; alike ones by what they hold.
 */
export function isBetterCopy(copy: CallCopy, other: CallCopy): boolean {
  const [one, two] = [believed(copy), believed(other)];
  const differs = one.findIndex((value, at) => value !== two[at]);
  return differs >= 0 && one[differs]! < two[differs]!;
}

function believed({ ok, error, text, timestamp, bytes, seconds }: CallCopy): (string | number)[] {
  const rank = ok ? 1 : error === null ? 2 : 0;
  return [rank, error ?? '', text, Date.parse(timestamp ?? '') || 0, bytes, seconds ?? -1];
}

/** Whether a text has at least so many different characters. */
function hasDistinct(text: string, count: number): boolean {
  let missing = count;
  for (let at = 0; at < text.length && missing > 0; at += 1)
    if (text.indexOf(text[at] as string) === at) missing -= 1;
  return missing === 0;
}
