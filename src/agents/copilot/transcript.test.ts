import { expect, test } from 'bun:test';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { CopilotDecoder } from './transcript.ts';

function read(...events: [type: string, data: object][]): TranscriptEvent[] {
  const seen: TranscriptEvent[] = [];
  const decoder = new CopilotDecoder((event) => seen.push(event));
  for (const [n, [type, data]] of events.entries()) decoder.value({ type, data, id: `e${n}` }, n + 1);
  return seen;
}

const START: [string, object] = ['session.start', { sessionId: 's', context: { cwd: '/home/dev/shop' } }];

test('a command that the human runs is no call of the agent, whatever of it is logged', () => {
  const [toolCallId, toolName] = ['c1', 'local_shell'];
  const asked: [string, object] = [
    'tool.user_requested',
    { toolCallId, toolName, arguments: { command: 'make' } },
  ];
  const began: [string, object] = [
    'tool.execution_start',
    { toolCallId, toolName, arguments: { command: 'make' } },
  ];
  const end = { toolCallId, success: false, isUserRequested: true, error: { message: 'make: *** No rule' } };
  const kinds = read(START, asked, began, ['tool.execution_complete', end]).map(({ kind }) => kind);
  expect(kinds).toEqual(['session']);
});

test('a call that follows such a command is told', () => {
  const seen = read(
    START,
    ['tool.user_requested', { toolCallId: 'c1', toolName: 'local_shell', arguments: { command: 'make' } }],
    ['tool.execution_start', { toolCallId: 'c2', toolName: 'bash', arguments: { command: 'ls' } }],
    ['tool.execution_complete', { toolCallId: 'c2', success: true, result: { content: 'src' } }],
  );
  expect(seen.map(({ kind }) => kind)).toEqual(['session', 'call', 'result']);
});

test('the session is where it has gone to', () => {
  const seen = read(
    START,
    ['session.context_changed', { cwd: '/home/dev/stall', branch: 'main' }],
    ['tool.execution_start', { toolCallId: 'c1', toolName: 'bash', arguments: { command: 'ls' } }],
  );
  expect(seen.find(({ kind }) => kind === 'call')).toMatchObject({ cwd: '/home/dev/stall' });
});

test('a compaction that failed is none', () => {
  expect(read(['session.compaction_complete', { success: false, error: 'Nothing to compact' }])).toEqual([]);
  expect(read(['session.compaction_complete', { success: true }])).toHaveLength(1);
  expect(read(['session.compaction_complete', {}])).toHaveLength(1);
});

test("what the client sends in the human's name is nobody's words", () => {
  const words = 'You have not yet marked the task as complete.';
  const said = (source: string | null) =>
    read(['user.message', { content: words, ...(source === null ? {} : { source }) }]).length;
  for (const source of ['autopilot', 'system', 'skill-pdf', 'jit-instruction', 'schedule-1'])
    expect(said(source)).toBe(0);
  for (const source of [null, 'user', 'command-plan']) expect(said(source)).toBe(1);
  expect(read(['user.message', { content: words, isAutopilotContinuation: true }])).toEqual([]);
});

test("a command that the human types in the client's shell is said to nobody", () => {
  expect(read(['user.message', { content: 'make test', agentMode: 'shell' }])).toEqual([]);
  expect(read(['user.message', { content: 'make the test pass', agentMode: 'plan' }])).toHaveLength(1);
});

test("the events of JetBrains' plugin: session, words and results under other names", () => {
  const seen = read(
    ['partition.created', { conversationId: 'conv-1', partitionId: 1, source: 'panel' }],
    ['user.message', { content: 'run the tests', turnId: 't1' }],
    ['user.message_rendered', { renderedMessage: '<context>no, never</context>run the tests', turnId: 't1' }],
    [
      'assistant.message',
      { content: '', text: 'I will run them.', messageId: 't1', thinking: { text: 'x' } },
    ],
    [
      'tool.execution_start',
      { toolCallId: 'c1', toolName: 'run_in_terminal', arguments: { command: 'make' } },
    ],
    [
      'tool.execution_complete',
      { toolCallId: 'c1', success: true, result: { result: [{ type: 'text', value: 'make: *** No rule' }] } },
    ],
    [
      'tool.execution_start',
      {
        toolCallId: 'c2',
        toolName: 'replace_string_in_file',
        arguments: { filePath: '/home/dev/a.ts', oldString: 'a', newString: 'b' },
      },
    ],
  );
  expect(seen.map(({ kind }) => kind)).toEqual(['session', 'user', 'assistant', 'call', 'result', 'call']);
  expect(seen[0]).toMatchObject({ sessionId: 'conv-1' });
  expect(seen[2]).toMatchObject({ text: 'I will run them.' });
  expect(seen[3]).toMatchObject({ tool: 'Bash', input: { command: 'make' } });
  expect(seen[4]).toMatchObject({ text: 'make: *** No rule', isError: false });
  expect(seen[5]).toMatchObject({
    tool: 'Edit',
    input: { file_path: '/home/dev/a.ts', old_string: 'a', new_string: 'b' },
  });
});

