import { call, claude, type HookCase, S } from './case.ts';

export const geminiCliCases: HookCase[] = [
  {
    payload: { ...S, hook_event_name: 'SessionStart', source: 'startup', timestamp: 't' },
    kind: 'session-start',
    context: claude('SessionStart'),
  },
  {
    payload: { ...S, hook_event_name: 'BeforeAgent', prompt: '<hook_context>X</hook_context>\n\nhi' },
    kind: 'prompt',
    more: { prompt: 'hi' },
    context: claude('BeforeAgent'),
  },
  {
    payload: call('BeforeTool', 'run_shell_command', { command: 'ls', description: 'l' }),
    kind: 'before-tool',
    tool: 'Bash',
    more: { toolUseId: null },
    context: '',
    deny: { decision: 'deny', reason: 'WHY' },
  },
  {
    payload: call('BeforeTool', 'replace', { file_path: 'w.txt', old_string: 'a', new_string: 'b' }),
    kind: 'before-tool',
    tool: 'Edit',
    paths: ['w.txt'],
    context: '',
    deny: { decision: 'deny', reason: 'WHY' },
  },
  {
    // What a command prints that goes well, of which the client says nothing.
    payload: call(
      'AfterTool',
      'run_shell_command',
      { command: 'cat ci.log' },
      {
        tool_response: {
          llmContent: 'Output: make: no rule\nExit Code: 2\nretried: fine\nProcess Group PGID: 9',
        },
      },
    ),
    kind: 'after-tool',
    tool: 'Bash',
    context: claude('AfterTool'),
  },
  {
    // A log with the end of somebody's run in it.
    payload: call(
      'AfterTool',
      'read_file',
      { file_path: '/p/ci.log' },
      { tool_response: { llmContent: 'make: no rule\nExit code: 2\n' } },
    ),
    kind: 'after-tool',
    tool: 'Read',
    context: claude('AfterTool'),
  },
  {
    payload: call(
      'AfterTool',
      'run_shell_command',
      { command: 'ls' },
      { tool_response: { llmContent: 'Output: x\nExit Code: 3\nSignal: 0', returnDisplay: '' } },
    ),
    kind: 'tool-failed',
    tool: 'Bash',
    more: { error: 'Exit code 3\nx' },
    context: claude('AfterTool'),
  },
  {
    payload: call(
      'AfterTool',
      'run_shell_command',
      { command: 'ls' },
      {
        tool_response: {
          llmContent:
            '<untrusted_context>\nOutput: no\nOutput: such\nExit Code: 2\nProcess Group PGID: 9\n</untrusted_context>',
        },
      },
    ),
    kind: 'tool-failed',
    tool: 'Bash',
    more: { error: 'Exit code 2\nno\nOutput: such' },
    context: claude('AfterTool'),
  },
  {
    payload: call(
      'AfterTool',
      'read_file',
      { file_path: 'a.txt' },
      { tool_response: { llmContent: 'x', error: { message: 'gone', type: 'F' } } },
    ),
    kind: 'tool-failed',
    tool: 'Read',
    more: { error: 'gone' },
    context: claude('AfterTool'),
  },
  {
    payload: call(
      'AfterTool',
      'read_file',
      { file_path: 'a.txt' },
      { tool_response: { llmContent: 'hello' } },
    ),
    kind: 'after-tool',
    tool: 'Read',
    context: claude('AfterTool'),
  },
];
