import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { HookAnswer, HookEvent, HookIo } from '../../src/agents/adapter.ts';
import { agentInstallers } from '../../src/agents/installers.ts';
import { hookIoOf } from '../../src/hook/agents.ts';
import { AGENT_IDS } from '../../src/model/constants.ts';

/** One suite for every agent: payloads in the shapes of the recorded ones, and the answers that each client accepts. */

interface Case {
  payload: Record<string, unknown>;
  kind: HookEvent['kind'];
  /** Canonical tool, paths, and what else the event must say. */
  tool?: string;
  paths?: string[];
  more?: Record<string, unknown>;
  context: unknown;
  deny?: unknown;
}

const S = { session_id: 's1', cwd: '/home/dev/p' };
const claude = (event: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: 'TEXT' },
});
const claudeDeny = (event = 'PreToolUse') => ({
  hookSpecificOutput: { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: 'WHY' },
});
const PATCH =
  '*** Begin Patch\n*** Add File: b.txt\n+one\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch\n';

const CASES: Record<string, Case[]> = {
  'claude-code': [
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
      payload: {
        ...S,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: 't',
      },
      kind: 'before-tool',
      tool: 'Bash',
      more: { toolUseId: 't' },
      context: claude('PreToolUse'),
      deny: claudeDeny(),
    },
    {
      payload: {
        ...S,
        hook_event_name: 'PreToolUse',
        tool_name: 'NotebookEdit',
        tool_input: { notebook_path: '/n.ipynb', new_source: 'x' },
        tool_use_id: 't',
      },
      kind: 'before-tool',
      tool: 'Edit',
      paths: ['/n.ipynb'],
      context: claude('PreToolUse'),
      deny: claudeDeny(),
    },
    {
      payload: {
        ...S,
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Read',
        tool_input: { file_path: '/x' },
        tool_use_id: 't',
        error: 'no',
        is_interrupt: false,
      },
      kind: 'tool-failed',
      tool: 'Read',
      paths: ['/x'],
      more: { error: 'no' },
      context: claude('PostToolUseFailure'),
    },
    { payload: { ...S, hook_event_name: 'SessionEnd', reason: 'other' }, kind: 'session-end', context: '' },
  ],
  codex: [
    {
      payload: {
        ...S,
        hook_event_name: 'PreToolUse',
        tool_name: 'shell',
        tool_input: { command: ['git', 'commit', '-m', "it's; rm -rf /"] },
        tool_use_id: 't',
      },
      kind: 'before-tool',
      tool: 'Bash',
      more: {
        call: { input: { command: "git commit -m 'it'\\''s; rm -rf /'" } },
      },
      context: claude('PreToolUse'),
      deny: claudeDeny(),
    },
    {
      payload: { ...S, hook_event_name: 'SessionStart', source: 'fork', model: 'm' },
      kind: 'session-start',
      more: { source: 'startup' },
      context: claude('SessionStart'),
    },
    {
      payload: {
        ...S,
        turn_id: 'u',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: 'call_3',
      },
      kind: 'before-tool',
      tool: 'Bash',
      context: claude('PreToolUse'),
      deny: claudeDeny(),
    },
    {
      payload: {
        ...S,
        turn_id: 'u',
        hook_event_name: 'PreToolUse',
        tool_name: 'apply_patch',
        tool_input: { command: PATCH },
        tool_use_id: 'call_5',
      },
      kind: 'before-tool',
      tool: 'Edit',
      paths: ['b.txt', 'a.txt'],
      context: claude('PreToolUse'),
      deny: claudeDeny(),
    },
    {
      payload: {
        ...S,
        turn_id: 'u',
        hook_event_name: 'PostToolUse',
        tool_name: 'apply_patch',
        tool_input: { command: PATCH },
        tool_response: 'Exit code: 1\nWall time: 0\nOutput:\nno',
        tool_use_id: 'c',
      },
      kind: 'tool-failed',
      tool: 'Edit',
      context: claude('PostToolUse'),
    },
  ],
  'gemini-cli': [
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
      payload: {
        ...S,
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls', description: 'l' },
      },
      kind: 'before-tool',
      tool: 'Bash',
      more: { toolUseId: null },
      context: '',
      deny: { decision: 'deny', reason: 'WHY' },
    },
    {
      payload: {
        ...S,
        hook_event_name: 'BeforeTool',
        tool_name: 'replace',
        tool_input: { file_path: 'w.txt', old_string: 'a', new_string: 'b' },
      },
      kind: 'before-tool',
      tool: 'Edit',
      paths: ['w.txt'],
      context: '',
      deny: { decision: 'deny', reason: 'WHY' },
    },
    {
      payload: {
        ...S,
        hook_event_name: 'AfterTool',
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls' },
        tool_response: { llmContent: 'Output: x\nExit Code: 3\nSignal: 0', returnDisplay: '' },
      },
      kind: 'tool-failed',
      tool: 'Bash',
      context: claude('AfterTool'),
    },
    {
      payload: {
        ...S,
        hook_event_name: 'AfterTool',
        tool_name: 'read_file',
        tool_input: { file_path: 'a.txt' },
        tool_response: { llmContent: 'x', error: { message: 'gone', type: 'F' } },
      },
      kind: 'tool-failed',
      tool: 'Read',
      more: { error: 'gone' },
      context: claude('AfterTool'),
    },
    {
      payload: {
        ...S,
        hook_event_name: 'AfterTool',
        tool_name: 'read_file',
        tool_input: { file_path: 'a.txt' },
        tool_response: { llmContent: 'hello' },
      },
      kind: 'after-tool',
      tool: 'Read',
      context: claude('AfterTool'),
    },
  ],
  copilot: [
    {
      payload: { sessionId: 's1', timestamp: 1, cwd: '/p', source: 'new', initialPrompt: 'x' },
      kind: 'session-start',
      context: { additionalContext: 'TEXT' },
    },
    {
      payload: { sessionId: 's1', timestamp: 1, cwd: '/p', prompt: 'hi' },
      kind: 'prompt',
      context: { additionalContext: 'TEXT' },
    },
    {
      payload: { sessionId: 's1', timestamp: 1, cwd: '/p', toolName: 'bash', toolArgs: { command: 'ls' } },
      kind: 'before-tool',
      tool: 'Bash',
      context: { additionalContext: 'TEXT' },
      deny: { permissionDecision: 'deny', permissionDecisionReason: 'WHY' },
    },
    {
      payload: {
        ...S,
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { path: '/p/w', file_text: 'x' },
      },
      kind: 'before-tool',
      tool: 'Write',
      paths: ['/p/w'],
      context: claude('PreToolUse'),
      deny: claudeDeny(),
    },
    {
      payload: { ...S, hook_event_name: 'SessionStart', source: 'new' },
      kind: 'session-start',
      more: { source: 'startup' },
      context: { additionalContext: 'TEXT' },
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
      context: { additionalContext: 'TEXT' },
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
      context: { additionalContext: 'TEXT' },
      deny: { permissionDecision: 'deny', permissionDecisionReason: 'WHY' },
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
      context: { additionalContext: 'TEXT' },
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
      context: { additionalContext: 'TEXT' },
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
      more: { base: expect.objectContaining({ sessionId: 's1', agentId: 'a2' }) },
      context: { additionalContext: 'TEXT' },
    },
    { payload: { sessionId: 's1', cwd: '/p', reason: 'complete' }, kind: 'session-end', context: '' },
  ],
  'qwen-code': [
    {
      payload: {
        ...S,
        hook_event_name: 'PreToolUse',
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls' },
        tool_use_id: 't',
      },
      kind: 'before-tool',
      tool: 'Bash',
      context: '',
      deny: claudeDeny(),
    },
    {
      payload: {
        ...S,
        hook_event_name: 'PostToolUse',
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls' },
        tool_response: { llmContent: 'Output: x\nExit Code: 0\nSignal: 0' },
        tool_use_id: 't',
      },
      kind: 'after-tool',
      tool: 'Bash',
      context: claude('PostToolUse'),
    },
    {
      payload: {
        ...S,
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'read_file',
        tool_input: { file_path: '/x' },
        error: 'File not found',
        tool_use_id: 't',
      },
      kind: 'tool-failed',
      tool: 'Read',
      context: claude('PostToolUseFailure'),
    },
  ],
  cursor: [
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
      deny: { permission: 'deny', user_message: 'WHY', agent_message: 'WHY' },
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
      deny: { permission: 'deny', user_message: 'WHY', agent_message: 'WHY' },
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
      deny: { permission: 'deny', user_message: 'WHY', agent_message: 'WHY' },
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
  ],
  opencode: [
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
  ],
};

