import type { Env } from '../../platform/paths.ts';
import type { HookAnswer, HookBase, HookEvent, HookIo } from '../adapter.ts';
import { decodeClaudeEvent, saidOf } from '../claude-code/hook-io.ts';
import {
  asObject,
  baseOf,
  failedShellText,
  outputText,
  textField,
  textOrNothing,
  toolCallOf,
  type Wire,
} from '../shared/hook-io-payload.ts';

export const COPILOT_TOOLS: Record<string, string> = {
  bash: 'Bash',
  shell: 'Bash',
  powershell: 'Bash',
  write_bash: 'Bash',
  view: 'Read',
  create: 'Write',
  edit: 'Edit',
  str_replace: 'Edit',
  str_replace_editor: 'Edit',
  apply_patch: 'Edit',
  glob: 'Glob',
  grep: 'Grep',
  task: 'Agent',
  Task: 'Agent',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
};

/**
 * Copilot CLI (1.0.102): two dialects. The native one names no event, so it is told by its fields; the Claude dialect
 * has Claude's tool names with native fields. Starts and prompts honour a top-level `additionalContext` only; no start
 * follows a compaction, and what is answered before it is dropped.
 */
export const copilotHookIo: HookIo = {
  agent: 'copilot',
  unseen: () => true,
  memory: { deafAt: /compact/, resumed: /^(?![hnp]\.)/ },

  decode(payload, env): HookEvent | null {
    const wire = asObject(payload);
    if (wire === null) return null;
    const named = textField(wire, 'hook_event_name');
    const eventName = named ?? nativeEvent(wire);
    const event = eventName && decodeEvent(wire, eventName, claudeName(eventName));
    if (!event) return null;
    if (event.kind === 'session-end') event.base.transcriptPath ??= transcriptOf(event.base.sessionId, env);
    return event;
  },

  encode(event: HookEvent, answer: HookAnswer): string {
    const { eventName } = event.base;
    const output: Wire = {};
    if (answer.systemMessage) output['systemMessage'] = answer.systemMessage;
    const said = saidOf(event, answer);
    if (isNative(eventName) || !('call' in event)) Object.assign(output, said);
    else if (said) output['hookSpecificOutput'] = { hookEventName: eventName, ...said };
    return textOrNothing(output);
  },
};

const isNative = (eventName: string): boolean => /^[a-z]/.test(eventName);

/** An event of the native dialect by its name in the Claude dialect. */
function claudeName(eventName: string): string {
  if (eventName === 'userPromptSubmitted') return 'UserPromptSubmit';
  return eventName[0]!.toUpperCase() + eventName.slice(1);
}

function nativeEvent(wire: Wire): string | null {
  const has = (name: string) => textField(wire, name) !== null;
  if (has('hookName')) return null;
  if (has('toolName')) {
    if (wire['toolResult'] !== undefined) return 'postToolUse';
    return wire['error'] === undefined ? 'preToolUse' : 'postToolUseFailure';
  }
  if (has('agentName') && !has('stopReason')) return 'subagentStart';
  if (typeof wire['prompt'] === 'string') return 'userPromptSubmitted';
  if (has('source')) return 'sessionStart';
  if (has('trigger')) return 'preCompact';
  return has('reason') ? 'sessionEnd' : null;
}

function decodeEvent(wire: Wire, eventName: string, event: string): HookEvent | null {
  const base = sessionOf(wire, eventName);
  if (/^(?:Pre|Post)ToolUse(?:Failure)?$/.test(event)) return decodeTool(wire, base, event);
  if (event === 'PreCompact') return { kind: 'session-start', base, source: 'compact' };
  const found = decodeClaudeEvent(wire, event, COPILOT_TOOLS);
  return found && { ...found, base };
}

/** A session's end does not name its transcript. */
function transcriptOf(sessionId: string, env: Env): string {
  return `${env['COPILOT_HOME'] || `${env['HOME'] ?? env['USERPROFILE']}/.copilot`}/session-state/${sessionId}/events.jsonl`;
}

/** Inside a subagent the session's id is the subagent's own; its parent's is the session. */
function sessionOf(wire: Wire, eventName: string): HookBase {
  const base = baseOf(wire, eventName);
  const parent = textField(wire, 'parent_agent_id', 'parentAgentId');
  return parent !== null && base.agentId === base.sessionId ? { ...base, sessionId: parent } : base;
}

function decodeTool(wire: Wire, base: HookBase, event: string): HookEvent | null {
  const name = textField(wire, 'tool_name', 'toolName');
  if (name === null) return null;
  const call = toolCallOf(name, wire['tool_input'] ?? wire['toolArgs'], base.cwd, COPILOT_TOOLS);
  const shared = { base, call, toolUseId: textField(wire, 'tool_use_id', 'toolCallId') };
  if (event === 'PreToolUse') return { kind: 'before-tool', ...shared };
  if (event === 'PostToolUseFailure')
    return { kind: 'tool-failed', ...shared, error: outputText(wire['error']) };
  const error = failedShellText(call, outputText(wire['tool_result'] ?? wire['toolResult']));
  return error === null ? { kind: 'after-tool', ...shared } : { kind: 'tool-failed', ...shared, error };
}
