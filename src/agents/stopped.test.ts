import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { readTranscript } from '../transcripts/read-file.ts';
import { transcriptReaders } from './index.ts';

/** What humans say right behind the words *Count the moorings*, and whether they had stopped the agent. */
function later(name: string, text: string): unknown[] {
  const path = join(scratchDir(), name);
  writeFileSync(path, text);
  const said: unknown[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'user' && event.via === 'prompt') said.push([event.text, event.interrupted]);
  });
  return said.slice(1);
}

const lines = (values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const ASKED = 'Count the moorings';
const STOPPED = [
  ['No, only the free ones', true],
  ['And the berths', undefined],
];

test('Codex says where the human has stopped a turn', () => {
  const event = (type: string, payload: object) => ({ timestamp: '2026-05-04T10:00:00.000Z', type, payload });
  const said = (text: string) =>
    event('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  const aborted = (reason: string) => event('event_msg', { type: 'turn_aborted', reason });
  const session = (reason: string) =>
    lines([
      event('session_meta', { id: 's', cwd: '/w' }),
      said(ASKED),
      aborted(reason),
      said('<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>'),
      said('No, only the free ones'),
      said('And the berths'),
    ]);
  expect(later('rollout-a.jsonl', session('interrupted'))).toEqual(STOPPED);
  expect(later('rollout-b.jsonl', session('replaced'))).toEqual(STOPPED.map(([text]) => [text, undefined]));
});

test('Copilot CLI says who has stopped it', () => {
  const session = (reason: string) =>
    lines(
      [
        ['session.start', { sessionId: 's', context: { cwd: '/w' } }],
        ['user.message', { content: ASKED }],
        ['abort', { reason }],
        ['user.message', { content: 'No, only the free ones' }],
        ['user.message', { content: 'And the berths' }],
      ].map(([type, data], n) => ({ id: `e${n}`, type, data })),
    );
  expect(later('events.jsonl', session('user_initiated'))).toEqual(STOPPED);
  expect(later('events.jsonl', session('autopilot_credit_limit'))).toEqual(
    STOPPED.map(([text]) => [text, undefined]),
  );
});

test('opencode says that an answer was aborted', () => {
  const message = (n: number, role: string, text: string, more: object = {}) => ({
    info: { id: `msg_${n}`, role, sessionID: 'ses_1', time: { created: n }, ...more },
    parts: [{ id: `prt_${n}`, messageID: `msg_${n}`, sessionID: 'ses_1', type: 'text', text }],
  });
  const messages = [
    message(1, 'user', ASKED),
    message(2, 'assistant', 'I count', { error: { name: 'MessageAbortedError', data: {} } }),
    message(3, 'user', 'No, only the free ones'),
    message(4, 'assistant', 'Three', { error: { name: 'APIError', data: {} } }),
    message(5, 'user', 'And the berths'),
  ];
  const info = { id: 'ses_1', directory: '/app', time: { created: 1 } };
  expect(later('export.json', JSON.stringify({ info, messages }))).toEqual(STOPPED);
});
