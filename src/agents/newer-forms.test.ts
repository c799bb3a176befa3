import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { readTranscript } from '../transcripts/read-file.ts';
import { transcriptReaders } from './index.ts';

/** What the newest clients write otherwise than the ones before: recorded forms with invented words. */

/** What is told of lines, one line an event. */
function told(agent: string, values: object[], ending = 'jsonl'): string[] {
  const path = join(scratchDir(), `newer.${ending}`);
  const text = values.map((value) => JSON.stringify(value)).join('\n');
  writeFileSync(path, `${text}\n`);
  const lines: string[] = [];
  const result = readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'session' && event.injectionsSeen) lines.push(`injections ${event.injectionsSeen}`);
    if (event.kind === 'user') lines.push(`user ${event.text}`);
    if (event.kind === 'call') lines.push(`${event.tool} ${Object.values(event.input).join(' ')}`);
    if (event.kind === 'result')
      lines.push(`${event.denial ?? event.exitCode ?? event.isError}: ${event.text.trim()}`);
  });
  expect('agent' in result && result.agent).toBe(agent as never);
  return lines;
}

const codex = (type: string, payload: object) => ({ timestamp: '2026-05-04T10:00:00.000Z', type, payload });

const served = (id: string, shelf: string, status: string, words: string): object[] => [
  codex('response_item', {
    type: 'function_call',
    name: 'count_items',
    namespace: 'mcp__stock',
    arguments: JSON.stringify({ shelf }),
    call_id: id,
  }),
  codex('event_msg', {
    type: 'item_completed',
    item: {
      type: 'McpToolCall',
      id,
      server: 'stock',
      tool: 'count_items',
      arguments: { shelf },
      status,
      result: { content: [{ type: 'text', text: words }], isError: status === 'failed' },
      duration: { secs: 0, nanos: 2_000_000 },
    },
  }),
  codex('response_item', {
    type: 'function_call_output',
    call_id: id,
    output: [
      { type: 'input_text', text: 'Wall time: 0.0020 seconds\nOutput:' },
      { type: 'input_text', text: words },
    ],
  }),
];

test("Codex: a server's tool has the server's name, and its failure stands beside its output", () => {
  expect(
    told('codex', [
      codex('session_meta', { id: 's1', cwd: '/w' }),
      ...served('call_1', 'twelve', 'failed', 'Invalid shelf: twelve'),
      ...served('call_2', 'B12', 'completed', '42 items'),
    ]),
  ).toEqual([
    'mcp__stock__count_items twelve',
    'true: Wall time: 0.0020 seconds\nOutput:\nInvalid shelf: twelve',
    'mcp__stock__count_items B12',
    'false: Wall time: 0.0020 seconds\nOutput:\n42 items',
  ]);
});

test("Codex: a server's tool that a script calls is logged at its end only; so it was in older versions", () => {
  const end = (result: object, id: string) =>
    codex('event_msg', {
      type: 'mcp_tool_call_end',
      call_id: id,
      invocation: { server: 'stock', tool: 'count_items', arguments: { shelf: 'x' } },
      duration: { secs: 1, nanos: 0 },
      result,
    });
  expect(
    told('codex', [
      codex('session_meta', { id: 's1', cwd: '/w' }),
      end({ Ok: { content: [{ type: 'text', text: 'Invalid shelf: x' }], isError: true } }, 'exec-1'),
      end({ Err: 'the server is gone' }, 'exec-2'),
      end({ Ok: { content: [{ type: 'text', text: '7 items' }] } }, 'exec-3'),
      end({ Err: 'of a call that was never logged' }, 'call_9'),
    ]),
  ).toEqual([
    'mcp__stock__count_items x',
    'true: Invalid shelf: x',
    'mcp__stock__count_items x',
    'true: the server is gone',
    'mcp__stock__count_items x',
    'false: 7 items',
  ]);
});

