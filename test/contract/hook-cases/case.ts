import type { HookEvent } from '../../../src/agents/adapter.ts';

/** A payload in the shape of a recorded one, what it means, and the answers that the client accepts. */
export interface HookCase {
  payload: Record<string, unknown>;
  kind: HookEvent['kind'];
  /** Canonical tool, paths, and what else the event must say. */
  tool?: string;
  paths?: string[];
  more?: Record<string, unknown>;
  context: unknown;
  deny?: unknown;
}

/** What payloads in Claude Code’s shape have in common. */
export const S = { session_id: 's1', cwd: '/home/dev/p' };
/** Context as Claude Code takes it. */
export const claude = (event: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: 'TEXT' },
});
export const claudeDeny = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'WHY',
  },
};
/** The payload of a tool call in Claude Code’s shape. */
export const call = (event: string, tool: string, input: object, more: object = {}) => ({
  ...S,
  hook_event_name: event,
  tool_name: tool,
  tool_input: input,
  ...more,
});