const encoded = (io: HookIo, event: HookEvent, answer: HookAnswer): unknown => {
  const text = io.encode(event, answer);
  return text === '' ? '' : JSON.parse(text);
};

test('every agent that hooks are installed into is answered, under its own id, and has cases here', async () => {
  const installed: string[] = agentInstallers.map(({ id }) => id).sort();
  expect(AGENT_IDS.filter((id) => hookIoOf(id) !== null).sort() as string[]).toEqual(installed);
  expect(Object.keys(CASES).sort()).toEqual(installed);
  for (const id of installed) expect<string>((await hookIoOf(id))!.agent).toBe(id);
});

describe.each(Object.keys(CASES))('%s', (agent) => {
  test.each(
    CASES[agent]!.map((each) => [each.kind, JSON.stringify(each.payload).slice(0, 60), each] as const),
  )('%s from %s', async (_kind, _text, { payload, kind, tool, paths, more, context, deny }) => {
    const io = (await hookIoOf(agent))!;
    const event = io.decode(payload, {})!;
    expect(event).toMatchObject({ kind, ...more });
    if (event.kind === 'before-tool' || event.kind === 'after-tool' || event.kind === 'tool-failed') {
      expect(event.call.tool).toBe(tool!);
      if (paths) expect(event.call.paths).toEqual(paths);
    }
    expect(encoded(io, event, { kind: 'context', text: 'TEXT' })).toEqual(context);
    expect(encoded(io, event, { kind: 'deny', reason: 'WHY' })).toEqual(deny ?? '');
    expect(encoded(io, event, { kind: 'none' })).toBe('');
  });

  test('anything at all is decoded to an event or to nothing, and answered with one object or nothing', async () => {
    const io = (await hookIoOf(agent))!;
    const names = CASES[agent]!.map(({ payload }) => payload);
    const mutated = fc.tuple(
      fc.constantFrom(...names),
      fc.dictionary(fc.constantFrom(...new Set(names.flatMap(Object.keys))), fc.anything()),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          mutated.map(([payload, changes]) => ({ ...payload, ...changes })),
        ),
        (payload) => {
          const event = io.decode(payload, {});
          if (event === null) return;
          for (const answer of [
            { kind: 'context', text: '\ud800x' },
            { kind: 'deny', reason: 'no' },
          ] as HookAnswer[]) {
            const text = io.encode(event, answer);
            if (text !== '') expect(JSON.parse(text)).toBeObject();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('recorded payloads', () => {
  const folder = join(import.meta.dir, '..', '..', '..', 'shared', 'contracts', 'fixtures');
  const agents: Record<string, string> = {
    'claude-code': 'claude-code',
    codex: 'codex',
    gemini: 'gemini-cli',
    copilot: 'copilot',
    qwen: 'qwen-code',
  };
  if (!existsSync(folder)) console.log('recorded payloads are not checked: ../shared is not there');
  test.skipIf(!existsSync(folder))('every call, prompt and start is understood', async () => {
    for (const [name, agent] of Object.entries(agents)) {
      const io = (await hookIoOf(agent))!;
      const kinds = new Map<string, number>();
      for (const file of readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })) {
        if (!/hooks\/[^/]+\.json$/.test(file)) continue;
        const recorded = JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
        const payload = recorded.stdin ?? recorded;
        const event = io.decode(payload, {});
        const eventName = String(payload.hook_event_name ?? '');
        if (
          /^(?:PreToolUse|BeforeTool|UserPromptSubmit|BeforeAgent|SessionStart|SessionEnd)$/.test(eventName)
        )
          expect([file, event?.kind ?? null]).not.toEqual([file, null]);
        if (event) kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
        if (event?.kind === 'before-tool' && event.call.tool === 'Bash')
          expect(event.call.input['command']).toBeString();
      }
      expect(kinds.get('before-tool') ?? 0).toBeGreaterThan(0);
    }
  });
});
