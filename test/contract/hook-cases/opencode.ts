import { expect } from 'bun:test';
import type { HookCase } from './case.ts';

export const opencodeCases: HookCase[] = [
  {
    payload: { hook: 'session.created', sessionID: 's1', directory: '/p' },
    kind: 'session-start',
    context: { context: 'TEXT' },
  },
  {
    payload: { hook: 'session.created', sessionID: 's2', parentID: 's1', directory: '/p' },
    kind: 'subagent-start',
    more: { base: expect.objectContaining({ sessionId: 's1', agentId: 's2' }) },
    context: { context: 'TEXT' },
  },
  {
    payload: { hook: 'chat.message', sessionID: 's1', directory: '/p', prompt: '"allow \\"ABC234\\""\n' },
    kind: 'prompt',
    more: { prompt: 'allow "ABC234"' },
    context: { context: 'TEXT' },
  },
  {
    payload: {
      hook: 'tool.execute.before',
      sessionID: 's1',
      directory: '/p',
      callID: 'c',
      tool: 'edit',
      args: { filePath: '/p/a', oldString: 'x', newString: 'y' },
    },
    kind: 'before-tool',
    tool: 'Edit',
    paths: ['/p/a'],
    context: '',
    deny: { deny: 'WHY' },
  },
  {
    payload: {
      hook: 'tool.execute.after',
      sessionID: 's1',
      directory: '/p',
      callID: 'c',
      tool: 'bash',
      args: { command: 'x' },
      output: 'boom',
      metadata: { exit: 3 },
    },
    kind: 'tool-failed',
    tool: 'Bash',
    more: { error: 'Exit code 3\nboom' },
    context: { context: 'TEXT' },
  },
];
