import type { HookAnswer, HookEvent, HookIo } from '../adapter.ts';
import { decodeClaudeEvent } from '../claude-code/hook-io.ts';
import {
  asObject,
  baseOf,
  decodeNamed,
  failedShellText,
  outputText,
  textField,
  textOrNothing,
  toolCallOf,
  type Wire,
} from '../shared/hook-io-payload.ts';

export const GEMINI_TOOLS: Record<string, string> = {
  run_shell_command: 'Bash',
  monitor: 'Bash',
  read_file: 'Read',
  read_many_files: 'Read',
  replace: 'Edit',
  edit: 'Edit',
  write_file: 'Write',
  glob: 'Glob',
  grep_search: 'Grep',
  search_file_content: 'Grep',
  list_directory: 'LS',
  notebook_edit: 'Edit',
  invoke_agent: 'Agent',
  agent: 'Agent',
  task: 'Agent',
  web_fetch: 'WebFetch',
  google_web_search: 'WebSearch',
  web_search: 'WebSearch',
};
const OWN_CONTEXT = /<hook_context>[\s\S]*?<\/hook_context>\s*/g;

/**
 * Gemini CLI (0.61): context before a tool is dropped, so it comes with the result; a denial is a top-level
 * `decision`. Never `ask`, which hangs a headless run. There are no ids of tool uses, and no subagent events.
 */
export const geminiCliHookIo: HookIo = {
  agent: 'gemini-cli',
  contextAfterTool: true,
  memory: {
    deafAt: /^/,
    compaction: '[{"text":"Got it. Thanks for the additional context!"}]',
    rewind: '{"$rewindTo":"',
  },

  decode: (payload) =>
    decodeNamed(payload, (wire, eventName) => {
      const base = baseOf(wire, eventName);
      switch (eventName) {
        case 'SessionStart':
        case 'SessionEnd':
          return decodeClaudeEvent(wire, eventName, GEMINI_TOOLS);
        case 'BeforeAgent':
          return { kind: 'prompt', base, prompt: (textField(wire, 'prompt') ?? '').replace(OWN_CONTEXT, '') };
        case 'BeforeTool':
        case 'AfterTool':
          return decodeTool(wire, base);
        default:
          return null;
      }
    }),

  encode(event: HookEvent, answer: HookAnswer): string {
    const output: Wire = {};
    if (answer.systemMessage) output['systemMessage'] = answer.systemMessage;
    if (answer.kind === 'deny' && event.kind === 'before-tool') {
      output['decision'] = 'deny';
      output['reason'] = answer.reason;
    }
    if (answer.kind === 'context' && event.kind !== 'before-tool' && event.kind !== 'session-end') {
      output['hookSpecificOutput'] = { hookEventName: event.base.eventName, additionalContext: answer.text };
    }
    return textOrNothing(output);
  },
};

/** The event before or after a tool; a shell's result that tells of its failure is one. */
export function decodeTool(wire: Wire, base: HookEvent['base']): HookEvent | null {
  const name = textField(wire, 'tool_name');
  if (name === null) return null;
  const call = toolCallOf(name, wire['tool_input'], base.cwd, GEMINI_TOOLS);
  const toolUseId = textField(wire, 'tool_use_id');
  if (base.eventName === 'BeforeTool') return { kind: 'before-tool', base, call, toolUseId };
  const response = asObject(wire['tool_response']);
  const error = response && asObject(response['error']);
  const output = outputText(wire['tool_response']);
  const failure = error ? (textField(error, 'message') ?? output) : failedShellText(call, output);
  if (failure !== null) return { kind: 'tool-failed', base, call, toolUseId, error: failure };
  return { kind: 'after-tool', base, call, toolUseId };
}
