import type { Inspection, SelfTestPayloads } from '../installer.ts';

/** An event at which a hook is registered, for the tools that `matcher` names, or for all. */
export interface HookEventSpec {
  event: string;
  matcher?: string;
}

type Entry = Record<string, unknown>;

/** Tools of MCP servers (`mcp__server__tool`, in Gemini CLI `mcp_server_tool`), in matchers that are patterns. */
export const SERVER_TOOLS = 'mcp_.+';

/** Claude Code's form: for each event a group `{matcher?, hooks: [handler]}`. */
export function groupEntries(specs: readonly HookEventSpec[], handler: Entry): Record<string, Entry> {
  return Object.fromEntries(
    specs.map(({ event, matcher }) => [
      event,
      { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] },
    ]),
  );
}

/** For each event the handler itself. */
export function plainEntries(specs: readonly HookEventSpec[], handler: Entry): Record<string, Entry> {
  return Object.fromEntries(
    specs.map(({ event, matcher }) => [event, { ...handler, ...(matcher === undefined ? {} : { matcher }) }]),
  );
}

/** Claude Code's switch for all hooks. */
export function hooksSwitchedOff(settings: Record<string, unknown>, path: string): Inspection {
  const isOff = settings['disableAllHooks'] === true;
  return { problems: isOff ? [`${path} switches all hooks off (disableAllHooks)`] : [] };
}

/** Payloads in Claude Code's fields, for the agents that speak its dialect; event names and tool as the agent says. */
export function dialectSelfTest(
  cwd: string,
  command: string,
  names: { start: string; before: string; after?: string; tool: string },
): SelfTestPayloads {
  const base = { session_id: 'lessons-doctor', transcript_path: null, cwd };
  const call = { tool_name: names.tool, tool_input: { command }, tool_use_id: 'call_doctor' };
  const before = { ...base, ...call, hook_event_name: names.before };
  const after = { ...before, hook_event_name: names.after, tool_response: { llmContent: 'Output: done' } };
  return {
    start: { ...base, hook_event_name: names.start, source: 'startup' },
    call: names.after === undefined ? [before] : [before, after],
  };
}