test('a call in which the user stops the agent says nothing of that call', () => {
  const denials = ['Operation aborted by user', 'Operation cancelled by the user'].map(
    (message) =>
      read(
        ['tool.execution_start', { toolCallId: 'c1', toolName: 'edit', arguments: { path: 'a.ts' } }],
        [
          'tool.execution_complete',
          { toolCallId: 'c1', success: false, error: { message, code: 'failure' } },
        ],
      ).flatMap((event) => (event.kind === 'result' ? [event.denial] : []))[0],
  );
  expect(denials).toEqual(['interrupted', 'interrupted']);
});

/** What the reader makes of the result of a tool that speaks to a shell. */
const ofShell = (toolName: string, content: string) =>
  read(
    ['tool.execution_start', { toolCallId: 'c1', toolName, arguments: { command: 'make', sessionId: '5' } }],
    ['tool.execution_complete', { toolCallId: 'c1', success: true, result: { content } }],
  ).flatMap((event) =>
    event.kind === 'result'
      ? [{ exit: event.exitCode, error: event.isError, left: event.shell, slow: event.timedOut }]
      : [],
  )[0];

const GOES_ON =
  'The command is still running. Check the output above - if it looks like the command is waiting for input, use write_bash to provide it.';

test.each([
  '<command started in background with ID: 5>',
  '<command started in background with sessionId: 5>',
  '<command started in background with shellId: 5>',
  '<command started in detached background with shellId: 5>',
  'cc -c a.c\n<command with shellId: 5 moved to background by the user. You will be notified.>',
])('a command that is left to the background, in the words of every version: %s', (content) => {
  expect(ofShell('bash', content)).toEqual({ exit: null, error: false, left: '5', slow: false });
});

test.each([
  '<waiting for command with sessionId: 5 to exit timed out after 30 seconds. try again with read_bash or abort it with stop_bash tool>',
  `cc -c a.c\n<command with sessionId: 5 is still running after 60 seconds. ${GOES_ON}>`,
  `cc -c a.c\n<command with shellId: 5 is still running after 60 seconds. ${GOES_ON}>`,
])('a command that the tool does not wait for any longer: %s', (content) => {
  expect(ofShell('powershell', content)).toEqual({ exit: null, error: false, left: '5', slow: true });
  expect(ofShell('read_powershell', content)).toMatchObject({ left: '5', slow: false });
});

test.each(['<command with id: 5 exited with exit code 2>', '<shellId: 5 completed with exit code 2>'])(
  'the end of a command in the background is read with its status: %s',
  (last) => {
    expect(ofShell('read_bash', `make: *** [all] Error 1\n${last}`)).toEqual({
      exit: 2,
      error: true,
      left: undefined,
      slow: false,
    });
  },
);

test('what is no end and goes nowhere is left to nobody', () => {
  for (const content of [
    '<command with id: 5 stopped>',
    'the log says: <command started in background with shellId: 5>\nand more',
    'retry: connect timed out after 30 seconds',
  ])
    expect(ofShell('bash', content)).toEqual({ exit: null, error: false, left: undefined, slow: false });
});

test('a file that was too long to be shown was not read', () => {
  const view = (content: string) =>
    read(
      START,
      ['tool.execution_start', { toolCallId: 'c1', toolName: 'view', arguments: { path: '/w/tides.sql' } }],
      ['tool.execution_complete', { toolCallId: 'c1', success: true, result: { content } }],
    ).at(-1);
  const told = 'File too large to read at once (955.1 KB). Consider using tools like grep, or view_range.';
  expect(view(told)).toMatchObject({ isError: true });
  expect(view(`1. ${told}`)).toMatchObject({ isError: false });
});
