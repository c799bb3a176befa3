import { expect } from 'bun:test';
import { call, claude, claudeDeny, type HookCase, S } from './case.ts';

const context = { additionalContext: 'TEXT' };
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'WHY' };

export const copilotCases: HookCase[] = [
  {
    payload: { sessionId: 's1', timestamp: 1, cwd: '/p', source: 'new', initialPrompt: 'x' },
    kind: 'session-start',
    context,
  },
  {
    payload: { sessionId: 's1', timestamp: 1, cwd: '/p', prompt: 'hi' },
    kind: 'prompt',
    context,
  },
  {
    payload: { sessionId: 's1', timestamp: 1, cwd: '/p', toolName: 'bash', toolArgs: { command: 'ls' } },
    kind: 'before-tool',
    tool: 'Bash',
    context,
    deny,
  },
  {
    payload: call('PreToolUse', 'Write', { path: '/p/w', file_text: 'x' }),
    kind: 'before-tool',
    tool: 'Write',
    paths: ['/p/w'],
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: { ...S, hook_event_name: 'SessionStart', source: 'new' },
    kind: 'session-start',
    more: { source: 'startup' },
    context,
  },
  {
    payload: {
      sessionId: 's1',
      cwd: '/p',
      toolName: 'bash',
      toolArgs: { command: 'x' },
      toolResult: {
        resultType: 'success',
        textResultForLlm: 'boom\n<shellId: 1 completed with exit code 3>',
      },
    },
    kind: 'tool-failed',
    tool: 'Bash',
    context,
  },
  {
    payload: {
      sessionId: 's1',
      cwd: '/p',
      toolName: 'view',
      toolArgs: { path: '/p/ci.log' },
      toolResult: { resultType: 'success', textResultForLlm: 'make: no rule\nExit code: 2\n' },
    },
    kind: 'after-tool',
    tool: 'Read',
    context,
  },
  {
    payload: {
      sessionId: 's1',
      cwd: '/p',
      toolName: 'powershell',
      toolArgs: '{"command": "git push"}',
    },
    kind: 'before-tool',
    tool: 'Bash',
    more: { call: { input: { command: 'git push' } } },
    context,
    deny,
  },
  {
    payload: {
      sessionId: 's1',
      cwd: '/p',
      toolName: 'edit',
      toolArgs: { path: '/p/w', old_str: 'z', new_str: 'y' },
      error: 'No match found',
    },
    kind: 'tool-failed',
    tool: 'Edit',
    paths: ['/p/w'],
    more: { error: 'No match found' },
    context,
  },
  {
    payload: {
      sessionId: 's1',
      cwd: '/p',
      agentName: 'g',
      agent_id: 'a2',
      agent_type: 'g',
      parent_agent_id: 's1',
    },
    kind: 'subagent-start',
    context,
  },
  {
    payload: {
      hook_event_name: 'UserPromptSubmit',
      session_id: 'a2',
      cwd: '/p',
      agent_id: 'a2',
      parent_agent_id: 's1',
      prompt: 'sub',
    },
    kind: 'prompt',
    more: { base: { sessionId: 's1', agentId: 'a2' } },
    context,
  },
  {
    payload: { sessionId: 's1', cwd: '/p', agentName: 'g', agentId: 'a2', parentAgentId: 's1' },
    kind: 'subagent-start',
    more: { base: { sessionId: 's1', agentId: 'a2' } },
    context,
  },
  {
    payload: {
      sessionId: 'a2',
      cwd: '/p',
      toolName: 'bash',
      toolArgs: { command: 'ls' },
      agentId: 'a2',
      parentAgentId: 's1',
    },
    kind: 'before-tool',
    tool: 'Bash',
    more: { base: { sessionId: 's1', agentId: 'a2' } },
    context,
    deny,
  },
  {
    payload: { sessionId: 's1', cwd: '/p', transcriptPath: '/t', trigger: 'auto', customInstructions: '' },
    kind: 'session-start',
    more: { source: 'compact' },
    context,
  },
  {
    payload: { sessionId: 's1', cwd: '/p', reason: 'complete' },
    kind: 'session-end',
    more: {
      base: { transcriptPath: expect.stringMatching(/\/\.copilot\/session-state\/s1\/events\.jsonl$/) },
    },
    context: '',
  },
];
