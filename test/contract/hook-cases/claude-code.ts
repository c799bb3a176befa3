import { call, claude, claudeDeny, type HookCase, S } from './case.ts';

export const claudeCodeCases: HookCase[] = [
  {
    payload: { ...S, hook_event_name: 'SessionStart', source: 'compact', prompt_id: 'p' },
    kind: 'session-start',
    more: { source: 'compact' },
    context: claude('SessionStart'),
  },
  {
    payload: { ...S, hook_event_name: 'SubagentStart', agent_id: 'a1', agent_type: 'x' },
    kind: 'subagent-start',
    context: claude('SubagentStart'),
  },
  {
    payload: { ...S, hook_event_name: 'UserPromptSubmit', prompt: 'hi', prompt_id: 'p' },
    kind: 'prompt',
    more: { prompt: 'hi' },
    context: claude('UserPromptSubmit'),
  },
  {
    payload: call('PreToolUse', 'Bash', { command: 'ls' }, { tool_use_id: 't' }),
    kind: 'before-tool',
    tool: 'Bash',
    more: { toolUseId: 't' },
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: call(
      'PreSkillShellCommand',
      'Bash',
      { command: 'ls' },
      { tool_use_id: 't:inner:preamble-0', command_name: 'status', invoked_by: 'user' },
    ),
    kind: 'before-tool',
    tool: 'Bash',
    more: { toolUseId: 't:inner:preamble-0', denyOnly: true },
    context: claude('PreSkillShellCommand'),
    deny: {
      hookSpecificOutput: { ...claudeDeny.hookSpecificOutput, hookEventName: 'PreSkillShellCommand' },
    },
  },
  {
    payload: call(
      'PreToolUse',
      'Monitor',
      { command: 'tail -f log', persistent: true },
      { tool_use_id: 't' },
    ),
    kind: 'before-tool',
    tool: 'Bash',
    paths: [],
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: call(
      'PreToolUse',
      'NotebookEdit',
      { notebook_path: '/n.ipynb', new_source: 'x' },
      { tool_use_id: 't' },
    ),
    kind: 'before-tool',
    tool: 'Edit',
    paths: ['/n.ipynb'],
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: call(
      'PostToolUseFailure',
      'Read',
      { file_path: '/x' },
      { tool_use_id: 't', error: 'no', is_interrupt: false },
    ),
    kind: 'tool-failed',
    tool: 'Read',
    paths: ['/x'],
    more: { error: 'no' },
    context: claude('PostToolUseFailure'),
  },
  { payload: { ...S, hook_event_name: 'SessionEnd', reason: 'other' }, kind: 'session-end', context: '' },
];
