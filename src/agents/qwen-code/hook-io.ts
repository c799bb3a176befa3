import type { HookAnswer, HookEvent, HookIo } from '../adapter.ts';
import { decodeClaudeEvent, encodeClaudeAnswer } from '../claude-code/hook-io.ts';
import { GEMINI_TOOLS } from '../gemini-cli/hook-io.ts';
import { asObject, failedShellText, outputText, textField } from '../shared/hook-io-payload.ts';

/**
 * Qwen Code (0.15.10): Claude Code's events with Gemini's tool names. Context before a tool is dropped, after it
 * is appended to the result; a shell that fails is no failure for its failure event.
 */
export const qwenCodeHookIo: HookIo = {
  agent: 'qwen-code',
  contextAfterTool: true,

  decode(payload): HookEvent | null {
    const wire = asObject(payload);
    const eventName = wire && textField(wire, 'hook_event_name');
    if (!wire || !eventName) return null;
    if (eventName !== 'PostToolUse') return decodeClaudeEvent(wire, eventName, GEMINI_TOOLS);
    const before = decodeClaudeEvent(wire, 'PreToolUse', GEMINI_TOOLS);
    if (before?.kind !== 'before-tool') return null;
    const base = { ...before.base, eventName };
    const output = outputText(wire['tool_response']);
    const failure = failedShellText(output);
    if (failure !== null) return { ...before, kind: 'tool-failed', base, error: failure };
    return { ...before, kind: 'after-tool', base, output };
  },

  encode(event: HookEvent, answer: HookAnswer): string {
    if (answer.kind === 'context' && event.kind === 'before-tool') return '';
    return encodeClaudeAnswer(event, answer);
  },
};