test.each([
  ['Script error:\nCommand blocked by PreToolUse hook: not here. Command: dropit', 'hook'],
  [
    'Script error:\npatch rejected: writing is blocked by read-only sandbox; rejected by user approval settings',
    'permission',
  ],
  ['Script error:\nSyntaxError: Unexpected identifier', null],
] as const)('Codex: what a script was denied is no mistake of its own: %s', (error, denial) => {
  const output = `Script failed\nWall time 0.0 seconds\nOutput:\n\n${error}`;
  const lines = told('codex', [
    codex('session_meta', { id: 's1', cwd: '/w' }),
    codex('response_item', {
      type: 'custom_tool_call',
      name: 'exec',
      call_id: 'c1',
      input: 'await tools.x()',
    }),
    codex('response_item', { type: 'custom_tool_call_output', call_id: 'c1', output }),
  ]);
  expect(lines[1]).toStartWith(`${denial ?? true}: Script failed`);
});

test.each([
  [
    'patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings',
    'permission',
  ],
  ['patch rejected: empty patch', true],
])('Codex: a sandbox that forbids is no mistake of a patch: %s', (output, said) => {
  const lines = told('codex', [
    codex('session_meta', { id: 's1', cwd: '/w' }),
    codex('response_item', { type: 'custom_tool_call', name: 'apply_patch', call_id: 'c1', input: '' }),
    codex('response_item', { type: 'custom_tool_call_output', call_id: 'c1', output }),
  ]);
  expect(lines[1]).toBe(`${said}: ${output}`);
});

const META = '&lt;!-- lessonInjection: {"kind":"inject","lessons":["a-b"]} --&gt;';

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

test('Qwen Code: what hooks said has its angle brackets written as entities, and is not the tool’s', () => {
  const output = `Command: shipit\nDirectory: (root)\nOutput: shipped\nError: (none)\nExit Code: 0\nSignal: (none)\n\n[lessons-learned]\nUse shipit --checked.\n${META}`;
  expect(
    told('qwen-code', [
      qwen(
        'u1',
        'user',
        [
          { text: 'Ship it' },
          {
            text: `<qwen:user-prompt-submit-context>\n[KNOWN PITFALLS — your prior lessons]\n- x\n[END KNOWN PITFALLS]\n${META}\n</qwen:user-prompt-submit-context>`,
          },
        ],
        { systemPayload: { displayText: 'Ship it' } },
      ),
      qwen('u2', 'assistant', [
        { functionCall: { id: 'c1', name: 'run_shell_command', args: { command: 'shipit' } } },
      ]),
      qwen(
        'u3',
        'tool_result',
        [{ functionResponse: { id: 'c1', name: 'run_shell_command', response: { output } } }],
        { toolCallResult: { callId: 'c1', status: 'success', executionStatus: 'success' } },
      ),
    ]),
  ).toEqual(['injections 1', 'user Ship it', 'Bash shipit', '0: shipped', 'injections 1']);
});

test('Qwen Code: what is printed may hold lines such as those that the client writes behind it', () => {
  const printed = 'make: no rule\nExit Code: 2\nSignal: lost\nretried: fine';
  const ran = (id: string, behind: string): object[] => [
    qwen(`${id}a`, 'assistant', [
      { functionCall: { id, name: 'run_shell_command', args: { command: 'cat ci.log' } } },
    ]),
    qwen(
      `${id}b`,
      'tool_result',
      [
        {
          functionResponse: {
            id,
            name: 'run_shell_command',
            response: { output: `Output: ${printed}${behind}` },
          },
        },
      ],
      { toolCallResult: { callId: id, status: 'success' } },
    ),
  ];
  expect(
    told('qwen-code', [
      ...ran('c1', '\nError: (none)\nExit Code: 0\nSignal: (none)'),
      ...ran('c2', '\nProcess Group PGID: 9'),
    ]),
  ).toEqual(['Bash cat ci.log', `0: ${printed}`, 'Bash cat ci.log', `false: ${printed}`]);
});

