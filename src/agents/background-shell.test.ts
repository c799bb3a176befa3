import { expect, test } from 'bun:test';
import type { ResultEvent } from '../transcripts/events.ts';
import type { LineReader } from '../transcripts/reader.ts';
import { claudeCodeReader } from './claude-code/transcript.ts';
import { codexReader } from './codex/transcript.ts';

/** What the results of a transcript say of the shell that their command was left to. */
function shells(reader: LineReader, lines: object[]): Pick<ResultEvent, 'shell' | 'unended'>[] {
  const found: Pick<ResultEvent, 'shell' | 'unended'>[] = [];
  const decoder = reader.decoder((event) => {
    if (event.kind !== 'result') return;
    const { shell, unended } = event;
    found.push({ ...(shell === undefined ? {} : { shell }), ...(unended === undefined ? {} : { unended }) });
  }, 'a.jsonl');
  lines.forEach((line, index) => {
    decoder.line(Buffer.from(JSON.stringify(line)), index + 1);
  });
  return found;
}

const claude = (name: string, input: object, output: string): object[] => [
  {
    type: 'assistant',
    uuid: 'a1',
    sessionId: 's1',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input }] },
  },
  {
    type: 'user',
    uuid: 'u1',
    sessionId: 's1',
    message: {
      role: 'user',
      content: [{ tool_use_id: 'toolu_1', type: 'tool_result', content: output, is_error: false }],
    },
  },
];

const codex = (output: string): object[] => [
  {
    type: 'response_item',
    payload: { type: 'function_call', name: 'exec_command', call_id: 'c1', arguments: '{"cmd":"make"}' },
  },
  { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output } },
];

test.each([
  ['Command running in background with ID: b0a1. Output is being written to: /t/b0a1.output', 'b0a1'],
  [
    'Command did not complete within its 120s timeout and was moved to the background (ID: k9_2). Output follows',
    'k9_2',
  ],
])('Claude Code leaves a command to a shell: %s', (output, shell) => {
  expect(shells(claudeCodeReader, claude('Bash', { command: 'npm run dev' }, output))).toEqual([{ shell }]);
});

test.each([
  '<status>running</status>\n\n<stdout>\nbuilding\n</stdout>',
  '<retrieval_status>not_ready</retrieval_status>\n\n<task_id>b1</task_id>\n\n<status>running</status>',
  '<retrieval_status>success</retrieval_status>\n\n<task_type>local_bash</task_type>\n\n<status>killed</status>',
])('Claude Code tells of a shell that has not come to its end: %s', (output) => {
  expect(shells(claudeCodeReader, claude('TaskOutput', { task_id: 'b1' }, output))).toEqual([
    { unended: true },
  ]);
});

test('a shell that has ended, and what a program prints, tell of none', () => {
  const ended = '<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<stdout>\nok\n</stdout>';
  expect(shells(claudeCodeReader, claude('BashOutput', { bash_id: 'b1' }, ended))).toEqual([{}]);
  for (const printed of ['<status>UP</status>', 'opened session ID 12', 'user with ID: 7 was created'])
    expect(shells(claudeCodeReader, claude('Bash', { command: 'curl -s :8080/h' }, printed))).toEqual([{}]);
});

test('Codex names the process that runs on', () => {
  const head = 'Chunk ID: 1f\nWall time: 1.0 seconds\n';
  expect(shells(codexReader, codex(`${head}Process running with session ID 41\nOutput:\nok`))).toEqual([
    { shell: '41', unended: true },
  ]);
  expect(
    shells(
      codexReader,
      codex(`${head}Process exited with code 0\nOutput:\nProcess running with session ID 41\n`),
    ),
  ).toEqual([{}]);
});
