import type { CallRecord } from '../../model/findings.ts';

/** Texts that many calls share; whoever reads them may keep one for long. */
const NAMES = [
  'agent',
  'sessionId',
  'thread',
  'project',
  'tool',
  'fingerprint',
  'kind',
] as const satisfies readonly (keyof CallRecord)[];
const TEXTS = [
  ...NAMES,
  'uuid',
  'callId',
  'timestamp',
  'text',
  'error',
] as const satisfies readonly (keyof CallRecord)[];
type Texts = Pick<CallRecord, (typeof TEXTS)[number]>;

/** Numbers of a call: whether it went well, bytes, seconds. */
const NUMBERS = 3;
/** Number of calls, and bytes of the texts that are ASCII. */
const COUNT_BYTES = 8;
const CALL_BYTES = NUMBERS * Float64Array.BYTES_PER_ELEMENT + TEXTS.length * Int32Array.BYTES_PER_ELEMENT;
const UTF8_BYTES_MAX = 3;
/** Instead of a text's length; below them, of a text with other characters than ASCII's, by how much. */
const NONE = -1;
const AS_BEFORE = -2;

/**
 * Calls as bytes, at a fraction of what JSON costs: their number, numbers and lengths of texts as two tables, and the
 * texts one after the other, without those that are the same as in the call before. Those of ASCII alone come first:
 * but for names, which would keep all of it, they are read back as pieces of one string.
 * @returns bytes that are good until the next calls are encoded
 */
export function encodeCalls(calls: readonly CallRecord[]): Buffer {
  const texts = COUNT_BYTES + calls.length * CALL_BYTES;
  const bytes = room(texts + UTF8_BYTES_MAX * charsOf(calls));
  const { numbers, lengths } = tablesOf(bytes, calls.length);
  const others: Buffer[] = [];
  let end = texts;
  let cell = 0;
  let before: CallRecord | null = null;
  for (const [at, call] of calls.entries()) {
    numbers[at * NUMBERS] = call.ok ? 1 : 0;
    numbers[at * NUMBERS + 1] = call.bytes;
    numbers[at * NUMBERS + 2] = call.seconds ?? Number.NaN;
    for (const field of TEXTS) {
      const text = call[field];
      if (before !== null && text === before[field]) lengths[cell] = AS_BEFORE;
      else if (text === null) lengths[cell] = NONE;
      else {
        const size = bytes.write(text, end);
        if (size === text.length) end += size;
        else others.push(Buffer.from(bytes.subarray(end, end + size)));
        lengths[cell] = size === text.length ? size : AS_BEFORE - size;
      }
      cell += 1;
    }
    before = call;
  }
  bytes.writeUInt32LE(calls.length, 0);
  bytes.writeUInt32LE(end - texts, 4);
  for (const other of others) end += other.copy(bytes, end);
  return bytes.subarray(0, end);
}

/** Fresh memory costs more than what is written into it. */
let spare = Buffer.alloc(0);
const SPARE_BYTES_MAX = 4 * 1024 * 1024;

function room(bytes: number): Buffer {
  if (spare.length >= bytes) return spare;
  const larger = Buffer.allocUnsafeSlow(2 * bytes);
  if (larger.length <= SPARE_BYTES_MAX) spare = larger;
  return larger;
}

/** The calls that `encodeCalls` made bytes of; they have to lie at the start of their memory. */
export function decodeCalls(bytes: Buffer): CallRecord[] {
  const count = bytes.readUInt32LE(0);
  const { numbers, lengths } = tablesOf(bytes, count);
  const texts: Record<string, string | null> = {};
  const calls: CallRecord[] = [];
  const start = COUNT_BYTES + count * CALL_BYTES;
  let from = start + bytes.readUInt32LE(4);
  const ascii = bytes.toString('latin1', start, from);
  let asciiFrom = 0;
  for (let at = 0; at < count; at += 1) {
    for (const [column, field] of TEXTS.entries()) {
      const length = lengths[at * TEXTS.length + column]!;
      if (length === NONE) texts[field] = null;
      else if (length >= 0) {
        const end = asciiFrom + length;
        texts[field] =
          column < NAMES.length
            ? bytes.toString('latin1', start + asciiFrom, start + end)
            : ascii.slice(asciiFrom, end);
        asciiFrom = end;
      } else if (length < AS_BEFORE) {
        const end = from + AS_BEFORE - length;
        texts[field] = bytes.toString('utf8', from, end);
        from = end;
      }
    }
    calls.push(recordOf(texts as unknown as Texts, numbers, at * NUMBERS));
  }
  return calls;
}

function recordOf(texts: Texts, numbers: Float64Array, at: number): CallRecord {
  const seconds = numbers[at + 2]!;
  return {
    agent: texts.agent,
    sessionId: texts.sessionId,
    thread: texts.thread,
    project: texts.project,
    uuid: texts.uuid,
    callId: texts.callId,
    timestamp: texts.timestamp,
    tool: texts.tool,
    text: texts.text,
    ok: numbers[at] === 1,
    fingerprint: texts.fingerprint,
    kind: texts.kind,
    error: texts.error,
    bytes: numbers[at + 1]!,
    seconds: Number.isNaN(seconds) ? null : seconds,
  };
}

function tablesOf(bytes: Buffer, count: number): { numbers: Float64Array; lengths: Int32Array } {
  const numbers = new Float64Array(bytes.buffer, COUNT_BYTES, count * NUMBERS);
  const lengths = new Int32Array(bytes.buffer, COUNT_BYTES + numbers.byteLength, count * TEXTS.length);
  return { numbers, lengths };
}

function charsOf(calls: readonly CallRecord[]): number {
  let chars = 0;
  for (const call of calls) for (const field of TEXTS) chars += call[field]?.length ?? 0;
  return chars;
}