test("Qwen Code: a human's words are told from the client's, a tool's from what it is called through", () => {
  const user = (uuid: string, text: string, more: object) => qwen(uuid, 'user', [{ text }], more);
  const reminder = '<system-reminder>\n1 background agent was restored.\n</system-reminder>\n\n';
  expect(
    told('qwen-code', [
      qwen('u1', 'user', [{ text: reminder }, { text: 'No, ship the other one' }], {
        provenance: 'real_user',
      }),
      user('u2', '<task-notification>\n<summary>Agent "x" completed.</summary>\n</task-notification>', {
        provenance: 'system',
        subtype: 'notification',
        systemPayload: { displayText: 'Background agent "x" completed.' },
      }),
      user('u3', 'Ship the export', { isSidechain: true, agentId: 'a1' }),
      qwen('u4', 'assistant', [
        {
          functionCall: {
            id: 'c1',
            name: 'tool_call',
            args: { name: 'mcp__stock__count_items', arguments: { shelf: 'twelve' } },
          },
        },
      ]),
      qwen(
        'u5',
        'tool_result',
        [{ functionResponse: { id: 'c1', name: 'tool_call', response: { error: 'Invalid shelf' } } }],
        { toolCallResult: { callId: 'c1', status: 'error', errorType: 'mcp_tool_error' } },
      ),
    ]),
  ).toEqual(['user No, ship the other one', 'mcp__stock__count_items twelve', 'true: Invalid shelf']);
});

test.each([
  'Monitor started.\nid: mon_1\ncommand: pack --watch',
  'Background shell started.\nid: bg_1\npid: 7',
])('Qwen Code: a command that goes on has not worked yet: %s', (output) => {
  const path = join(scratchDir(), 'a.jsonl');
  const lines = [
    qwen('u1', 'assistant', [
      { functionCall: { id: 'c1', name: 'monitor', args: { command: 'pack --watch' } } },
    ]),
    qwen('u2', 'tool_result', [{ functionResponse: { id: 'c1', name: 'monitor', response: { output } } }], {
      toolCallResult: { callId: 'c1', status: 'success' },
    }),
  ];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const results: unknown[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'call') results.push(event.tool);
    if (event.kind === 'result') results.push(event.unended);
  });
  expect(results).toEqual(['Bash', true]);
});

test('opencode: a prompt of `run` stands in quotes, also in a session that goes on', () => {
  const said = (n: number, text: string) => ({
    info: { id: `msg_${n}`, sessionID: 'ses_1', role: 'user', time: { created: n } },
    parts: [{ id: `prt_${n}`, messageID: `msg_${n}`, sessionID: 'ses_1', type: 'text', text }],
  });
  const messages = [
    said(1, '"Ship the export"\n'),
    said(2, '"No, say \\"ship\\" first"'),
    said(3, '"ship" and "pack" are two words'),
  ];
  expect(
    told('opencode', [{ info: { id: 'ses_1', directory: '/w', time: { created: 0 } }, messages }], 'json'),
  ).toEqual(['user Ship the export', 'user No, say "ship" first', 'user "ship" and "pack" are two words']);
});

const claude = (uuid: string, role: string, block: object) => ({
  type: role,
  uuid,
  sessionId: 's1',
  cwd: '/w',
  version: '2.1.330',
  timestamp: '2026-05-04T10:00:00.000Z',
  message: { role, content: [block] },
});
const called = (id: string, name: string, input: object) =>
  claude(`a-${id}`, 'assistant', { type: 'tool_use', id, name, input });
const gave = (id: string, content: string) =>
  claude(`u-${id}`, 'user', { type: 'tool_result', tool_use_id: id, content });
const announced = (task: string, status: string, summary: string) => ({
  type: 'queue-operation',
  operation: 'enqueue',
  timestamp: '2026-05-04T10:00:09.000Z',
  sessionId: 's1',
  content: `<task-notification>\n<task-id>${task}</task-id>\n<tool-use-id>t0</tool-use-id>\n<output-file>/t/tasks/${task}.output</output-file>\n<status>${status}</status>\n<summary>Background command "x" ${summary}</summary>\n</task-notification>`,
});
const LEFT = (task: string) =>
  `Command running in background with ID: ${task}. Output is being written to: /t/tasks/${task}.output.`;

