import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { qwenCodeReader } from './transcript.ts';

function read(...lines: object[]): TranscriptEvent[] {
  const path = join(scratchDir(), 'a.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const events: TranscriptEvent[] = [];
  readTranscript(path, [qwenCodeReader], (event) => events.push(event));
  return events;
}

const qwen = (uuid: string, type: string, parts: object[], more: object = {}) => ({
  uuid,
  sessionId: 's1',
  timestamp: '2026-05-04T10:00:00.000Z',
  type,
  cwd: '/w',
  version: '0.24.4',
  message: { role: type === 'assistant' ? 'model' : 'user', parts },
  ...more,
});

test('words typed meanwhile are a human’s; before records said so what a timer or a notice says is none', () => {
  const user = (uuid: string, displayText: string, subtype?: string) =>
    qwen(uuid, 'user', [{ text: displayText }], {
      version: '0.16.0',
      systemPayload: { displayText },
      ...(subtype === undefined ? {} : { subtype }),
    });
  const lines = [
    user('u1', 'Ship it'),
    user('u2', 'Background agent "x" completed.', 'notification'),
    user('u3', 'Check the mooring log every hour', 'cron'),
    user('u4', 'No, the other one', 'mid_turn_user_message'),
    {
      ...qwen('u5', 'assistant', [{ functionCall: { id: 'c1', name: 'run_shell_command', args: {} } }]),
      forkedFrom: { sessionId: 's0', messageUuid: 'u5' },
    },
  ];
  const events: unknown[] = [];
  for (const event of read(...lines)) {
    if (event.kind === 'user') events.push([event.via, event.text]);
    if (event.kind === 'call') events.push(['made in', event.madeIn]);
  }
  expect(events).toEqual([
    ['prompt', 'Ship it'],
    ['queued', 'No, the other one'],
    ['made in', 's0'],
  ]);
});

test('calls of a model that gives them no ids meet their results', () => {
  const call = (command: string) => ({ functionCall: { name: 'run_shell_command', args: { command } } });
  const result = (uuid: string, output: string) =>
    qwen(
      uuid,
      'tool_result',
      [
        {
          functionResponse: {
            id: `run_shell_command-17-${uuid}`,
            name: 'run_shell_command',
            response: { output },
          },
        },
      ],
      { toolCallResult: { callId: `run_shell_command-17-${uuid}`, status: 'success' } },
    );
  const lines = [
    qwen('u1', 'assistant', [call('make one'), call('make two')]),
    result('u2', 'Output: none\nExit Code: 2\nSignal: (none)'),
    result('u3', 'Output: two\nExit Code: 0\nSignal: (none)'),
  ];
  const commands = new Map<string, unknown>();
  const ended: unknown[] = [];
  for (const event of read(...lines)) {
    if (event.kind === 'call') commands.set(event.callId, event.input['command']);
    if (event.kind === 'result') ended.push([commands.get(event.callId), event.exitCode]);
  }
  expect(ended).toEqual([
    ['make one', 2],
    ['make two', 0],
  ]);
});
