import { describe, expect, test } from 'bun:test';
import type { CallRecord } from '../../model/findings.ts';
import { decodeCalls, encodeCalls } from './call-codec.ts';

const call = (fields: Partial<CallRecord>): CallRecord => ({
  agent: 'claude-code',
  sessionId: 's',
  thread: null,
  project: 'p',
  uuid: 'u',
  callId: 'c',
  timestamp: '2026-05-04T10:00:00.000Z',
  tool: 'Bash',
  text: 'ls',
  ok: true,
  fingerprint: null,
  kind: null,
  error: null,
  bytes: 12,
  seconds: null,
  ...fields,
});

const roundTrip = (calls: CallRecord[]) => decodeCalls(Buffer.from(new Uint8Array(encodeCalls(calls))));

describe('encodeCalls', () => {
  test('gives back what it was given, in the same form', () => {
    const calls = [
      call({}),
      call({
        callId: 'd',
        thread: 'a1b2',
        ok: false,
        fingerprint: 'f',
        kind: 'usage',
        error: 'bad',
        seconds: 0.25,
      }),
      call({ callId: 'e', text: '', timestamp: null, error: '', seconds: 0 }),
      call({ callId: 'f', text: 'naïve → 😀\n\u0000"\\', project: '', bytes: 3e9 }),
      call({ callId: 'f', text: 'x'.repeat(8192), seconds: 1e9 }),
    ];
    expect(JSON.stringify(roundTrip(calls))).toBe(JSON.stringify(calls));
    expect(roundTrip([])).toEqual([]);
  });

  test('half a character becomes what a store makes of it', () => {
    const [decoded] = roundTrip([call({ text: 'cut \ud83d', error: 'whole' })]);
    expect(decoded).toEqual(call({ text: 'cut \ufffd', error: 'whole' }));
  });
});
