import type { HookAnswer, HookEvent, HookIo } from '../adapter.ts';
import {
  baseOf,
  decodeNamed,
  textField,
  textOrNothing,
  toolCallOf,
  type Wire,
} from '../shared/hook-io-payload.ts';

/** Tool names that differ from the canonical ones. */
export const CLAUDE_TOOLS: Record<string, string> = {
  PowerShell: 'Bash',
  Monitor: 'Bash',
  Task: 'Agent',
  MultiEdit: 'Edit',
  NotebookEdit: 'Edit',
  NotebookRead: 'Read',
  View: 'Read',
  Replace: 'Write',
  GlobTool: 'Glob',
  GrepTool: 'Grep',
};
/** Before a command that the text of a skill has run: no call of the model, and no event follows it. */
const SKILL_COMMAND = 'PreSkillShellCommand';
const SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork'];

/**
 * Claude Code's hook contract (2.1.197 and 2.1.332): one JSON object in, nothing or exactly one JSON object out.
 * `hookEventName` must be the event's own, or the client refuses the whole answer.
 */
export const claudeCodeHookIo: HookIo = {
  agent: 'claude-code',
  memory: {
    // Made when it is asked for, not at every start of the hook.
    get resumed() {
      return /^[^.]+$/;
    },
    teller: 'AI_AGENT',
    prompt: '"type":"user","message":{"role":"user","content":"',
  },
  unseen: (env) => /^sdk/.test(env['CLAUDE_CODE_ENTRYPOINT'] ?? ''),

  decode: (payload) =>
    decodeNamed(payload, (wire, eventName) => {
      return decodeClaudeEvent(wire, eventName, CLAUDE_TOOLS);
    }),

  encode: encodeClaudeAnswer,
};

/** Decodes an event of the Claude dialect; several agents speak it with tool names of their own. */
export function decodeClaudeEvent(
  wire: Wire,
  eventName: string,
  tools: Record<string, string>,
): HookEvent | null {
  const base = baseOf(wire, eventName);
  const tool = textField(wire, 'tool_name');
  const call = toolCallOf(tool ?? '', wire['tool_input'], base.cwd, tools);
  const toolUseId = textField(wire, 'tool_use_id');
  switch (eventName) {
    case 'SessionStart': {
      const source = textField(wire, 'source') ?? '';
      return {
        kind: 'session-start',
        base,
        source: (SOURCES.includes(source) ? source : 'startup') as 'startup',
        // A client that says so keeps what came beside a call's result: 2.1.332 does, 2.1.197 does not.
        whole: 'context_tokens' in wire,
      };
    }
    case 'SessionEnd':
      return { kind: 'session-end', base };
    case 'SubagentStart':
      return { kind: 'subagent-start', base };
    case 'UserPromptSubmit':
      return { kind: 'prompt', base, prompt: textField(wire, 'submitted_prompt', 'prompt') ?? '' };
    case 'PreToolUse':
    case SKILL_COMMAND:
      if (!tool) return null;
      return { kind: 'before-tool', base, call, toolUseId, denyOnly: eventName === SKILL_COMMAND };
    case 'PostToolUseFailure': {
      if (!tool || wire['is_interrupt'] === true) return null;
      return { kind: 'tool-failed', base, call, toolUseId, error: textField(wire, 'error') ?? '' };
    }
    default:
      return null;
  }
}

/** Encodes an answer in the Claude dialect. */
export function encodeClaudeAnswer(event: HookEvent, answer: HookAnswer): string {
  const output: Wire = {};
  if (answer.systemMessage) output['systemMessage'] = answer.systemMessage;
  const said = saidOf(event, answer);
  if (said) output['hookSpecificOutput'] = { hookEventName: event.base.eventName, ...said };
  return textOrNothing(output);
}

/** What the model is told, or why the call is denied; null where that is nothing. */
export function saidOf(event: HookEvent, answer: HookAnswer): Wire | null {
  if (answer.kind === 'context' && answer.text !== '' && event.kind !== 'session-end')
    return { additionalContext: answer.text };
  if (answer.kind === 'deny' && event.kind === 'before-tool')
    return { permissionDecision: 'deny', permissionDecisionReason: answer.reason };
  return null;
}
