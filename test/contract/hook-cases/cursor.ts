import { expect } from 'bun:test';
import type { HookCase } from './case.ts';

const deny = { permission: 'deny', user_message: 'WHY', agent_message: 'WHY' };

export const cursorCases: HookCase[] = [
  {
    payload: { conversation_id: 's1', hook_event_name: 'sessionStart', workspace_roots: ['/p'] },
    kind: 'session-start',
    more: { base: expect.objectContaining({ cwd: '/p' }) },
    context: { additional_context: 'TEXT' },
  },
  {
    payload: {
      conversation_id: 's1',
      generation_id: 'g',
      hook_event_name: 'preToolUse',
      tool_name: 'Shell',
      tool_input: { command: 'ls' },
    },
    kind: 'before-tool',
    tool: 'Bash',
    context: '',
    deny,
  },
  {
    payload: {
      conversation_id: 's1',
      hook_event_name: 'beforeShellExecution',
      command: 'ls',
      cwd: '/p',
    },
    kind: 'before-tool',
    tool: 'Bash',
    more: { call: { input: { command: 'ls' } } },
    context: '',
    deny,
  },
  {
    payload: {
      conversation_id: 's1',
      hook_event_name: 'preToolUse',
      tool_name: 'search_replace',
      tool_input: { file_path: '/p/a', old_string: 'a', new_string: 'b' },
    },
    kind: 'before-tool',
    tool: 'Edit',
    paths: ['/p/a'],
    context: '',
    deny,
  },
  {
    payload: { conversation_id: 's1', hook_event_name: 'beforeSubmitPrompt', prompt: 'hi' },
    kind: 'prompt',
    context: '',
  },
  {
    payload: {
      conversation_id: 's1',
      hook_event_name: 'postToolUse',
      tool_name: 'Read',
      tool_input: { path: '/x' },
      tool_output: 'x',
    },
    kind: 'after-tool',
    tool: 'Read',
    paths: ['/x'],
    context: { additional_context: 'TEXT' },
  },
];
