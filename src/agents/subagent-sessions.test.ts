import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { callIdentity } from '../model/call-identity.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { readTranscript } from '../transcripts/read-file.ts';
import { transcriptReaders } from './index.ts';

/** What hooks of a subagent name as the session is what its transcript is read as. */

function eventsOf(name: string, text: string): TranscriptEvent[] {
  const path = join(scratchDir('subagent'), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const events: TranscriptEvent[] = [];
  readTranscript(path, transcriptReaders, (event) => events.push(event));
  return events;
}

const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Session, whether a subagent's, and folder, as the events tell them in the end. */
function sessionOf(events: TranscriptEvent[]) {
  const told = events.filter((event) => event.kind === 'session');
  return {
    sessionId: told.findLast((event) => event.sessionId)?.sessionId,
    isSubagent: told.findLast((event) => event.isSubagent !== undefined)?.isSubagent,
    cwd: told.findLast((event) => event.cwd)?.cwd,
  };
}

describe('Gemini CLI', () => {
  const header = (sessionId: string, kind: string) => ({
    sessionId,
    projectHash: 'h',
    startTime: '2026-05-04T10:00:00.000Z',
    kind,
    directories: ['/home/dev/shop'],
  });

  test("a subagent's file lies in the folder of the session that it works for, and names the project's", () => {
    const text = lines(header('child', 'subagent'));
    expect(sessionOf(eventsOf('chats/parent/child.jsonl', text))).toEqual({
      sessionId: 'parent',
      isSubagent: true,
      cwd: '/home/dev/shop',
    });
    expect(sessionOf(eventsOf('elsewhere/child.jsonl', text)).sessionId).toBe('child');
  });

  test("a session's own file is its own, wherever it lies", () => {
    const text = lines(header('own', 'main'));
    expect(sessionOf(eventsOf('chats/archive/session-own.jsonl', text)).sessionId).toBe('own');
  });
});

describe('opencode', () => {
  const call = (session: string, callID: string, start: number) => ({
    info: { id: `msg_${session}`, sessionID: session, role: 'assistant', time: { created: 1 } },
    parts: [
      {
        id: `prt_${session}_${start}`,
        type: 'tool',
        tool: 'bash',
        callID,
        state: {
          status: 'completed',
          input: { command: 'ls' },
          output: 'a',
          time: { start, end: start + 5 },
        },
      },
    ],
  });
  const exported = (id: string, parentID: string | null, messages: object[]) =>
    eventsOf(
      'export.json',
      JSON.stringify({
        info: { id, directory: '/w', time: { created: 0 }, ...(parentID ? { parentID } : {}) },
        messages,
      }),
    );
  const identities = (sessionId: string, events: TranscriptEvent[]) =>
    events
      .filter((event) => event.kind === 'call')
      .map(({ uuid, callId }) => callIdentity({ agent: 'opencode', sessionId, uuid: uuid ?? '', callId }));

  test("a subagent's session is the one that it works for", () => {
    const events = exported('ses_child', 'ses_main', [call('ses_child', 'call_1', 10)]);
    expect(sessionOf(events)).toEqual({ sessionId: 'ses_main', isSubagent: true, cwd: '/w' });
  });

  test.each(['call_1', 'call_Qm7xT2vB9kLp4sWd8nRz'])('%s is one call in a fork', (id) => {
    const [origin, fork] = ['ses_a', 'ses_b'].map((session) =>
      identities(session, exported(session, null, [call(session, id, 10)])),
    );
    expect(fork).toEqual(origin!);
  });

  test('an id that starts again is another call', () => {
    const [main, child] = [10, 20].map((start) =>
      identities('ses_main', exported('ses_main', null, [call('ses_main', 'call_1', start)])),
    );
    expect(child).not.toEqual(main!);
  });
});
