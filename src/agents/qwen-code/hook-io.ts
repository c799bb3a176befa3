import type { HookAnswer, HookEvent, HookIo } from '../adapter.ts';
import { decodeClaudeEvent, encodeClaudeAnswer } from '../claude-code/hook-io.ts';
import { decodeTool, GEMINI_TOOLS } from '../gemini-cli/hook-io.ts';
import { baseOf, decodeNamed, failedShellText } from '../shared/hook-io-payload.ts';

/**
 * Qwen Code (0.15.10 to 0.24.4): Claude Code's events with Gemini's tool names. Context before a tool is dropped, after
 * it is appended to the result; a shell that fails is no failure for the older ones' failure event.
 */
export const qwenCodeHookIo: HookIo = {
  agent: 'qwen-code',
  unseen: () => true,
  contextAfterTool: true,
  memory: { resumed: /^s\./ },

  decode: (payload) =>
    decodeNamed(payload, (wire, eventName) => {
      if (eventName === 'PostToolUse') return decodeTool(wire, baseOf(wire, eventName));
      const event = decodeClaudeEvent(wire, eventName, GEMINI_TOOLS);
      if (event?.kind === 'tool-failed')
        event.error = failedShellText(event.call, event.error) ?? event.error;
      return event;
    }),

  encode(event: HookEvent, answer: HookAnswer): string {
    if (answer.kind === 'context' && event.kind === 'before-tool') return '';
    return encodeClaudeAnswer(event, answer);
  },
};