test.each([
  [
    'Read',
    { file_path: '/t/tasks/b1.output' },
    '     1\tpack: no room\n     2\tstopped\n     3\t\n     4\t[exited with code 4]',
  ],
  ['Bash', { command: 'tail -n 40 /t/tasks/b1.output' }, 'pack: no room\nstopped'],
])('Claude Code: %s of the output of a command in the background is its end, once', (name, input, shown) => {
  expect(
    told('claude-code', [
      called('t1', 'Bash', { command: 'pack --all', run_in_background: true }),
      gave('t1', LEFT('b1')),
      announced('b1', 'failed', 'failed with exit code 4'),
      called('t2', name, input),
      gave('t2', shown),
      called('t3', 'Bash', { command: 'cat /t/tasks/b1.output' }),
      gave('t3', 'pack: no room'),
    ]),
  ).toEqual([
    'Bash pack --all true',
    `undefined: ${LEFT('b1')}`,
    'Bash pack --all',
    '4: pack: no room\nstopped',
    'Bash cat /t/tasks/b1.output',
    'undefined: pack: no room',
  ]);
});

test('Claude Code: so it is where a command is watched for what it prints', () => {
  expect(
    told('claude-code', [
      called('t1', 'Monitor', { command: 'pack --watch', persistent: false }),
      gave('t1', 'Monitor started (task b1, expires in 5s unless the source ends first).'),
      announced('b1', 'failed', 'script failed (exit 2)'),
      called('t2', 'Read', { file_path: '/t/tasks/b1.output' }),
      gave('t2', '1\tpack: no room'),
    ]).slice(2),
  ).toEqual(['Bash pack --watch', '2: pack: no room']);
});

test.each([
  ['before its end is known', [], 'undefined, goes on'],
  ['when it has ended', [announced('b1', 'completed', 'completed (exit code 0)')], '0'],
])(
  "Claude Code: the first look at the output of a command in the background, %s, is the command's",
  (_when, notices, end) => {
    const path = join(scratchDir(), 'looked.jsonl');
    const look = 'sleep 20; tail -n 30 "/t/tasks/b1.output" 2>/dev/null | head -20';
    const lines = [
      called('t1', 'Bash', { command: 'pack --all 2>&1 | tee log', run_in_background: true }),
      gave('t1', LEFT('b1')),
      ...notices,
      called('t2', 'Bash', { command: 'grep error /t/tasks/b1.output' }),
      gave('t2', 'pack: error: no room'),
      called('t3', 'Bash', { command: look }),
      gave('t3', 'usage: pack [--all]'),
      called('t4', 'Read', { file_path: '/t/tasks/b1.output' }),
      gave('t4', '1\tusage: pack [--all]'),
    ];
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const seen: string[] = [];
    readTranscript(path, transcriptReaders, (event) => {
      if (event.kind === 'call')
        seen.push(`${event.tool} ${event.input['command'] ?? event.input['file_path']}`);
      if (event.kind === 'result')
        seen.push(`${event.exitCode ?? event.isError}${event.unended ? ', goes on' : ''}: ${event.text}`);
    });
    expect(seen.slice(2)).toEqual([
      'Bash grep error /t/tasks/b1.output',
      'undefined: pack: error: no room',
      'Bash pack --all 2>&1 | tee log',
      `${end}: usage: pack [--all]`,
      'Read /t/tasks/b1.output',
      'undefined: 1\tusage: pack [--all]',
    ]);
  },
);

test('Claude Code: a command in the background that was stopped has no bad end', () => {
  for (const [status, summary] of [
    ['failed', 'failed with exit code 143'],
    ['killed', 'was stopped'],
  ] as const)
    expect(
      told('claude-code', [
        called('t1', 'Bash', { command: 'pack --all', run_in_background: true }),
        gave('t1', LEFT('b1')),
        announced('b1', status, summary),
        called('t2', 'Read', { file_path: '/t/tasks/b1.output' }),
        gave('t2', '1\tpacking'),
      ]),
    ).toEqual([
      'Bash pack --all true',
      `undefined: ${LEFT('b1')}`,
      'Read /t/tasks/b1.output',
      'undefined: 1\tpacking',
    ]);
});

