import type { HookAnswer, HookEvent, HookIo } from '../adapter.ts';
import {
  baseOf,
  decodeNamed,
  outputText,
  textField,
  toolCallOf,
  type Wire,
} from '../shared/hook-io-payload.ts';

export const CURSOR_TOOLS: Record<string, string> = {
  Shell: 'Bash',
  Terminal: 'Bash',
  run_terminal_cmd: 'Bash',
  run_terminal_command_v2: 'Bash',
  read_file: 'Read',
  StrReplace: 'Edit',
  search_replace: 'Edit',
  edit_file: 'Edit',
  ApplyPatch: 'Edit',
  write: 'Write',
  list_dir: 'LS',
  ListDir: 'LS',
  file_search: 'Glob',
  grep_search: 'Grep',
  codebase_search: 'Grep',
  Task: 'Agent',
  web_search: 'WebSearch',
};

/**
 * Cursor, by its documentation only (no client was run): camel-case events, `permission` with a message for the agent
 * at a tool, context after it and at the session's start; none beside a prompt.
 */
export const cursorHookIo: HookIo = {
  agent: 'cursor',
  unseen: () => true,
  contextAfterTool: true,

  decode: (payload) =>
    decodeNamed(payload, (wire, eventName) => {
      const base = baseOf(wire, eventName, textField(wire, 'conversation_id', 'session_id'));
      const roots = wire['workspace_roots'];
      if (base.cwd === '' && Array.isArray(roots) && typeof roots[0] === 'string') base.cwd = roots[0];
      base.promptId = textField(wire, 'generation_id');
      switch (eventName) {
        case 'sessionStart':
          return { kind: 'session-start', base: { ...base, promptId: null }, source: 'startup' };
        case 'sessionEnd':
          return { kind: 'session-end', base };
        case 'subagentStart':
          return { kind: 'subagent-start', base };
        case 'beforeSubmitPrompt':
          return { kind: 'prompt', base, prompt: textField(wire, 'prompt') ?? '' };
        case 'beforeShellExecution': {
          const { command } = wire;
          const call = toolCallOf('Shell', { command }, base.cwd, CURSOR_TOOLS);
          return { kind: 'before-tool', base, call, toolUseId: textField(wire, 'tool_use_id') };
        }
        case 'preToolUse':
        case 'postToolUse':
        case 'postToolUseFailure':
          return decodeTool(wire, base);
        default:
          return null;
      }
    }),

  encode(event: HookEvent, answer: HookAnswer): string {
    if (answer.kind === 'deny' && event.kind === 'before-tool') {
      return JSON.stringify({
        permission: 'deny',
        user_message: answer.reason,
        agent_message: answer.reason,
      });
    }
    const takesContext =
      event.kind === 'session-start' || event.kind === 'after-tool' || event.kind === 'tool-failed';
    if (answer.kind === 'context' && takesContext) return JSON.stringify({ additional_context: answer.text });
    return '';
  },
};

function decodeTool(wire: Wire, base: HookEvent['base']): HookEvent | null {
  const name = textField(wire, 'tool_name');
  if (name === null) return null;
  const call = toolCallOf(name, wire['tool_input'], base.cwd, CURSOR_TOOLS);
  const shared = { base, call, toolUseId: textField(wire, 'tool_use_id', 'tool_call_id') };
  if (base.eventName === 'preToolUse') return { kind: 'before-tool', ...shared };
  if (base.eventName === 'postToolUseFailure')
    return { kind: 'tool-failed', ...shared, error: outputText(wire['error'] ?? wire['error_message']) };
  return { kind: 'after-tool', ...shared };
}
