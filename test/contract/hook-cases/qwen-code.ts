import { call, claude, claudeDeny, type HookCase, S } from './case.ts';

/** A shell's result; from 0.24 on it comes with the failure event. */
const framed = (printed: string, exit: number): string =>
  `Command: make\nDirectory: (root)\nOutput: ${printed}\nError: (none)\nExit Code: ${exit}\nSignal: (none)`;

export const qwenCodeCases: HookCase[] = [
  {
    payload: call('PreToolUse', 'run_shell_command', { command: 'ls' }, { tool_use_id: 't' }),
    kind: 'before-tool',
    tool: 'Bash',
    context: '',
    deny: claudeDeny,
  },
  {
    payload: call(
      'PostToolUse',
      'run_shell_command',
      { command: 'ls' },
      { tool_response: { llmContent: 'Output: x\nExit Code: 0\nSignal: 0' }, tool_use_id: 't' },
    ),
    kind: 'after-tool',
    tool: 'Bash',
    context: claude('PostToolUse'),
  },
  {
    // What was printed holds such a line of its own.
    payload: call(
      'PostToolUse',
      'run_shell_command',
      { command: 'cat log' },
      {
        tool_response: {
          llmContent: 'Output: first run\nexit code: 1\nError: (none)\nExit Code: 0\nSignal: 0',
        },
        tool_use_id: 't',
      },
    ),
    kind: 'after-tool',
    tool: 'Bash',
    context: claude('PostToolUse'),
  },
  {
    payload: call(
      'PostToolUseFailure',
      'read_file',
      { file_path: '/x' },
      { error: 'File not found', tool_use_id: 't' },
    ),
    kind: 'tool-failed',
    tool: 'Read',
    context: claude('PostToolUseFailure'),
  },
  {
    payload: {
      ...S,
      hook_event_name: 'UserPromptSubmit',
      prompt: '<system-reminder>\n1 agent was restored.\n</system-reminder>\n\nship it',
      submitted_prompt: 'ship it',
    },
    kind: 'prompt',
    more: { prompt: 'ship it' },
    context: claude('UserPromptSubmit'),
  },
  {
    payload: call(
      'PostToolUse',
      'run_shell_command',
      { command: 'make' },
      { tool_response: { llmContent: framed('boom', 2) }, tool_use_id: 't' },
    ),
    kind: 'tool-failed',
    tool: 'Bash',
    more: { error: 'Exit code 2\nboom' },
    context: claude('PostToolUse'),
  },
  {
    payload: call(
      'PostToolUseFailure',
      'run_shell_command',
      { command: 'make' },
      { error: framed('boom\nbang', 2), is_interrupt: false, tool_use_id: 't', tool_call_id: 'c' },
    ),
    kind: 'tool-failed',
    tool: 'Bash',
    more: { error: 'Exit code 2\nboom\nbang' },
    context: claude('PostToolUseFailure'),
  },
];