const copilot = (type: string, data: object, id: number) => ({
  type,
  data,
  id: `e${id}`,
  timestamp: '2026-05-04T10:00:00.000Z',
});

test('Copilot CLI: a shell that goes on is left to the background, and asked by its id', () => {
  const path = join(scratchDir(), 'events.jsonl');
  const steps: [string, object, string][] = [
    ['bash', { command: 'pack --all', mode: 'async' }, '<command started in background with shellId: 8>'],
    ['read_bash', { shellId: '8', delay: 0 }, 'pack: no room\n<shellId: 8 completed with exit code 9>'],
  ];
  const lines = steps.flatMap(([toolName, input, content], n) => [
    copilot('tool.execution_start', { toolCallId: `c${n}`, toolName, arguments: input }, 2 * n),
    copilot(
      'tool.execution_complete',
      { toolCallId: `c${n}`, success: true, result: { content } },
      2 * n + 1,
    ),
  ]);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const results: object[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'result')
      results.push({ exit: event.exitCode, shell: event.shell, unended: event.unended });
  });
  expect(results).toEqual([
    { exit: null, shell: '8', unended: true },
    { exit: 9, shell: undefined, unended: undefined },
  ]);
});

test('cursor: a call that our hook denied is a refusal', () => {
  const shell = (command: string) => ({
    role: 'assistant',
    message: { content: [{ type: 'tool_use', id: command, name: 'Shell', input: { command } }] },
  });
  const result = (id: string, words: string) => ({
    role: 'user',
    message: {
      content: [
        { type: 'tool_result', tool_use_id: id, is_error: true, content: [{ type: 'text', text: words }] },
      ],
    },
  });
  const reason =
    '[lessons-learned] Held once, before it ran: Use the script\n<!-- lessonInjection: {"kind":"hold","lessons":["a"]} -->';
  expect(
    told('cursor', [
      shell('git push'),
      result('git push', reason),
      shell('git pull'),
      result('git pull', 'fatal: no'),
    ]),
  ).toEqual(['Bash git push', 'hook: ', 'Bash git pull', 'true: fatal: no']);
});

test("Claude Code: its note that it had not shown a tool's schema is not the tool's word", () => {
  const base = { sessionId: 's1', cwd: '/w', version: '2.1.330', timestamp: '2026-05-04T10:00:00.000Z' };
  const use = { type: 'tool_use', id: 't1', name: 'mcp__stock__count_items', input: { shelf: 'twelve' } };
  const note = `This tool's input schema was not in your prompt when you called it. The input schema is: {"type":"object"}
If your input does not match this schema, correct it and call the tool again.`;
  const result = (content: unknown) => [
    { ...base, type: 'assistant', uuid: 'a1', message: { role: 'assistant', content: [use] } },
    {
      ...base,
      type: 'user',
      uuid: 'u1',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true, content }],
      },
    },
  ];
  const words = `Invalid shelf: twelve\n\n${note}`;
  for (const content of [words, [{ type: 'text', text: words }]])
    expect(told('claude-code', result(content))).toEqual([
      'mcp__stock__count_items twelve',
      'true: Invalid shelf: twelve',
    ]);
});

test('sessions that their server calls by one name are told apart by their start', () => {
  const idOf = (sessionId: string, startTime: string): string[] => {
    const path = join(scratchDir(), 'server.jsonl');
    const header = { sessionId, projectHash: 'f7', startTime, lastUpdated: startTime, kind: 'main' };
    writeFileSync(path, `${JSON.stringify(header)}\n`);
    const ids: string[] = [];
    readTranscript(path, transcriptReaders, (event) => {
      if (event.kind === 'session' && event.sessionId) ids.push(event.sessionId);
    });
    return ids;
  };
  const [morning, noon] = ['2026-08-06T08:28:36.364Z', '2026-08-06T12:01:02.003Z'] as const;
  expect(idOf('a2a-server', morning)).not.toEqual(idOf('a2a-server', noon));
  expect(idOf('4f1c0f64-0000-4000-8000-00000000000a', noon)).toEqual([
    '4f1c0f64-0000-4000-8000-00000000000a',
  ]);
});
