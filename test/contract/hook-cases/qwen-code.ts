import { call, claude, claudeDeny, type HookCase } from './case.ts';

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
];
