import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { geminiLineReader } from './transcript.ts';

function read(...lines: object[]): TranscriptEvent[] {
  const path = join(scratchDir(), 'a.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const events: TranscriptEvent[] = [];
  readTranscript(path, [geminiLineReader], (event) => events.push(event));
  return events;
}

test('a folder that is told later, and results that stand together', () => {
  const response = (id: string, output: string) => ({
    functionResponse: { id, name: 'run_shell_command', response: { output } },
  });
  const both = [response('c1', 'Output: one'), response('c2', 'Output: two')];
  const call = (id: string) => ({
    id,
    name: 'run_shell_command',
    args: { command: `count ${id}` },
    status: 'success',
    result: both,
  });
  const lines = [
    { sessionId: 's1', projectHash: 'a', startTime: '2026-05-04T10:00:00.000Z' },
    { $set: { directories: ['/repo', '/other'] } },
    {
      id: 'm1',
      type: 'gemini',
      content: '',
      timestamp: '2026-05-04T10:00:00.000Z',
      toolCalls: [call('c1'), call('c2')],
    },
  ];
  const events: unknown[] = [];
  for (const event of read(...lines)) {
    if (event.kind === 'call') events.push(event.cwd);
    if (event.kind === 'result') events.push(event.text);
  }
  expect(events).toEqual(['/repo', 'one', '/repo', 'two']);
});
