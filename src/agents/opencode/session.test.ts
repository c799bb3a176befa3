import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { transcriptReaders } from '../index.ts';

/** What a shell's output, as opencode stores it, is read as. */
function verdict(output: string, exit: number | null): string {
  const path = join(scratchDir(), 'export.json');
  const ids = { messageID: 'msg_2', sessionID: 'ses_1' };
  const state = {
    status: 'completed',
    input: { command: 'make' },
    output,
    metadata: { exit },
    time: { start: 1, end: 2 },
  };
  const part = { id: 'prt_1', ...ids, type: 'tool', callID: 'call_a', tool: 'bash', state };
  const messages = [
    { info: { id: 'msg_2', role: 'assistant', sessionID: 'ses_1', time: { created: 1 } }, parts: [part] },
  ];
  writeFileSync(
    path,
    JSON.stringify({ info: { id: 'ses_1', directory: '/app', time: { created: 1 } }, messages }, null, 1),
  );
  let found = 'nothing';
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind !== 'result') return;
    found = event.timedOut ? 'timed out' : (event.denial ?? (event.isError ? 'failed' : 'good'));
  });
  return found;
}

test.each([
  [
    'x\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms\n</bash_metadata>',
    null,
    'timed out',
  ],
  [
    'x\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 9 ms. If this command is expected to take longer, retry with a larger timeout value in milliseconds.\n</shell_metadata>',
    null,
    'timed out',
  ],
  ['\n\n(Command timed out after 60000 ms)', null, 'timed out'],
  ['x\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>', null, 'interrupted'],
  ['x\n\n(Command was aborted)', 143, 'interrupted'],
  ['the pool waits with a timeout 500 ms\ndone', 0, 'good'],
  ['the log says: User aborted the command\ndone', 0, 'good'],
  ['make: *** Error 1', 2, 'failed'],
])('%j with %p is %s', (output, exit, said) => {
  expect(verdict(output, exit)).toBe(said);
});
