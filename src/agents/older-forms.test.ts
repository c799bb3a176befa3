import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { readTranscript } from '../transcripts/read-file.ts';
import { transcriptReaders } from './index.ts';

/** What is told of a document, one line an event. */
function told(agent: string, document: unknown): string[] {
  const path = join(scratchDir(), 'older.json');
  writeFileSync(path, JSON.stringify(document, null, 2));
  const lines: string[] = [];
  const result = readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'session' && event.sessionId) lines.push(`session ${event.sessionId}`);
    if (event.kind === 'session' && event.cwd) lines.push(`in ${event.cwd}`);
    if (event.kind === 'user') lines.push(`user ${event.text}`);
    if (event.kind === 'assistant') lines.push(`agent ${event.text}`);
    if (event.kind === 'call')
      lines.push(`${event.tool} ${event.input['command'] ?? event.input['file_path']}`);
    if (event.kind === 'result')
      lines.push(`${event.denial ?? event.exitCode ?? event.isError}: ${event.text.trim()}`);
  });
  expect('agent' in result && result.agent).toBe(agent as never);
  return lines;
}

const call = (id: string, name: string, fields: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(fields) },
});

test("Copilot CLI's former history of chat messages", () => {
  const lines = told('copilot', {
    sessionId: 's1',
    startTime: '2025-10-01T00:00:00Z',
    chatMessages: [
      { role: 'user', content: 'Run it.' },
      {
        role: 'assistant',
        content: 'I run it.',
        tool_calls: [call('c1', 'bash', { command: 'python -m pond' })],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'python: command not found\n<exited with exit code 127>' },
      { role: 'assistant', content: null, tool_calls: [call('c2', 'view', { path: '/w/pond.py' })] },
      { role: 'tool', tool_call_id: 'c2', content: 'Path does not exist' },
      { role: 'assistant', content: '', tool_calls: [call('c3', 'bash', { command: 'rm pond.py' })] },
      { role: 'tool', tool_call_id: 'c3', content: 'The user rejected this tool call.' },
    ],
    timeline: [
      { type: 'tool_call_completed', callId: 'c2', result: { type: 'failure' } },
      { type: 'tool_call_completed', callId: 'c3', result: { type: 'rejected' } },
    ],
  });
  expect(lines).toEqual([
    'session s1',
    'user Run it.',
    'agent I run it.',
    'Bash python -m pond',
    '127: python: command not found\n<exited with exit code 127>',
    'Read /w/pond.py',
    'true: Path does not exist',
    'Bash rm pond.py',
    'user-rejected: The user rejected this tool call.',
  ]);
});

test('one tool reads, writes and edits, as its first argument says', () => {
  const calls = ['view', 'create', 'str_replace', 'insert'].map((command, at) =>
    call(`c${at}`, 'str_replace_editor', { command, path: `/w/${command}.py` }),
  );
  const lines = told('copilot', {
    sessionId: 's1',
    chatMessages: [{ role: 'assistant', content: null, tool_calls: calls }],
  });
  expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual(['Read', 'Write', 'Edit', 'Edit']);
});

test("Codex's former document of a session and its items", () => {
  const lines = told('codex', {
    session: { id: 's2', timestamp: '2025-04-20T00:00:00Z', instructions: '' },
    items: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Run it.' }] },
      {
        type: 'function_call',
        name: 'shell',
        call_id: 'c1',
        arguments: JSON.stringify({ command: ['bash', '-lc', 'python -m pond'] }),
      },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: JSON.stringify({ output: 'python: command not found', metadata: { exit_code: 127 } }),
      },
    ],
  });
  expect(lines).toEqual([
    'session s2',
    'user Run it.',
    'Bash python -m pond',
    '127: python: command not found',
  ]);
});

const CONTENTS = [
  {
    role: 'user',
    parts: [{ text: "This is the Gemini CLI.\nI'm currently working in the directory: /w\n" }],
  },
  { role: 'model', parts: [{ text: 'Got it.' }] },
  { role: 'user', parts: [{ text: 'Run it.' }] },
  {
    role: 'model',
    parts: [
      { functionCall: { name: 'run_shell_command', args: { command: 'python -m pond' } } },
      { functionCall: { name: 'run_shell_command', args: { command: 'ls' } } },
    ],
  },
  {
    role: 'user',
    parts: [
      {
        functionResponse: {
          name: 'run_shell_command',
          response: { output: 'Command: python -m pond\nOutput: python: command not found\nExit Code: 127' },
        },
      },
      { functionResponse: { name: 'run_shell_command', response: { error: 'no shell' } } },
    ],
  },
];

test("a checkpoint's call has the id that the session's own file knows it by", () => {
  const id = 'run_shell_command-1769375000000-1a2b3c';
  const path = join(scratchDir(), 'checkpoint-a.json');
  writeFileSync(
    path,
    JSON.stringify([
      { role: 'model', parts: [{ functionCall: { name: 'run_shell_command', args: { command: 'ls' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id, name: 'run_shell_command', response: { output: '' } } }],
      },
    ]),
  );
  const ids: string[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'call' || event.kind === 'result') ids.push(event.callId);
  });
  expect(ids).toEqual([id, id]);
});

for (const [name, document] of [
  ['saved chat', CONTENTS],
  ['saved chat with its account', { history: CONTENTS, authType: 'oauth' }],
  ['state before an edit', { history: [{ type: 'user', text: 'Run it.' }], clientHistory: CONTENTS }],
] as const) {
  test(`Gemini CLI's checkpoint: ${name}`, () => {
    expect(told('gemini-cli', document)).toEqual([
      'session older',
      'in /w',
      'agent Got it.',
      'user Run it.',
      'Bash python -m pond',
      '127: python: command not found',
      'Bash ls',
      'true: no shell',
    ]);
  });
}

test('the messages of an opencode session without their frame', () => {
  const bash = (callID: string, command: string, exit: number, output: string) => ({
    type: 'tool',
    tool: 'bash',
    callID,
    state: { status: 'completed', input: { command }, output, metadata: { exit } },
  });
  const info = (id: string, role: string) => ({ id, sessionID: 's3', role, time: { created: 1 } });
  const lines = told('opencode', [
    { info: info('m1', 'user'), parts: [{ id: 'p1', type: 'text', text: 'Run it.' }] },
    {
      info: { ...info('m2', 'assistant'), path: { cwd: '/w', root: '/w' } },
      parts: [bash('c1', 'python -m pond', 127, 'python: command not found')],
    },
  ]);
  expect(lines).toEqual([
    'session s3',
    'in /w',
    'user Run it.',
    'Bash python -m pond',
    '127: python: command not found',
  ]);
});
