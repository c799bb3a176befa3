import { expect, test } from 'bun:test';
import { agentSpecs } from '../agents/specs.ts';
import { callerOverMcp, detectActor } from './actor.ts';

test('every agent that is known is recognised by each of its variables', () => {
  for (const spec of agentSpecs) {
    for (const marker of spec.envMarkers) {
      expect(detectActor({ [marker]: '1' }, false).agent).toBe(spec.id);
    }
    if (spec.sessionEnv === null) continue;
    expect(detectActor({ [spec.sessionEnv]: 'abc' }, true)).toEqual({
      agent: spec.id,
      sessionId: 'abc',
      terminal: true,
    });
  }
});

test('a human’s shell has none of them, or has them empty', () => {
  expect(detectActor({ PATH: '/bin', CLAUDECODE: '', CLAUDE_PROJECT_DIR: '/x' }, false).agent).toBeNull();
  expect(detectActor({ CLAUDECODE: '0' }, false).agent).toBeNull();
  expect(detectActor({ AI_AGENT: 'something-new' }, false).agent).toBe('something-new');
});

test('an agent that also sets another’s variables is itself', () => {
  expect(detectActor({ QWEN_CODE: '1', GEMINI_CLI: '1' }, false).agent).toBe('qwen-code');
  expect(detectActor({ COPILOT_CLI: '1', CLAUDECODE: '1' }, false).agent).toBe('copilot');
});

test('who calls over MCP is an agent, with or without its variables', () => {
  expect(callerOverMcp({ PATH: '/bin' })).toMatchObject({ sessionId: null, terminal: false });
  expect(callerOverMcp({ PATH: '/bin' }).agent).not.toBeNull();
  expect(callerOverMcp({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'abc' })).toEqual({
    agent: 'claude-code',
    sessionId: 'abc',
    terminal: false,
  });
});
