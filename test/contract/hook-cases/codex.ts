import { call, claude, claudeDeny, type HookCase, S } from './case.ts';

const PATCH =
  '*** Begin Patch\n*** Add File: b.txt\n+one\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch\n';

export const codexCases: HookCase[] = [
  {
    payload: call(
      'PreToolUse',
      'shell',
      { command: ['git', 'commit', '-m', "it's; rm -rf /"] },
      { tool_use_id: 't' },
    ),
    kind: 'before-tool',
    tool: 'Bash',
    more: {
      call: { input: { command: "git commit -m 'it'\\''s; rm -rf /'" } },
    },
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: { ...S, hook_event_name: 'SessionStart', source: 'fork', model: 'm' },
    kind: 'session-start',
    more: { source: 'fork' },
    context: claude('SessionStart'),
  },
  {
    payload: call('PreToolUse', 'Bash', { command: 'ls' }, { turn_id: 'u', tool_use_id: 'call_3' }),
    kind: 'before-tool',
    tool: 'Bash',
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: call('PreToolUse', 'apply_patch', { command: PATCH }, { turn_id: 'u', tool_use_id: 'call_5' }),
    kind: 'before-tool',
    tool: 'Edit',
    paths: ['b.txt', 'a.txt'],
    context: claude('PreToolUse'),
    deny: claudeDeny,
  },
  {
    payload: call(
      'PostToolUse',
      'apply_patch',
      { command: PATCH },
      { turn_id: 'u', tool_response: 'Exit code: 1\nWall time: 0\nOutput:\nno', tool_use_id: 'c' },
    ),
    kind: 'tool-failed',
    tool: 'Edit',
    context: claude('PostToolUse'),
  },
  {
    payload: call(
      'PostToolUse',
      'Bash',
      { command: 'make it' },
      { turn_id: 'u', tool_response: 'make: *** No rule\n', tool_use_id: 'c' },
    ),
    kind: 'tool-failed',
    tool: 'Bash',
    more: { unsure: true },
    context: claude('PostToolUse'),
  },
];
